"""A source made of recorded calls: what every format of requests shares, from lists to rebuilt conversations.

A format reads its file into `Call`s and says how each prompt is read; records, conversations, search and refreshing
are the same for all.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from inspector.model.blob import Blob, BlobState
from inspector.model.conversation import Conversation, ConversationSummary, RunRecord
from inspector.model.envelope import BlobRef
from inspector.model.message import Message
from inspector.model.part import Part
from inspector.model.problems import Notice, Problem
from inspector.model.request import RequestPayload, RequestPurpose, RequestRecord, RequestState, numbered
from inspector.model.timing import Timing
from inspector.model.usage import UNKNOWN_ACCOUNT, Account, sum_usage
from inspector.sources.base import Progress, SearchHit, Trait
from inspector.sources.devtools.conversation import Material, build_conversation
from inspector.sources.devtools.messages import MessageTable, message_text
from inspector.sources.devtools.prompt_parts import answer_parts
from inspector.sources.devtools.search import search_conversation
from inspector.sources.grouping import Prompt, group_prompts, judge_purpose
from inspector.sources.provider_edits import ProviderEdit, provider_edits
from inspector.wire import JsonValue, dumps

_KEPT_CONVERSATIONS: Final = 4
_TITLE_CHARS: Final = 120
_LAST_MOMENT: Final = 253_402_300_799_999
"""The end of the year 9999 in ms since epoch."""
RECORDED_TRAITS: Final = frozenset(
    {Trait.PROMPTS, Trait.BOUNDARIES, Trait.USAGE, Trait.CLOCK, Trait.BY_REQUEST}
)


@dataclass(slots=True, kw_only=True)
class Call:
    """One recorded call of a model.

    Attributes:
        id: as recorded.
        thread: the conversation the format itself names; "" = told by its prompt.
        parent: the thread this one was started from.
        model, provider, type, state, error, account, purpose: see `RequestRecord`.
        started_at, completed_at: ms since epoch.
        messages: reads the prompt.
        payload: reads everything.
        fold: identifies the fold its history was served from; 0 = none.
        summary: stands for the folded history in the timeline, in place of the first `folded` messages behind the
            system prompt.
        title: a title the format gives its thread.
    """

    id: str
    messages: Callable[[], Sequence[JsonValue]]
    payload: Callable[[], RequestPayload]
    thread: str = ""
    parent: str = ""
    model: str = ""
    provider: str = ""
    type: str = ""
    state: RequestState = RequestState.OK
    error: str | None = None
    account: Account = UNKNOWN_ACCOUNT
    purpose: RequestPurpose | None = None
    started_at: int | None = None
    completed_at: int | None = None
    has_payload: bool = True
    fold: int = 0
    summary: JsonValue = None
    folded: int = 0
    title: str = ""


@dataclass(slots=True)
class _State:
    """What was read of a file at one time."""

    calls: list[Call]
    records: tuple[RequestRecord, ...] = ()
    summaries: list[ConversationSummary] = field(default_factory=list)
    prompts: dict[int, Prompt] = field(default_factory=dict)
    table: MessageTable = field(default_factory=MessageTable)
    messages: dict[int, JsonValue] = field(default_factory=dict)
    loaded: OrderedDict[str, Conversation] = field(default_factory=OrderedDict)


class RecordedSource:
    """Base of the sources of recorded calls; safe to use from several threads.

    Attributes:
        path: the file.
        format, traits: see `Source`.
    """

    format = ""
    traits = RECORDED_TRAITS

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._state = _State([])

    # -- what a format says

    @property
    def size(self) -> int:
        """Bytes of the file when it was read."""
        raise NotImplementedError

    @property
    def notices(self) -> Sequence[Notice]:
        """What is odd about the file."""
        return ()

    def read_again(self) -> list[Call] | None:
        """Calls of the file as it is now; None when nothing changed."""
        raise NotImplementedError

    def shown(self, part: Part) -> Part:
        """A part of a message as it is to be shown."""
        return part

    # -- the source

    def take(self, calls: Sequence[Call], progress: Progress | None = None) -> None:
        """Show these calls from now on."""
        state = _State(list(calls))
        if any(not call.thread for call in calls):
            _group(state, progress or Progress())
        records = [_record(index, call) for index, call in enumerate(state.calls)]
        state.records = numbered(records)
        state.summaries = _summaries(state)
        self._state = state

    def conversations(self) -> Sequence[ConversationSummary]:
        """In order of first request."""
        return self._state.summaries

    def runs(self) -> Sequence[RunRecord]:
        """Threads as runs, where one was started from another."""
        state = self._state
        parents = {call.thread: call.parent for call in state.calls if call.parent}
        if not parents:
            return ()
        members: defaultdict[str, list[int]] = defaultdict(list)
        for index, call in enumerate(state.calls):
            members[call.thread].append(index)
        return [
            RunRecord(
                id=thread,
                started_at=state.calls[indexes[0]].started_at,
                parent_run_id=parents.get(thread),
                request_indexes=tuple(indexes),
            )
            for thread, indexes in members.items()
        ]

    def requests(self) -> Sequence[RequestRecord]:
        """Every call in file order."""
        return self._state.records

    def load(self, conversation_id: str, progress: Progress | None = None) -> Conversation:
        """Rebuild one conversation; raises `Problem("no-such-item")`."""
        with self._lock:
            state = self._state
            if conversation_id not in state.loaded:
                summary = next((c for c in state.summaries if c.id == conversation_id), None)
                if summary is None:
                    raise self._no_such("conversation", conversation_id, len(state.summaries))
                state.loaded[conversation_id] = self._build(state, summary, progress or Progress())
                while len(state.loaded) > _KEPT_CONVERSATIONS:
                    state.loaded.popitem(last=False)
            state.loaded.move_to_end(conversation_id)
            return state.loaded[conversation_id]

    def payload(self, request_index: int) -> RequestPayload:
        """Read one call; raises `Problem("no-such-item")`."""
        return self._call(request_index).payload()

    def raw_json(self, request_index: int) -> dict[str, str | None]:
        """What was recorded of a call as JSON text."""
        payload = self.payload(request_index)
        fields = ("raw_request", "raw_response", "raw_chunks", "output", "usage")
        return {name: None if (value := getattr(payload, name)) is None else dumps(value) for name in fields}

    def blob(self, ref: BlobRef) -> Blob:
        """Nothing is kept apart."""
        return Blob(state=BlobState.NO_FOLDER)

    def attachment(self, file_entry_id: str) -> Blob:
        """Files are held inline."""
        return Blob(state=BlobState.MISSING_ENTRY)

    def search(self, query: str, progress: Progress | None = None) -> Iterator[SearchHit]:
        """Case-insensitive substring search, conversation by conversation."""
        progress = progress or Progress()
        for number, summary in enumerate(self.conversations()):
            progress.step(number, len(self._state.summaries), "search")
            yield from search_conversation(self.load(summary.id, progress), query)

    def refresh(self) -> bool:
        """Look at the file again; a file that cannot be read keeps what is shown."""
        with self._lock:
            try:
                calls = self.read_again()
            except Problem:
                return False
            if calls is None:
                return False
            self.take(calls)
            return True

    def close(self) -> None:
        """Nothing is held open between reads."""

    # -- building

    def _build(self, state: _State, summary: ConversationSummary, progress: Progress) -> Conversation:
        records = [record for record in state.records if record.conversation_id == summary.id]
        for done, record in enumerate(records):
            progress.step(done, len(records), "prompts")
            if record.index not in state.prompts:
                state.prompts[record.index] = _prompt(state, record.index)
        calls = state.calls
        material = Material(
            summary,
            records,
            {record.index: state.prompts[record.index] for record in records},
            state.table.messages,
            lambda number: state.messages[number],
            lambda request: answer_parts(calls[request].payload()),
            lambda request: _edits(calls[request]),
        )
        built = build_conversation(material)
        boundaries = tuple(
            replace(one, summary=message_text(calls[one.request_index].summary))
            if one.summary is None and one.request_index is not None
            else one
            for one in built.boundaries
        )
        messages = {name: self._message(message) for name, message in built.messages.items()}
        return replace(built, messages=messages, boundaries=boundaries)

    def _message(self, message: Message) -> Message:
        parts = tuple(self.shown(part) for part in message.parts)
        return (
            message
            if all(a is b for a, b in zip(parts, message.parts, strict=True))
            else replace(message, parts=parts)
        )

    def _call(self, request_index: int) -> Call:
        calls = self._state.calls
        if 0 <= request_index < len(calls):
            return calls[request_index]
        raise self._no_such("request", str(request_index), len(calls))

    def _no_such(self, what: str, name: str, count: int) -> Problem:
        return Problem(
            "no-such-item",
            {"path": str(self.path), "what": what, "name": name, "available": f"it has {count}"},
        )


def _edits(call: Call) -> Sequence[ProviderEdit]:
    payload = call.payload()
    return provider_edits(payload.output, payload.raw_response)


def _group(state: _State, progress: Progress) -> None:
    """Calls that name no thread: told by their prompts (FORMATS B)."""
    loose = [index for index, call in enumerate(state.calls) if not call.thread]
    for done, index in enumerate(loose):
        progress.step(done, len(loose), "prompts")
        state.prompts[index] = _prompt(state, index)
    groups = group_prompts([state.prompts[index] for index in loose])
    for index, group in zip(loose, groups, strict=True):
        state.calls[index].thread = f"conversation-{group + 1}"


def _prompt(state: _State, index: int) -> Prompt:
    call = state.calls[index]
    messages = list(call.messages())
    count = next((n for n, m in enumerate(messages) if _role(m) != "system"), len(messages))
    if call.summary is not None:
        messages[count : count + call.folded] = [call.summary]
    numbers = tuple(_number(state, message, str(index), at) for at, message in enumerate(messages))
    rest = [state.table.messages[number] for number in numbers[count:]]
    purpose = call.purpose
    if purpose is None:
        opening = state.table.messages[numbers[0]].text if count else ""
        last = rest[-1].text if rest and rest[-1].role == "user" else ""
        used = any(message.role == "tool" for message in rest)
        purpose = judge_purpose(opening, last, has_tools=used) if rest else RequestPurpose.MAIN
        call.purpose = purpose
    return Prompt(
        run_id=call.thread,
        lane=call.parent,
        system=numbers[:count],
        messages=numbers[count:],
        summary=call.fold or (rest[0].summary if rest else 0),
        purpose=purpose,
    )


def _number(state: _State, message: JsonValue, step: str, position: int) -> int:
    number = state.table.number(message, step, position)
    state.messages.setdefault(number, message)
    return number


def _role(message: JsonValue) -> JsonValue:
    return message.get("role") if isinstance(message, dict) else None


def _record(index: int, call: Call) -> RequestRecord:
    start, end = _dated(call.started_at), _dated(call.completed_at)
    return RequestRecord(
        index=index,
        id=call.id,
        conversation_id=call.thread,
        run_id=call.thread,
        type=call.type,
        model=call.model,
        provider=call.provider,
        state=call.state,
        error=call.error,
        usage=call.account.usage,
        account=call.account,
        timing=Timing(start, end, None if start is None or end is None else end - start),
        purpose=call.purpose or RequestPurpose.MAIN,
        has_payload=call.has_payload,
        cost=call.account.cost,
        currency=call.account.currency,
        fold=call.fold,
    )


def _dated(at: int | None) -> int | None:
    """A moment that a calendar has; a number that is none is no time."""
    return at if at is not None and 0 <= at <= _LAST_MOMENT else None


def _summaries(state: _State) -> list[ConversationSummary]:
    members: defaultdict[str, list[int]] = defaultdict(list)
    for index, call in enumerate(state.calls):
        members[call.thread].append(index)
    return [_summary(state, thread, indexes) for thread, indexes in members.items()]


def _summary(state: _State, thread: str, indexes: list[int]) -> ConversationSummary:
    calls = [state.calls[index] for index in indexes]
    ends = [at for call in calls if (at := _dated(call.completed_at or call.started_at)) is not None]
    folds = {call.fold for call in calls if call.fold}
    return ConversationSummary(
        id=thread,
        title=next((call.title for call in calls if call.title), "") or _first_words(state, indexes),
        by_request=True,
        subtitle=", ".join(dict.fromkeys(call.model for call in calls if call.model)),
        updated_at=max(ends, default=None),
        request_count=len(calls),
        fold_count=len(folds),
        error_count=sum(call.state is RequestState.ERROR for call in calls),
        in_flight_count=sum(call.state is RequestState.IN_FLIGHT for call in calls),
        usage=sum_usage(call.account.usage for call in calls),
    )


def _first_words(state: _State, indexes: Sequence[int]) -> str:
    for index in indexes:
        prompt = state.prompts.get(index)
        for number in () if prompt is None else prompt.messages:
            message = state.table.messages[number]
            if message.role == "user" and not message.summary and message.text.strip():
                return message.text.strip().split("\n")[0][:_TITLE_CHARS]
    return ""
