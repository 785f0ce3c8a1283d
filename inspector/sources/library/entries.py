"""What a library keeps of a session: enough to list, filter and price it without opening it again."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from pathlib import Path

import orjson

from inspector.model.problems import Problem
from inspector.model.usage import Usage, sum_usage
from inspector.sources.base import Source


@dataclass(frozen=True, slots=True)
class LibraryRequest:
    """One request of a session, as far as money and folds need it; None = unknown."""

    conversation: str
    provider: str
    model: str
    at: int | None
    input: int | None
    read: int | None
    written: int | None
    output: int | None
    fold: int
    long_lived: bool

    @property
    def usage(self) -> Usage:
        """Its account."""
        return Usage(input=self.input, cache_read=self.read, cache_write=self.written, output=self.output)


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """One session file.

    Attributes:
        path, size: the file.
        changed_at: ms since epoch, by the file system.
        format: id of its format; "" = it is none we read.
        title, project: what it is called, and the folder it lies in.
        updated_at: ms since epoch of the last thing in it; None = unknown.
        models: asked in it.
        requests: all of them.
        folds, errors: counted.
        problem: why it cannot be read; "" = it can.
    """

    path: str
    size: int
    changed_at: int
    format: str = ""
    title: str = ""
    project: str = ""
    updated_at: int | None = None
    models: tuple[str, ...] = ()
    requests: tuple[LibraryRequest, ...] = ()
    folds: int = 0
    errors: int = 0
    problem: str = ""

    @property
    def usage(self) -> Usage:
        """Sum of what was measured."""
        return sum_usage(request.usage for request in self.requests)

    @property
    def is_session(self) -> bool:
        """Whether it holds any request."""
        return bool(self.requests)

    def to_json(self) -> bytes:
        """All but path, size and time."""
        return orjson.dumps(
            {
                "format": self.format,
                "title": self.title,
                "project": self.project,
                "updated_at": self.updated_at,
                "models": self.models,
                "requests": [astuple(request) for request in self.requests],
                "folds": self.folds,
                "errors": self.errors,
                "problem": self.problem,
            }
        )


def entry_from_json(path: str, size: int, changed_at: int, text: bytes) -> LibraryEntry:
    """The reverse; raises `ValueError`, `TypeError` or `KeyError` for anything else."""
    held = orjson.loads(text)
    requests = tuple(LibraryRequest(*one) for one in held.pop("requests"))
    models = tuple(held.pop("models"))
    return LibraryEntry(path=path, size=size, changed_at=changed_at, requests=requests, models=models, **held)


def read_entry(path: str, size: int, changed_at: int) -> LibraryEntry:
    """Open a file and keep what lists need; a file that is none of ours becomes an entry without a format."""
    from inspector.sources.open import open_source

    try:
        source = open_source(path)
    except Problem as problem:
        return LibraryEntry(path=path, size=size, changed_at=changed_at, problem=str(problem))
    try:
        return _entry(source, path, size, changed_at)
    except Problem as problem:
        return LibraryEntry(path=path, size=size, changed_at=changed_at, problem=str(problem))
    finally:
        source.close()


def _entry(source: Source, path: str, size: int, changed_at: int) -> LibraryEntry:
    summaries = source.conversations()
    records = source.requests()
    times = [one.updated_at for one in summaries if one.updated_at is not None]
    return LibraryEntry(
        path=path,
        size=size,
        changed_at=changed_at,
        format=source.format,
        title=next((one.title for one in summaries if one.title), "") or Path(path).stem,
        project=Path(path).parent.name,
        updated_at=max(times, default=None),
        models=tuple(dict.fromkeys(record.model for record in records if record.model)),
        requests=tuple(
            LibraryRequest(
                record.conversation_id,
                record.provider,
                record.model,
                record.timing.started_at,
                record.usage.input,
                record.usage.cache_read,
                record.usage.cache_write,
                record.usage.output,
                record.fold,
                record.account.lifetime == "1h",
            )
            for record in records
        ),
        folds=sum(one.fold_count or 0 for one in summaries),
        errors=sum(one.error_count or 0 for one in summaries),
    )
