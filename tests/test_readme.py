"""What the README shows works: its commands exist, its options are known, its examples parse, its picture is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from inspector.analysis.cost.prices import parse_prices
from inspector.analysis.prefix.rules import parse_rules
from inspector.cli.commands import load_commands
from inspector.cli.main import build_parser, run
from inspector.pipeline.tool_registry import parse_registry
from inspector.replay.expectations import load_rules

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = {command.NAME for command in load_commands()}


def named_commands() -> set[str]:
    """First words after the program's name in the README."""
    words = re.findall(r"context-inspector ([a-z]+)\b", README)
    return {word for word in words if word not in ("command", "on")}


def test_every_command_is_described_and_none_is_made_up() -> None:
    assert named_commands() <= COMMANDS
    described = re.findall(r"`(?:context-inspector )?([a-z]+)\b", README)
    assert COMMANDS - {"open"} <= set(described)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_teaches_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert "examples:" in text
    assert f"context-inspector {command}" in text


def test_options_of_the_command_table_exist() -> None:
    parser = build_parser(load_commands())
    choices = next(action.choices for action in parser._actions if action.dest == "command")
    for row in re.findall(r"^\| `context-inspector ([a-z]+) ([^`]*)`", README, re.MULTILINE):
        command, rest = row
        for option in re.findall(r"--[a-z-]+", rest):
            assert option in choices[command]._option_string_actions, (command, option)


def test_toml_examples_are_what_the_program_reads(tmp_path: Path) -> None:
    examples = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    texts = ["\n".join(line.strip() for line in example.splitlines()) for example in examples]
    tables = [tomllib.loads(text) for text in texts]
    assert {name for table in tables for name in table} == {"codec", "tool", "rule", "effect", "price"}
    for text, table in zip(texts, tables, strict=True):
        if "tool" in table:
            parse_registry(text, "README.md")
        elif "# prices.toml" not in text:
            path = tmp_path / "rules.toml"
            path.write_text(text)
            assert load_rules(path, ["price"])
        else:
            rules, prices = text.split("# prices.toml")
            parsed = parse_rules(rules, "README.md")
            assert parsed.rules
            assert parsed.effects
            assert parse_prices("#" + prices, "README.md")


def test_linked_files_exist() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_example_detector_of_the_readme_is_the_tested_one() -> None:
    shown = next(text for text in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "DETECTOR" in text)
    tested = (ROOT / "tests" / "analysis" / "findings" / "example_detector.py").read_text(encoding="utf-8")
    assert shown.strip() == tested.strip()
