"""Where shipped files lie: `resources/` in a checkout, `_resources/` inside the package of an installed wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent


def resource(*names: str) -> Path:
    """A shipped file or folder; whether it exists is the caller's business."""
    installed = _PACKAGE / "_resources"
    root = installed if installed.is_dir() else _PACKAGE.parent / "resources"
    return root.joinpath(*names)


def demo_capture() -> Path:
    """The bundled capture: four searches, a fold, four questions answered from what the fold kept."""
    return resource("demo", "web-search-recall", "generations.json")


def demo_database() -> Path:
    """The bundled conversation database: a research conversation with trimmed outputs and one durable fold."""
    return resource("demo", "research", "Data", "cherrystudio.sqlite")
