"""Words of the inspector that several pages need."""

from __future__ import annotations

from inspector.analysis.prompt_view import Section, SectionKind
from inspector.app.i18n import translate
from inspector.app.timeline.request_place import RequestPlace
from inspector.app.wording import numbers, units
from inspector.app.wording.timeline import DOT, role
from inspector.model import Role


def unknown() -> str:
    """For a figure nobody reported; never 0."""
    return translate("Inspector", "unknown")


def figure(value: int | None) -> str:
    """A number with grouped digits, or that it is unknown."""
    return unknown() if value is None else numbers.group(value)


def speaker(name: str) -> str:
    """A recorded role in words; an unknown one as it was recorded."""
    return role(Role(name)) if name in Role._value2member_map_ else name


def section_kind(kind: SectionKind) -> str:
    """What a section is; "" for plain text, which needs no word."""
    return {
        SectionKind.TEXT: "",
        SectionKind.REASONING: translate("Inspector", "reasoning"),
        SectionKind.TOOL_CALL: translate("Inspector", "tool call"),
        SectionKind.TOOL_RESULT: translate("Inspector", "tool result"),
        SectionKind.TOOL_ERROR: translate("Inspector", "tool error"),
        SectionKind.FILE: translate("Inspector", "file"),
        SectionKind.TOOL: translate("Inspector", "tool"),
        SectionKind.DAMAGED: translate("Inspector", "stored text, damaged"),
        SectionKind.NOT_SENT: translate("Inspector", "recorded, not sent"),
        SectionKind.NOT_RECORDED: translate("Inspector", "sent, not recorded"),
        SectionKind.OTHER: translate("Inspector", "part"),
    }[kind]


def section_title(section: Section, *, sizes: bool = True) -> str:
    """`Assistant · tool call web_search · 1 203 chars · ≈ 310 tok`."""
    kind = " ".join(word for word in (section_kind(section.kind), section.label) if word)
    state = translate("Inspector", "unfinished") if section.unfinished else ""
    pieces = [speaker(section.role) if section.role else "", kind, state]
    if sizes:
        pieces += [units.chars(section.chars), units.estimated_tokens(section.tokens)]
    return DOT.join(piece for piece in pieces if piece)


def request_name(place: RequestPlace) -> str:
    """`18 of 24`: a request among those of its conversation."""
    return translate("Inspector", "{0} of {1}").format(numbers.group(place.number), numbers.group(place.of))
