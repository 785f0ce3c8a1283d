"""Figures as people read them, the same in the window, on the command line, in reports and findings.

Thin spaces between thousands and before units, percentages, money, durations. Only digits and
international units here; anything that needs a word is worded by the views.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

THIN_SPACE: Final = "\u202f"
"""Narrow no-break space between groups of three digits and before units."""

_BYTE_UNITS: Final = ("B", "kB", "MB", "GB", "TB")


UNKNOWN: Final = "–"
"""What stands for a figure that is not known."""


def group(value: float) -> str:
    """`1234567` → `1 234 567` with narrow no-break spaces, and a true minus."""
    return f"{value:,}".replace(",", THIN_SPACE).replace("-", "−")


def count(value: int | None) -> str:
    """The same; a dash when unknown."""
    return UNKNOWN if value is None else group(value)


def size(value: int | None) -> str:
    """`byte_size`; a dash when unknown."""
    return UNKNOWN if value is None else byte_size(value)


def share(value: float | None) -> str:
    """`percent`; a dash when unknown."""
    return UNKNOWN if value is None else percent(value)


def byte_size(size: int) -> str:
    """Bytes in units of 1 000, at most one decimal: `812 B`, `1.2 kB`, `477 MB`."""
    amount, unit = float(size), 0
    while amount >= 999.5 and unit < len(_BYTE_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    digits = f"{amount:.1f}" if unit and amount < 9.95 else f"{amount:.0f}"
    return f"{digits}{THIN_SPACE}{_BYTE_UNITS[unit]}"


def percent(ratio: float) -> str:
    """A ratio in percent, one decimal; never rounded up to a full 100 % or down to 0 %."""
    if ratio < 0:
        return f"−{percent(-ratio)}"
    if 0 < ratio < 0.001:
        return f"<{THIN_SPACE}0.1{THIN_SPACE}%"
    shown = min(ratio * 100, 99.9) if ratio < 1 else ratio * 100
    digits = f"{shown:.1f}".removesuffix(".0")
    return f"{digits}{THIN_SPACE}%"


def money(amount: float, currency: str) -> str:
    """An amount of money, four decimals as everywhere else in the product: `0.0241 USD`."""
    return f"{amount:.4f}{THIN_SPACE}{currency}"


def amounts(by_currency: Mapping[str, float]) -> str:
    """Money in several currencies: `0.0241 USD, 1.2000 CNY`; "" for none."""
    return ", ".join(money(amount, currency) for currency, amount in by_currency.items())


def change(before: int, after: int) -> str:
    """The relative change between two amounts with its sign: `−93 %`; "" when there is no base."""
    if before <= 0:
        return ""
    delta = round((after - before) * 100 / before)
    sign = "−" if delta < 0 else "+" if delta > 0 else "±"
    return f"{sign}{abs(delta)}{THIN_SPACE}%"


def duration(milliseconds: int) -> str:
    """`380 ms`, `11.4 s`, `2 min 05 s`, `1 h 03 min`."""
    if milliseconds < 1000:
        return f"{milliseconds}{THIN_SPACE}ms"
    seconds = milliseconds / 1000
    if seconds < 59.95:
        return f"{seconds:.1f}{THIN_SPACE}s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}{THIN_SPACE}min {rest:02d}{THIN_SPACE}s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}{THIN_SPACE}h {minutes:02d}{THIN_SPACE}min"


def clock(milliseconds: int) -> str:
    """Local time of day of a timestamp in ms since the epoch: `13:21:01`."""
    return datetime.fromtimestamp(milliseconds / 1000).strftime("%H:%M:%S")


def date_and_time(milliseconds: int) -> str:
    """Local date and time of a timestamp in ms since the epoch: `2026-08-15 13:21`."""
    return datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M")


def date_and_clock(milliseconds: int) -> str:
    """Local date and time to the second: `2026-08-15 13:21:01`."""
    return datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M:%S")
