"""A whole request: trim → prune → IR → budget → back (PIPELINE §5, order per request).

What is left to do afterwards are the cache breakpoints (`cache_breakpoints`), which need the tools as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.pipeline.history.budget import FRESH, BudgetPolicy, BudgetState
from inspector.pipeline.history.drop_oldest import drop_oldest
from inspector.pipeline.history.fit import FittedPrompt, RequestMemory, fit_prompt
from inspector.pipeline.history.options import RequestOptions
from inspector.pipeline.history.prune import PrunePolicy
from inspector.pipeline.in_flight_trim import InFlightOptions, TrimmedPrompt, trim_tool_results
from inspector.pipeline.json_memo import JsonMemo
from inspector.pipeline.offload import OffloadStorage
from inspector.pipeline.trim_record import TrimRecord
from inspector.wire import JsonValue


class RequestTrim:
    """The in-flight trim under one set of options, which trims each message once.

    Requests of a conversation repeat their messages at the same places, as the same objects: what became of
    one is kept. The storage is therefore asked once for each output.
    """

    def __init__(
        self,
        options: InFlightOptions,
        storage: OffloadStorage | None = None,
        json_memo: JsonMemo | None = None,
    ) -> None:
        """`json_memo` may be shared by the trims of several options."""
        self.options = options
        self._storage = storage
        self._json_memo = json_memo or JsonMemo()
        self._known: dict[tuple[int, int], tuple[JsonValue, JsonValue, tuple[TrimRecord, ...]]] = {}

    def trim(self, prompt: Sequence[JsonValue]) -> TrimmedPrompt:
        """Trim a prompt."""
        messages: list[JsonValue] = []
        records: list[TrimRecord] = []
        for index, message in enumerate(prompt):
            trimmed, of_message = self._message(index, message)
            messages.append(trimmed)
            records.extend(of_message)
        return TrimmedPrompt(messages, tuple(records))

    def _message(self, index: int, message: JsonValue) -> tuple[JsonValue, tuple[TrimRecord, ...]]:
        if not isinstance(message, dict) or message.get("role") != "tool":
            return message, ()
        known = self._known.get((id(message), index))
        if known is None:
            alone = trim_tool_results([message], self.options, self._storage, json_memo=self._json_memo)
            records = tuple(replace(record, message=index) for record in alone.records)
            # The message is held too, so that its identity is not reused.
            known = self._known[id(message), index] = (message, alone.prompt[0], records)
        return known[1], known[2]


@dataclass(frozen=True, slots=True)
class PreparedRequest:
    """A request as it is sent, but for cache breakpoints.

    Attributes:
        trimmed: the prompt after the trim, with its records; None when nothing is trimmed.
        fitted: the prompt to send, and what the later stages did.
    """

    trimmed: TrimmedPrompt | None
    fitted: FittedPrompt

    @property
    def prompt(self) -> list[JsonValue]:
        """The prompt to send."""
        return self.fitted.prompt

    @property
    def state(self) -> BudgetState:
        """What the next request needs to know; feed it the usage this one reports."""
        return self.fitted.state


def prepare_request(
    prompt: Sequence[JsonValue],
    *,
    trim: RequestTrim | None,
    pruning: PrunePolicy | None,
    budget: BudgetPolicy | None,
    state: BudgetState = FRESH,
    memory: RequestMemory | None = None,
) -> PreparedRequest:
    """Take a prompt through all stages; None switches a stage off."""
    trimmed = None if trim is None else trim.trim(prompt)
    fitted = fit_prompt(
        prompt if trimmed is None else trimmed.prompt,
        pruning=pruning,
        budget=budget,
        state=state,
        memory=memory,
    )
    return PreparedRequest(trimmed, fitted)


def budget_of(options: RequestOptions) -> BudgetPolicy | None:
    """The application's window: oldest turns first, the last turn stays; None when it does not slide."""
    if not options.sliding_window or options.context_window is None:
        return None
    return BudgetPolicy(context_window=options.context_window, hook=drop_oldest)
