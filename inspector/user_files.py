"""Where a user's own files lie: settings, rules, prices, detectors, kept summaries."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import platformdirs

_NAME: Final = "context-inspector"


def config_path(name: str) -> Path:
    """A file or folder among the user's settings; whether it exists is the caller's business."""
    return Path(platformdirs.user_config_dir(_NAME, appauthor=False)) / name


def cache_path(name: str) -> Path:
    """A file or folder of what can be made again."""
    return Path(platformdirs.user_cache_dir(_NAME, appauthor=False)) / name
