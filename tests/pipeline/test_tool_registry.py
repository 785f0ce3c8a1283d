"""The tool registry: the shipped rules, a user's on top of them, and what is wrong said in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.model.problems import Problem
from inspector.pipeline.codecs import EntitiesCodec, TextFieldCodec
from inspector.pipeline.in_flight_trim import ToolPolicy
from inspector.pipeline.tool_registry import ToolRule, built_in_registry, load_registry, user_tools_path


def test_shipped_rules() -> None:
    registry = built_in_registry()
    entities, text = EntitiesCodec("content"), TextFieldCodec("text")
    for name in ("web_search", "web_fetch", "kb_search"):
        assert registry.rule(name) == ToolRule(name=name, codec=entities)
    assert registry.rule("read_file") == ToolRule(name="read_file", codec=text)
    assert registry.rule("fs_read") == ToolRule(name="fs_read", codec=text, in_flight=False)
    assert registry.rule("anything") == ToolRule(name="anything")
    assert ToolPolicy(name="fs_read", preserve=True, codec=text) in registry.policies()


def test_a_user_adds_codecs_and_tools_and_replaces_shipped_ones(tmp_path: Path) -> None:
    path = tmp_path / "tools.toml"
    path.write_text(
        '[codec.notes]\ntype = "entities"\nfield = "body"\n'
        '[[tool]]\nname = "list_notes"\ncodec = "notes"\n'
        '[[tool]]\nname = "web_fetch"\ncodec = "text"\nin_flight = false\n',
        encoding="utf-8",
    )
    registry = load_registry(path)
    assert registry.rule("list_notes").codec == EntitiesCodec("body")
    assert registry.rule("web_fetch") == ToolRule(
        name="web_fetch", codec=TextFieldCodec("text"), in_flight=False
    )
    assert registry.rule("web_search") == built_in_registry().rule("web_search")


def test_the_users_own_file_is_taken_when_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load_registry() is built_in_registry()
    user_tools_path().parent.mkdir(parents=True)
    user_tools_path().write_text('[[tool]]\nname = "mine"\ntruncatable = false\n', encoding="utf-8")
    assert not load_registry().rule("mine").truncatable


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[[tool]\n", "Expected"),
        ("tools = 1\n", "the file has tools; known are codec, tool"),
        ("[[tool]]\ncodec = 'text'\n", "a tool needs name as a text"),
        ("[[tool]]\nname = 'x'\ncodec = 'no'\n", "tool x has codec 'no'; declared are entities, text"),
        ("[[tool]]\nname = 'x'\nin_flight = 'no'\n", "tool x: in_flight must be true or false"),
        ("[[tool]]\nname = 'x'\nexempt = true\n", "a tool has exempt; known are"),
        ("[codec.a]\nfield = 'x'\n", "codec a needs a type, one of entities, text"),
        ("[codec.a]\ntype = 'text'\n", "codec a needs field as a text"),
        ("codec = 1\n", "codec is not a table; expected [codec.NAME]"),
        ("codec.a = 1\n", "codec is not a table; expected [codec.NAME]"),
        ("tool = 1\n", "tool is not a list of tables; expected [[tool]]"),
        ("[tool]\nname = 'x'\n", "tool is not a list of tables; expected [[tool]]"),
        ("[[tool]]\nname = 'x'\ncodec = ['text']\n", "tool x has codec ['text']; declared are"),
        ("[codec.a]\ntype = ['text']\nfield = 'x'\n", "codec a needs a type, one of entities, text"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, found: str) -> None:
    path = tmp_path / "tools.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Problem) as caught:
        load_registry(path)
    assert caught.value.id == "bad-tools-file"
    assert str(path) in str(caught.value)
    assert found in str(caught.value)


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="no such file"):
        load_registry(tmp_path / "none.toml")
    with pytest.raises(Problem, match="could not be read"):
        load_registry(tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"# caf\xe9\n")
    with pytest.raises(Problem, match="not a list of tools"):
        load_registry(latin)
