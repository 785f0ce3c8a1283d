"""`show`: the timeline in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run
from tests.sources.devtools.writing import capture, step, text


@pytest.fixture
def shown(unpacked: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def show(kind: str, name: str, *words: str) -> str:
        assert run(["show", str(unpacked(kind, name)), *words]) == 0
        return capsys.readouterr().out

    return show


def test_a_fold_is_a_band_between_the_turns(shown: Callable[..., str]) -> None:
    lines = shown("captures", "v6-web-search-recall").splitlines()
    band = lines.index("  ══ 20 messages folded, 8\u202f056 → 2\u202f561 tokens ══")
    assert lines[band + 1].startswith("6. user")
    assert "1 side calls: 1 summarize" in lines


def test_folds_in_the_loop_stand_between_steps(shown: Callable[..., str]) -> None:
    text = shown("captures", "v6-long-tool-loop-compacting", "--turn", "3")
    assert text.count("messages folded") == 15
    assert text.index("step 6:") < text.index("7 messages folded") < text.index("step 7:")


def test_tool_outputs_are_one_line_unless_full(shown: Callable[..., str]) -> None:
    short, full = (shown("captures", "v6-long-tool-loop", *words) for words in ((), ("--full",)))
    assert '→ read_file({"fileId":"att_7d1c","offset":1,"limit":50}) · 8\u202f204 chars' in short
    assert len(full) > 10 * len(short)
    assert "LOG-0001" in full


def test_failed_tries_are_shown(shown: Callable[..., str]) -> None:
    text = shown("captures", "v6-aborted", "--topic", "conversation-5")
    assert text.count("error: Overloaded") == 2
    assert "Third time lucky." in text


def test_a_topic_by_part_of_its_name(shown: Callable[..., str]) -> None:
    assert "envelope v2, 1 blob" in shown("fixtures", "research", "--topic", "battery materials")


def test_several_conversations_are_listed(shown: Callable[..., str]) -> None:
    text = shown("fixtures", "research")
    assert "Several conversations" in text
    assert "Tea 茶" in text


def test_a_run_shows_its_turns_only(shown: Callable[..., str]) -> None:
    text = shown("captures", "v6-web-search-recall", "--run", "20261130093210383-f13bebce")
    assert "C919 range km" in text
    assert "Mount Everest" not in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--topic", "nothing"), "there is no topic nothing"),
        (("--topic", "conversation"), "40 fit"),
        (("--run", "2026"), "40 of its 40 runs fit"),
        (("--topic", "conversation-1", "--turn", "9"), "it has 2 turns"),
    ],
)
def test_choices_that_do_not_fit(
    unpacked: Callable[[str, str], Path],
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    assert run(["show", str(unpacked("captures", "v6-aborted")), *words]) == 2
    assert said in capsys.readouterr().err


def test_parts_of_every_kind_have_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = [
        {"type": "text", "text": "words " * 200},
        {"type": "reasoning", "text": "hm"},
        {"type": "file", "mediaType": "image/png", "filename": "a.png", "data": "iVBORw=="},
        {"type": "source", "id": "1", "url": "https://example.com", "title": "T"},
        {"type": "strange", "x": 1},
        {"type": "tool-call", "toolCallId": "1", "toolName": "t", "input": {"a": 1}},
    ]
    prompt = [text("user", "hi"), {"role": "assistant", "content": content}, text("user", "more")]
    assert run(["show", str(capture(tmp_path, step("s", prompt)))]) == 0
    out = capsys.readouterr().out
    for line in (
        "more chars",
        "(thinking) hm",
        "[file] a.png",
        "[source] T https://example.com",
        '[strange] {"type"',
    ):
        assert line in out
    assert '→ t({"a":1}) · input-available' in out


def test_composition_is_a_row_per_request_and_a_column_per_kind_that_occurs(
    shown: Callable[..., str],
) -> None:
    lines = shown("captures", "v6-long-tool-loop", "--composition").splitlines()
    assert lines[0].split() == [
        "#",
        "tools",
        "system",
        "user",
        "assistant",
        "tool-call",
        "tool-result",
        "chars",
    ]
    last = lines[-1].replace("\u202f", "").split()
    assert last[-2] == "169703"
    assert sum(map(int, last[1:-1])) == int(last[-1]) == 179386


def test_the_composition_of_a_database_says_that_its_prompts_are_replayed(shown: Callable[..., str]) -> None:
    text = shown("fixtures", "research", "--topic", "battery materials", "--composition")
    assert "replayed under the conversation's own settings" in text
    assert "summary" in text.splitlines()[0]


def test_where_a_text_was(shown: Callable[..., str]) -> None:
    rows = [
        line.split()[:2]
        for line in shown("captures", "v6-web-search-recall", "--where", "C919 的标准航程").splitlines()
    ]
    assert rows[1] == ["1", "not"]
    assert rows[-1][1] == "folded"
    assert list(dict.fromkeys(row[1] for row in rows if row[1] not in ("not", "folded", "state"))) == [
        "present"
    ]


def test_an_empty_text_is_refused(
    unpacked: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["show", str(unpacked("captures", "v6-long-tool-loop")), "--where", ""]) == 2
    assert "expected a text" in capsys.readouterr().err
