"""Making a report of a source: replay, compare, judge the cache, look for findings, say what everything rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from inspector.analysis.cost.prices import PriceTable, prices_of
from inspector.analysis.cost.saving import replay_saving
from inspector.analysis.findings.model import Finding
from inspector.analysis.findings.order import sorted_findings
from inspector.analysis.findings.replayed import FindingFate, fates_of
from inspector.analysis.findings.run import run_detectors
from inspector.analysis.prefix.replayed import analyse_source
from inspector.analysis.prefix.report import PrefixReport
from inspector.analysis.redaction import Redactor, Secret
from inspector.model.settings import ReplaySettings
from inspector.replay.engine import Replayer
from inspector.replay.probes import Probe
from inspector.replay.result import ReplayResult
from inspector.reports.cache_section import cache_section, cost_section
from inspector.reports.facts import facts_of
from inspector.reports.findings_section import findings_section
from inspector.reports.model import ConversationReport, Report, Section, Topic
from inspector.reports.redacted import redact_report
from inspector.reports.replay_section import comparison_section, requests_section, storage_section
from inspector.reports.settings_table import settings_table
from inspector.reports.verdict import facts_table, verdict
from inspector.sources.base import Progress, Source

ALL_TOPICS: Final = frozenset(Topic)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOrder:
    """What a report is to hold.

    Attributes:
        conversations: ids; empty ones are left out when there are several.
        settings: chooses the settings for a session; the session's own by default.
        probes: facts to follow.
        topics: sections.
        redact: take secrets and private paths out.
        title: of the report; "" = by the source.
    """

    conversations: tuple[str, ...]
    settings: Callable[[Replayer], ReplaySettings] = lambda replayer: replayer.own_settings
    probes: tuple[Probe, ...] = ()
    topics: frozenset[Topic] = ALL_TOPICS
    redact: bool = True
    title: str = ""


def build_report(
    source: Source, order: ReportOrder, progress: Progress | None = None, *, now: datetime | None = None
) -> Report:
    """Make a report; raises `Problem`, and `Cancelled` when `progress` said so."""
    return build_with_account(source, order, progress, now=now)[0]


def build_with_account(
    source: Source, order: ReportOrder, progress: Progress | None = None, *, now: datetime | None = None
) -> tuple[Report, tuple[Secret, ...]]:
    """The same, and every single thing that was taken out of it."""
    home = str(Path.home())
    redactor = Redactor(enabled=order.redact, homes=(home,) if len(home) > 1 else ())
    report = redact_report(_build(source, order, progress or Progress(), now), redactor)
    return report, tuple(redactor.findings)


def _build(source: Source, order: ReportOrder, progress: Progress, now: datetime | None) -> Report:
    maker = _Maker(source, order, progress)
    conversations = [maker.conversation(name) for name in order.conversations]
    several = len(conversations) > 1
    return Report(
        title=order.title or f"Context report: {source.path.name}",
        facts=facts_of(source, progress, now=now),
        conversations=tuple(c for c in conversations if not several or _has_requests(c)),
        sections=maker.of_source(),
        stand_ins=maker.stand_ins,
        notices=tuple(str(notice) for notice in source.notices),
    )


def _has_requests(conversation: ConversationReport) -> bool:
    return any(table.rows for section in conversation.sections for table in section.tables)


class _Maker:
    """Makes the parts of one report.

    Attributes:
        stand_ins: a figure made so far depends on a stand-in.
    """

    def __init__(self, source: Source, order: ReportOrder, progress: Progress) -> None:
        self.stand_ins = False
        self._source = source
        self._order = order
        self._progress = progress
        self._titles = {entry.id: entry.title for entry in source.conversations()}
        self._prefix: PrefixReport | None = None
        self._findings: dict[str | None, list[Finding]] = {}
        if Topic.FINDINGS in order.topics:
            self._look()
        self._prices: PriceTable | None = None

    def of_source(self) -> tuple[Section, ...]:
        """Sections about the source as a whole: findings that belong to no conversation."""
        found = self._findings.get(None)
        return (findings_section(sorted_findings(found), whole=True),) if found else ()

    def _look(self) -> None:
        """Run the detectors once; of one conversation alone nothing is said about the others, nor the whole."""
        everything = {entry.id for entry in self._source.conversations() if not entry.deleted}
        chosen = self._order.conversations
        only = None if everything <= set(chosen) else chosen
        for name in (None,) if only is None else only:
            for finding in run_detectors(self._source, conversation_id=name, progress=self._progress):
                self._findings.setdefault(finding.where.topic, []).append(finding)

    def conversation(self, name: str) -> ConversationReport:
        """One conversation with the sections asked for."""
        replayer = Replayer.open(self._source, name, progress=self._progress)
        settings = self._order.settings(replayer)
        result = replayer.run(settings, self._order.probes)
        own = result
        if settings != replayer.own_settings:
            own = replayer.run(replayer.own_settings, self._order.probes)
        table, changed = settings_table(settings, replayer.own_settings)
        self.stand_ins |= result.totals.rests_on_stand_in or own.totals.rests_on_stand_in
        found = sorted_findings(self._findings.get(name, ()))
        first, second = (own, replayer.own_settings), (result, settings)
        fates: list[FindingFate] = []
        if own is not result and Topic.FINDINGS in self._order.topics:
            fates = fates_of(self._source, found, first, second, progress=self._progress)
        facts = facts_table(own, result)
        return ConversationReport(
            id=name,
            title=self._titles.get(name) or name,
            settings=table,
            changed=changed,
            verdict=verdict(own, result, found, fates),
            facts=facts if facts.rows else None,
            sections=tuple(self._sections(name, own, result, findings_section(found, fates))),
        )

    def _sections(
        self, name: str, own: ReplayResult, result: ReplayResult, findings: Section
    ) -> Iterator[Section]:
        topics = self._order.topics
        if Topic.FINDINGS in topics:
            yield findings
        if Topic.REQUESTS in topics:
            yield requests_section(result)
        if Topic.COMPARISON in topics and own is not result:
            yield comparison_section(own, result)
        if Topic.STORAGE in topics and result.turns:
            yield storage_section(result)
        if topics & {Topic.CACHE, Topic.COST}:
            yield from self._cache(name, own, result)

    def _cache(self, name: str, own: ReplayResult, result: ReplayResult) -> Iterator[Section]:
        if self._prefix is None or self._prices is None:
            only = name if len(self._order.conversations) == 1 else None
            self._prefix = analyse_source(self._source, conversation_id=only, progress=self._progress)
            self._prices = prices_of(self._source)
        report = self._prefix.only(name)
        if not report.verdicts:
            return
        if Topic.CACHE in self._order.topics:
            yield cache_section(report, self._prices)
        if Topic.COST in self._order.topics:
            saving = None if own is result else replay_saving(self._source, own, result, self._prices)
            yield cost_section(report, self._prices, saving)
