"""Citations and secrets: what answers and outputs hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run
from tests.analysis.findings.conftest import Look, call, step, user

KEY = "sk-proj-Zx81kQw93hfLpT7aYb2C"


def test_a_citation_of_nothing(database: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(database("research"), "dangling-citation")
    assert finding.data["ids"] == ["9e8d7c6b-3"]
    assert finding.span is not None
    assert finding.span.end - finding.span.start == len("[cite:9e8d7c6b-3]")
    assert "[cite:9e8d7c6b-3]" in finding.excerpt


def test_ids_in_a_system_prompt_are_examples(capture: Callable[[str], Path], look: Look) -> None:
    assert look(capture("v6-web-search-recall"), "dangling-citation") == []
    assert look(capture("v6-long-tool-loop"), "dangling-citation") == []


def test_citations_of_folded_sources(
    database: Callable[[str], Path], capture: Callable[[str], Path], look: Look
) -> None:
    found = look(database("research"), "citation-lost")
    assert ["683ad590-2"] in [finding.data["ids"] for finding in found]
    assert [len(finding.data["in_summary"]) for finding in found] == [1, 0, 1, 1]
    (captured,) = look(capture("v6-web-search-recall"), "citation-lost")
    assert captured.data == {"ids": ["1e1a7341-1"], "in_summary": ["1e1a7341-1"]}


@pytest.mark.parametrize("name", ["branches", "toolloop", "with-wal"])
def test_citations_without_a_fold_are_silent(name: str, database: Callable[[str], Path], look: Look) -> None:
    assert look(database(name), "citation-lost") == []


def test_a_key_in_an_output_is_told_once_and_masked(made: Callable[..., Path], look: Look) -> None:
    prompt = [user("a"), *call("c1", "env", f"OPENAI_KEY={KEY}"), user(f"use {KEY}")]
    (finding,) = look(made(step(1, prompt)), "secrets")
    assert finding.data["count"] == 2
    assert KEY not in repr(finding.to_dict())
    assert "sk-p" in finding.message
    assert finding.span is None, "an output holds several texts"


def test_a_key_in_a_text_has_its_range(made: Callable[..., Path], look: Look) -> None:
    (finding,) = look(made(step(1, [user(f"use {KEY} now")])), "secrets")
    assert finding.span is not None
    assert (finding.span.start, finding.span.end) == (4, 4 + len(KEY))


@pytest.mark.parametrize(
    "words", ["a risk-free task-force", "key: sk-mock**********key", "api_key = YOUR_API_KEY", "a b"]
)
def test_words_that_are_no_keys_are_silent(words: str, made: Callable[..., Path], look: Look) -> None:
    assert look(made(step(1, [user(words)])), "secrets") == []


@pytest.mark.parametrize("name", ["research", "toolloop", "branches"])
def test_real_conversations_hold_no_secrets(name: str, database: Callable[[str], Path], look: Look) -> None:
    assert look(database(name), "secrets") == []


def test_secrets_are_masked_before_anything_is_cut(hostile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Excerpts begin in the middle of a text: a password's name may lie before, its end behind."""
    secrets = ("Tr0ub4dor", "S3cretPass", "aaaa-bbbb", "PRIVATETAIL", "MIIEvQ", "kLmN0pQr")
    for form in ("--json", "--sarif"):
        assert run(["lint", str(hostile / "secret-excerpt"), form]) == 0
        told = capsys.readouterr().out
        assert "[redacted" in told
        assert not [secret for secret in secrets if secret in told]


@pytest.mark.parametrize("before", [0, 20, 39, 40, 41, 60])
@pytest.mark.parametrize("after", [0, 30, 100])
def test_a_neighbouring_secret_never_stands_in_an_excerpt(
    made: Callable[..., Path], look: Look, before: int, after: int
) -> None:
    text = f"password: 'correct horse battery {'x' * before} staple 1' {KEY} {'y' * after} 'password': 'w0rd w0rd'"
    for finding in look(made(step(1, [user(text)])), "secrets"):
        assert "staple" not in finding.excerpt
        assert "w0rd" not in finding.excerpt
        assert KEY not in finding.excerpt


def test_an_error_is_masked_before_it_is_cut(made: Callable[..., Path], look: Look) -> None:
    error = f"{'e' * 140} api_key='{'Ab3' * 20} tail'"
    for detector in ("request-failed", "over-window", "aborted"):
        for finding in look(made(step(1, [user("a")], error=error)), detector):
            assert "Ab3Ab3" not in repr(finding.to_dict())
