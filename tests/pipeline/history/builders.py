"""Small histories and prompts for tests."""

from __future__ import annotations

from hypothesis import strategies as st

from inspector.pipeline.history.message import IrMessage
from inspector.wire import JsonValue


def user(text: str = "u") -> IrMessage:
    return {"role": "user", "content": text}


def system(text: str = "s") -> IrMessage:
    return {"role": "system", "content": text}


def assistant(text: str = "a", *calls: str) -> IrMessage:
    """An assistant message that calls tools by these ids."""
    message: IrMessage = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [
            {"id": call, "type": "function", "function": {"name": f"tool_{call}", "arguments": "{}"}}
            for call in calls
        ]
    return message


def result(call: str, text: str = "r") -> IrMessage:
    return {"role": "tool", "content": text, "tool_call_id": call}


def prompt_user(text: str) -> IrMessage:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def prompt_call(*calls: str) -> IrMessage:
    content: list[JsonValue] = [
        {"type": "tool-call", "toolCallId": call, "toolName": "t", "input": {"q": call}} for call in calls
    ]
    return {"role": "assistant", "content": content}


def prompt_result(*calls: str, text: str = "r") -> IrMessage:
    content: list[JsonValue] = [
        {
            "type": "tool-result",
            "toolCallId": call,
            "toolName": "t",
            "output": {"type": "text", "value": text},
        }
        for call in calls
    ]
    return {"role": "tool", "content": content}


IDS = st.sampled_from("abc")
HISTORIES = st.lists(
    st.one_of(
        st.builds(user, st.text(max_size=4)),
        st.builds(system, st.text(max_size=4)),
        st.lists(IDS, max_size=2).map(lambda calls: assistant("", *calls)),
        st.builds(result, st.sampled_from(["a", "b", "c", ""])),
    ),
    max_size=10,
)
"""Valid and broken histories alike."""


PROMPTS = st.lists(
    st.one_of(
        st.builds(prompt_user, st.text(max_size=4)),
        st.builds(system, st.text(max_size=4)),
        st.lists(IDS, max_size=2, unique=True).map(lambda calls: prompt_call(*calls)),
        st.lists(IDS, max_size=2).map(lambda calls: prompt_result(*calls)),
    ),
    max_size=10,
)
"""Prompts in any order, with results that belong to no call and calls without results."""
