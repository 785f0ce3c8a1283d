"""Texts and tool outputs for the trims: long and short lines, astral characters, halves, markers."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from inspector.wire import join

LINES = st.sampled_from(
    ["", "a line", "a longer line of text, with words", "中文字符", "😀😀😀", "\ud83d", " \u3000", "x" * 90]
)
LONG_TEXTS = st.lists(LINES, max_size=40).map(lambda lines: join(lines, "\n"))
FIELDS = st.dictionaries(
    st.sampled_from(["id", "title", "url", "7", "score"]),
    st.one_of(st.integers(0, 9), st.text(max_size=5)),
    max_size=4,
)


def entities(texts: st.SearchStrategy[str] = LONG_TEXTS) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Arrays of objects with a `content` text, as web_search gives them."""
    item = st.tuples(FIELDS, texts).map(lambda pair: {**pair[0], "content": pair[1]})
    return st.lists(item, min_size=1, max_size=4)


def numbered_lines(count: int) -> str:
    """A text of numbered lines."""
    return "\n".join(f"line {number} of the output" for number in range(1, count + 1))


def tool_message(output: Any, *, name: str = "run_cmd", call: str = "c1") -> dict[str, Any]:
    """A tool message of a prompt with one result."""
    result = {"type": "tool-result", "toolCallId": call, "toolName": name, "output": output}
    return {"role": "tool", "content": [result]}


def output_of(message: Any) -> Any:
    """The output of the one result of a tool message."""
    return message["content"][0]["output"]


def stored_part(output: Any, *, name: str = "run_cmd", call: str = "c1") -> dict[str, Any]:
    """A finished tool part of a stored message."""
    return {
        "type": f"tool-{name}",
        "toolCallId": call,
        "state": "output-available",
        "input": {},
        "output": output,
    }
