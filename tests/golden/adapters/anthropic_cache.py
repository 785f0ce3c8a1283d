"""`anthropic_cache.jsonl`: breakpoints of a request, their settings and when they apply."""

from __future__ import annotations

from typing import Any

from inspector.pipeline.cache_breakpoints import (
    applies,
    is_volatile,
    place_breakpoints,
    resolve_cache_settings,
)


def run(given: dict[str, Any]) -> Any:
    """Settings, applicability, or a request's parameters with their marks."""
    settings = resolve_cache_settings(given["provider"])
    if given.get("fn") == "applies":
        return applies(given["endpointType"], settings)
    if given.get("fn") == "resolveAnthropicCacheSettings":
        return {
            "enabled": settings.enabled,
            "tokenThreshold": settings.token_threshold,
            "cacheSystemMessage": settings.cache_system,
            "cacheLastNMessages": settings.last_messages,
        }
    return _request(given["params"], settings, (given["assistant"] or {}).get("prompt") or "")


def _request(params: dict[str, Any], settings: Any, system_prompt: str) -> Any:
    prompt = params["prompt"] if isinstance(params["prompt"], list) else []
    marked = place_breakpoints(prompt, params.get("tools"), settings, volatile=is_volatile(system_prompt))
    if not marked.changed:
        return {"same": True, "params": params}
    changed = {**params, "prompt": marked.prompt}
    return {"same": False, "params": changed if marked.tools is None else {**changed, "tools": marked.tools}}
