"""`history.jsonl`: validity repair, turns, plans, IR both ways, budget sequences, options, whole requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.pipeline.codecs import EntitiesCodec
from inspector.pipeline.compaction.settings import ContextSettings, resolve_context_settings
from inspector.pipeline.history.budget import (
    FRESH,
    BudgetHook,
    BudgetPolicy,
    BudgetRecord,
    NothingPreservedError,
    apply_budget,
)
from inspector.pipeline.history.drop_oldest import drop_oldest
from inspector.pipeline.history.fit import RequestMemory
from inspector.pipeline.history.ir import from_model_messages, from_prompt, to_model_messages, to_prompt
from inspector.pipeline.history.ir_reading import tool_output_text
from inspector.pipeline.history.options import RequestOptions, build_request_options
from inspector.pipeline.history.plan import plan_compaction
from inspector.pipeline.history.prune import PrunePolicy, ReasoningPruning
from inspector.pipeline.history.request import RequestTrim, prepare_request
from inspector.pipeline.history.sizes import IrSizes
from inspector.pipeline.history.turns import group_into_turns
from inspector.pipeline.history.validity import ensure_valid_history
from inspector.pipeline.tool_registry import ToolRule
from tests.golden.adapters.truncate import in_flight_options
from tests.golden.values import first_difference


class OneOf(list[Any]):
    """Outcomes between which a recorded input cannot tell."""


def difference(expected: Any, actual: Any) -> str | None:
    """Compare; of several possible outcomes any may be the recorded one.

    `buildContextOptions` was recorded with and without a window of `undefined`: an undefined member is not written, so
    both inputs read the same (vectors `buildContextOptions` and `buildContextOptions~6`).
    """
    outcomes = actual if isinstance(actual, OneOf) else [actual]
    differences = [first_difference(expected, outcome) for outcome in outcomes]
    return None if None in differences else differences[0]


def run(given: dict[str, Any]) -> Any:
    """Dispatch on the reference's function name."""
    return FUNCTIONS[given["fn"]](given)


def _turns(given: dict[str, Any]) -> Any:
    return [{"startIndex": turn.start, "endIndex": turn.end} for turn in group_into_turns(given["history"])]


def _plan(given: dict[str, Any]) -> Any:
    plan = plan_compaction(given["history"], given["keepRecentTurns"])
    return {"system": plan.system, "toSummarize": plan.to_summarize, "toKeep": plan.to_keep}


def _prompt_and_back(given: dict[str, Any]) -> Any:
    ir = from_prompt(given["prompt"]).messages
    return {"ir": ir, "estimateObject": IrSizes().rough_of(ir), "prompt": to_prompt(ir)}


def _edited(given: dict[str, Any]) -> Any:
    ir = from_prompt(given["prompt"]).messages
    index = given["editIndex"]
    ir[index] = {**ir[index], "content": given["editContent"]}
    return {"prompt": to_prompt(ir)}


def _model_messages_and_back(given: dict[str, Any]) -> Any:
    ir = from_model_messages(given["messages"]).messages
    return {"ir": ir, "estimateObject": IrSizes().rough_of(ir), "messages": to_model_messages(ir)}


HOOKS: dict[str, BudgetHook] = {
    "null": lambda history, tokens, limit: None,
    "undefined": lambda history, tokens, limit: None,
    "drop-first": lambda history, tokens, limit: history[1:],
    "keep-last-2": lambda history, tokens, limit: history[-2:],
    "empty": lambda history, tokens, limit: [],
    "same": lambda history, tokens, limit: history,
    "dropOldest": drop_oldest,
}


def _budget_sequence(given: dict[str, Any]) -> Any:
    preserve = given["preserveRecentMessages"]
    policy = BudgetPolicy(
        context_window=given["contextWindow"],
        preserve_recent_turns=1 if preserve is None else preserve,
        hook=HOOKS.get(given["hook"]),
    )
    outputs, state = [], FRESH
    for step in given["steps"]:
        history, state = step["history"], state.feed(step["feed"])
        outputs.append({"estimate": IrSizes().rough_of(history)})
        try:
            done = apply_budget(history, policy, state, size_of=IrSizes().rough_of)
        except NothingPreservedError:
            error = "Cannot read properties of undefined (reading 'startIndex')"
            outputs[-1].update({"error": error, "events": []})
            state = FRESH
            continue
        state = done.state
        same = len(done.messages) == len(history) and all(map(lambda a, b: a is b, done.messages, history))
        outputs[-1].update(
            {
                "same": same,
                "result": "unchanged" if same else done.messages,
                "events": _budget_events(done.record, len(history)),
            }
        )
    return outputs


