"""What the index keeps of a rollout: items, answers with their account, folds (SOURCES B).

Two logs interleave: `response_item` is what the model is sent and answers, `event_msg` is what people see; only
accounts and whole command outputs are taken from the second. Answers are runs of items that the model produced.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from inspector.sources.base import Progress
from inspector.sources.claude_code.lines import moment
from inspector.sources.json_lines import LineFile, Place
from inspector.sources.openai_items import NEVER_SENT, OUTPUTS, is_output
from inspector.wire.reading import text_member, whole
from inspector.wire.values import JsonValue

KNOWN: Final = frozenset(
    {
        "session_meta",
        "turn_context",
        "response_item",
        "compacted",
        "token_usage_record",
        "world_state",
        "event_msg",
        "inter_agent_communication",
        "inter_agent_communication_metadata",
        "retained_context",
        "security_risk_score",
        "realtime_item",
    }
)
_ITEMS: Final = OUTPUTS | NEVER_SENT | {"message", "compaction", "compaction_summary"}


@dataclass(slots=True, eq=False)
class Item:
    """One thing that was sent."""

    place: Place
    at: int | None


@dataclass(slots=True, eq=False)
class Answer:
    """One answer of the model.

    Attributes:
        thread: whose.
        end: it was given to the units before this one.
        fold: place of the `compacted` record its history begins with; None = the session's beginning.
        start: first unit behind that fold.
        number: of the fold; 0 = none.
        outputs: its items.
        context: the turn's parameters.
        usage: as recorded; None = none came.
        id: of the response; "" = not recorded.
        at: when the last of it came.
    """

    thread: Thread
    start: int
    end: int
    fold: Place | None
    number: int
    context: dict[str, JsonValue]
    outputs: list[Item] = field(default_factory=list)
    usage: dict[str, JsonValue] | None = None
    id: str = ""
    at: int | None = None


Unit = Item | Answer


@dataclass(slots=True, eq=False)
class Thread:
    """One conversation of the file."""

    id: str
    meta: dict[str, JsonValue]
    parent: str = ""
    units: list[Unit] = field(default_factory=list)
    fold: Place | None = None
    start: int = 0
    folds: int = 0


@dataclass(slots=True)
class Rollout:
    """Everything of a file.

    Attributes:
        answers: in file order.
        threads: by id.
        names: tool names by call id.
        whole_outputs: place of the display record that holds a command's output, by call id.
        unknown: record types we do not know, counted.
    """

    answers: list[Answer] = field(default_factory=list)
    threads: dict[str, Thread] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    whole_outputs: dict[str, Place] = field(default_factory=dict)
    unknown: Counter[str] = field(default_factory=Counter)
    first_words: dict[str, str] = field(default_factory=dict)
    _thread: Thread | None = None
    _open: Answer | None = None
    _context: dict[str, JsonValue] = field(default_factory=dict)
    _total: JsonValue = None

    def read(self, file: LineFile, progress: Progress | None = None) -> bool:
        """Take up what the file has beyond what was read; whether there was any."""
        before = file.count
        for place, record in file.scan(progress):
            kind, payload = _enveloped(record)
            at = moment(record.get("timestamp"))
            if kind == "response_item":
                self._item(place, at, payload)
            elif kind == "token_usage_record":
                self._account(payload.get("usage"), payload.get("thread_token_usage"), at, payload)
            elif kind == "event_msg":
                self._event(place, at, payload)
            elif kind == "session_meta":
                self._session(payload)
            elif kind == "turn_context":
                self._open, self._context = None, payload
            elif kind == "compacted":
                self._fold(place)
            elif kind not in KNOWN:
                self.unknown[kind or "(none)"] += 1
        return file.count > before

    def _session(self, payload: dict[str, JsonValue]) -> None:
        name = text_member(payload, "id") or "session"
        self._open = None
        known = self.threads.get(name)
        if known is None:
            parent = text_member(payload, "forked_from_id")
            known = self.threads[name] = Thread(name, payload, parent)
            if parent in self.threads:
                known.units = list(self.threads[parent].units)
        self._thread = known

    def _current(self) -> Thread:
        if self._thread is None:
            self._session({})
        assert self._thread is not None
        return self._thread

    def _item(self, place: Place, at: int | None, payload: dict[str, JsonValue]) -> None:
        thread = self._current()
        kind = text_member(payload, "type")
        if kind in NEVER_SENT:
            return
        if is_output(payload):
            answer = self._open
            if answer is None or answer.usage is not None:
                answer = self._new(thread)
            answer.outputs.append(Item(place, at))
            answer.at = at
            call = text_member(payload, "call_id")
            if call:
                self.names[call] = text_member(payload, "name") or kind.removesuffix("_call")
            return
        self._open = None
        thread.units.append(Item(place, at))

    def _new(self, thread: Thread) -> Answer:
        answer = Answer(thread, thread.start, len(thread.units), thread.fold, thread.folds, self._context)
        thread.units.append(answer)
        self.answers.append(answer)
        self._open = answer
        return answer

    def _fold(self, place: Place) -> None:
        thread = self._current()
        self._open = None
        thread.fold, thread.start = place, len(thread.units)
        thread.folds += 1

    def _event(self, place: Place, at: int | None, payload: dict[str, JsonValue]) -> None:
        kind = text_member(payload, "type")
        if kind == "token_count":
            info = payload.get("info")
            if isinstance(info, dict):
                self._account(info.get("last_token_usage"), info.get("total_token_usage"), at, {})
        elif kind == "exec_command_end":
            self.whole_outputs[text_member(payload, "call_id")] = place
        elif kind == "user_message":
            self.first_words.setdefault(self._current().id, text_member(payload, "message"))

    def _account(
        self, usage: JsonValue, total: JsonValue, at: int | None, record: dict[str, JsonValue]
    ) -> None:
        """One account per answer: a total that was seen before is the same account again."""
        if not isinstance(usage, dict) or (total is not None and total == self._total):
            return
        self._total = total
        thread = self._current()
        last = self.answers[-1] if self.answers else None
        if last is None or last.thread is not thread or last.usage is not None:
            if not whole(usage.get("input_tokens")):
                return
            last = self._new(thread)
        last.usage = usage
        last.id = text_member(record, "response_id") or last.id
        last.at = at if last.at is None else last.at


def _enveloped(record: dict[str, JsonValue]) -> tuple[str, dict[str, JsonValue]]:
    """Type and payload; flat lines of old builds have no envelope."""
    payload = record.get("payload")
    kind = text_member(record, "type")
    if isinstance(payload, dict):
        return kind, payload
    if kind in _ITEMS or kind.endswith("_output"):
        return "response_item", record
    if not kind and "id" in record and "timestamp" in record:
        return "session_meta", record
    return kind if kind or "record_type" not in record else "world_state", record
