"""`LibrarySource`: the sessions in a folder as a list; each is opened as a source of its own."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from inspector.model.blob import Blob, BlobState
from inspector.model.conversation import Conversation, ConversationSummary, RunRecord
from inspector.model.envelope import BlobRef
from inspector.model.problems import Notice, Problem, register_templates
from inspector.model.request import RequestPayload, RequestRecord
from inspector.sources.base import Progress, SearchHit, Trait
from inspector.sources.library.entries import LibraryEntry, read_entry
from inspector.sources.library.find import candidates
from inspector.sources.library.index import SessionIndex

_AT_ONCE: Final = 64
"""From so many unread files on, processes share the work."""

register_templates(
    {"library-pick": "{path}: a folder of sessions; choose one of them. Their files are listed by `info`."}
)


class LibrarySource:
    """A folder's sessions, newest first.

    What was read before comes from the index; `count_badges` reads the rest.

    Attributes:
        path: the folder.
        format, traits: see `Source`.
    """

    format = "library"
    traits: frozenset[Trait] = frozenset({Trait.SESSIONS, Trait.BY_REQUEST})

    def __init__(self, path: Path, *, index: SessionIndex | None = None) -> None:
        self.path = path
        self._index = index or SessionIndex()
        self._entries: dict[str, LibraryEntry] = {}
        self._look()

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(entry.size for entry in self._entries.values())

    @property
    def notices(self) -> Sequence[Notice]:
        """Nothing: what is wrong with a file stands at its entry."""
        return ()

    def entries(self, progress: Progress | None = None) -> list[LibraryEntry]:
        """Every session, newest first, all of them read; raises `Cancelled`."""
        self._read_rest(progress or Progress())
        return [entry for entry in self._newest_first() if entry.is_session]

    def place(self, conversation_id: str) -> Path:
        """The file behind a list entry; raises `Problem("no-such-item")`."""
        entry = self._entries.get(str(self.path / conversation_id))
        if entry is None:
            available = f"it holds {len(self._entries)} files"
            found = {
                "path": str(self.path),
                "what": "session",
                "name": conversation_id,
                "available": available,
            }
            raise Problem("no-such-item", found)
        return Path(entry.path)

    def conversations(self) -> Sequence[ConversationSummary]:
        """One entry per file; of files not read yet only name, size and time."""
        return [
            self._summary(entry)
            for entry in self._newest_first()
            if entry.is_session or not (entry.format or entry.problem)
        ]

    def count_badges(self) -> Sequence[ConversationSummary]:
        """The same list with everything read."""
        self._read_rest(Progress())
        return self.conversations()

    def runs(self) -> Sequence[RunRecord]:
        """A folder has none."""
        return ()

    def requests(self) -> Sequence[RequestRecord]:
        """They belong to the sessions."""
        return ()

    def load(self, conversation_id: str, progress: Progress | None = None) -> Conversation:
        """A session is opened as a source of its own: raises `Problem("library-pick")`."""
        raise Problem("library-pick", {"path": str(self.path)})

    def payload(self, request_index: int) -> RequestPayload:
        """A folder has no requests."""
        raise Problem("library-pick", {"path": str(self.path)})

    def raw_json(self, request_index: int) -> dict[str, str | None]:
        """A folder has no requests."""
        raise Problem("library-pick", {"path": str(self.path)})

    def blob(self, ref: BlobRef) -> Blob:
        """A folder has no blobs."""
        return Blob(state=BlobState.NO_FOLDER)

    def attachment(self, file_entry_id: str) -> Blob:
        """A folder has no attachments."""
        return Blob(state=BlobState.MISSING_ENTRY)

    def search(self, query: str, progress: Progress | None = None) -> Iterator[SearchHit]:
        """Sessions whose title, project or model has the words."""
        words = query.casefold()
        for summary in self.conversations():
            text = f"{summary.title} {summary.subtitle} {summary.id}"
            if words and words in text.casefold():
                yield SearchHit(conversation_id=summary.id, context=text)

    def refresh(self) -> bool:
        """Look for new and changed files; they are read when `count_badges` is asked."""
        before = dict(self._entries)
        self._look()
        return before != self._entries

    def close(self) -> None:
        """Release the index."""
        self._index.close()

    def _look(self) -> None:
        known = self._index.known()
        found: dict[str, LibraryEntry] = {}
        for path, stat in candidates(self.path):
            changed_at = stat.st_mtime_ns // 1_000_000
            entry = known.get(str(path))
            if entry is None or (entry.size, entry.changed_at) != (stat.st_size, changed_at):
                project = path.parent.name
                entry = LibraryEntry(
                    path=str(path), size=stat.st_size, changed_at=changed_at, title=path.stem, project=project
                )
            found[str(path)] = entry
        self._entries = found

    def _read_rest(self, progress: Progress) -> None:
        rest = [entry for entry in self._newest_first() if not (entry.format or entry.problem)]
        batch: list[LibraryEntry] = []
        for done, entry in enumerate(_read_all(rest)):
            progress.step(done, len(rest), "sessions")
            self._entries[entry.path] = entry
            batch.append(entry)
            if len(batch) == _AT_ONCE:
                self._index.keep(batch)
                batch = []
        self._index.keep(batch)

    def _newest_first(self) -> list[LibraryEntry]:
        return sorted(self._entries.values(), key=lambda one: (-(one.updated_at or one.changed_at), one.path))

    def _summary(self, entry: LibraryEntry) -> ConversationSummary:
        read = entry.is_session
        return ConversationSummary(
            id=os.path.relpath(entry.path, self.path),
            title=entry.title,
            by_request=True,
            subtitle=", ".join((entry.project, *entry.models)),
            updated_at=entry.updated_at or entry.changed_at,
            request_count=len(entry.requests) if read else None,
            data_bytes=entry.size,
            fold_count=entry.folds if read else None,
            error_count=entry.errors if read else None,
            usage=entry.usage,
        )


def _read_all(entries: Sequence[LibraryEntry]) -> Iterator[LibraryEntry]:
    """Files read, in parallel where there are many."""
    places = [(entry.path, entry.size, entry.changed_at) for entry in entries]
    workers = min(os.cpu_count() or 1, len(places))
    if len(places) < _AT_ONCE or workers < 2:
        yield from (read_entry(*place) for place in places)
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(read_entry, *zip(*places, strict=True), chunksize=8)
