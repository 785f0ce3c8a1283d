"""The fields of filter expressions over requests, declared once: `cause:system-time hit<20 tool:read_file has:fold`."""

from __future__ import annotations

from typing import Final

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.query import Language, NumberField, TextField
from inspector.app.requests.rows import RequestKind, RequestRow
from inspector.model.request import RequestState

HAS: Final = ("miss", "fold", "error", "aborted", "in-flight", "finding", "tool")
EXAMPLES: Final = (
    "has:miss",
    "cause:system-time",
    "hit<20 tokens>8k",
    "tool:read_file",
    "finish:length",
    "-kind:summary",
    "has:fold",
)
"""Expressions to begin with; the first ones are offered as chips."""


def _percent(ratio: float | None) -> float | None:
    return None if ratio is None else 100 * ratio


REQUESTS: Final[Language[RequestRow]] = Language(
    (
        TextField("cause", lambda row: row.causes, known=tuple(cause.value for cause in CauseId)),
        TextField("kind", lambda row: (row.kind.value,), known=tuple(kind.value for kind in RequestKind)),
        TextField("model", lambda row: (row.record.model,)),
        TextField("provider", lambda row: (row.record.provider,)),
        TextField("tool", lambda row: () if row.details is None else row.details.tools),
        TextField("finish", lambda row: () if row.details is None else (row.details.finish,)),
        TextField("state", lambda row: (row.record.state.value,), known=tuple(RequestState)),
        TextField("has", lambda row: row.has, known=HAS),
        NumberField("number", lambda row: row.number),
        NumberField("tokens", lambda row: row.usage.input),
        NumberField("read", lambda row: row.usage.cache_read),
        NumberField("written", lambda row: row.usage.cache_write),
        NumberField("output", lambda row: row.usage.output),
        NumberField("hit", lambda row: _percent(row.usage.hit_ratio)),
        NumberField("lost", lambda row: None if row.verdict is None else row.verdict.lost),
        NumberField("cost", lambda row: None if row.cost is None else row.cost.cost),
        NumberField("seconds", lambda row: _seconds(row)),
        NumberField("findings", lambda row: row.findings),
    ),
    text=lambda row: row.text,
)
"""What the window's filter field, its completion and `lint`-like commands understand."""


def _seconds(row: RequestRow) -> float | None:
    duration = row.record.timing.duration_ms
    return None if duration is None else duration / 1000
