"""Folds and edits that a provider made by itself: as its answers tell, in the conversation, and their cost apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inspector.model.compaction import BoundaryOrigin
from inspector.sources.open import open_source
from inspector.sources.provider_edits import ProviderEdit, may_tell_edits, provider_edits

COMPACTION = {"type": "compaction", "content": "Summary: boxes were counted."}


def test_an_applied_fold_has_the_text_of_its_block() -> None:
    answer = {
        "content": [COMPACTION, {"type": "text", "text": "Hi"}],
        "context_management": {"applied_edits": [{"type": "compact_20260112"}]},
    }
    assert provider_edits(None, answer) == (
        ProviderEdit("compact_20260112", summary="Summary: boxes were counted."),
    )


def test_edits_tell_what_they_cleared() -> None:
    edit = {"type": "clear_tool_uses_20250919", "cleared_tool_uses": 3, "cleared_input_tokens": 5200}
    (found,) = provider_edits(None, {"context_management": {"applied_edits": [edit]}})
    assert (found.kind, found.cleared, found.is_fold) == ("clear_tool_uses_20250919", 5200, False)


def test_streams_and_other_vendors_tell_as_well() -> None:
    stream = [
        {"type": "content_block_start", "content_block": COMPACTION},
        {"type": "message_delta", "context_management": {"applied_edits": [{"type": "compact_20260112"}]}},
    ]
    assert [edit.kind for edit in provider_edits(None, stream)] == ["compact_20260112"]
    encrypted = {"output": [{"type": "compaction", "encrypted_content": "gAAAA"}, {"type": "message"}]}
    assert provider_edits(None, encrypted) == (ProviderEdit("compaction"),)
    sdk = {
        "content": [{"type": "text", "text": "S", "providerMetadata": {"anthropic": {"type": "compaction"}}}]
    }
    assert provider_edits(sdk, None) == (ProviderEdit("compaction", summary="S"),)


def test_ordinary_answers_tell_none() -> None:
    assert provider_edits({"content": [{"type": "text", "text": "compaction"}]}, {"content": []}) == ()
    assert not may_tell_edits(b'"{\\"content\\":[]}"')
    assert not may_tell_edits(None)


def _capture(folder: Path) -> Path:
    raw = {
        "input_tokens": 682,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 1000,
        "output_tokens": 1320,
        "iterations": [
            {"type": "compaction", "input_tokens": 60385, "output_tokens": 592},
            {"type": "message", "input_tokens": 682, "output_tokens": 1320},
        ],
    }
    step: dict[str, Any] = {
        "id": "s1",
        "run_id": "r",
        "step_number": 1,
        "type": "generate",
        "model_id": "claude-opus-4-6",
        "provider": "anthropic.messages",
        "started_at": "2026-10-05T11:01:00.000Z",
        "duration_ms": 900,
        "error": None,
        "provider_options": None,
        "raw_chunks": None,
    }
    inner = {
        "input": {"prompt": [{"role": "user", "content": [{"type": "text", "text": "Count the boxes."}]}]},
        "output": {"content": [{"type": "text", "text": "Hi"}], "finishReason": "stop"},
        "usage": {
            "inputTokens": {"total": 62067, "noCache": 61067, "cacheRead": 1000, "cacheWrite": 0},
            "outputTokens": {"total": 1912},
            "raw": raw,
        },
        "raw_request": {"context_management": {"edits": [{"type": "compact_20260112"}]}},
        "raw_response": {
            "usage": raw,
            "content": [COMPACTION, {"type": "text", "text": "Hi"}],
            "context_management": {"applied_edits": [{"type": "compact_20260112"}]},
        },
    }
    step |= {name: json.dumps(value) for name, value in inner.items()}
    path = folder / "generations.json"
    path.write_text(json.dumps({"runs": [{"id": "r", "started_at": step["started_at"]}], "steps": [step]}))
    return path


def test_a_fold_by_the_provider_is_a_boundary_of_its_own_kind(tmp_path: Path) -> None:
    source = open_source(_capture(tmp_path))
    (request,) = source.requests()
    assert (request.usage.input, request.usage.cache_read, request.usage.output) == (1682, 1000, 1320)
    assert round(100 * (request.usage.hit_ratio or 0)) == 59
    conversation = source.load(request.conversation_id)
    (boundary,) = conversation.boundaries
    assert (boundary.origin, boundary.edit) == (BoundaryOrigin.PROVIDER, "compact_20260112")
    assert (boundary.pre_tokens, boundary.post_tokens) == (60385, 1682)
    assert boundary.summary == "Summary: boxes were counted."
