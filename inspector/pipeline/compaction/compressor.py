"""The seam to whatever writes summaries: a recorded one, a stand-in, an outline, a live model (PIPELINE §10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.history.message import IrMessage


class CompressorError(Exception):
    """No summary could be had; the history is served unfolded."""


class CompressionAbortedError(Exception):
    """The user stopped the request while a summary was being written; the request ends with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompressionRequest:
    """One summary asked for.

    Attributes:
        phase: which fold it is for.
        source: everything that is to be folded, before anything was left out for lack of room.
        messages: what the summariser is to read, within its budget, the instruction last.
        prompt: `messages` flattened to plain system, user and assistant texts, as sent to a model.
        max_output_tokens: limit of the reply.
        boundary_id: row the summary will be stored on; None where it is not stored.
    """

    phase: AnchorPhase
    source: tuple[IrMessage, ...]
    messages: tuple[IrMessage, ...]
    prompt: tuple[IrMessage, ...]
    max_output_tokens: float
    boundary_id: str | None = None


class Compressor(Protocol):
    """Writes summaries."""

    def compress(self, request: CompressionRequest, /) -> str:
        """The reply, in which `format_summary` finds the summary; an empty one means: do not fold.

        Raises `CompressorError` when there can be none, `CompressionAbortedError` when the user stopped it.
        """
        ...
