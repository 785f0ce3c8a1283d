"""What the navigator lists: conversations in sections, or runs as a tree with their requests (FORMATS A and B).

Qt-free. A filter keeps every entry that holds the typed words and, in the tree of runs, what leads to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from inspector.model import ConversationSummary, ListGroup, RequestRecord, RequestState, RunRecord


class Grouping(StrEnum):
    """The two ways to list a capture."""

    CONVERSATIONS = "conversations"
    RUNS = "runs"


class Section(StrEnum):
    """Headings of the list."""

    TOPICS = "topics"
    AGENT_SESSIONS = "agent-sessions"
    CONVERSATIONS = "conversations"
    DELETED = "deleted"
    RUNS = "runs"


@dataclass(frozen=True, slots=True, kw_only=True)
class NavRow:
    """What all rows share: a stable key, and whether there is something below."""

    key: str
    expandable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionRow(NavRow):
    """A heading with the number of entries under it."""

    section: Section
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow(NavRow):
    """A conversation."""

    summary: ConversationSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow(NavRow):
    """A run of a capture.

    Attributes:
        run: as recorded.
        models: the models its requests used, in order, no repeats.
        errors: failed requests among its own.
        duration_ms: sum over its own requests; None = unknown.
    """

    run: RunRecord
    models: tuple[str, ...]
    errors: int
    duration_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLeaf(NavRow):
    """A request under its run."""

    request: RequestRecord


class NavigatorLists:
    """Rows for one source; immutable, made anew when the source has changed."""

    def __init__(
        self,
        summaries: Sequence[ConversationSummary] = (),
        runs: Sequence[RunRecord] = (),
        requests: Sequence[RequestRecord] = (),
    ) -> None:
        self._summaries = summaries
        self._runs = runs
        self._requests = {request.index: request for request in requests}

    @property
    def has_runs(self) -> bool:
        """Whether the second grouping exists."""
        return bool(self._runs)

    def rows(self, grouping: Grouping, query: str = "") -> list[NavRow]:
        """The top level under a filter."""
        words = query.casefold().split()
        if grouping is Grouping.RUNS and self.has_runs:
            found = [run for run in self._roots if self._holds(run, words)]
            return [SectionRow(key="section:runs", section=Section.RUNS, count=len(self._runs))] + [
                self._run_row(run) for run in found
            ]
        rows: list[NavRow] = []
        for section, members in self._sections.items():
            shown = [summary for summary in members if _matches(_words_of(summary), words)]
            if shown:
                rows.append(SectionRow(key=f"section:{section}", section=section, count=len(shown)))
                rows += [EntryRow(key=f"entry:{summary.id}", summary=summary) for summary in shown]
        return rows

    def children(self, row: NavRow) -> list[NavRow]:
        """Requests and nested runs of a run, each nested run after the request that started it."""
        if not isinstance(row, RunRow):
            return []
        nested = list(self._nested.get(row.run.id, ()))
        rows: list[NavRow] = []
        for index in row.run.request_indexes:
            request = self._requests[index]
            rows.append(RequestLeaf(key=f"request:{index}", request=request))
            started = [run for run in nested if run.parent_step_id == request.id]
            rows += [self._run_row(run) for run in started]
            nested = [run for run in nested if run not in started]
        return rows + [self._run_row(run) for run in nested]

    def first_request(self, run: RunRecord) -> RequestRecord | None:
        """The first request of a run, or of the runs nested in it; None when there is none at all."""
        for member in self._family(run):
            if member.request_indexes:
                return self._requests[member.request_indexes[0]]
        return None

    @cached_property
    def _sections(self) -> dict[Section, list[ConversationSummary]]:
        found: dict[Section, list[ConversationSummary]] = {
            Section.TOPICS: [],
            Section.AGENT_SESSIONS: [],
            Section.CONVERSATIONS: [],
            Section.DELETED: [],
        }
        for summary in self._summaries:
            found[_section_of(summary)].append(summary)
        return found

    @cached_property
    def _nested(self) -> dict[str, list[RunRecord]]:
        known = {run.id for run in self._runs}
        found: dict[str, list[RunRecord]] = {}
        for run in self._runs:
            if run.parent_run_id in known and run.parent_run_id != run.id:
                found.setdefault(run.parent_run_id or "", []).append(run)
        return found

    @cached_property
    def _roots(self) -> list[RunRecord]:
        """Runs that no other run leads to; members of a parent cycle count as roots too."""
        reached: set[str] = set()
        known = {run.id for run in self._runs}
        roots = [run for run in self._runs if run.parent_run_id not in known or run.parent_run_id == run.id]
        waiting = list(roots)
        while waiting:
            run = waiting.pop()
            reached.add(run.id)
            waiting += [child for child in self._nested.get(run.id, ()) if child.id not in reached]
        return roots + [run for run in self._runs if run.id not in reached]

    def _holds(self, run: RunRecord, words: Sequence[str]) -> bool:
        if not words:
            return True
        return any(_matches(self._words_of_run(member), words) for member in self._family(run))

    def _family(self, run: RunRecord) -> Iterable[RunRecord]:
        seen: set[str] = set()
        waiting = [run]
        while waiting:
            member = waiting.pop()
            if member.id not in seen:
                seen.add(member.id)
                yield member
                waiting += self._nested.get(member.id, ())

    def _words_of_run(self, run: RunRecord) -> str:
        return " ".join([run.id, run.function_id or "", *self._models(run)]).casefold()

    def _models(self, run: RunRecord) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._requests[n].model for n in run.request_indexes))

    def _run_row(self, run: RunRecord) -> RunRow:
        requests = [self._requests[index] for index in run.request_indexes]
        durations = [request.timing.duration_ms for request in requests]
        known = [value for value in durations if value is not None]
        return RunRow(
            key=f"run:{run.id}",
            expandable=bool(requests or self._nested.get(run.id)),
            run=run,
            models=self._models(run),
            errors=sum(request.state is RequestState.ERROR for request in requests),
            duration_ms=sum(known) if known else None,
        )


def _section_of(summary: ConversationSummary) -> Section:
    if summary.deleted:
        return Section.DELETED
    return _SECTIONS[summary.group]


_SECTIONS = {
    ListGroup.TOPICS: Section.TOPICS,
    ListGroup.AGENT_SESSIONS: Section.AGENT_SESSIONS,
    ListGroup.CONVERSATIONS: Section.CONVERSATIONS,
}


def _words_of(summary: ConversationSummary) -> str:
    return f"{summary.title} {summary.subtitle} {summary.id}".casefold()


def _matches(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)
