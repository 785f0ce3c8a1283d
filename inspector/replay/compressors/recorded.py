"""Summaries that the application itself wrote, served again where a replay folds at the same boundary."""

from __future__ import annotations

from collections.abc import Mapping

import xxhash

from inspector.pipeline.compaction.compressor import CompressionRequest
from inspector.pipeline.history.message import IrMessage, called_ids, text_of
from inspector.replay.compressors.chain import NoSummaryHereError
from inspector.replay.result import SummarySource


def tail_digest(message: IrMessage) -> int:
    """Identity of a folded history by its last message: role, text and call ids.

    A trimmed and a full form of a message differ in text, so tool messages count by their call id alone.
    """
    call = message.get("tool_call_id")
    text = "" if isinstance(call, str) else text_of(message)
    key = "\0".join((str(message.get("role")), str(call or ""), *called_ids(message), text))
    return xxhash.xxh3_64_intdigest(key.encode("utf-8", "surrogatepass"))


class RecordedCompressor:
    """Answers from recorded summaries.

    Attributes:
        by_boundary: summary per row it was stored on.
        by_tail: summary per `tail_digest` of the last folded message (captures).
    """

    source = SummarySource.RECORDED

    def __init__(self, by_boundary: Mapping[str, str], by_tail: Mapping[int, str] | None = None) -> None:
        self.by_boundary = by_boundary
        self.by_tail = by_tail or {}

    def compress(self, request: CompressionRequest, /) -> str:
        """The summary recorded for this boundary; `NoSummaryHereError` when the boundary is another one."""
        summary = self.by_boundary.get(request.boundary_id) if request.boundary_id is not None else None
        if summary is None and request.source:
            summary = self.by_tail.get(tail_digest(request.source[-1]))
        if summary is None:
            raise NoSummaryHereError("no summary was recorded for this boundary")
        return f"<summary>{summary}</summary>"
