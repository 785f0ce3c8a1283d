"""Builders of comparable requests out of short descriptions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from inspector.analysis.prefix.blocks import (
    Block,
    BlockKind,
    BlockTable,
    Body,
    BodyKind,
    Level,
    PrefixRequest,
    RenderedBlock,
)
from inspector.analysis.prefix.load import build_request
from inspector.model.request import RequestPurpose, RequestRecord, RequestState
from inspector.model.timing import Timing
from inspector.model.usage import UNKNOWN_USAGE, Usage

Build = Callable[..., PrefixRequest]


def tool(name: str, text: str = "") -> RenderedBlock:
    return RenderedBlock(
        Level.TOOLS, BlockKind.TOOL, f"tools.{name}", "", name, text or f'{{"name":"{name}"}}'
    )


def system(text: str, mark: str = "") -> RenderedBlock:
    return RenderedBlock(Level.SYSTEM, BlockKind.TEXT, "system[0]", "system", "", text, mark)


def part(
    text: str,
    *,
    kind: BlockKind = BlockKind.TEXT,
    role: str = "user",
    mark: str = "",
    at: int = 0,
    key: str = "",
) -> RenderedBlock:
    return RenderedBlock(Level.MESSAGES, kind, f"messages[{at}].content[0]", role, key, text, mark)


@pytest.fixture
def build() -> Build:
    table = BlockTable()

    def make(
        index: int,
        blocks: Sequence[RenderedBlock],
        *,
        at_s: float = 0,
        model: str = "claude-sonnet-4-6",
        provider: str = "anthropic.messages",
        usage: Usage = UNKNOWN_USAGE,
        tool_choice: str = "",
        thinking: str = "",
        duration_ms: int = 0,
        state: RequestState = RequestState.OK,
        purpose: RequestPurpose = RequestPurpose.MAIN,
    ) -> PrefixRequest:
        record = RequestRecord(
            index=index,
            id=str(index),
            conversation_id="c",
            model=model,
            provider=provider,
            usage=usage,
            state=state,
            purpose=purpose,
            timing=Timing(started_at=1_000_000 + int(at_s * 1000), duration_ms=duration_ms),
        )
        named = {"tool_choice": tool_choice, "thinking": thinking}
        body = Body(blocks=list(blocks), settings={name: value for name, value in named.items() if value})
        texts = [block.text for block in blocks]
        return build_request(record, body, BodyKind.RAW_REQUEST, texts=lambda: texts, table=table)

    return make


__all__ = ["Block", "build", "part", "system", "tool"]
