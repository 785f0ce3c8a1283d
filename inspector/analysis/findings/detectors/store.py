"""store: blobs that are missing, changed or not ours, and what a collection would take (PIPELINE §7)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.subject import SourceSubject, request_place
from inspector.analysis.inventory.gc import collection_plan, gc_verdicts
from inspector.model.blob import BlobState
from inspector.model.envelope import BlobRef
from inspector.sources.row_store import RowStore
from inspector.store.sweep import SWEEP_INTERVAL_MS
from inspector.store.verdict import GRACE_MS, GcVerdict
from inspector.store.verification import Flaw, FlawKind, verify_source


def find(subject: SourceSubject) -> Iterator[Finding]:
    """Flaws of envelopes and blobs, then rows and files that nothing holds together."""
    database = subject.database
    if database is None:
        yield from _captured_blobs(subject)
        return
    yield from _flaws(subject, database)
    yield from _loose_refs(database)
    yield from _collectable(subject, database)


def _flaws(subject: SourceSubject, database: RowStore) -> Iterator[Finding]:
    topic_of = {row.id: row.topic_id for row in (*database.rows(), *database.session_rows())}
    for flaw in verify_source(database, subject.progress).flaws:
        if flaw.kind is not FlawKind.NO_FOLDER:
            yield _flaw(flaw, topic_of.get(flaw.message_id or ""))


def _flaw(flaw: Flaw, topic: str | None) -> Finding:
    return DETECTOR.finding(
        flaw.kind.value,
        where=Where(topic=topic, message_id=flaw.message_id),
        severity=Severity.WARNING if flaw.kind is FlawKind.REFUSED else Severity.ERROR,
        path=flaw.key,
        data={"entry": flaw.entry_id, "tool": flaw.tool_name, "key": flaw.key, "detail": flaw.detail},
        entry=flaw.entry_id or "(none)",
        tool=flaw.tool_name or "an unreferenced entry",
        detail=flaw.detail or "no detail",
    )


def _loose_refs(database: RowStore) -> Iterator[Finding]:
    entries = {entry.id for entry in database.file_entries()}
    for ref in database.file_refs():
        if ref.entry_id not in entries:
            yield DETECTOR.finding(
                "dangling-ref",
                where=Where(message_id=ref.source_id),
                severity=Severity.WARNING,
                data={"table": ref.table, "ref": ref.id, "entry": ref.entry_id},
                table=ref.table,
                entry=ref.entry_id,
            )


def _collectable(subject: SourceSubject, database: RowStore) -> Iterator[Finding]:
    plan = collection_plan(database, subject.circumstances.now_ms)
    if plan.collectable:
        yield DETECTOR.finding(
            "collectable",
            where=Where(),
            severity=Severity.INFO,
            data={
                "entries": [
                    {"id": entry.id, "size": entry.size, "collectable_since": _since(entry.created_at)}
                    for entry in plan.collectable
                ],
                "bytes": plan.bytes_collectable,
                "in_grace": _in_grace(database, subject.circumstances.now_ms),
                "verdicts": plan.verdicts,
            },
            count=len(plan.collectable),
            bytes=plan.bytes_collectable,
            since=_since(plan.collectable[0].created_at) or "always",
        )
    sweep = plan.sweep
    loose = () if sweep is None else (*sweep.orphans, *sweep.residue)
    if sweep is not None and loose:
        yield DETECTOR.finding(
            "orphans-kept" if sweep.aborted else "orphans",
            where=Where(),
            severity=Severity.INFO,
            data={"orphans": list(sweep.orphans), "residue": list(sweep.residue), "aborted": sweep.aborted},
            count=len(loose),
            names=", ".join(loose[:3]) + ("…" if len(loose) > 3 else ""),
            days=SWEEP_INTERVAL_MS // 86_400_000,
        )


def _in_grace(database: RowStore, now_ms: int) -> list[dict[str, object]]:
    """Entries without a reference that are too young yet, and when that ends."""
    entries = database.file_entries()
    verdicts = gc_verdicts(entries, database.file_refs(), now_ms)
    return [
        {"id": entry.id, "size": entry.size, "collectable_since": _since(entry.created_at)}
        for entry in entries
        if verdicts[entry.id] is GcVerdict.KEEP_GRACE
    ]


def _since(created_at: int | None) -> str | None:
    """When the grace of an unreferenced entry ended."""
    if created_at is None:
        return None
    return datetime.fromtimestamp((created_at + GRACE_MS) / 1000, UTC).isoformat(timespec="seconds")


def _captured_blobs(subject: SourceSubject) -> Iterator[Finding]:
    """Blobs beside a capture whose name, a hash of their text, does not fit."""
    seen: set[str] = set()
    for summary in subject.summaries:
        for facts in subject.facts(summary.id):
            for marker in (marker for result in facts.results for marker in result.markers):
                if marker.vfs_filename in seen:
                    continue
                seen.add(marker.vfs_filename)
                ref = BlobRef("", "", marker.vfs_filename, "", "", marker.chars, marker.lines)
                blob = subject.source.blob(ref)
                if blob.state in (BlobState.HASH_DIFFERS, BlobState.SIZE_DIFFERS):
                    yield DETECTOR.finding(
                        blob.state.value,
                        where=request_place(facts.record),
                        data={"name": marker.vfs_filename, "found": blob.found_hash, "path": blob.path},
                        entry=marker.vfs_filename,
                        tool="a marker",
                        detail=f"{blob.found_hash} instead of {blob.expected_hash}",
                    )


_RESTORE = "Restore the file from a backup; a blob is the only copy of its text."

DETECTOR = Detector(
    id="store",
    title="Blob store",
    severity=Severity.ERROR,
    meaning="What messages refer to and what lies in the store do not fit together.",
    remedy="Restore lost blobs from a backup before a collection or a sweep takes more.",
    wordings={
        "missing-entry": Wording(
            message="{tool}: the file entry {entry} does not exist",
            explanation="The envelope points to an entry that was deleted; its marker shows no path.",
            remedy="Restore the row; the file may still lie in the folder until the weekly sweep.",
        ),
        "refused": Wording(
            message="{tool}: the entry {entry} is no blob of this store and is refused",
            explanation="Only internal .txt entries that are deleted when unreferenced are read: anything else could "
            "be any file of the machine.",
            remedy="Find out who wrote the envelope; the application itself does not make such ones.",
        ),
        "missing-file": Wording(
            message="{tool}: the file of entry {entry} is missing",
            explanation="The text is gone.",
            remedy=_RESTORE,
        ),
        "size-differs": Wording(
            message="{tool}: the file of entry {entry} has another size: {detail}",
            explanation="The blob was cut or overwritten.",
            remedy=_RESTORE,
        ),
        "hash-differs": Wording(
            message="{tool}: the file of entry {entry} has other bytes: {detail}",
            explanation="The blob was changed after it was stored.",
            remedy=_RESTORE,
        ),
        "malformed": Wording(
            message="{tool}: the envelope cannot be read",
            explanation="Required members are missing or of the wrong type; the output shows as raw JSON.",
            remedy="Look at the stored part; nothing can be rendered from it.",
        ),
        "other-text": Wording(
            message="{tool}: the entry {entry} is whole but not the text of its envelope: {detail}",
            explanation="The model would read another text than the excerpt shows.",
            remedy="Find the entry whose hash fits, or restore it.",
        ),
        "untied": Wording(
            message="{tool}: no reference ties the blob {entry} to its message, so a collection takes it",
            explanation="An envelope still points to it, but only rows of the reference tables protect a blob.",
            remedy="Add the reference before the next collection runs.",
        ),
        "dangling-ref": Wording(
            message="a row of {table} refers to the file entry {entry}, which does not exist",
            explanation="The reference protects nothing.",
            remedy="Harmless by itself; look for the envelope or attachment that lost its entry.",
        ),
        "collectable": Wording(
            message="entries that nothing refers to: {count} ({bytes} bytes); the next collection takes them "
            "(the oldest since {since})",
            explanation="Entries without a reference go one hour after they were made, at most 100 a pass.",
            remedy="Nothing, unless one of them is still needed.",
        ),
        "orphans": Wording(
            message="files without a row in the blob folder: {count} ({names})",
            explanation="The sweep, every {days} days, removes them.",
            remedy="Nothing, unless one of them is the only copy of a lost entry.",
        ),
        "orphans-kept": Wording(
            message="files without a row in the blob folder: {count}, more than the sweep dares to remove ({names})",
            explanation="A sweep that would take more than half of the files takes none.",
            remedy="Check that the database and the folder belong together.",
        ),
    },
    source=find,
)
