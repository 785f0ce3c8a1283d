"""`TranscriptSource`: a Claude Code session as a read-only, lazy `Source` (SOURCES A)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import orjson

from inspector.model.blob import Blob, BlobState
from inspector.model.conversation import Conversation, ConversationSummary, RunRecord
from inspector.model.envelope import BlobRef
from inspector.model.problems import Notice, Problem
from inspector.model.request import RequestPayload, RequestRecord
from inspector.model.user_files import io_problem
from inspector.sources.base import Progress, SearchHit, Trait
from inspector.sources.claude_code.conversation import Builder
from inspector.sources.claude_code.persisted import FOLDER, find_blob
from inspector.sources.claude_code.prompts import Reader, payload_of
from inspector.sources.claude_code.records import Overview, build_overview, session_name, title_of
from inspector.sources.claude_code.tree import Response, Tree
from inspector.sources.devtools.search import search_conversation
from inspector.sources.head import Head
from inspector.sources.json_lines import LineFile
from inspector.wire.reading import as_list, text_member

_KEPT_CONVERSATIONS: Final = 4
_TYPES: Final = frozenset({"user", "assistant", "system", "attachment"})


def is_transcript(head: Head) -> bool:
    """Whether a file is a session: a line of the conversation with its place in the tree."""
    return any(
        text_member(record, "type") in _TYPES and "uuid" in record and "parentUuid" in record
        for record in head.records
    )


class TranscriptSource:
    """An opened session with its subagents; safe to use from several threads.

    Attributes:
        path: the session's file.
        format, traits: see `Source`.
    """

    format = "claude-code"
    traits = frozenset(
        {Trait.PROMPTS, Trait.BLOBS, Trait.BOUNDARIES, Trait.USAGE, Trait.CLOCK, Trait.BY_REQUEST}
    )

    def __init__(self, path: Path, *, blobs: Path | None = None, progress: Progress | None = None) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._given_blobs = blobs
        self._loaded: OrderedDict[str, Conversation] = OrderedDict()
        self._index(progress)

    def _index(self, progress: Progress | None) -> None:
        self._tree = Tree()
        self._main = LineFile(self.path)
        self._files: dict[Path, LineFile] = {self.path: self._main}
        self._tree.read(self._main, progress)
        self._read_agents(progress)
        self._renew()

    def _renew(self) -> None:
        self._reader = Reader(self._tree)
        self._name = session_name(self.path, self._tree)
        self._overview: Overview = build_overview(
            self._tree, self._name, title_of(self._tree, self._opening())
        )
        self._loaded.clear()

    def _read_agents(self, progress: Progress | None) -> bool:
        found = False
        for path in _agent_files(self.path, self._tree.session):
            file = self._files.setdefault(path, LineFile(path))
            if file.end != _size(path):
                found |= self._tree.read(file, progress, agent=path.stem.removeprefix("agent-"))
        return found

    def _opening(self) -> str:
        """The first thing a person wrote."""
        for line in self._tree.lines:
            if line.is_prompt and not line.agent and not line.meta and not line.summary:
                for message in self._reader.messages(line):
                    content = message.get("content") if isinstance(message, dict) else None
                    text = next((text_member(part, "text") for part in as_list(content)), "")
                    if text.strip() and not text.startswith("<"):
                        return text
        return ""

    @property
    def size(self) -> int:
        """Bytes of the file as far as it was read."""
        return self._main.end

    @property
    def notices(self) -> Sequence[Notice]:
        """Bad lines, a half last line, record types we do not know."""
        found = [notice for file in self._files.values() for notice in file.notices()]
        if self._tree.unknown:
            types = ", ".join(f"{name} ({count})" for name, count in self._tree.unknown.most_common(8))
            found.append(Notice("lines-unknown", {"path": str(self.path), "types": types}, "info"))
        return found

    def conversations(self) -> Sequence[ConversationSummary]:
        """The session, then its subagents in order of their first line."""
        return self._overview.summaries

    def runs(self) -> Sequence[RunRecord]:
        """The session as a run, with its subagents nested in it."""
        return self._overview.runs

    def requests(self) -> Sequence[RequestRecord]:
        """One record per answer of the model, in order of time."""
        return self._overview.records

    def load(self, conversation_id: str, progress: Progress | None = None) -> Conversation:
        """Put a session or subagent together; raises `Problem("no-such-item")`."""
        with self._lock:
            if conversation_id not in self._loaded:
                overview = self._overview
                summary = next((c for c in overview.summaries if c.id == conversation_id), None)
                if summary is None:
                    raise self._no_such("conversation", conversation_id, len(overview.summaries))
                agent = "" if conversation_id == self._name else conversation_id
                records = {r.id: r for r in overview.records if r.conversation_id == conversation_id}
                builder = Builder(self._reader, records, summary, agent)
                self._loaded[conversation_id] = builder.build(progress or Progress())
                while len(self._loaded) > _KEPT_CONVERSATIONS:
                    self._loaded.popitem(last=False)
            self._loaded.move_to_end(conversation_id)
            return self._loaded[conversation_id]

    def payload(self, request_index: int) -> RequestPayload:
        """What was sent for an answer, as far as the file has it; raises `Problem("no-such-item")`."""
        with self._lock:
            payload = payload_of(self._reader, self._response(request_index))
            place = self._overview.records[request_index].conversation_id
            return replace(payload, missing_tokens=self._overview.heads.get(place))

    def raw_json(self, request_index: int) -> dict[str, str | None]:
        """The lines of an answer as they stand in the file, and its account."""
        response = self._response(request_index)
        lines = [line.file.text(line.place) for line in response.lines]
        usage = orjson.dumps(response.usage).decode() if response.usage is not None else None
        return {"raw_response": "[" + ",\n".join(lines) + "]", "usage": usage}

    def blob(self, ref: BlobRef) -> Blob:
        """A persisted output, by its name in the session's folder."""
        folders = [self.path.parent / self._name / FOLDER, self.path.with_suffix("") / FOLDER]
        if self._given_blobs is not None:
            folders.insert(0, self._given_blobs)
        return find_blob(folders, ref)

    def attachment(self, file_entry_id: str) -> Blob:
        """Transcripts hold their files inline."""
        return Blob(state=BlobState.MISSING_ENTRY)

    def search(self, query: str, progress: Progress | None = None) -> Iterator[SearchHit]:
        """Case-insensitive substring search, conversation by conversation."""
        progress = progress or Progress()
        for number, summary in enumerate(self.conversations()):
            progress.step(number, len(self._overview.summaries), "search")
            yield from search_conversation(self.load(summary.id, progress), query)

    def refresh(self) -> bool:
        """Read the lines that were appended; everything again when the file was replaced."""
        with self._lock:
            size = _size(self.path)
            if size is None:
                return False
            try:
                if size < self._main.end:
                    self._index(None)
                    return True
                grown = size > self._main.end and self._tree.read(self._main)
                grown |= self._read_agents(None)
            except Problem:
                return False
            if grown:
                self._renew()
            return grown

    def close(self) -> None:
        """Nothing is held open between reads."""

    def _response(self, request_index: int) -> Response:
        if 0 <= request_index < len(self._overview.responses):
            return self._overview.responses[request_index]
        raise self._no_such("request", str(request_index), len(self._overview.responses))

    def _no_such(self, what: str, name: str, count: int) -> Problem:
        return Problem(
            "no-such-item",
            {"path": str(self.path), "what": what, "name": name, "available": f"it has {count}"},
        )


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _agent_files(path: Path, session: str) -> list[Path]:
    """Subagents of a session: in its folder, or (older) beside it with the session's id in their first line."""
    folders = {path.with_suffix("") / "subagents", path.parent / session / "subagents"}
    found = [file for folder in sorted(folders) if session for file in sorted(folder.glob("agent-*.jsonl"))]
    if not path.name.startswith("agent-"):
        for file in sorted(path.parent.glob("agent-*.jsonl")):
            try:
                records = Head.of(file).records
            except OSError as error:
                raise io_problem(file, error) from error
            if any(text_member(record, "sessionId") == session for record in records[:1]):
                found.append(file)
    return list(dict.fromkeys(found))
