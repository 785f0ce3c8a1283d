"""A whole request, and that trimming a message once is enough."""

from __future__ import annotations

from inspector.pipeline.compaction.settings import ContextSettings
from inspector.pipeline.history.budget import BudgetAction
from inspector.pipeline.history.fit import RequestMemory
from inspector.pipeline.history.options import build_request_options
from inspector.pipeline.history.request import RequestTrim, budget_of, prepare_request
from inspector.pipeline.in_flight_trim import InFlightOptions, trim_tool_results
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.tool_registry import ToolRule
from inspector.wire import JsonValue
from tests.pipeline.history.builders import prompt_call, prompt_result, prompt_user, system

OPTIONS = InFlightOptions(budget=TrimBudget(threshold=100, head_chars=10, tail_chars=10))
PROMPT: list[JsonValue] = [
    system(),
    prompt_user("q"),
    prompt_call("1"),
    prompt_result("1", text="x" * 500),
    prompt_call("2"),
    prompt_result("2", text="short"),
]


class CountingStorage:
    """A storage that remembers what it was asked to write."""

    def __init__(self) -> None:
        self.writes: list[str] = []

    def exists(self, vfs_filename: str) -> bool:
        return False

    def write(self, vfs_filename: str, text: str) -> None:
        self.writes.append(vfs_filename)

    def path(self, vfs_filename: str) -> str | None:
        return f"/blobs/{vfs_filename}"


def test_a_trim_with_a_memory_says_what_the_plain_one_says() -> None:
    kept = RequestTrim(OPTIONS)
    plain = trim_tool_results(PROMPT, OPTIONS)
    assert kept.trim(PROMPT) == plain
    assert kept.trim(PROMPT) == plain


def test_each_output_is_trimmed_and_stored_once_over_a_growing_conversation() -> None:
    storage = CountingStorage()
    trim, memory = RequestTrim(OPTIONS, storage), RequestMemory()
    requests = [
        prepare_request(PROMPT[:count], trim=trim, pruning=None, budget=None, memory=memory)
        for count in (4, 6, 6)
    ]
    assert len(storage.writes) == 1
    first, second, third = (request.prompt for request in requests)
    assert all(a is b for a, b in zip(first, second, strict=False))
    assert all(a is b for a, b in zip(second, third, strict=True))


def test_the_same_message_at_another_place_is_recorded_there() -> None:
    trim = RequestTrim(OPTIONS)
    trim.trim(PROMPT)
    assert [record.message for record in trim.trim(PROMPT[2:]).records] == [1, 3]


def test_the_application_s_options_drive_a_request() -> None:
    options = build_request_options(
        ContextSettings(truncate_threshold=2_000),
        context_window=200,
        tools=[ToolRule(name="t", in_flight=False)],
    )
    assert options is not None
    budget = budget_of(options)
    assert budget is not None
    prompt = [*PROMPT[:3], prompt_result("1", text="x" * 5_000), *PROMPT[4:]]
    request = prepare_request(prompt, trim=RequestTrim(options.trim), pruning=options.prune, budget=budget)
    assert request.trimmed is not None
    assert request.trimmed.prompt == prompt
    assert request.fitted.budget is not None
    assert request.fitted.budget.action is BudgetAction.HOOK_SUFFICED
    assert request.prompt == [PROMPT[0], *PROMPT[4:]]


def test_a_window_that_does_not_slide_has_no_budget() -> None:
    options = build_request_options(ContextSettings(compress=False), context_window=200)
    assert options is not None
    assert budget_of(options) is None
