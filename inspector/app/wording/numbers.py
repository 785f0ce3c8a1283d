"""Figures as the window shows them: as everywhere, see `inspector.model.figures`."""

from __future__ import annotations

from inspector.model.figures import (
    THIN_SPACE,
    byte_size,
    change,
    clock,
    date_and_clock,
    date_and_time,
    duration,
    group,
    money,
    percent,
)

__all__ = [
    "THIN_SPACE",
    "byte_size",
    "change",
    "clock",
    "date_and_clock",
    "date_and_time",
    "duration",
    "group",
    "money",
    "percent",
]
