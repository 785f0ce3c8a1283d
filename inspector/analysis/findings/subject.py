"""What detectors look at: a source and one conversation of it, with the views several detectors share made once.

Payloads are parsed once per request for all detectors (`RequestFacts`), and nothing but what they ask for is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from inspector.analysis.cost.prices import PriceTable, prices_of
from inspector.analysis.findings.model import Where
from inspector.analysis.findings.request_facts import FactsReader, RequestFacts
from inspector.analysis.prefix.replayed import judge_conversation
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict, analyse
from inspector.model.conversation import Conversation, ConversationSummary
from inspector.model.message import Message
from inspector.model.problems import Problem
from inspector.model.request import RequestPurpose, RequestRecord
from inspector.model.settings import ReplaySettings
from inspector.model.timing import now_ms
from inspector.pipeline.compaction.window import resolve_in_flight_threshold
from inspector.replay.recorded_settings import model_of, recorded_settings
from inspector.sources.base import Progress, Source, Trait
from inspector.sources.conversation_db.records import ModelInfo
from inspector.sources.row_store import RowStore, row_store


def request_place(record: RequestRecord, message_id: str | None = None) -> Where:
    """Where a request is."""
    return Where(
        topic=record.conversation_id or None,
        message_id=message_id,
        run_id=record.run_id,
        step=record.step_number,
        request=record.index,
        number=record.number,
    )


@dataclass(slots=True, kw_only=True)
class Circumstances:
    """What the caller knows and the source does not say.

    Attributes:
        context_window: tokens of the model's window; None = as recorded, else unknown.
        traces: folder with the application's traces; None = not looked at.
        now_ms: the moment ages are judged by.
    """

    context_window: int | None = None
    traces: Path | None = None
    now_ms: int = field(default_factory=now_ms)


class SourceSubject:
    """A source as detectors see it.

    Attributes:
        source: what was opened.
        circumstances: see there.
        progress: polled and told while working.
    """

    def __init__(self, source: Source, circumstances: Circumstances, progress: Progress) -> None:
        self.source = source
        self.circumstances = circumstances
        self.progress = progress
        self._facts: dict[str, tuple[RequestFacts, ...]] = {}
        self._met: set[object] = set()

    @property
    def database(self) -> RowStore | None:
        """The source when it has stored rows."""
        return row_store(self.source)

    @cached_property
    def summaries(self) -> Sequence[ConversationSummary]:
        """Conversations that are not in the bin."""
        return [entry for entry in self.source.conversations() if not entry.deleted]

    @cached_property
    def records(self) -> Sequence[RequestRecord]:
        """Every recorded model call."""
        return list(self.source.requests())

    @cached_property
    def prefix(self) -> PrefixReport:
        """Verdicts of the prefix analysis on every request."""
        return analyse(self.source, progress=self.progress)

    @cached_property
    def verdicts(self) -> dict[int, RequestVerdict]:
        """The same by request index."""
        return self.prefix.by_index

    @cached_property
    def prices(self) -> PriceTable:
        """Prices of the models asked, those of the source's own database first."""
        return prices_of(self.source)

    def chain(self, conversation_id: str) -> tuple[RequestVerdict, ...]:
        """Verdicts on the requests of one conversation; a database's prompts are replayed for them."""
        if Trait.PROMPTS in self.source.traits:
            return self._chains.get(conversation_id, ())
        if not any(record.conversation_id == conversation_id for record in self.records):
            return ()
        try:
            return judge_conversation(self.source, conversation_id, progress=self.progress).report.verdicts
        except Problem:
            return ()  # What cannot be replayed has no verdicts, here as in the Cache tab.

    @cached_property
    def _chains(self) -> dict[str, tuple[RequestVerdict, ...]]:
        chains: dict[str, list[RequestVerdict]] = {}
        for verdict in self.prefix.verdicts:
            chains.setdefault(verdict.record.conversation_id, []).append(verdict)
        return {name: tuple(chain) for name, chain in chains.items()}

    def first_time(self, what: object) -> bool:
        """Whether this is asked for the first time: what several conversations share is told once."""
        known = what in self._met
        self._met.add(what)
        return not known

    def facts(self, conversation_id: str) -> tuple[RequestFacts, ...]:
        """Facts of the requests of a conversation that have a recorded prompt, in order; read once."""
        if conversation_id not in self._facts:
            self._facts[conversation_id] = tuple(self._read_facts(conversation_id))
        return self._facts[conversation_id]

    def _read_facts(self, conversation_id: str) -> Iterator[RequestFacts]:
        reader = FactsReader()
        chosen = [r for r in self.records if r.has_payload and r.conversation_id == conversation_id]
        for done, record in enumerate(chosen):
            self.progress.step(done, len(chosen), "requests")
            yield reader.read(record, self.source.payload(record.index))

    def conversation(self, conversation_id: str) -> ConversationSubject:
        """One conversation of it."""
        return ConversationSubject(self, self.source.load(conversation_id, self.progress))


