"""Everything about a capture that lists need: request records, conversations, titles (FORMATS B).

Built from the index on first use and renewed step by step: what is known of an unchanged step is kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.model.conversation import ConversationSummary, RunRecord
from inspector.model.request import RequestPurpose, RequestRecord, RequestState, numbered
from inspector.model.usage import Account, sum_usage
from inspector.sources.base import Progress
from inspector.sources.devtools.entries import StepEntry
from inspector.sources.devtools.index import Index, step_keys
from inspector.sources.devtools.lines import RawFile
from inspector.sources.devtools.messages import MessageTable
from inspector.sources.devtools.records import (
    parse_time,
    read_state,
    read_step_account,
    read_thread,
    timing_of,
)
from inspector.sources.grouping import Prompt, Thread, group_prompts, judge_purpose

_TITLE_CHARS = 80
_CHAT_TYPES = frozenset(
    {"", "generate", "stream", "object", "generateObject", "streamObject", "generateText", "streamText"}
)


@dataclass(frozen=True, slots=True)
class StepFacts:
    """What was read of one step.

    Attributes:
        fingerprint: of the step it was read from.
        chain: its prompt's messages, numbers of the `MessageTable`.
        account, state, error: as in `RequestRecord`.
        thread: the answer it goes on from and the one it got, by the provider's ids.
    """

    fingerprint: int
    chain: tuple[int, ...]
    account: Account
    state: RequestState
    error: str | None
    thread: Thread


@dataclass(slots=True)
class Overview:
    """What lists show of a capture.

    Attributes:
        index: what it was made from.
        table: distinct messages.
        facts: per step key, in file order.
        prompts, records: per step, in file order.
        conversations: in order of first request.
    """

    index: Index
    table: MessageTable
    facts: dict[str, StepFacts]
    prompts: list[Prompt]
    records: tuple[RequestRecord, ...]
    conversations: list[ConversationSummary]


def build_overview(
    file: RawFile, index: Index, progress: Progress, known: Overview | None = None
) -> Overview:
    """Read what lists need of every step; `known` saves reading unchanged steps again."""
    table, old = (known.table, known.facts) if known and _still_valid(known, index) else (MessageTable(), {})
    keys = step_keys(index.steps)
    facts: dict[str, StepFacts] = {}
    for number, (key, step, fingerprint) in enumerate(
        zip(keys, index.steps, index.fingerprints, strict=True)
    ):
        fact = old.get(key)
        if fact is None or fact.fingerprint != fingerprint:
            fact = _read_facts(file, step, key, table, fingerprint)
        facts[key] = fact
        progress.step(number + 1, len(index.steps), "requests")
    lanes = {run.id: run.parent_step_id or "" for run in index.runs}
    prompts = [
        _prompt(step, fact, table, lanes) for step, fact in zip(index.steps, facts.values(), strict=True)
    ]
    groups = _groups(index.steps, prompts, table)
    records = numbered(
        _record(number, step, fact, prompts[number], groups[number])
        for number, (step, fact) in enumerate(zip(index.steps, facts.values(), strict=True))
    )
    summaries = _summaries(index.steps, records, prompts, table)
    return Overview(index, table, facts, prompts, records, summaries)


def _groups(steps: Sequence[StepEntry], prompts: Sequence[Prompt], table: MessageTable) -> list[int]:
    """Conversation number of each step; calls that are no chat have one per kind and model, behind the others."""
    chat = [number for number, step in enumerate(steps) if is_chat(step)]
    tied = [
        replace(prompts[n], messages=tuple(table.messages[m].tie for m in prompts[n].messages)) for n in chat
    ]
    groups = dict(zip(chat, group_prompts(tied), strict=True))
    first = max(groups.values(), default=-1) + 1
    kinds: dict[tuple[str, str, str], int] = {}
    for number, step in enumerate(steps):
        if number not in groups:
            key = (step.type, step.provider, step.model)
            groups[number] = first + kinds.setdefault(key, len(kinds))
    return [groups[number] for number in range(len(steps))]


def is_chat(step: StepEntry) -> bool:
    """Whether a step asks a language model; embeddings, rankings, images and speech do not."""
    return step.type in _CHAT_TYPES


def run_records(index: Index) -> list[RunRecord]:
    """Runs in file order; runs that only steps name come last."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for number, step in enumerate(index.steps):
        members[step.run_id].append(number)
    records = [
        RunRecord(
            id=run.id,
            started_at=parse_time(run.started_at),
            parent_run_id=run.parent_run_id,
            parent_step_id=run.parent_step_id,
            function_id=run.function_id,
            request_indexes=tuple(members.pop(run.id, ())),
        )
        for run in index.runs
    ]
    unknown = (
        RunRecord(id=name, request_indexes=tuple(numbers), known=False) for name, numbers in members.items()
    )
    return [*records, *unknown]


