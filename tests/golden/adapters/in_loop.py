"""Vectors of in-loop compaction: a whole tool loop, step by step (PIPELINE §12)."""

from __future__ import annotations

from typing import Any

from inspector.pipeline.compaction.in_loop import (
    LoopAborted,
    LoopScope,
    LoopState,
    has_hook,
    in_loop_gate,
    prepare_step,
)
from inspector.pipeline.compaction.record import AnchorEvent
from inspector.pipeline.compaction.settings import ContextSettings
from inspector.pipeline.compaction.window import ANTHROPIC_ENDPOINT, resolve_requested_max_output
from inspector.tokens import Dialect
from tests.golden.adapters.canned import Canned

MASKED_TIMES = {"startedAt": "<DATE>"}
MASKED_SETTLED = {"completedAt": "<DATE>"}


def run(value: dict[str, Any]) -> Any:
    canned = Canned(value["replies"])
    scope = _scope(value["scope"], canned)
    applies, hook = in_loop_gate(scope) is None, has_hook(scope)
    if not hook:
        return {"applies": applies, "hook": hook}
    return {"applies": applies, "hook": hook, "steps": _steps(value["steps"], scope, canned, applies=applies)}


def event_shown(event: AnchorEvent) -> dict[str, Any]:
    """An event with the times the window adds, masked."""
    shown = event.to_dict()
    head = {key: shown.pop(key) for key in ("id", "status", "phase")}
    settled = {} if event.status == "compacting" else dict(MASKED_SETTLED)
    if event.status == "done":
        settled["durationMs"] = "<MS>"
    return {**head, **MASKED_TIMES, **settled, **shown}


def _scope(scope: dict[str, Any], canned: Canned) -> LoopScope:
    dialect = Dialect(scope["dialect"])
    model = {"maxOutputTokens": scope.get("modelMaxOutput")}
    return LoopScope(
        settings=ContextSettings(
            enabled=scope.get("enabled", True), compress=scope.get("compressEnabled", True)
        ),
        window=scope.get("contextWindow"),
        reservation=resolve_requested_max_output(
            requested=scope.get("maxOutputTokens"),
            assistant=scope.get("assistant"),
            model=model,
            endpoint=ANTHROPIC_ENDPOINT if dialect is Dialect.ANTHROPIC else None,
        ),
        dialect=dialect,
        compressor=None if scope.get("noCompressor") else canned,
        compressor_window=scope.get("compressorWindow"),
        chat_id=scope.get("chatId", "chat"),
        context_owner=scope.get("contextOwner", ""),
    )


def _steps(steps: list[dict[str, Any]], scope: LoopScope, canned: Canned, *, applies: bool) -> list[Any]:
    state, messages, usage, shown = LoopState(), [], None, []
    for step in steps:
        messages = [*messages, *step["append"]]
        usage = step["usage"] if step.get("usage") is not None else usage
        outcome: dict[str, Any] = {"overridden": False}
        try:
            done = prepare_step(messages, scope, state, usage=usage)
            state, record = done.state, done.record
            if done.messages is not None:
                outcome = {"overridden": True, "messages": list(done.messages)}
        except LoopAborted as abort:
            state, record = abort.state, abort.record
            outcome["error"] = record.failure
        outcome["events"] = [event_shown(event) for event in record.events]
        outcome["summarizerCalls"] = canned.take_calls()
        shown.append(outcome)
    return shown
