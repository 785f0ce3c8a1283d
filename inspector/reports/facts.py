"""What a report says of itself: its source with a hash, the versions behind its figures, and the date."""

from __future__ import annotations

import hashlib
import platform
from datetime import datetime
from pathlib import Path
from typing import Final

from inspector import __version__
from inspector.analysis.cost.price_list import shipped_list
from inspector.analysis.prefix.rules import load_rules
from inspector.model.figures import group
from inspector.model.problems import Problem
from inspector.sources.base import Progress, Source
from inspector.sources.formats import format_of

_BLOCK: Final = 1024 * 1024


def facts_of(
    source: Source, progress: Progress, *, now: datetime | None = None
) -> tuple[tuple[str, str], ...]:
    """(name, text) pairs; the path is as it is, to be redacted like every other text. Raises `Problem`."""
    log = source.path.with_name(source.path.name + "-wal")
    facts = [
        ("Source", str(source.path.absolute())),
        ("Kind", format_of(source).label),
        ("Size", f"{group(source.size)} bytes"),
        ("SHA-256", file_hash(source.path, progress)),
    ]
    if log.is_file():
        facts.append(("SHA-256 of its write-ahead log", file_hash(log, progress)))
    made = (now or datetime.now().astimezone()).strftime("%Y-%m-%d %H:%M:%S %z")
    rules = max((rule.as_of for rule in load_rules().rules), default="")
    prices = shipped_list()
    return (
        *facts,
        ("Made", made),
        ("Made by", f"Context Inspector {__version__}, Python {platform.python_version()}"),
        ("Cache rules and prices", f"rules as of {rules}, prices by {prices.source} as of {prices.as_of}"),
    )


def file_hash(path: Path, progress: Progress) -> str:
    """SHA-256 of a file in hexadecimal, read block by block; raises `Problem("io-failed")`."""
    digest = hashlib.sha256()
    try:
        total, done = path.stat().st_size, 0
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
                done += len(block)
                progress.step(done, total, "hash")
    except OSError as error:
        raise Problem("io-failed", {"path": str(path), "found": error.strerror or str(error)}) from error
    return digest.hexdigest()