def _still_valid(known: Overview, index: Index) -> bool:
    """Whether every place the message table remembers still holds the same input."""
    now = dict(zip(step_keys(index.steps), index.steps, strict=True))
    before = zip(step_keys(known.index.steps), known.index.steps, strict=True)
    return all(key in now and _input_length(step) == _input_length(now[key]) for key, step in before)


def _input_length(step: StepEntry) -> int:
    span = step.span("input")
    return span[1] - span[0] if span else -1


def _read_facts(file: RawFile, step: StepEntry, key: str, table: MessageTable, fingerprint: int) -> StepFacts:
    account = read_step_account(file, step)
    state, error = read_state(file, step, account)
    return StepFacts(
        fingerprint, table.chain(file, step, key), account, state, error, read_thread(file, step)
    )


def _prompt(step: StepEntry, facts: StepFacts, table: MessageTable, lanes: dict[str, str]) -> Prompt:
    messages = [table.messages[number] for number in facts.chain]
    count = next((n for n, message in enumerate(messages) if message.role != "system"), len(messages))
    rest = messages[count:]
    purpose = RequestPurpose.MAIN if is_chat(step) else RequestPurpose.OTHER
    if rest and is_chat(step):
        opening = messages[0].text if count else ""
        tools_used = any(message.role == "tool" for message in rest)
        last = rest[-1].text if rest[-1].role == "user" else ""
        purpose = judge_purpose(opening, last, has_tools=tools_used)
    return Prompt(
        run_id=step.run_id,
        lane=lanes.get(step.run_id, ""),
        system=facts.chain[:count],
        head=messages[0].text if count else "",
        opening=rest[0].text if rest else "",
        thread=facts.thread,
        messages=facts.chain[count:],
        summary=rest[0].summary if rest else 0,
        purpose=purpose,
    )


def _record(number: int, step: StepEntry, facts: StepFacts, prompt: Prompt, group: int) -> RequestRecord:
    return RequestRecord(
        index=number,
        id=step.id,
        conversation_id=conversation_id(group),
        run_id=step.run_id,
        step_number=step.step_number,
        type=step.type,
        model=step.model,
        provider=step.provider,
        state=facts.state,
        error=facts.error,
        usage=facts.account.usage,
        account=facts.account,
        timing=timing_of(step),
        purpose=prompt.purpose,
        fold=prompt.summary,
        has_payload=step.span("input") is not None,
        cost=facts.account.cost,
        currency=facts.account.currency,
    )


def conversation_id(group: int) -> str:
    """The id of a conversation by its place, counted from 1 for people."""
    return f"conversation-{group + 1}"


def _summaries(
    steps: Sequence[StepEntry],
    records: Sequence[RequestRecord],
    prompts: Sequence[Prompt],
    table: MessageTable,
) -> list[ConversationSummary]:
    members: defaultdict[str, list[RequestRecord]] = defaultdict(list)
    for record in records:
        members[record.conversation_id].append(record)
    return [_summary(name, group, steps, prompts, table) for name, group in members.items()]


def _summary(
    name: str,
    records: list[RequestRecord],
    steps: Sequence[StepEntry],
    prompts: Sequence[Prompt],
    table: MessageTable,
) -> ConversationSummary:
    ends = [at for r in records if (at := r.timing.completed_at or r.timing.started_at) is not None]
    return ConversationSummary(
        id=name,
        by_request=True,
        title=_title(records, prompts, table) if is_chat(steps[records[0].index]) else records[0].type,
        subtitle=", ".join(dict.fromkeys(record.model for record in records if record.model)),
        updated_at=max(ends, default=None),
        request_count=len(records),
        data_bytes=sum(steps[record.index].end - steps[record.index].start for record in records),
        fold_count=len(_fold_starts(records, prompts)),
        error_count=sum(record.state is RequestState.ERROR for record in records),
        in_flight_count=sum(record.state is RequestState.IN_FLIGHT for record in records),
        usage=sum_usage(record.usage for record in records),
    )


def _title(records: list[RequestRecord], prompts: Sequence[Prompt], table: MessageTable) -> str:
    """The first line the person wrote."""
    for record in records:
        for number in prompts[record.index].messages:
            message = table.messages[number]
            if message.role == "user" and not message.summary and message.text.strip():
                return message.text.strip().split("\n")[0][:_TITLE_CHARS]
    return ""


def _fold_starts(records: list[RequestRecord], prompts: Sequence[Prompt]) -> list[int]:
    """Indexes of the requests that are the first to carry a new summary."""
    starts: list[int] = []
    current = 0
    for record in records:
        prompt = prompts[record.index]
        if prompt.purpose is RequestPurpose.MAIN and prompt.summary != current:
            current = prompt.summary
            if current:
                starts.append(record.index)
    return starts
