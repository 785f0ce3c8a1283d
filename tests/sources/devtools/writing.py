"""Captures made by hand, laid out as the package writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def run(name: str = "run-1", **extra: Any) -> dict[str, Any]:
    """A run."""
    return {"id": name, "started_at": "2026-11-30T09:30:00.000Z", **extra}


def step(name: str, prompt: Any, *, run_id: str = "run-1", **extra: Any) -> dict[str, Any]:
    """A finished step; big fields are given as values and encoded as the package does."""
    fields: dict[str, Any] = {
        "id": name,
        "run_id": run_id,
        "step_number": 1,
        "type": "stream",
        "model_id": "claude-sonnet-4-6",
        "provider": "anthropic.messages",
        "started_at": "2026-11-30T09:30:00.000Z",
        "input": {"prompt": prompt},
        "provider_options": None,
        "duration_ms": 100,
        "output": {"textParts": [{"id": "0", "text": "ok"}], "reasoningParts": [], "toolCalls": []},
        "usage": {"inputTokens": {"total": 10}, "outputTokens": {"total": 1}},
        "error": None,
        "raw_request": None,
        "raw_response": None,
        "raw_chunks": None,
        **extra,
    }
    for key in ("input", "output", "usage", "raw_request", "raw_response", "raw_chunks", "provider_options"):
        if fields[key] is not None:
            fields[key] = json.dumps(fields[key], ensure_ascii=False, separators=(",", ":"))
    return fields


def text(role: str, words: str) -> dict[str, Any]:
    """A prompt message of one text part; a system message is a plain text."""
    if role == "system":
        return {"role": role, "content": words}
    return {"role": role, "content": [{"type": "text", "text": words}]}


def write(path: Path, runs: list[dict[str, Any]], steps: list[dict[str, Any]]) -> Path:
    """Write a capture in place, as the package does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        json.dumps({"runs": runs, "steps": steps}, indent=2, ensure_ascii=False), encoding="utf-8"
    )
    return path


def capture(folder: Path, *steps: dict[str, Any], runs: list[dict[str, Any]] | None = None) -> Path:
    """A capture with these steps; its path."""
    return write(folder / ".devtools" / "generations.json", runs or [run()], list(steps))
