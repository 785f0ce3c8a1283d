"""What the window currently looks at: one value that every view can show and every command can act on.

The timeline makes it, the inspector panel reads it. A selection always names its
source; the finer fields narrow it down, so a boundary band has `boundary`, a tool call has `message` and
`part_index`.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.model import (
    BlobRef,
    CompactionBoundary,
    Conversation,
    Message,
    Part,
    RequestRecord,
    Step,
)
from inspector.sources.base import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The selected thing with everything around it.

    Attributes:
        source: the opened file.
        conversation: the conversation on screen; None while none is loaded.
        message: the turn.
        part_index: the part of `message.parts`; None = the message as a whole.
        step: the model call inside an assistant turn.
        request: the recorded model call, when one is known.
        boundary: the fold, when a band is selected.
        blob: the text behind an envelope, when one of its rows is selected.
    """

    source: Source
    conversation: Conversation | None = None
    message: Message | None = None
    part_index: int | None = None
    step: Step | None = None
    request: RequestRecord | None = None
    boundary: CompactionBoundary | None = None
    blob: BlobRef | None = None

    @property
    def part(self) -> Part | None:
        """The selected part; None when the message as a whole is selected."""
        if self.message is None or self.part_index is None:
            return None
        return self.message.parts[self.part_index]

    @property
    def request_index(self) -> int | None:
        """The request it is about, a turn's last one; None when it is about none."""
        if self.request is not None:
            return self.request.index
        if self.message is not None and self.message.steps:
            return self.message.steps[-1].request_index
        return None
