"""The tabs of the panel at the bottom, by name."""

from __future__ import annotations

from enum import StrEnum


class DockId(StrEnum):
    """Names of the tabs, as workspaces keep them."""

    REPLAY = "replay"
    FINDINGS = "findings"
    CACHE = "cache"
    PROBES = "probes"
    SWEEP = "sweep"
