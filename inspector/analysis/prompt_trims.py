"""What the in-flight trim would do to each tool output of a capture's prompts (PIPELINE §5).

Prompts are recorded as they were sent, trimmed. Their markers are put back first where the blobs can be found; what
cannot be put back stays as recorded and is told as already trimmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.pipeline.in_flight_trim import InFlightOptions, trim_tool_results
from inspector.pipeline.json_memo import JsonMemo
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.tool_registry import ToolRegistry, built_in_registry
from inspector.pipeline.trim_record import TrimRecord
from inspector.replay.blob_ledger import BlobLedger
from inspector.replay.capture_session import capture_session
from inspector.replay.in_flight import LedgerStorage
from inspector.replay.session import PromptSession
from inspector.sources.base import Progress, Source


@dataclass(frozen=True, slots=True)
class SentPart:
    """One tool output of a prompt.

    Attributes:
        conversation_id, request, message, part: the first prompt it stands in, and where.
        tool_name, tool_call_id: "" when it has none.
        in_flight: one record per text looked at.
    """

    conversation_id: str
    request: int
    message: int
    part: int
    tool_name: str
    tool_call_id: str
    in_flight: tuple[TrimRecord, ...]


def prompt_sessions(source: Source, progress: Progress | None = None) -> Iterator[PromptSession]:
    """The conversations of a capture, with what was trimmed in their prompts put back."""
    for conversation in source.conversations():
        yield capture_session(source, conversation.id, progress)


def sent_parts(
    session: PromptSession,
    threshold: int,
    *,
    registry: ToolRegistry | None = None,
    folder: str | None = None,
) -> Iterator[SentPart]:
    """Every distinct tool output of a conversation's prompts, in the order in which they were first sent.

    Args:
        session: the conversation.
        threshold: UTF-16 units; texts longer than this are trimmed.
        registry: tools with codecs and exemptions; default: the application's own.
        folder: the blob folder that markers show; default: the one that recorded markers show, else none.
    """
    tools = registry or built_in_registry()
    options = InFlightOptions(budget=TrimBudget(threshold=threshold), per_tool=tools.policies())
    shown = session.defaults.data_path if folder is None else folder
    ledger, memo, seen = BlobLedger(shown.rstrip("/"), {}, names_by_content=True), JsonMemo(), set[int]()
    for request in session.requests:
        for at, message in enumerate(request.served):
            is_new = isinstance(message, dict) and message.get("role") == "tool" and id(message) not in seen
            if not is_new:
                continue
            seen.add(id(message))  # the session keeps its messages alive
            trimmed = trim_tool_results([message], options, LedgerStorage(ledger), json_memo=memo)
            by_part: dict[int, list[TrimRecord]] = {}
            for record in trimmed.records:
                by_part.setdefault(record.part, []).append(record)
            for part, records in by_part.items():
                yield SentPart(
                    session.conversation_id,
                    request.request_index,
                    at,
                    part,
                    records[0].tool_name,
                    records[0].tool_call_id,
                    tuple(records),
                )
