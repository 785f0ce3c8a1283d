"""Makes comparable requests out of a source: every recorded request rendered and hashed once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from inspector.analysis.prefix.blocks import (
    NOT_RECORDED,
    Block,
    BlockKind,
    BlockNode,
    BlockTable,
    Body,
    BodyKind,
    Level,
    PrefixRequest,
    RenderedBlock,
    Shapes,
    chain_blocks,
    salts_of,
)
from inspector.analysis.prefix.prediction import CHARS_PER_TOKEN
from inspector.analysis.prefix.provider_reason import provider_reason, served_by
from inspector.analysis.prefix.render import render_request
from inspector.analysis.prefix.render_prompt import MessageMemo
from inspector.analysis.prefix.rules import CacheRule, CacheRules, Loses, built_in_rules, load_rules
from inspector.model.request import RequestPayload, RequestPurpose, RequestRecord, RequestState
from inspector.model.timing import Timing
from inspector.sources.base import Progress, Source
from inspector.sources.provider_edits import provider_edits


@dataclass(slots=True)
class Loader:
    """Renders and hashes the requests of one source; equal beginnings are kept once.

    Attributes:
        source: where the payloads are.
        rules: what a cache depends on.
    """

    source: Source
    rules: CacheRules = field(default_factory=load_rules)
    _table: BlockTable = field(default_factory=BlockTable)
    _memo: MessageMemo = field(default_factory=MessageMemo)
    _shapes: dict[tuple[str, BodyKind], Shapes] = field(default_factory=lambda: defaultdict(Shapes))

    def request(self, record: RequestRecord, *, prefer_raw: bool) -> PrefixRequest:
        """Render and hash one recorded request."""
        payload = self.source.payload(record.index)
        body, kind = _render(payload, prefer_raw=prefer_raw, memo=self._memo)
        source = self.source

        def texts() -> list[str]:
            again, _ = _render(source.payload(record.index), prefer_raw=prefer_raw)
            return [block.text for block in again.hashed]

        request = build_request(
            record,
            body,
            kind,
            texts=texts,
            rules=self.rules,
            table=self._table,
            shapes=self._shapes[record.conversation_id, kind],
        )
        return replace(
            request,
            provider_reason=provider_reason(payload),
            served_by=served_by(payload),
            edits=tuple(edit.kind for edit in provider_edits(payload.output, payload.raw_response)),
            unrecorded=(payload.missing_tokens or 0) * CHARS_PER_TOKEN,
            lifetime=record.account.lifetime,
        )

    def hang(self, parent: BlockNode | None, block: Block) -> BlockNode:
        """A block behind others."""
        return self._table.node(parent, block)


def load_requests(
    source: Source,
    records: Sequence[RequestRecord] | None = None,
    progress: Progress | None = None,
    rules: CacheRules | None = None,
) -> list[PrefixRequest]:
    """Requests with a recorded prompt, in order of sending.

    Within a conversation all requests are rendered from the same kind of body, or their bytes would not compare:
    recorded bodies when every answered request has one, else the prompts. What is still in flight has no body yet:
    it is hung behind the body it goes on from.
    """
    chosen = [record for record in (records or source.requests()) if record.has_payload]
    loader = Loader(source, rules or load_rules())
    raw_missing: dict[str, bool] = defaultdict(bool)
    loaded: list[PrefixRequest] = []
    for done, record in enumerate(chosen):
        if progress is not None:
            progress.step(done, len(chosen), "prompts")
        request = loader.request(record, prefer_raw=True)
        if request.body_kind is BodyKind.PROMPT and not (request.failed or request.in_flight):
            raw_missing[request.chain_key] = True
        loaded.append(request)
    by_index = {record.index: record for record in chosen}
    unified = [
        loader.request(by_index[request.index], prefer_raw=False)
        if raw_missing[request.chain_key] and request.body_kind is BodyKind.RAW_REQUEST
        else request
        for request in loaded
    ]
    ordered = sorted(unified, key=lambda request: (request.started_at or 0, request.index))
    return list(_hung(ordered, by_index, loader))


def _hung(
    requests: Sequence[PrefixRequest], records: Mapping[int, RequestRecord], loader: Loader
) -> Iterator[PrefixRequest]:
    """Requests whose body was not recorded, hung behind the body of the request that they go on from."""
    last: dict[str, PrefixRequest] = {}
    for request in requests:
        before = last.get(request.chain_key)
        hung = request
        if before is not None and _differ_in_form(before, request):
            prompt = loader.request(records[before.index], prefer_raw=False)
            hung = _behind(before, prompt, request, loader) or request
        if request.purpose is RequestPurpose.MAIN and hung.body_kind is BodyKind.RAW_REQUEST:
            last[request.chain_key] = hung
        yield hung


def _differ_in_form(before: PrefixRequest, request: PrefixRequest) -> bool:
    return before.body_kind is BodyKind.RAW_REQUEST and request.body_kind is BodyKind.PROMPT


def _behind(
    body: PrefixRequest, prompt: PrefixRequest, request: PrefixRequest, loader: Loader
) -> PrefixRequest | None:
    """A request known by its prompt as one known by its body; None when it does not go on from that prompt."""
    common = len(prompt.nodes)
    if prompt.leaf is None or request.leaf is None or request.leaf.at(common - 1) is not prompt.leaf:
        return None
    tail = request.blocks[common:]
    leaf = body.leaf
    for block in tail:
        leaf = loader.hang(leaf, block)
    texts, own = body.texts, request.texts
    return replace(
        request,
        leaf=leaf,
        marks=body.marks,
        settings=body.settings,
        salts=body.salts,
        retention=body.retention,
        automatic=body.automatic,
        texts=lambda: [*texts(), *own()[common:]],
    )


def build_request(
    record: RequestRecord,
    body: Body,
    kind: BodyKind,
    *,
    texts: Callable[[], list[str]],
    rules: CacheRules | None = None,
    table: BlockTable | None = None,
    shapes: Shapes | None = None,
) -> PrefixRequest:
    """A comparable request from a record and its rendered body; requests that are compared share a table."""
    rules = rules or built_in_rules()
    hashed = body.hashed
    settings = _with_content(body)
    timing = record.timing
    wait = timing.first_token_ms if timing.first_token_ms is not None else timing.duration_ms
    started = started_at(timing)
    ready = None if started is None else started + (wait or 0)
    unanswered = not record.usage.is_known and record.account.impossible is None
    return PrefixRequest(
        index=record.index,
        chain_key=record.conversation_id,
        model=record.model,
        provider=record.provider,
        started_at=started,
        ready_at=ready,
        leaf=chain_blocks(hashed, table or BlockTable(), shapes or Shapes()),
        marks=tuple((at, block.mark) for at, block in enumerate(hashed) if block.mark),
        texts=texts,
        purpose=record.purpose,
        failed=record.state is RequestState.ERROR and unanswered,
        in_flight=record.state is RequestState.IN_FLIGHT and unanswered,
        usage=record.usage,
        body_kind=kind,
        settings=settings,
        retention=body.retention,
        previous=body.previous,
        explicit=body.explicit,
        automatic=body.automatic,
        salts=salts_of(_by_level(rules.rule_for(record.provider, record.model), settings, rules)),
    )


def _with_content(body: Body) -> Mapping[str, str]:
    """Settings, and what of the content counts as one: whether there are images, which tools are deferred."""
    found = dict(body.settings)
    if any(block.kind is BlockKind.IMAGE for block in body.blocks):
        found["images"] = "yes"
    deferred = [block.key for block in body.blocks if not block.hashed]
    if deferred:
        found["deferred"] = ", ".join(deferred)
    return found


def _by_level(rule: CacheRule, settings: Mapping[str, str], rules: CacheRules) -> dict[Level, str]:
    """Settings by the level that is lost when they change."""
    found: dict[Level, str] = {}
    for name, value in settings.items():
        loses = rules.effect_of(rule, name)
        if loses not in (Loses.NOTHING, Loses.MAYBE):
            level = Level(loses.value)
            found[level] = f"{found.get(level, '')}\0{name}\0{value}"
    return found


def started_at(timing: Timing) -> int | None:
    """When a request was sent, ms since epoch; databases record when it ended and how long it took."""
    if timing.started_at is not None or timing.completed_at is None:
        return timing.started_at
    return timing.completed_at - (timing.duration_ms or 0)


def load_pair(
    source: Source, previous: RequestRecord, current: RequestRecord
) -> tuple[PrefixRequest, PrefixRequest]:
    """Two requests rendered from the same kind of body, or their bytes would not compare."""
    loader = Loader(source)
    left, right = (loader.request(record, prefer_raw=True) for record in (previous, current))
    if left.body_kind is right.body_kind:
        return left, right
    return prompt_pair(source, previous, current)


def prompt_pair(
    source: Source, previous: RequestRecord, current: RequestRecord
) -> tuple[PrefixRequest, PrefixRequest]:
    """Two requests rendered from their prompts, to compare one with another whose body was not recorded."""
    loader = Loader(source)
    return loader.request(previous, prefer_raw=False), loader.request(current, prefer_raw=False)


def _render(
    payload: RequestPayload, *, prefer_raw: bool, memo: MessageMemo | None = None
) -> tuple[Body, BodyKind]:
    body, kind = render_request(
        raw_request=payload.raw_request if prefer_raw else None,
        prompt=payload.prompt,
        tools=payload.tools,
        tool_choice=payload.tool_choice,
        provider_options=payload.provider_options,
        memo=memo,
    )
    if payload.missing_tokens is None:
        return body, kind
    missing = RenderedBlock(Level.SYSTEM, BlockKind.OTHER, NOT_RECORDED, "", NOT_RECORDED, "")
    return replace(body, blocks=[missing, *body.blocks]), kind
