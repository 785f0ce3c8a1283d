"""Which detectors there are: the built-in ones as data, the user's folder, and published entry points.

A custom detector that cannot be loaded does not stop the others: it becomes a detector that reports itself.
"""

from __future__ import annotations

import importlib.util
import traceback
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from inspector.analysis.findings.broken import broken_detector
from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Wording
from inspector.user_files import config_path

BUILT_IN: Final = (
    "tool_schema",
    "broken_history",
    "request_failed",
    "over_window",
    "finish_reason",
    "tool_errors",
    "first_message_not_user",
    "lost_readback",
    "store",
    "skeleton_damaged",
    "marker_in_marker",
    "cross_lane_drift",
    "dangling_citation",
    "citation_lost",
    "summary_empty",
    "summary_leaked",
    "premature_fold",
    "compaction_no_gain",
    "compaction_thrash",
    "refold_cost",
    "cache_loss",
    "cache_collapse",
    "tool_drift",
    "volatile_prefix",
    "mark_too_early",
    "dead_tools",
    "flood",
    "echo_bloat",
    "huge_row",
    "aborted",
    "unreadable",
    "trace",
    "window_unknown",
    "nan_settings",
    "secrets",
)
"""Module names below `inspector.analysis.findings.detectors`, in the order findings are looked for."""

ENTRY_POINTS: Final = "context_inspector.detectors"
"""Each entry point names a `Detector`, or a module with a `DETECTOR`."""


@lru_cache(maxsize=1)
def built_in_detectors() -> tuple[Detector, ...]:
    """The detectors of the program."""
    package = "inspector.analysis.findings.detectors"
    return tuple(import_module(f"{package}.{name}").DETECTOR for name in BUILT_IN)


def user_detectors_path() -> Path:
    """Where a user's own detectors are looked for: one .py file each."""
    return config_path("detectors")


@lru_cache(maxsize=8)
def all_detectors(folder: Path | None = None) -> tuple[Detector, ...]:
    """Built-in detectors, then those of the folder (default: the user's) and of entry points; loaded once a run."""
    chosen = user_detectors_path() if folder is None else folder
    return (*built_in_detectors(), *_from_folder(chosen), *_from_entry_points())


def all_templates(folder: Path | None = None) -> dict[str, Wording]:
    """Every wording by `Finding.template_id`, for translation."""
    return {key: text for detector in all_detectors(folder) for key, text in detector.templates().items()}


def _from_folder(folder: Path) -> Iterator[Detector]:
    for path in sorted(folder.glob("*.py")) if folder.is_dir() else ():
        yield _loaded(str(path), lambda path=path: _module_detector(path))


def _from_entry_points() -> Iterator[Detector]:
    for point in entry_points(group=ENTRY_POINTS):
        yield _loaded(point.value, point.load)


def _module_detector(path: Path) -> object:
    spec = importlib.util.spec_from_file_location(f"context_inspector_detector_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError("no Python module")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _loaded(name: str, load: object) -> Detector:
    try:
        assert callable(load)
        found = load()
        detector = getattr(found, "DETECTOR", found)
        if not isinstance(detector, Detector):
            raise TypeError(f"expected a Detector called DETECTOR, found {type(detector).__name__}")
    except Exception as error:  # noqa: BLE001 - it is somebody else's code: whatever it raises is its finding
        return broken_detector(name, "".join(traceback.format_exception_only(error)).strip())
    return detector


DETECTORS: Final = built_in_detectors()
"""The built-in detectors; `all_detectors` adds the user's, whose code runs only when somebody asks."""