class ConversationSubject:
    """A conversation as detectors see it.

    Attributes:
        of: the source it is from.
        conversation: loaded, all branches.
    """

    def __init__(self, of: SourceSubject, conversation: Conversation) -> None:
        self.of = of
        self.conversation = conversation

    @property
    def id(self) -> str:
        """Its id in the source."""
        return self.conversation.summary.id

    @property
    def source(self) -> Source:
        """The opened source."""
        return self.of.source

    @cached_property
    def path(self) -> tuple[Message, ...]:
        """Messages of the branch the application shows, oldest first."""
        return tuple(self.conversation.path())

    @cached_property
    def main(self) -> tuple[RequestRecord, ...]:
        """Requests of the main chain in order; side calls and carried-over sums are left out."""
        return tuple(
            record
            for record in self.conversation.requests
            if record.purpose is RequestPurpose.MAIN and not record.is_aggregate
        )

    @property
    def facts(self) -> tuple[RequestFacts, ...]:
        """Facts of every request with a recorded prompt, side calls included, in order."""
        return self.of.facts(self.id)

    @property
    def main_facts(self) -> list[RequestFacts]:
        """Those of the main chain."""
        return [facts for facts in self.facts if facts.record.purpose is RequestPurpose.MAIN]

    @cached_property
    def model(self) -> ModelInfo | None:
        """The model a topic asks, as the user set it up; None for captures and unknown models."""
        database = self.of.database
        return None if database is None else model_of(database, self.conversation)

    @cached_property
    def settings(self) -> ReplaySettings:
        """The settings the session itself recorded; the application's defaults for captures."""
        database = self.of.database
        return ReplaySettings() if database is None else recorded_settings(database, self.conversation)

    @property
    def window(self) -> int | None:
        """Context window in tokens; None = not known."""
        given = self.of.circumstances.context_window
        return given if given is not None else self.settings.context_window

    @property
    def in_flight_threshold(self) -> float:
        """Characters above which an output is trimmed in a request."""
        return resolve_in_flight_threshold(
            self.settings.truncate_threshold, self.window, self.settings.max_output_tokens
        )

    @property
    def chain(self) -> tuple[RequestVerdict, ...]:
        """Verdicts of the cache engine on its requests, in order."""
        return self.of.chain(self.id)

    def place(self, message: Message | None = None, part: int | None = None) -> Where:
        """Where a message or one of its parts is."""
        return Where(topic=self.id, message_id=None if message is None else message.id, part=part)

    def part_place(self, message: Message, part: int) -> Where:
        """Where a part is, with the request that made it where that is known."""
        step = next((s for s in message.steps if s.first_part <= part < s.end_part), None)
        record = None if step is None else self._records.get(step.request_index)
        if record is None:
            return self.place(message, part)
        return replace(request_place(record, message.id), part=part)

    @cached_property
    def _records(self) -> dict[int | None, RequestRecord]:
        return {record.index: record for record in self.conversation.requests}

    def request(self, record: RequestRecord) -> Where:
        """Where a request is, and the message it made."""
        return request_place(record, record.message_id or self._message_of.get(record.index))

    @cached_property
    def _message_of(self) -> dict[int, str]:
        return {
            step.request_index: message.id
            for message in self.conversation.messages.values()
            for step in message.steps
            if step.request_index is not None
        }
