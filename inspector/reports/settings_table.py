"""The settings of a report: those that differ from the session's own first, then from the defaults, then the rest."""

from __future__ import annotations

from typing import Final

from inspector.model.setting_spec import SettingKind, value_text
from inspector.model.settings import RULES_PREFIX, SETTINGS, ReplaySettings
from inspector.reports.tables import Column, Table, Value

_COLUMNS: Final = (
    Column("setting", "setting"),
    Column("value", "value"),
    Column("own", "session's own"),
    Column("default", "default"),
    Column("unit", "unit"),
    Column("changed", "changed from"),
)


def settings_table(settings: ReplaySettings, own: ReplaySettings) -> tuple[Table, int]:
    """The table, and how many settings differ from the session's own."""
    rows = [row for spec in SETTINGS for row in _rows(spec.name, settings, own)]
    rows.sort(key=_rank)
    changed = sum(row[1] != row[2] for row in rows)
    return Table("Settings", _COLUMNS, tuple(rows)), changed


def _rows(name: str, settings: ReplaySettings, own: ReplaySettings) -> list[tuple[Value, ...]]:
    spec = next(found for found in SETTINGS if found.name == name)
    three = [getattr(one, name) for one in (settings, own, ReplaySettings())]
    if spec.kind is not SettingKind.TOOL_RULES:
        return [_row(name, [value_text(value) for value in three], spec.unit)]
    rules = [{rule.tool: rule.text for rule in one} for one in three]
    tools = sorted({tool for one in rules for tool in one})
    return [
        _row(f"{RULES_PREFIX}{tool}", [one.get(tool, "as any tool") for one in rules], "") for tool in tools
    ]


def _row(name: str, values: list[str], unit: str) -> tuple[Value, ...]:
    value, own, default = values
    changed = "the session's own" if value != own else "the default" if value != default else ""
    return name, value, own, default, unit, changed


def _rank(row: tuple[Value, ...]) -> int:
    return 0 if row[1] != row[2] else 1 if row[1] != row[3] else 2
