"""Makes comparable requests out of a source: every recorded request rendered and hashed once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from inspector.analysis.prefix.blocks import Body, BodyKind, PrefixRequest, digest_blocks
from inspector.analysis.prefix.provider_reason import provider_reason
from inspector.analysis.prefix.render import render_request
from inspector.analysis.prefix.rules import RuleKind, built_in_rules, rule_for
from inspector.model.request import RequestPayload, RequestRecord, RequestState
from inspector.model.timing import Timing
from inspector.sources.base import Progress, Source


def load_requests(
    source: Source, records: Sequence[RequestRecord] | None = None, progress: Progress | None = None
) -> list[PrefixRequest]:
    """Requests with a recorded prompt, in order of sending.

    Within a conversation all requests are rendered from the same kind of body, or their bytes would not compare:
    recorded bodies when every answered request has one, else the prompts.
    """
    chosen = [record for record in (records or source.requests()) if record.has_payload]
    raw_missing: dict[str, bool] = defaultdict(bool)
    loaded: list[PrefixRequest] = []
    for done, record in enumerate(chosen):
        if progress is not None:
            progress.step(done, len(chosen), "prompts")
        request = request_from(source, record, prefer_raw=True)
        if request.body_kind is BodyKind.PROMPT and not request.failed:
            raw_missing[request.chain_key] = True
        loaded.append(request)
    by_index = {record.index: record for record in chosen}
    unified = [
        request_from(source, by_index[request.index], prefer_raw=False)
        if raw_missing[request.chain_key] and request.body_kind is BodyKind.RAW_REQUEST
        else request
        for request in loaded
    ]
    return sorted(unified, key=lambda request: (request.started_at or 0, request.index))


def request_from(source: Source, record: RequestRecord, *, prefer_raw: bool) -> PrefixRequest:
    """Render and hash one recorded request."""

    payload = source.payload(record.index)
    body, kind = _render(payload, prefer_raw=prefer_raw)

    def texts() -> list[str]:
        again, _ = _render(source.payload(record.index), prefer_raw=prefer_raw)
        return [block.text for block in again.blocks]

    request = build_request(record, body, kind, texts=texts)
    reason = provider_reason(payload)
    return replace(request, provider_reason=reason) if reason else request


def build_request(
    record: RequestRecord, body: Body, kind: BodyKind, *, texts: Callable[[], list[str]]
) -> PrefixRequest:
    """A comparable request from a record and its rendered body."""
    rule = rule_for(built_in_rules(), record.provider, record.model)
    blocks, chain, ends = digest_blocks(body, mix_settings=rule.kind is RuleKind.BREAKPOINTS)
    timing = record.timing
    wait = timing.first_token_ms if timing.first_token_ms is not None else timing.duration_ms
    started = started_at(timing)
    ready = None if started is None else started + (wait or 0)
    return PrefixRequest(
        index=record.index,
        chain_key=record.conversation_id,
        model=record.model,
        provider=record.provider,
        started_at=started,
        ready_at=ready,
        blocks=blocks,
        chain=chain,
        ends=ends,
        texts=texts,
        purpose=record.purpose,
        failed=record.state in (RequestState.ERROR, RequestState.IN_FLIGHT) and not record.usage.is_known,
        usage=record.usage,
        body_kind=kind,
        tool_choice=body.tool_choice,
        thinking=body.thinking,
        cache_key=body.cache_key,
        automatic=body.automatic,
    )


def started_at(timing: Timing) -> int | None:
    """When a request was sent, ms since epoch; databases record when it ended and how long it took."""
    if timing.started_at is not None or timing.completed_at is None:
        return timing.started_at
    return timing.completed_at - (timing.duration_ms or 0)


def load_pair(
    source: Source, previous: RequestRecord, current: RequestRecord
) -> tuple[PrefixRequest, PrefixRequest]:
    """Two requests rendered from the same kind of body, or their bytes would not compare."""
    left, right = (request_from(source, record, prefer_raw=True) for record in (previous, current))
    if left.body_kind is right.body_kind:
        return left, right
    return as_prompt(source, previous), as_prompt(source, current)


def as_prompt(source: Source, record: RequestRecord) -> PrefixRequest:
    """The same request rendered from its prompt, to compare with one whose body was not recorded."""
    return request_from(source, record, prefer_raw=False)


def _render(payload: RequestPayload, *, prefer_raw: bool) -> tuple[Body, BodyKind]:
    return render_request(
        raw_request=payload.raw_request if prefer_raw else None,
        prompt=payload.prompt,
        tools=payload.tools,
        tool_choice=payload.tool_choice,
        provider_options=payload.provider_options,
    )
