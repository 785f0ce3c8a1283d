"""Where shipped files lie: `resources/` in a checkout, `_resources/` in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import inspector


@cache
def root() -> Path:
    """The folder of shipped files."""
    package = Path(inspector.__file__).parent
    installed = package / "_resources"
    return installed if installed.is_dir() else package.parent / "resources"


def resource(*names: str) -> Path:
    """One shipped file or folder."""
    return root().joinpath(*names)
