"""What tool declarations cost: tokens × requests × price, those that are never called first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inspector.analysis.cost.cost import price_of
from inspector.analysis.cost.prices import PriceTable
from inspector.model.part import ToolPart
from inspector.model.request import RequestRecord
from inspector.sources.base import Source
from inspector.tokens import tokenx
from inspector.wire import JsonValue, dumps


@dataclass(slots=True, kw_only=True)
class ToolCost:
    """One tool's declaration over a conversation.

    Attributes:
        name: of the tool.
        tokens: of the largest declaration sent, estimated by tokenx.
        requests: that carried it.
        sent: tokens of all of them.
        calls: how often the model called it.
        cost: at the price of what the cache did with it; None = a price or the cache's part is not known.
        currency: of the cost.
    """

    name: str
    tokens: int = 0
    requests: int = 0
    sent: int = 0
    calls: int = 0
    cost: float | None = 0.0
    currency: str = ""

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "name": self.name,
            "tokens": self.tokens,
            "requests": self.requests,
            "tokens_sent": self.sent,
            "calls": self.calls,
            "cost": self.cost,
            "currency": self.currency or None,
        }


def tool_costs(source: Source, conversation_id: str, prices: PriceTable) -> list[ToolCost]:
    """Costs by tool: never called ones first, then the dearest; nothing where no declarations are recorded."""
    conversation = source.load(conversation_id)
    found: dict[str, ToolCost] = {}
    for record in conversation.requests:
        if not record.has_payload:
            continue
        declared = {_name(tool): tokenx(dumps(tool)) for tool in source.payload(record.index).tools or ()}
        rate, currency = _rate(record, prices, sum(declared.values()))
        for name, tokens in declared.items():
            _add(found.setdefault(name, ToolCost(name=name)), tokens, rate, currency)
    # Branches repeat messages, so calls are told apart by their ids.
    called = {
        (part.tool_name, part.tool_call_id or id(part))
        for message in conversation.messages.values()
        for part in message.parts
        if isinstance(part, ToolPart) and part.tool_name in found
    }
    for name, _ in called:
        found[name or ""].calls += 1
    return sorted(found.values(), key=lambda one: (one.calls > 0, -one.sent, one.name))


def _add(one: ToolCost, tokens: int, rate: float | None, currency: str) -> None:
    one.tokens, one.requests, one.sent = max(one.tokens, tokens), one.requests + 1, one.sent + tokens
    known = rate is not None and one.cost is not None and one.currency in ("", currency)
    one.cost = (
        one.cost + tokens * rate / 1_000_000 if known and one.cost is not None and rate is not None else None
    )
    one.currency = currency or one.currency


def _rate(record: RequestRecord, prices: PriceTable, tools: int) -> tuple[float | None, str]:
    """Price of a token at the front of the prompt, where tools stand: read, written, or plain input."""
    price, usage = price_of(record, prices), record.usage
    if price is None or usage.cache_read is None:
        return None, ""
    if usage.cache_read >= tools > 0:
        rate = price.input if price.cache_read is None else price.cache_read
    elif usage.cache_write:
        rate = price.input if price.cache_write is None else price.cache_write
    else:
        rate = price.input
    return rate, price.currency


def _name(tool: JsonValue) -> str:
    found = tool.get("name") if isinstance(tool, dict) else None
    return found if isinstance(found, str) else "(no name)"
