"""Runs full-text searches in the background and walks through their hits; owns no widget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.analysis.findings.place_text import find_place, parse_line
from inspector.gui.background import Background
from inspector.sources.base import Progress, SearchHit, Source

DELAY_MS: Final = 200
"""Typing pauses this long before a search begins."""
LIMIT: Final = 10_000
"""Hits after which a search stops: more cannot be walked through."""
_CHANNEL: Final = "session-search"


class SearchController(QObject):
    """One search at a time; a newer query supersedes the one that runs.

    Attributes:
        hits_changed: hits came in, the current hit changed, or the search ended.
        hit_activated: go to this `SearchHit`.
        failed: the search ended with this exception.
        hits: found so far, in the source's order.
        current: index of the hit that was gone to; None before the first.
        running: a search is under way.
        query: what was searched for.
    """

    hits_changed = Signal()
    hit_activated = Signal(object)
    failed = Signal(object)

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hits: Sequence[SearchHit] = ()
        self.current: int | None = None
        self.running = False
        self.query = ""
        self._background = background
        self._source: Source | None = None
        self._conversation_id: str | None = None
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(DELAY_MS)
        self._delay.timeout.connect(self._start)

    @property
    def complete(self) -> bool:
        """Whether all hits are known."""
        return not self.running and not self._delay.isActive() and len(self.hits) < LIMIT

    def set_source(self, source: Source | None) -> None:
        """Search in another source from now on; a query that is on is repeated in it."""
        self._source = source
        self._forget()
        if self.query and source is not None:
            self._delay.start()

    def set_conversation(self, conversation_id: str | None) -> None:
        """Where stepping begins: at the first hit of the conversation on screen."""
        self._conversation_id = conversation_id

    def search(self, query: str) -> None:
        """Look for a query after a short pause; "" ends the search."""
        self.query = query.strip()
        self._forget()
        if self.query and self._source is not None:
            self._delay.start()

    def search_now(self) -> None:
        """Do not wait for the pause to end."""
        if self._delay.isActive():
            self._delay.stop()
            self._start()

    def next(self) -> None:
        """Go to the next hit, around the end."""
        self._step(1)

    def previous(self) -> None:
        """Go to the previous hit, around the start."""
        self._step(-1)

    def go_to(self, index: int) -> None:
        """Go to a hit."""
        self.current = index
        self.hits_changed.emit()
        self.hit_activated.emit(self.hits[index])

    def _step(self, direction: int) -> None:
        if not self.hits:
            return
        if self.current is None:
            self.go_to(self._first() if direction > 0 else len(self.hits) - 1)
        else:
            self.go_to((self.current + direction) % len(self.hits))

    def _first(self) -> int:
        here = (n for n, hit in enumerate(self.hits) if hit.conversation_id == self._conversation_id)
        return next(here, 0)

    def _forget(self) -> None:
        self._delay.stop()
        self._background.cancel(_CHANNEL)
        self.hits, self.current, self.running = (), None, False
        self.hits_changed.emit()

    def _start(self) -> None:
        source, query = self._source, self.query
        if source is None:
            return
        found: list[SearchHit] = []

        def work(progress: Progress) -> list[SearchHit]:
            place = parse_line(query)
            where = None if place is None else find_place(source, place)
            if where is not None and where.topic is not None:
                found.append(
                    SearchHit(
                        conversation_id=where.topic,
                        message_id=where.message_id,
                        request_index=where.request,
                        context=query,
                    )
                )
                return found
            for hit in source.search(query, progress):
                found.append(hit)
                progress.step(len(found), 0)
                if len(found) >= LIMIT:
                    break
            return found

        self.running = True
        self.hits_changed.emit()
        self._background.run(
            work,
            on_result=self._finished,
            on_error=self._failed,
            on_progress=lambda done, total, what: self._came_in(found[:]),
            channel=_CHANNEL,
        )

    def _came_in(self, found: Sequence[SearchHit]) -> None:
        self.hits = found
        self.hits_changed.emit()

    def _finished(self, found: Sequence[SearchHit]) -> None:
        self.running = False
        self._came_in(found)

    def _failed(self, error: Exception) -> None:
        self.running = False
        self.hits_changed.emit()
        self.failed.emit(error)
