"""What a provider's refusal says of tools: which declaration it means, and which property in it.

HTTP errors leave everything but the error itself unrecorded, so the places a provider names (indexes, contexts,
paths of its own) are resolved against the tools as the SDK declared them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.schema_checks import subschemas
from inspector.analysis.findings.tool_declarations import Declaration
from inspector.wire import JsonValue

_ABOUT_TOOLS: Final = re.compile(
    r"tool|function|schema|parameter|propert|declaration|payload|bad request|\b400\b|INVALID_ARGUMENT|invalid",
    re.IGNORECASE,
)
_ABOUT_OTHERS: Final = re.compile(
    r"overloaded|rate.?limit|quota|api.?key|unauthori[sz]ed|forbidden|billing|credit|timed? ?out"
    r"|server (?:had an )?error|too (?:long|large|many tokens)|context (?:length|window)"
    r"|`?tool_(?:use|result|call)s?\b|tool_call_id",
    re.IGNORECASE,
)

_GEMINI: Final = re.compile(
    r"tools\[\d{1,4}\]\.function_?[dD]eclarations\[(?P<index>\d{1,4})\](?P<path>[\w.\[\]$@ -]*?)(?=['\"]?(?::|\s|$|\())"
)
_BY_NAME: Final = re.compile(
    r"[Ii]nvalid schema for function '(?P<name>[^']{1,200})'(?:: In context=(?P<context>\([^()]*\)))?"
)
_BY_INDEX: Final = re.compile(
    r"\btools(?:\[(?P<bracket>\d{1,4})\]|\.(?P<dot>\d{1,4}))\.(?P<path>[\w.\[\]]{1,300})"
)
_AT_PATH: Final = re.compile(r"At path '(?P<path>[^']{1,300})'")
_NAMED: Final = re.compile(r"(?:[Ff]unction|[Tt]ool)(?: name)?:? ['\"`](?P<name>[\w.:-]{1,128})['\"`]")
_CONTEXT_ITEM: Final = re.compile(r"'([^']*)'|(\d+)")
_STEP: Final = re.compile(r"\.?([\w$-]+)|\[(\d{1,4})\]|\[([^\]]{1,100})\]")


@dataclass(frozen=True, slots=True)
class Refused:
    """A place that a refusal names.

    Attributes:
        tool: the declaration.
        path: below its schema (`.properties.query`); "" = the tool as a whole.
        reason: the provider's own words, on one line.
    """

    tool: Declaration
    path: str
    reason: str


def is_about_tools(error: str) -> bool:
    """Whether a refusal may be due to the tools: other causes say so in so many words."""
    return bool(_ABOUT_TOOLS.search(error)) and not _ABOUT_OTHERS.search(error)


def refused_places(error: str, tools: Sequence[Declaration]) -> Iterator[Refused]:
    """Every place that an error names, resolved; nothing when it names none."""
    found = list(_gemini(error, tools)) or list(_by_name(error, tools)) or list(_by_index(error, tools))
    yield from found or _by_path(error, tools) or _named(error, tools)


def _gemini(error: str, tools: Sequence[Declaration]) -> Iterator[Refused]:
    for match in _GEMINI.finditer(error):
        number = int(match["index"])
        if number < len(tools):
            tool = tools[number]
            yield Refused(tool, _resolved(tool.schema, match["path"]), _sentence(error, match))


def _by_name(error: str, tools: Sequence[Declaration]) -> Iterator[Refused]:
    for match in _BY_NAME.finditer(error):
        for tool in tools:
            if tool.name == match["name"]:
                steps = [name or number for name, number in _CONTEXT_ITEM.findall(match["context"] or "")]
                path = "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in steps)
                yield Refused(tool, path, _sentence(error, match))
                break


def _by_index(error: str, tools: Sequence[Declaration]) -> Iterator[Refused]:
    for match in _BY_INDEX.finditer(error):
        number = int(match["bracket"] or match["dot"])
        tool = next((tool for tool in tools if tool.index == number), None)
        if tool is not None:
            _, _, below = match["path"].partition("input_schema")
            yield Refused(tool, _resolved(tool.schema, below) if below else "", _sentence(error, match))


def _by_path(error: str, tools: Sequence[Declaration]) -> list[Refused]:
    """A path without a tool: the tools whose schema has it."""
    match = _AT_PATH.search(error)
    if match is None:
        return []
    wanted = "." + re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", match["path"])
    reason = _sentence(error, match)
    return [Refused(tool, wanted, reason) for tool in tools if _has_path(tool.schema, wanted)]


def _named(error: str, tools: Sequence[Declaration]) -> list[Refused]:
    names = {match["name"] for match in _NAMED.finditer(error)}
    return [Refused(tool, "", " ".join(error.split())) for tool in tools if tool.name in names]


def _has_path(schema: JsonValue, wanted: str) -> bool:
    """A path of the schema, or of a keyword of one of its nodes."""
    paths = dict(subschemas(schema))
    stem, _, keyword = wanted.rpartition(".")
    return wanted in paths or keyword in paths.get(stem, {})


def _resolved(schema: JsonValue, path: str) -> str:
    """A provider's path as ours: its properties may be counted, and its words have underscores."""
    node, found, keyed = schema, "", ""
    for name, number, key in _STEP.findall(path):
        if name in ("parameters", "value", "function", "custom"):
            continue
        if keyed == "properties" and (number or key):
            members = list(node) if isinstance(node, dict) else []
            chosen = key or (members[int(number)] if int(number) < len(members) else number)
            found, node, keyed = f"{found}.{chosen}", _member(node, chosen), ""
        elif number:
            found, node, keyed = f"{found}[{number}]", _item(node, int(number)), ""
        elif name or key:
            keyed = {"any_of": "anyOf", "one_of": "oneOf", "all_of": "allOf"}.get(name or key, name or key)
            found, node = f"{found}.{keyed}", _member(node, keyed)
    return found


def _member(node: JsonValue, name: str) -> JsonValue:
    return node.get(name) if isinstance(node, dict) else None


def _item(node: JsonValue, number: int) -> JsonValue:
    return node[number] if isinstance(node, list) and number < len(node) else None


def _sentence(error: str, match: re.Match[str]) -> str:
    """The line of the error that the match stands in."""
    start = error.rfind("\n", 0, match.start()) + 1
    return " ".join(error[start:].split("\n")[0].split())