def _budget_events(record: BudgetRecord, length: int) -> list[Any]:
    events: list[Any] = []
    if record.hook_called:
        asked = {"length": length, "currentTokens": record.tokens, "limit": record.limit}
        events.append({"onBeforeCompress": asked})
    if record.dropped:
        count = len(record.dropped)
        summary = (
            '<history_summary>\n<ephemeral_message type="history_truncated">\n'
            f"[System: {count} older messages were truncated and compressed to respect context limits.]\n"
            "</ephemeral_message>\n</history_summary>"
        )
        message = {"role": "system", "content": summary}
        events.append({"onCompress": {"summary": message, "truncatedCount": count, "compressed": count}})
    return events


def _drop_oldest(given: dict[str, Any]) -> Any:
    history = given["history"]
    result = drop_oldest(history, given["currentTokens"], given["limit"])
    return {"same": result is history, "result": result}


def _options(given: dict[str, Any]) -> Any:
    scope = given["scope"]
    if "contextWindow" in scope:
        return _options_with(scope, scope["contextWindow"])
    return OneOf([_options_with(scope, DEFAULT_WINDOW), _options_with(scope, None)])


DEFAULT_WINDOW = 1000


def _options_with(scope: dict[str, Any], window: Any) -> Any:
    settings = scope.get("settings")
    options = build_request_options(
        ContextSettings() if settings is None else resolve_context_settings(settings),
        context_window=window,
        max_tokens=scope.get("callOverrides", {}).get("maxOutputTokens"),
        has_compressor="compressionModel" in scope,
        tools=[
            ToolRule(
                name=entry["name"],
                in_flight=entry.get("truncatable", True),
                codec=EntitiesCodec("content") if "codec" in entry else None,
            )
            for entry in scope.get("entries", [])
        ],
        owned_by_caller=scope.get("contextOwner") == "caller",
    )
    return None if options is None else _shown_options(options)


def _shown_options(options: RequestOptions) -> Any:
    trim = options.trim
    policies = [
        tool.name if tool.preserve else {"name": tool.name, "hasCodec": tool.codec is not None}
        for tool in trim.per_tool
    ]
    shown: dict[str, Any] = {
        "compact": {
            "reasoning": options.prune.reasoning.value,
            "emptyMessages": "remove" if options.prune.remove_empty else "keep",
        },
        "truncate": {
            "threshold": trim.budget.threshold,
            "headChars": trim.budget.head_chars,
            "tailChars": trim.budget.tail_chars,
            "storage": None,
            "perTool": policies,
        },
        "hasOnBeforeCompress": options.sliding_window,
    }
    if options.context_window is None:
        return shown
    return {"contextWindow": options.context_window, **shown}


USAGE_MISSING = (
    "[context] Model response did not include usage.inputTokens.total. "
    "Token-based compression may not trigger accurately."
)


def _requests(given: dict[str, Any]) -> Any:
    config = given["config"]
    trim = RequestTrim(in_flight_options(config["truncate"])) if "truncate" in config else None
    budget = None
    if config["budget"] != "none":
        budget = BudgetPolicy(context_window=config["contextWindow"], hook=HOOKS[config["budget"]])
    state, memory, steps = FRESH, RequestMemory(), []
    for step in given["steps"]:
        request = prepare_request(
            step["prompt"],
            trim=trim,
            pruning=_pruning(config.get("compact")),
            budget=budget,
            state=state,
            memory=memory,
        )
        steps.append({"prompt": request.prompt})
        state = request.state.feed(step["usageAfter"])
    unreported = budget is not None and any(step["usageAfter"] is None for step in given["steps"])
    return {"steps": steps, "warnings": [USAGE_MISSING] if unreported else []}


def _pruning(compact: dict[str, Any] | None) -> PrunePolicy | None:
    if compact is None:
        return None
    return PrunePolicy(
        reasoning=ReasoningPruning(compact.get("reasoning", "none")),
        remove_empty=compact.get("emptyMessages", "remove") == "remove",
    )


FUNCTIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "ensureValidHistory": lambda given: ensure_valid_history(given["history"]),
    "groupIntoTurns": _turns,
    "planCompaction": _plan,
    "fromAISDK→toAISDK": _prompt_and_back,
    "fromAISDK→edit→toAISDK": _edited,
    "fromModelMessages→toModelMessages": _model_messages_and_back,
    "stringifyToolOutput": lambda given: tool_output_text(given["output"]),
    "Janitor": _budget_sequence,
    "dropOldestUntilUnderBudget": _drop_oldest,
    "buildContextOptions": _options,
    "createContextMiddleware.transformParams": _requests,
}
