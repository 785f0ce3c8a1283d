"""A new format is one package and one row: a toy one opens everywhere without another line changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from inspector.cli.main import run
from inspector.gui.main_window import MainWindow
from inspector.model.request import RequestPayload
from inspector.model.usage import Account, Usage
from inspector.sources.base import Source
from inspector.sources.formats import FORMATS, Format
from inspector.sources.recorded import Call, RecordedSource
from inspector.wire import JsonValue

TOY = "toy format 1\nask: How many?\nsay: Three.\nask: Sure?\nsay: Quite sure.\n"


class ToySource(RecordedSource):
    """Lines `ask:` and `say:`; every `say:` is a request with all lines before it as its prompt."""

    format = "toy"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.take(self._toy_calls())

    @property
    def size(self) -> int:
        return self.path.stat().st_size

    def read_again(self) -> list[Call] | None:
        return None

    def _toy_calls(self) -> list[Call]:
        messages: list[JsonValue] = []
        calls = []
        for line in self.path.read_text().splitlines()[1:]:
            word, _, text = line.partition(": ")
            parts: list[JsonValue] = [{"type": "text", "text": text}]
            if word == "say":
                calls.append(self._answer(len(calls), tuple(messages), parts))
            messages.append({"role": "user" if word == "ask" else "assistant", "content": parts})
        return calls

    def _answer(self, number: int, prompt: Sequence[JsonValue], answer: list[JsonValue]) -> Call:
        payload = RequestPayload(prompt=list(prompt), output={"content": answer, "finishReason": "stop"})
        usage = Usage(input=100 * (number + 1), cache_read=100 * number, output=7)
        return Call(
            id=f"toy-{number}",
            thread="toy",
            model="toy-1",
            provider="toys",
            account=Account(usage=usage),
            started_at=1_000_000 * (number + 1),
            messages=lambda: prompt,
            payload=lambda: payload,
        )


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Path]:
    def opened(path: Path, _blobs: object, _progress: object) -> Source:
        return ToySource(path)

    row = Format(
        id="toy", label="toy file", detect=lambda head: head.data.startswith(b"toy format"), open=opened
    )
    FORMATS.insert(0, row)
    path = tmp_path / "in" / "some.toy"
    path.parent.mkdir()
    path.write_text(TOY)
    yield path
    FORMATS.remove(row)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("info", "PATH"), "toy file"),
        (("show", "PATH", "--topic", "toy"), "Quite sure."),
        (("cache", "PATH"), "extends"),
        (("lint", "PATH"), ""),
        (("replay", "PATH"), "prompt tokens before"),
        (("trim", "PATH"), ""),
    ],
)
def test_on_the_command_line(
    toy: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    assert run([str(toy) if word == "PATH" else word for word in arguments]) in (0, 1)
    captured = capsys.readouterr()
    assert says in captured.out
    assert captured.err == ""


def test_in_a_report(toy: Path, tmp_path: Path) -> None:
    assert run(["report", str(toy), "-o", str(tmp_path / "r.html")]) == 0
    text = (tmp_path / "r.html").read_text()
    assert "toy file" in text
    assert "toy-1" in text


def test_in_the_window(toy: Path, make_window: Callable[..., MainWindow], qtbot: QtBot) -> None:
    window = make_window()
    window.session.open(toy)
    qtbot.waitUntil(lambda: window.session.conversation is not None)
    conversation = window.session.conversation
    assert conversation is not None
    assert len(list(conversation.path())) == 4
    current = window.session.current
    assert current is not None
    assert len(current.requests) == 2
