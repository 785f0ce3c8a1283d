"""The short way through a tool loop gives what the stage gives, step by step (PIPELINE §12)."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.pipeline.compaction.in_loop import LoopScope, LoopState, prepare_step
from inspector.pipeline.compaction.memory import FoldMemory
from inspector.pipeline.compaction.record import NoFold
from inspector.pipeline.compaction.settings import ContextSettings
from inspector.replay.loop import LoopReplay
from inspector.replay.sizes import SizeMemo
from inspector.tokens.media import Dialect
from tests.pipeline.compaction.builders import Scripted, words

usages = st.none() | st.fixed_dictionaries(
    {"inputTokens": st.none() | st.integers(0, 900), "totalTokens": st.none() | st.integers(0, 900)}
)


def scope(answer: str | None, **changes: Any) -> LoopScope:
    compressor = None if answer is None else Scripted(answer)
    return LoopScope(
        settings=ContextSettings(enabled=True, compress=True),
        window=changes.pop("window", 500.0),
        dialect=Dialect.OPENAI,
        compressor=compressor,
        **changes,
    )


def step_messages(number: int, size: int) -> list[dict[str, Any]]:
    call = {"type": "tool-call", "toolCallId": f"c{number}", "toolName": "read_file", "input": {"p": number}}
    output = {"type": "text", "value": words(size)}
    result = {"type": "tool-result", "toolCallId": f"c{number}", "toolName": "read_file", "output": output}
    return [{"role": "assistant", "content": [call]}, {"role": "tool", "content": [result]}]


@settings(deadline=None, max_examples=150)
@given(
    sizes=st.lists(st.integers(0, 200), min_size=1, max_size=9),
    reported=st.lists(usages, min_size=9, max_size=9),
    window=st.sampled_from([None, 100.0, 300.0, 500.0, 5_000.0]),
    memoised=st.booleans(),
    answer=st.sampled_from([None, "<summary>short</summary>", "<summary></summary>"]),
)
def test_every_step_equals_the_stage(
    sizes: list[int], reported: list[Any], window: float | None, memoised: bool, answer: str | None
) -> None:
    messages: list[Any] = [{"role": "user", "content": words(5)}]
    short = LoopReplay(
        scope(answer, window=window, memoised=memoised), SizeMemo(Dialect.OPENAI), FoldMemory()
    )
    whole, state = scope(answer, window=window, memoised=memoised), LoopState()
    for number, size in enumerate(sizes):
        usage = reported[number - 1] if number else None
        got, record = short.step(list(messages), usage)
        done = prepare_step(list(messages), whole, state, usage=usage)
        state = done.state
        assert list(got) == list(messages if done.messages is None else done.messages)
        assert record == done.record
        assert short.has_folded == state.has_folded
        messages += step_messages(number, size)


def test_a_loop_that_is_off_says_why() -> None:
    loop = LoopReplay(scope("x"), SizeMemo(Dialect.OPENAI), FoldMemory(), NoFold.IN_LOOP_OFF)
    messages = [{"role": "user", "content": words(900)}]
    served, record = loop.step(messages, None)
    assert served is messages
    assert record.no_fold is NoFold.IN_LOOP_OFF
