"""Taking secrets out of a whole report: every text in it, wherever it stands (FORMATS C)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from inspector.analysis.redaction import Redactor
from inspector.reports.model import Report


def redact_report(report: Report, redactor: Redactor) -> Report:
    """A report without secrets and with their count; as it is when the redactor is switched off."""
    if not redactor.enabled:
        return replace(report, redacted=None)
    clean = _redacted(report, redactor)
    assert isinstance(clean, Report)
    return replace(clean, redacted={kind.value: count for kind, count in redactor.counts().items()})


def _redacted(value: Any, redactor: Redactor) -> Any:
    if isinstance(value, Enum):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            name: new
            for name in (field.name for field in fields(value))
            if (new := _redacted(old := getattr(value, name), redactor)) is not old
        }
        return replace(value, **changed) if changed else value
    if isinstance(value, tuple):
        items = tuple(_redacted(item, redactor) for item in value)
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    return redactor.value(value) if isinstance(value, str | list | Mapping) else value
