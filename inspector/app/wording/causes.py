"""Causes of a broken prefix in the language of the window; the English texts are those of the engine."""

from __future__ import annotations

from inspector.analysis.prefix.causes import CAUSES, Cause
from inspector.app.i18n import translate


def title(cause: Cause) -> str:
    """A few words."""
    return translate("Causes", CAUSES[cause.id].title)


def detail(cause: Cause) -> str:
    """A sentence with its figures filled in, and what else is known."""
    remarks = (translate("Causes", remark.template).format_map(remark.arguments) for remark in cause.remarks)
    return " ".join((_filled(cause.template, cause), *remarks))


def remedy(cause: Cause) -> str:
    """What to do about it; "" when nothing is wrong."""
    return _filled(CAUSES[cause.id].remedy, cause)


def breaks(cause: Cause) -> bool:
    """Whether it costs cached tokens."""
    return CAUSES[cause.id].breaks


def _filled(text: str, cause: Cause) -> str:
    return (
        translate("Causes", text).format_map({"where": cause.where, **(cause.arguments or {})})
        if text
        else ""
    )
