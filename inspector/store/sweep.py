"""The weekly sweep of files that no row knows (PIPELINE §7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from inspector.store.files import StoredFile

if TYPE_CHECKING:
    from inspector.store.blob_store import BlobStore

SWEEP_INTERVAL_MS: Final = 7 * 24 * 3_600_000
YOUNG_MS: Final = 5 * 60_000
"""A younger file may belong to a write whose row is about to come."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """What a sweep did or would do.

    Attributes:
        orphans: uuid-named files without a row, old enough.
        residue: drafts of writes that did not finish, old enough.
        spared: such files too young to tell.
        aborted: it would have taken more than half of the store's files, so it took none.
        removed: names of files that are gone.
    """

    orphans: tuple[str, ...]
    residue: tuple[str, ...]
    spared: tuple[str, ...]
    aborted: bool
    removed: tuple[str, ...] = ()


def sweep_due(last_sweep_ms: int | None, now_ms: int) -> bool:
    """Whether a week has passed since the last sweep; None = there was none."""
    return last_sweep_ms is None or now_ms - last_sweep_ms >= SWEEP_INTERVAL_MS


def plan_sweep(files: Iterable[StoredFile], known_ids: Collection[str], now_ms: int) -> Sweep:
    """What a sweep would take; files with other names are not the store's and are left alone."""
    files = [file for file in files if file.residue or file.entry_id is not None]
    loose = [file for file in files if file.residue or file.entry_id not in known_ids]
    old = [file for file in loose if now_ms - file.modified_at >= YOUNG_MS]
    return Sweep(
        orphans=_names(file for file in old if not file.residue),
        residue=_names(file for file in old if file.residue),
        spared=_names(file for file in loose if file not in old),
        aborted=len(old) * 2 > len(files),
    )


def sweep(store: BlobStore, now_ms: int) -> Sweep:
    """Remove what `plan_sweep` says, each after a last look whether it has got a row. Raises OSError."""
    files = {file.name: file for file in store.files.list()}
    # Rows are read after the files: a write that finishes in between has its row by then.
    plan = plan_sweep(files.values(), {entry.id for entry, _ in store.entries()}, now_ms)
    if plan.aborted:
        return plan
    removed = tuple(name for name in (*plan.orphans, *plan.residue) if _take(store, files[name]))
    return replace(plan, removed=removed)


def _take(store: BlobStore, file: StoredFile) -> bool:
    with store.begin() as transaction:
        if file.entry_id is not None and transaction.entry(file.entry_id) is not None:
            return False
        return store.files.remove(file.name)


def _names(files: Iterable[StoredFile]) -> tuple[str, ...]:
    return tuple(file.name for file in files)
