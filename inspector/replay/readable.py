"""What the model may read back in a request, and the texts behind it (PIPELINE §8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from inspector.pipeline.compaction.retained import RetainedContext
from inspector.replay.blob_ledger import BlobLedger
from inspector.replay.probes import texts_of
from inspector.replay.result import Readable
from inspector.replay.session import ReadText
from inspector.wire import JsonValue


def readable_of(retained: RetainedContext, offloaded: Iterable[str]) -> Readable:
    """Attachments and archived outputs of the path, and what this turn offloaded itself."""
    paths = dict.fromkeys(retained.paths)
    paths.update(dict.fromkeys(offloaded))
    return Readable(files=tuple(retained.handles), outputs=tuple(paths))


def still_named(readable: Readable, prompt: Iterable[JsonValue]) -> Readable:
    """What a prompt still names, in a marker, a manifest or a summary: a right nobody knows of cannot be used."""
    text = "\n".join(piece for message in prompt for piece in texts_of(message))
    return Readable(
        files=tuple(name for name in readable.files if name in text),
        outputs=tuple(path for path in readable.outputs if path in text),
    )


def texts_behind(
    retained: RetainedContext, readable: Readable, ledger: BlobLedger, read: ReadText
) -> dict[str, Callable[[], str | None]]:
    """Readers of everything readable, by handle or path."""
    behind: dict[str, Callable[[], str | None]] = {
        file.handle: partial(read, file.entry_id) for file in retained.files if file.handle in readable.files
    }
    for path in readable.outputs:
        behind[path] = partial(_text_at, path, ledger, read)
    return behind


def _text_at(path: str, ledger: BlobLedger, read: ReadText) -> str | None:
    text = ledger.text_at(path)
    return read(path.rsplit("/", 1)[-1].removesuffix(".txt")) if text is None else text
