"""A provider's own word for a miss is found wherever it stands and held against our cause."""

from __future__ import annotations

import pytest

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.provider_reason import agrees, provider_reason
from inspector.model.request import RequestPayload


@pytest.mark.parametrize(
    "payload",
    [
        RequestPayload(usage={"cache_miss_reason": "system_changed"}),
        RequestPayload(output={"providerMetadata": {"anthropic": {"cacheMissReason": "system_changed"}}}),
        RequestPayload(raw_response=[{"usage": {"prompt_cache_diagnostics": "system_changed"}}]),
    ],
)
def test_reason_is_found_at_any_depth(payload: RequestPayload) -> None:
    assert provider_reason(payload) == "system_changed"


def test_nothing_said_is_nothing() -> None:
    assert provider_reason(RequestPayload(usage={"cache_miss_reason": None})) == ""


@pytest.mark.parametrize(
    ("reason", "cause", "expected"),
    [
        ("system_changed", CauseId.SYSTEM_TIME, True),
        ("system_changed", CauseId.TOOL_ADDED, False),
        ("tools_changed", CauseId.TOOLS_REORDERED, True),
        ("messages_changed", CauseId.COMPACTED, True),
        ("ttl_expired", CauseId.TTL_EXPIRED, True),
        ("ttl_expired", CauseId.MODEL_CHANGED, False),
        ("tools_changed", CauseId.KEY_ORDER, None),
        ("code 17", CauseId.SYSTEM_TIME, None),
    ],
)
def test_agreement(reason: str, cause: CauseId, expected: bool | None) -> None:
    assert agrees(reason, cause) is expected
