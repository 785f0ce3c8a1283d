"""`CaptureSource`: a DevTools capture as a read-only, lazy `Source` (FORMATS B)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from inspector.model.blob import Blob, BlobState
from inspector.model.conversation import Conversation, ConversationSummary, RunRecord
from inspector.model.envelope import BlobRef
from inspector.model.problems import Notice, Problem, register_templates
from inspector.model.request import RequestPayload, RequestRecord
from inspector.model.user_files import io_problem
from inspector.sources.base import Progress, SearchHit, Trait
from inspector.sources.devtools.blobs import BlobFinder
from inspector.sources.devtools.conversation import Material, build_conversation
from inspector.sources.devtools.entries import StepEntry
from inspector.sources.devtools.index import (
    Index,
    Signature,
    build_index,
    holds,
    place_in,
    signature_of,
    step_keys,
)
from inspector.sources.devtools.lines import RawFile
from inspector.sources.devtools.messages import PromptSize
from inspector.sources.devtools.overview import Overview, build_overview, run_records
from inspector.sources.devtools.payloads import (
    field_value,
    read_field_bytes,
    read_output_parts,
    read_payload,
    read_raw_json,
)
from inspector.sources.devtools.search import search_conversation
from inspector.sources.grouping import Prompt
from inspector.sources.provider_edits import ProviderEdit, may_tell_edits, provider_edits
from inspector.wire import JsonValue

WARN_BYTES: Final = 400_000_000
"""From here on the user is warned: above 512 MiB the package overwrites the whole file."""

_KEPT_CONVERSATIONS: Final = 4
_ATTEMPTS: Final = 3
_T = TypeVar("_T")

register_templates(
    {
        "capture-half-written": (
            "{path}: the file ends in the middle of {what}. Complete steps, which are shown: {steps}; "
            "what was being written is missing. It is read again when the file changes."
        ),
        "capture-bad-bytes": (
            "{path}: bytes that are no UTF-8: {count}, each shown as �. The first: byte {offset}, {where}."
        ),
        "capture-near-limit": (
            "{path}: {size} MB. Above 512 MiB the DevTools package can no longer read its own file and the next run "
            "overwrites the whole capture. Save a copy now."
        ),
        "capture-lost-steps": "{path}: the file was overwritten; steps that were there before and are gone: {count}.",
        "capture-odd-values": (
            "{path}: values of another kind than expected, read as well as they can be: {count}. "
            "The first: step {step}, {what}."
        ),
        "capture-changing": "{path}: the file is being rewritten right now. Try again in a moment.",
    }
)

_MISSING_WORDS: Final = {
    "step": "a step",
    "steps": "the list of steps",
    "runs": "the list of runs",
    "file": "its outermost object",
}


class CaptureSource:
    """An opened capture; safe to use from several threads.

    Attributes:
        path: the generations.json.
        format, traits: see `Source`.
    """

    format = "devtools"
    traits = frozenset(Trait) - {Trait.ROWS, Trait.SESSIONS}

    def __init__(self, path: Path, index: Index, *, blobs: Path | None = None) -> None:
        self.path = path
        self._index = index
        self._blobs = BlobFinder(path, blobs)
        self._overview: Overview | None = None
        self._loaded: OrderedDict[str, Conversation] = OrderedDict()
        self._lost_steps = 0
        self._torn: Signature | None = None
        self._lock = threading.RLock()

    @classmethod
    def open(
        cls, path: Path, *, blobs: Path | None = None, progress: Progress | None = None
    ) -> CaptureSource:
        """Index a capture; raises `Problem` when it is none or cannot be read."""
        return cls(path, build_index(path, progress), blobs=blobs)

    @property
    def size(self) -> int:
        """Bytes of the file when it was read."""
        return self._index.signature.size

    @property
    def notices(self) -> Sequence[Notice]:
        """Half-written tail, bytes that are no text, nearness of the package's limit, lost steps."""
        path, index = str(self.path), self._index
        found: list[Notice] = []
        if index.missing:
            what = _MISSING_WORDS[index.missing]
            found.append(
                Notice("capture-half-written", {"path": path, "what": what, "steps": str(len(index.steps))})
            )
        if index.bad_bytes:
            first = min(index.bad_bytes)
            arguments = {
                "count": str(len(index.bad_bytes)),
                "offset": str(first),
                "where": place_in(index, first),
            }
            found.append(Notice("capture-bad-bytes", {"path": path, **arguments}))
        if self.size >= WARN_BYTES:
            found.append(Notice("capture-near-limit", {"path": path, "size": str(self.size // 1_000_000)}))
        if self._overview is not None and self._overview.table.odd:
            odd = list(self._overview.table.odd)
            arguments = {"count": str(len(odd)), "step": odd[0][0], "what": odd[0][1]}
            found.append(Notice("capture-odd-values", {"path": path, **arguments}))
        if self._lost_steps:
            found.append(Notice("capture-lost-steps", {"path": path, "count": str(self._lost_steps)}))
        return found

    def runs(self) -> Sequence[RunRecord]:
        """Runs in file order; needs the index alone."""
        return run_records(self._index)

    def requests(self, progress: Progress | None = None) -> Sequence[RequestRecord]:
        """Every step in file order."""
        return self._overview_now(progress).records

    def conversations(self, progress: Progress | None = None) -> Sequence[ConversationSummary]:
        """Conversations in order of first request."""
        return self._overview_now(progress).conversations

    def load(self, conversation_id: str, progress: Progress | None = None) -> Conversation:
        """Rebuild one conversation; raises `Problem("no-such-item")`."""
        with self._lock:
            overview = self._overview_now(progress)
            if conversation_id not in self._loaded:
                summary = next((c for c in overview.conversations if c.id == conversation_id), None)
                if summary is None:
                    raise self._no_such("conversation", conversation_id)
                self._loaded[conversation_id] = self._consistent(
                    lambda file: build_conversation(self._material(file, summary, progress or Progress()))
                )
                while len(self._loaded) > _KEPT_CONVERSATIONS:
                    self._loaded.popitem(last=False)
            self._loaded.move_to_end(conversation_id)
            return self._loaded[conversation_id]

    def payload(self, request_index: int) -> RequestPayload:
        """Parse the recorded fields of one step; raises `Problem("no-such-item")`."""
        return self._of_step(request_index, read_payload)

    def raw_json(self, request_index: int) -> dict[str, str | None]:
        """The big fields of one step as their JSON text, by field name."""
        return self._of_step(request_index, read_raw_json)

    def field(self, request_index: int, name: str) -> JsonValue:
        """One big field of a step, parsed; see `entries.BIG_FIELDS` for the names."""
        return self._of_step(
            request_index, lambda file, step: field_value(read_field_bytes(file, step, name))
        )

    def prompt_sizes(self) -> Sequence[PromptSize | None]:
        """How large every request's recorded prompt is, without reading it again; None = nothing was recorded."""
        overview = self._overview_now()
        return [overview.table.sizes.get(key) for key in step_keys(overview.index.steps)]

    def output_parts(self, request_index: int) -> list[JsonValue]:
        """What a request produced, as recorded parts; of a broken-off stream what its events tell."""
        return self._of_step(request_index, read_output_parts)

    def blob(self, ref: BlobRef) -> Blob:
        """Resolve a blob by its `vfs_…` name in the given folder or near the capture."""
        with self._lock:
            return self._blobs.resolve(ref)

    def attachment(self, file_entry_id: str) -> Blob:
        """Captures hold their files inline; there is no entry to resolve."""
        return Blob(state=BlobState.MISSING_ENTRY)

    def search(self, query: str, progress: Progress | None = None) -> Iterator[SearchHit]:
        """Case-insensitive substring search, conversation by conversation."""
        progress = progress or Progress()
        summaries = self.conversations(progress)
        for number, summary in enumerate(summaries):
            progress.step(number, len(summaries), "search")
            yield from search_conversation(self.load(summary.id, progress), query)

    def refresh(self) -> bool:
        """Read what is new; a file caught half-written is believed only when it stays so until the next call."""
        return self._refresh(believe_cut=True)

    def _refresh(self, *, believe_cut: bool) -> bool:
        with self._lock:
            try:
                signature = signature_of(self.path)
                if signature == self._index.signature:
                    return False
                index = build_index(self.path, known=self._index)
            except Problem:
                return False  # gone, empty or unreadable for a moment: keep the last good state
            if index.missing and not (believe_cut and index.signature == self._torn):
                self._torn = index.signature if believe_cut else self._torn
                return False
            self._torn = None
            self._take(index)
            return True

    def close(self) -> None:
        """Nothing is held open between reads."""

    def _take(self, index: Index) -> None:
        now = {step.id for step in index.steps}
        self._lost_steps = sum(step.id not in now for step in self._index.steps)
        self._index = index
        self._loaded.clear()

    def _overview_now(self, progress: Progress | None = None) -> Overview:
        known = self._overview
        if known is not None and known.index is self._index:
            return known  # without the lock: the window asks while a worker loads
        with self._lock:
            if self._overview is None or self._overview.index is not self._index:
                self._overview = self._consistent(
                    lambda file: build_overview(file, self._index, progress or Progress(), self._overview)
                )
            return self._overview

    def _consistent(self, read: Callable[[RawFile], _T]) -> _T:
        """Run a read that trusts the index; once more when the file was rewritten before or meanwhile."""
        with self._lock:
            for _ in range(_ATTEMPTS):
                if signature_of(self.path) != self._index.signature:
                    self._refresh(believe_cut=False)
                with self._opened() as file:
                    if signature_of(self.path) != self._index.signature and not holds(file, self._index):
                        continue
                    result = read(file)
                    if holds(file, self._index):
                        return result
            raise Problem("capture-changing", {"path": str(self.path)})

    @contextmanager
    def _opened(self) -> Iterator[RawFile]:
        try:
            with self.path.open("rb", buffering=0) as file:
                yield file
        except OSError as error:
            raise io_problem(self.path, error) from error

    def _step(self, request_index: int) -> StepEntry:
        if 0 <= request_index < len(self._index.steps):
            return self._index.steps[request_index]
        raise self._no_such("request", str(request_index))

    def _of_step(self, request_index: int, read: Callable[[RawFile, StepEntry], _T]) -> _T:
        """Read from a step as it was numbered when asked, wherever a rewritten file has it now."""
        asked, step_id = self._index, self._step(request_index).id

        def find_and_read(file: RawFile) -> _T:
            number = request_index
            if self._index is not asked:
                key = step_keys(asked.steps)[request_index]
                keys = step_keys(self._index.steps)
                if key not in keys:
                    raise self._no_such("step", step_id)
                number = keys.index(key)
            return read(file, self._index.steps[number])

        return self._consistent(find_and_read)

    def _no_such(self, what: str, name: str) -> Problem:
        counts = {"conversation": f"it has {len(self._overview_now().conversations)} conversations"}
        available = counts.get(what, f"it has {len(self._index.steps)} steps")
        return Problem(
            "no-such-item", {"path": str(self.path), "what": what, "name": name, "available": available}
        )

    def _material(self, file: RawFile, summary: ConversationSummary, progress: Progress) -> Material:
        overview = self._overview_now()
        steps = dict(zip(step_keys(overview.index.steps), overview.index.steps, strict=True))
        read: dict[int, JsonValue] = {}

        def read_message(number: int) -> JsonValue:
            if number not in read:
                progress.step(len(read), 0, "messages")
                step = steps[overview.table.messages[number].step]
                read.update(overview.table.read(file, step, number))
            return read[number]

        def read_output(request: int) -> list[JsonValue]:
            return read_output_parts(file, overview.index.steps[request])

        def read_edits(request: int) -> tuple[ProviderEdit, ...]:
            step = overview.index.steps[request]
            output, answer = (read_field_bytes(file, step, name) for name in ("output", "raw_response"))
            if not (may_tell_edits(output) or may_tell_edits(answer)):
                return ()
            return provider_edits(field_value(output), field_value(answer))

        records = [record for record in overview.records if record.conversation_id == summary.id]
        prompts: dict[int, Prompt] = {record.index: overview.prompts[record.index] for record in records}
        messages = overview.table.messages
        return Material(summary, records, prompts, messages, read_message, read_output, read_edits)
