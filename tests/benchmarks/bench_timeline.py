"""Timeline of a long conversation: lazy rows and painting, against making every row at once.

Run with `python -m tests.benchmarks.bench_timeline`. The naive form builds all rows below all turns before it shows
anything, as a tree widget filled with items would.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication

from inspector.app.timeline.branch_rows import TimelineRows
from inspector.app.timeline.rows import Row
from inspector.gui.app import create_application
from inspector.gui.views.timeline import TimelinePane
from inspector.model import (
    Branch,
    Conversation,
    ConversationSummary,
    ListGroup,
    Message,
    Role,
    Step,
    Usage,
    parse_part,
)

TURNS = 10_000
SCROLL_STEPS = 200


def conversation(turns: int) -> Conversation:
    """User and assistant in turn; each answer with one tool call of five sources."""
    messages: dict[str, Message] = {}
    for number in range(turns):
        role = Role.ASSISTANT if number % 2 else Role.USER
        parts = [{"type": "text", "text": f"message {number} " + "word " * 40}]
        if role is Role.ASSISTANT:
            sources = [{"id": f"{number}-{n}", "title": "T", "content": "x" * 900} for n in range(5)]
            call = {"type": "tool-web_search", "toolCallId": f"c{number}", "state": "output-available"}
            parts = [{"type": "step-start"}, {**call, "input": {"q": "?"}, "output": sources}, *parts]
        usage = Usage(input=1000 + number, cache_read=900 + number)
        steps = (Step(number=1, first_part=0, end_part=len(parts), usage=usage),)
        messages[f"m{number}"] = Message(
            id=f"m{number}",
            role=role,
            parts=tuple(parse_part(part) for part in parts),
            created_at=1_796_031_129_957 + number * 1000,
            model="provider::model",
            steps=steps if role is Role.ASSISTANT else (),
        )
    summary = ConversationSummary(id="long", group=ListGroup.TOPICS, title="long")
    branch = Branch(leaf_id=f"m{turns - 1}", message_ids=tuple(messages), active=True)
    return Conversation(summary=summary, messages=messages, branches=(branch,))


def all_rows(presenter: TimelineRows, rows: list[Row]) -> int:
    """Make every row below these; returns how many there are."""
    return sum(1 + all_rows(presenter, presenter.children(row)) for row in rows)


def timed(work: Callable[[], object]) -> float:
    """Milliseconds a call takes."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def main() -> None:
    """Print the table."""
    create_application()
    long = conversation(TURNS)
    pane = TimelinePane()
    pane.resize(760, 800)
    pane.show()
    naive = TimelineRows(long)
    eager = timed(lambda: all_rows(naive, naive.rows()))
    presenter = TimelineRows(long)
    lazy = timed(presenter.rows)
    shown = timed(lambda: (pane.show_presenter(presenter), QCoreApplication.processEvents()))
    viewport, bar = pane.tree.viewport(), pane.tree.verticalScrollBar()

    def scroll() -> None:
        for step in range(SCROLL_STEPS):
            bar.setValue(bar.maximum() * step // SCROLL_STEPS)
            viewport.repaint()

    print(f"{TURNS} turns")
    print(f"{'every row at once (naive)':44}{eager:9.1f} ms")
    print(f"{'top level only, in a worker':44}{lazy:9.1f} ms")
    print(f"{'model, layout, first paint on the UI thread':44}{shown:9.1f} ms")
    print(f"{'scroll and repaint, each':44}{timed(scroll) / SCROLL_STEPS:9.1f} ms")
    pane.close()


if __name__ == "__main__":
    main()
