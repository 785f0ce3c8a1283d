"""The prompt of every request of a conversation as rendered blocks: recorded where the source holds prompts, else
those that a replay under the conversation's own settings makes. Rendered one by one, so that nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis.prefix import render_prompt
from inspector.analysis.prefix.blocks import Body, BodyKind
from inspector.analysis.prefix.render import render_request
from inspector.model.request import RequestPayload
from inspector.replay.engine import Replayer
from inspector.sources.base import Progress, Source


@dataclass(frozen=True, slots=True)
class SentBody:
    """One request's prompt.

    Attributes:
        request: what the request is called: its number in the conversation, or `turn.step` when it was not recorded.
        body: its blocks. A database's hold no tools: it does not record them.
        kind: what they were rendered from.
    """

    request: str
    body: Body
    kind: BodyKind


def sent_bodies(source: Source, conversation_id: str, progress: Progress | None = None) -> Iterator[SentBody]:
    """Every request of a conversation, side calls included, in order; raises `Problem("no-such-item")`."""
    conversation = source.load(conversation_id, progress)
    recorded = [record for record in conversation.requests if record.has_payload]
    if not recorded:
        yield from _replayed(source, conversation_id, progress)
    for done, record in enumerate(recorded):
        if progress is not None:
            progress.step(done, len(recorded), "prompts")
        body, kind = rendered(source.payload(record.index))
        yield SentBody(str(record.number), body, kind)


def rendered(payload: RequestPayload) -> tuple[Body, BodyKind]:
    """Blocks of a recorded request: of its wire body where it has one, else of its prompt."""
    return render_request(
        raw_request=payload.raw_request,
        prompt=payload.prompt,
        tools=payload.tools,
        tool_choice=payload.tool_choice,
        provider_options=payload.provider_options,
    )


def _replayed(source: Source, conversation_id: str, progress: Progress | None) -> Iterator[SentBody]:
    for outcome in Replayer.open(source, conversation_id, progress=progress).run().requests:
        body = render_prompt.render(list(outcome.prompt), None, None, None)
        yield SentBody(outcome.label, body, BodyKind.REPLAYED)
