"""Request records and list entries of a transcript: measured per answer, never per line (SOURCES A)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from inspector.model.conversation import ConversationSummary, RunRecord
from inspector.model.request import RequestRecord, RequestState
from inspector.model.timing import Timing
from inspector.model.usage import UNKNOWN_ACCOUNT, Account, Usage, sum_usage
from inspector.sources.claude_code.tree import Response, Tree
from inspector.sources.provider_usage import written_lifetime
from inspector.sources.usage import read_account
from inspector.wire.reading import as_list
from inspector.wire.values import JsonValue

PROVIDER = "anthropic"
_TITLE_CHARS = 120
_FIGURES = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
_TITLES = ("custom-title", "ai-title", "summary")


@dataclass(slots=True)
class Overview:
    """What lists show.

    Attributes:
        responses: by request index.
        records, summaries, runs: see `Source`.
        heads: tokens of system prompt and tool declarations, which are not in the file, by conversation: at most
            so many; None = nothing bounds them.
    """

    responses: list[Response]
    records: tuple[RequestRecord, ...]
    summaries: list[ConversationSummary]
    runs: list[RunRecord]
    heads: dict[str, int | None]


def build_overview(tree: Tree, name: str, title: str) -> Overview:
    """Records of all answers in order of time; `name`: id of the session's own conversation."""
    responses = sorted(tree.responses.values(), key=lambda one: one.started_at or 0)
    steps: defaultdict[str, int] = defaultdict(int)
    found = []
    for index, response in enumerate(responses):
        place = response.agent or name
        steps[place] += 1
        found.append(_record(tree, response, index, place, steps[place]))
    records = tuple(found)
    members: defaultdict[str, list[RequestRecord]] = defaultdict(list)
    for record in records:
        members[record.conversation_id].append(record)
    places = [name, *(agent for agent in tree.agents() if agent in members)]
    summaries = [_summary(tree, one, name, members[one], title) for one in places]
    heads = {one: _head(members[one]) for one in places}
    return Overview(responses, records, summaries, _runs(tree, places, members), heads)


def _record(tree: Tree, response: Response, index: int, place: str, step: int) -> RequestRecord:
    before = tree.before(response)
    first, last = response.started_at, response.completed_at
    sent = first if before is None or before.at is None or first is None else min(before.at, first)
    model = response.lines[-1].model
    fold = None if before is None else tree.fold_before(before)
    account = UNKNOWN_ACCOUNT
    if not response.failed:
        account = _account(response.usage, model)
    return RequestRecord(
        index=index,
        number=step,
        id=response.id,
        conversation_id=place,
        run_id=place,
        step_number=step,
        type="stream",
        model=model,
        provider=PROVIDER,
        state=RequestState.ERROR if response.failed else RequestState.OK,
        usage=account.usage,
        account=account,
        timing=Timing(
            started_at=sent,
            completed_at=last,
            duration_ms=None if last is None or sent is None else last - sent,
        ),
        has_payload=not response.failed,
        fold=0 if fold is None else fold.place.number,
    )


def _account(usage: JsonValue, model: str) -> Account:
    """The account of an answer; the plain figures of most answers are taken as they are."""
    if (
        not isinstance(usage, dict)
        or len(as_list(usage.get("iterations"))) > 1
        or "output_tokens_details" in usage
    ):
        return read_account(None, provider=PROVIDER, model=model, raw=usage)
    plain, read, written, output = (usage.get(name) for name in _FIGURES)
    if (
        not (type(plain) is type(read) is type(written) is type(output) is int)
        or min(plain, read, written, output) < 0
    ):
        return read_account(None, provider=PROVIDER, model=model, raw=usage)
    told = Usage(plain + read + written, plain, read, written, output)
    return Account(usage=told, lifetime=written_lifetime(usage))


def _summary(
    tree: Tree, place: str, name: str, records: list[RequestRecord], title: str
) -> ConversationSummary:
    own = [line for line in tree.lines if line.agent == ("" if place == name else place)]
    ends = [line.at for line in own if line.at is not None]
    return ConversationSummary(
        id=place,
        title=title if place == name else place,
        by_request=True,
        subtitle=", ".join(dict.fromkeys(record.model for record in records if record.has_payload)),
        updated_at=max(ends, default=None),
        request_count=len(records),
        data_bytes=sum(line.place.length for line in own),
        fold_count=sum(line.is_boundary for line in own),
        envelope_count=None,
        error_count=sum(record.state is RequestState.ERROR for record in records),
        in_flight_count=0,
        usage=sum_usage(record.usage for record in records),
    )


def title_of(tree: Tree, first_text: str) -> str:
    """The title a person or the application gave, else the first line of the first prompt."""
    found = next((tree.titles[kind] for kind in _TITLES if kind in tree.titles), first_text)
    return found.strip().split("\n")[0][:_TITLE_CHARS]


def _runs(tree: Tree, places: list[str], members: dict[str, list[RequestRecord]]) -> list[RunRecord]:
    runs = []
    for place in places:
        records = members[place]
        nested = place != places[0]
        runs.append(
            RunRecord(
                id=place,
                started_at=records[0].timing.started_at if records else None,
                parent_run_id=places[0] if nested else None,
                parent_step_id=(tree.caller(place) or None) if nested else None,
                request_indexes=tuple(record.index for record in records),
            )
        )
    return runs


def _head(records: list[RequestRecord]) -> int | None:
    """Behind a fold only system prompt and tools can still be read; else no prompt is smaller than they are."""
    folded = [r.usage.cache_read for r in records if r.opens_with_summary and r.usage.cache_read]
    whole_prompts = [r.usage.input for r in records if r.usage.input]
    return min(folded, default=None) or min(whole_prompts, default=None)


def session_name(path: Path, tree: Tree) -> str:
    """The session's id; its file's name where no line has one."""
    return tree.session or path.stem
