"""What the index keeps of a transcript line; its text is read again when it is looked at (SOURCES A)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from sys import intern
from typing import Final

from inspector.sources.json_lines import LineFile, Place
from inspector.wire.reading import as_list, text_member
from inspector.wire.values import JsonValue

CONVERSATION: Final = frozenset({"user", "assistant", "system", "attachment"})
KNOWN: Final = CONVERSATION | {
    "summary",
    "file-history-snapshot",
    "queue-operation",
    "progress",
    "custom-title",
    "ai-title",
    "agent-name",
    "mode",
    "permission-mode",
    "last-prompt",
    "pr-link",
    "worktree-state",
    "relocated",
}
COMPACT: Final = "compact_boundary"
MICROCOMPACT: Final = "microcompact_boundary"
SYNTHETIC: Final = "<synthetic>"


@dataclass(slots=True, eq=False)
class Line:
    """One line that has a place in the tree.

    Attributes:
        file, place: where it lies.
        type, subtype: as recorded.
        uuid, parent: its place in the tree; "" = none.
        at: ms since epoch; None = unknown.
        agent: id of the subagent it belongs to; "" = the session itself.
        response: what the lines of one answer of the model share; "" for others.
        model: of an answer.
        usage: the account of an answer, as recorded.
        calls, results: ids of tool calls made and tool results held.
        meta, summary, failed: `isMeta`, the summary behind a fold, an answer that never reached the model.
        data: metadata of a boundary.
        version: of the program that wrote it.
    """

    file: LineFile
    place: Place
    type: str
    subtype: str
    uuid: str
    parent: str
    at: int | None
    agent: str = ""
    response: str = ""
    model: str = ""
    usage: JsonValue = None
    calls: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    meta: bool = False
    summary: bool = False
    failed: bool = False
    data: JsonValue = None
    version: str = ""

    @property
    def is_boundary(self) -> bool:
        """Whether a fold stands here."""
        return self.subtype == COMPACT

    @property
    def is_prompt(self) -> bool:
        """Whether a person (or a command) speaks, and not a tool."""
        return self.type == "user" and not self.results


def line_of(file: LineFile, place: Place, record: dict[str, JsonValue]) -> Line | None:
    """The index entry of a record; None when it has no place in the tree."""
    uuid = text_member(record, "uuid")
    if not uuid:
        return None
    kind = intern(text_member(record, "type"))
    parent = text_member(record, "parentUuid")
    subtype = text_member(record, "subtype")
    line = Line(file, place, kind, intern(subtype), uuid, parent, moment(record.get("timestamp")))
    if record.get("isSidechain") is True:
        line.agent = text_member(record, "agentId") or "?"
    if kind == "assistant":
        _answer(line, record)
    elif kind == "user":
        line.meta = record.get("isMeta") is True
        line.summary = record.get("isCompactSummary") is True
        line.results = _ids(record.get("message"), "tool_result", "tool_use_id")
        result = record.get("toolUseResult")
        if isinstance(result, dict) and isinstance(result.get("agentId"), str):
            line.data = {"agent": result["agentId"]}
    elif kind == "system":
        line.data = record.get("compactMetadata") or record.get("microcompactMetadata")
        if subtype == COMPACT:
            logical = text_member(record, "logicalParentUuid")
            line.data = (
                {**line.data, "logical": logical} if isinstance(line.data, dict) else {"logical": logical}
            )
    line.version = intern(text_member(record, "version"))
    return line


def _answer(line: Line, record: dict[str, JsonValue]) -> None:
    message = record.get("message")
    if not isinstance(message, dict):
        return
    line.model = intern(text_member(message, "model"))
    line.failed = line.model == SYNTHETIC or record.get("isApiErrorMessage") is True
    line.response = text_member(record, "requestId") or text_member(message, "id") or line.uuid
    line.usage = message.get("usage")
    line.calls = _ids(message, "tool_use", "id")


def _ids(message: JsonValue, kind: str, name: str) -> tuple[str, ...]:
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return ()
    return tuple(text_member(block, name) for block in as_list(content) if text_member(block, "type") == kind)


def moment(value: JsonValue) -> int | None:
    """An ISO time as ms since epoch; None when it is none."""
    if not isinstance(value, str):
        return None
    try:
        return round(datetime.fromisoformat(value).timestamp() * 1000)
    except ValueError:
        return None
