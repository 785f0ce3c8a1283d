"""Which tool parts are look-ups and what they found, from full outputs and from skeletons alike (PIPELINE §16)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from inspector.model.envelope import DEFERRED_KEY, ENVELOPE_KEY, EnvelopeShape
from inspector.model.part import Part, ToolPart, ToolState
from inspector.wire.values import JsonValue

_WEB: Final = frozenset({"web_search", "web_fetch"})
_KNOWLEDGE_LIST: Final = "kb_search"
_KNOWLEDGE_ENTRY: Final = "kb_read"
_LOOKUPS: Final = _WEB | {_KNOWLEDGE_LIST, _KNOWLEDGE_ENTRY}
_INVOKER: Final = "tool_invoke"
_SERVER: Final = "cherry-tools"
_SERVER_TOOL: Final = re.compile(r"mcp__cherry-tools__(\w+)\Z", re.ASCII)
_SNIPPET_JOINER: Final = " … "


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a look-up found.

    Attributes:
        id: what `[cite:id]` names.
        title, content: as found; content of a skeleton is its snippet.
        url: of web findings; "" may occur. None for knowledge bases.
        source: (base id, concept id) of knowledge-base findings.
    """

    id: str
    title: str
    content: str
    url: str | None = None
    source: tuple[str | None, str | None] | None = None


def lookup_findings(parts: Iterable[Part]) -> list[list[Finding]]:
    """What each finished look-up of a message found, in order; look-ups that found nothing are left out.

    One invalid item voids its whole call.
    """
    found = (_findings(part) for part in parts if isinstance(part, ToolPart))
    return [findings for findings in found if findings]


def _findings(part: ToolPart) -> list[Finding]:
    if part.state is not ToolState.OUTPUT_AVAILABLE:
        return []
    name = _lookup_name(part)
    if name is None:
        return []
    output = _content(_visible(part.output))
    if name == _KNOWLEDGE_ENTRY:
        entry = _knowledge_entry(output)
        return [] if entry is None else [entry]
    read = _web_item if name in _WEB else _knowledge_item
    items = [read(item) for item in output] if isinstance(output, list) else []
    return [] if None in items else [item for item in items if item is not None]


def _lookup_name(part: ToolPart) -> str | None:
    if not part.dynamic:
        name = part.tool_name
        if name == _INVOKER:
            name = _text(part.input, "name")
        return name if name in _LOOKUPS else None
    match = _SERVER_TOOL.match(part.tool_name or "")
    name = match[1] if match else part.tool_name if _from_server(part) else None
    return name if name in _LOOKUPS else None


def _from_server(part: ToolPart) -> bool:
    """Whether the output's or the part's metadata name the application's own tool server."""
    tool = _member(_member(_member(part.raw, "providerMetadata"), "cherry"), "tool")
    places = (_member(part.output, "metadata"), tool)
    return any(_text(place, key) == _SERVER for place in places for key in ("serverId", "serverName"))


def _visible(output: JsonValue) -> JsonValue:
    """The output itself, or the skeleton that an envelope or a deferred output shows of it."""
    if not isinstance(output, dict):
        return output
    if ENVELOPE_KEY in output:
        body = output[ENVELOPE_KEY]
        return _member(body, "skeleton") if _text(body, "shape") == EnvelopeShape.ENTITIES else None
    return output.get("skeleton") if DEFERRED_KEY in output else output


def _content(output: JsonValue) -> JsonValue:
    """What a tool server wraps as `{content, metadata}`; a knowledge entry's own `content` is a string and stays."""
    content = _member(output, "content")
    return content if isinstance(content, dict | list) else output


def _web_item(item: JsonValue) -> Finding | None:
    identity = _id(item)
    title, url, content = (_text(item, key) for key in ("title", "url", "content"))
    if identity is None or title is None or url is None or content is None:
        return None
    return Finding(identity, title, content, url=url)


def _knowledge_item(item: JsonValue) -> Finding | None:
    identity = _id(item)
    title, content = _text(item, "title"), _text(item, "content")
    if identity is None or title is None or content is None:
        return None
    return Finding(identity, title, content, source=_source(item))


def _knowledge_entry(entry: JsonValue) -> Finding | None:
    """A page of a document, or the snippets that matched in it."""
    identity, title = _text(entry, "id"), _text(entry, "title")
    content = _text(entry, "content")
    if content is None:
        matches = _member(entry, "matches")
        snippets = [_text(match, "snippet") for match in matches] if isinstance(matches, list) else []
        content = _SNIPPET_JOINER.join(snippet or "" for snippet in snippets) if snippets else None
    if identity is None or title is None or content is None:
        return None
    return Finding(identity, title, content, source=_source(entry))


def _source(item: JsonValue) -> tuple[str | None, str | None]:
    return _text(item, "baseId"), _text(item, "conceptId")


def _id(item: JsonValue) -> str | None:
    identity = _member(item, "id")
    if isinstance(identity, bool):
        return None
    return str(identity) if isinstance(identity, str | int) else None


def _member(value: JsonValue, key: str) -> JsonValue:
    return value.get(key) if isinstance(value, dict) else None


def _text(value: JsonValue, key: str) -> str | None:
    member = _member(value, key)
    return member if isinstance(member, str) else None
