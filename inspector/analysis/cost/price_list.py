"""The price list shipped with the program: what vendors and gateways ask, by prompt size and date of the request.

It is made from a kept package by `tests/tools/update_prices.py` and names that package, its version and its date.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

Clause: TypeAlias = Any
"""`["contains", text]`, `["or", [clause, …]]` and the like, as JSON."""

FIGURES: Final = ("input", "output", "cache_read", "cache_write", "cache_write_long")
_STALE_DAYS: Final = 365
_OWN_NAME: Final = re.compile(
    r"^(?:(?:us|eu|apac|ap|jp|au|ca|sa|global|us-gov)\.)?(?:(?:anthropic|amazon|meta|mistral|cohere|deepseek)\.)?"
)


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A model of the list.

    Attributes:
        provider: who asks the price, as the list calls it.
        id: the model there.
        window: context window in tokens; None = the list does not say.
        prices: entries, the last that holds counts.
    """

    provider: str
    id: str
    window: int | None
    prices: tuple[Mapping[str, Any], ...]

    def figures(self, at: datetime, tokens: int) -> dict[str, float]:
        """Prices per million tokens for a prompt of a size sent at a time; empty when none held then."""
        held = [entry for entry in self.prices if _holds(entry, at)]
        if not held:
            return {}
        entry = held[-1]
        return {name: _of_tier(entry[name], tokens) for name in FIGURES if name in entry}


@dataclass(frozen=True)
class PriceList:
    """The list.

    Attributes:
        name, version: the package it was made from.
        as_of: the day that package was published.
        currency: of all its prices.
        providers: as in the file.
    """

    name: str
    version: str
    as_of: date
    currency: str
    providers: tuple[Mapping[str, Any], ...]

    @property
    def source(self) -> str:
        """`genai-prices 0.2.3`."""
        return f"{self.name} {self.version}"

    def is_stale(self, today: date) -> bool:
        """Whether the list is so old that its figures should not be trusted unseen."""
        return (today - self.as_of).days > _STALE_DAYS

    def find(self, provider: str, model: str) -> ListedModel | None:
        """The model as the provider asks for it, else as its vendor does; None = not listed."""
        key = (provider.casefold(), model.casefold())
        if key not in self._found:
            self._found[key] = self._find(*key)
        return self._found[key]

    @cached_property
    def _found(self) -> dict[tuple[str, str], ListedModel | None]:
        return {}

    def _find(self, provider: str, model: str) -> ListedModel | None:
        host = provider.split(".", 1)[0]
        own = own_name(model)
        named = [one for one in self.providers if one["id"] in (provider, host)]
        named += [one for one in self.providers if one not in named and _matches(one["provider"], provider)]
        vendors = [one for one in self.providers if one["vendor"] is not None]
        for one in named:
            for name in dict.fromkeys((model, own)):
                if found := _model_of(one, name):
                    return found
        for one in vendors:
            if _matches(one["vendor"], own) and (found := _model_of(one, own)):
                return found
        return None


def own_name(model: str) -> str:
    """A model without `vendor/`, region, cloud vendor and `:tag`: what its vendor calls it."""
    return _OWN_NAME.sub("", model.casefold().rsplit("/", 1)[-1]).split(":", 1)[0]


@lru_cache(maxsize=1)
def shipped_list() -> PriceList:
    """The list as shipped."""
    text = files("inspector.analysis.cost").joinpath("price_list.json").read_text(encoding="utf-8")
    document = json.loads(text)
    source = document["source"]
    return PriceList(
        name=source["name"],
        version=source["version"],
        as_of=date.fromisoformat(source["as_of"]),
        currency=document["currency"],
        providers=tuple(document["providers"]),
    )


def utc(milliseconds: int | None) -> datetime:
    """The time of a request; now when it is not known."""
    if milliseconds is None:
        return datetime.now(UTC)
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _model_of(provider: Mapping[str, Any], name: str) -> ListedModel | None:
    for model in provider["models"]:
        if _matches(model["match"], name):
            return ListedModel(provider["id"], model["id"], model["window"], tuple(model["prices"]))
    return None


def _holds(entry: Mapping[str, Any], at: datetime) -> bool:
    if "from" in entry:
        return at.date().isoformat() >= str(entry["from"])
    if "utc" in entry:
        start, end = entry["utc"]
        clock = at.strftime("%H:%M")
        return bool(start <= clock < end if start <= end else clock >= start or clock < end)
    return True


def _of_tier(figure: Any, tokens: int) -> float:
    """A plain price, or the one of the highest tier a prompt is above; it counts for the whole prompt."""
    if not isinstance(figure, list):
        return float(figure)
    base, *tiers = figure
    return float(next((price for start, price in reversed(tiers) if tokens > start), base))


def _matches(clause: Clause, text: str) -> bool:
    if clause is None:
        return False
    kind, value = clause
    if kind in ("or", "and"):
        found: Iterator[bool] = (_matches(one, text) for one in value)
        return any(found) if kind == "or" else all(found)
    if kind == "regex":
        return re.search(value, text) is not None
    wanted: str = value.casefold()
    return {
        "starts": text.startswith(wanted),
        "ends": text.endswith(wanted),
        "contains": wanted in text,
        "equals": text == wanted,
    }[kind]
