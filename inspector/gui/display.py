"""Whether a window can be opened at all, found out before Qt is asked: without a screen it ends the process."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping
from typing import Final

from inspector.model import Problem
from inspector.model.problems import register_templates

XCB_LIBRARIES: Final = {"libxcb-cursor.so.0": "libxcb-cursor0", "libxcb-icccm.so.4": "libxcb-icccm4"}
"""Libraries that Qt needs under X11 and a fresh Debian lacks, with the package that holds each."""

register_templates(
    {
        "no-display": (
            "There is no screen to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set. "
            "Without one, use the commands info, show and shot."
        ),
        "library-missing": (
            "The window needs {library}, which is not installed. Install it, on Debian and Ubuntu with: "
            "sudo apt install {package}"
        ),
    }
)


def require_display(environment: Mapping[str, str], *, platform: str = sys.platform) -> None:
    """Raise `Problem` when no window can be opened here; a platform the user chose is taken at their word."""
    if not platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return
    if environment.get("WAYLAND_DISPLAY"):
        return
    if not environment.get("DISPLAY"):
        raise Problem("no-display")
    for library, package in XCB_LIBRARIES.items():
        if not _is_installed(library):
            raise Problem("library-missing", {"library": library, "package": package})


def _is_installed(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
