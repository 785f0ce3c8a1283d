"""Generated sessions for benchmarks: one turn with a long tool loop, every output different."""

from __future__ import annotations

import random

from inspector.pipeline.compaction.rows import Row
from inspector.replay.session import ReplayStep, ReplayTurn, RowSession, SessionDefaults
from inspector.tokens.media import Dialect
from inspector.wire import JsonValue

WORDS = [
    "cell",
    "anode",
    "cathode",
    "cycle",
    "price",
    "survey",
    "电池",
    "正极",
    "report",
    "table",
    "value",
    "σ",
]


def tool_loop_session(steps: int = 200, output_chars: int = 50_000, seed: int = 7) -> RowSession:
    """A topic whose one answer took `steps` model calls, each with one tool output of about `output_chars`."""
    generator = random.Random(seed)
    parts: list[JsonValue] = []
    for number in range(steps):
        parts.append({"type": "step-start"})
        parts.append(_tool_part(number, _text(generator, output_chars)))
    user: Row = {"id": "u1", "role": "user", "parts": [{"type": "text", "text": "Read everything."}]}
    assistant: Row = {"id": "a1", "role": "assistant", "parts": parts}
    turn = ReplayTurn(
        row=1,
        message_id="a1",
        steps=tuple(ReplayStep(first_part=2 * i, end_part=2 * i + 2) for i in range(steps)),
    )
    return RowSession(
        source_path="generated",
        conversation_id="t1",
        rows=(user, assistant),
        turns=(turn,),
        system="You are a careful reader.",
        summaries={},
        defaults=SessionDefaults(
            context_window=10_000_000, dialect=Dialect.ANTHROPIC, data_path="/Users/demo/Data/Files"
        ),
        known_blobs={},
        read_entry=lambda entry: None,
    )


def _tool_part(number: int, text: str) -> JsonValue:
    return {
        "type": "tool-run_cmd",
        "toolCallId": f"call-{number}",
        "state": "output-available",
        "input": {"command": f"cat page-{number}"},
        "output": text,
    }


def _text(generator: random.Random, chars: int) -> str:
    lines: list[str] = []
    size = 0
    while size < chars:
        line = " ".join(generator.choices(WORDS, k=12)) + f" {generator.randrange(10**6)}"
        lines.append(line)
        size += len(line) + 1
    return "\n".join(lines)
