"""Prices per million tokens, dated: from the database, from the user's TOML file, else the shipped list."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from pathlib import Path

from inspector.analysis.cost.price_list import PriceList, shipped_list, utc
from inspector.model.problems import Problem, register_templates
from inspector.model.usage import Usage
from inspector.model.user_files import read_user_text
from inspector.sources.base import Source
from inspector.sources.row_store import row_store
from inspector.user_files import config_path
from inspector.wire.values import JsonValue

register_templates(
    {"bad-price-table": "{path}: not usable as a price table: {found}. Expected [[price]] tables."}
)

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Prices of one model per million tokens; None = not known.

    Attributes:
        currency: ISO code.
        input, output: of tokens that are neither read from nor written to a cache / generated ones.
        cache_read, cache_write, cache_write_long: of cached tokens; long = 1 h lifetime.
        provider, model: patterns of a table entry; "" for prices of a database.
        as_of: when the figure was true; "" = as in the database.
        source: who says so: a package with its version, a file, "database".
    """

    currency: str
    input: float | None = None
    output: float | None = None
    cache_read: float | None = None
    cache_write: float | None = None
    cache_write_long: float | None = None
    provider: str = ""
    model: str = ""
    as_of: str = ""
    source: str = ""

    @property
    def basis(self) -> str:
        """`genai-prices 0.2.3, 2026-11-10`: what stands wherever money is shown."""
        return ", ".join(filter(None, (self.source, self.as_of)))

    def of_reading_anew(self, tokens: int) -> float | None:
        """What it costs to send tokens again that could have been read from the cache."""
        again = self.input if self.cache_write is None else self.cache_write
        if again is None or self.cache_read is None:
            return None
        return tokens * (again - self.cache_read) / _MILLION

    def long_lived(self) -> Price:
        """The price of requests that ask for the long cache lifetime; the same where that has no price."""
        return self if self.cache_write_long is None else replace(self, cache_write=self.cache_write_long)

    def of_tokens(self, *, read: int, write: int, new: int) -> float | None:
        """Cost of a prompt by what its cache does; None when the input price is unknown."""
        if self.input is None:
            return None
        cost = new * self.input
        cost += read * (self.input if self.cache_read is None else self.cache_read)
        cost += write * (self.input if self.cache_write is None else self.cache_write)
        return cost / _MILLION

    def of(self, usage: Usage) -> float | None:
        """Cost of one call; None when a needed figure or price is unknown."""
        if usage.input is None:
            return None
        read, write = usage.cache_read or 0, usage.cache_write or 0
        new = replace(usage, cache_read=read).new
        cost = self.of_tokens(read=read, write=write, new=new or 0)
        if cost is not None and usage.output is not None and self.output is not None:
            cost += usage.output * self.output / _MILLION
        return cost


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Looks prices up: exact model ids of a database first, then the user's patterns in order, then the shipped list.

    Attributes:
        entries: the user's pattern entries.
        by_model: prices of a database by model id.
        listed: the shipped list; None = left out.
    """

    entries: tuple[Price, ...]
    by_model: Mapping[str, Price] = field(default_factory=dict)
    listed: PriceList | None = None

    def find(
        self, provider: str, model: str, *, at: int | None = None, tokens: int | None = None
    ) -> Price | None:
        """The price of a model; None = unknown.

        Args:
            provider, model: as recorded.
            at: when the request was sent, ms since epoch; None = now. Prices start on dates and hours.
            tokens: of its whole prompt; None = small. Large prompts may cost more a token.
        """
        exact = self.by_model.get(f"{provider}::{model}") or self.by_model.get(model)
        if exact is not None:
            return exact
        own = (
            entry
            for entry in self.entries
            if re.search(entry.provider, provider, re.I) and re.search(entry.model, model, re.I)
        )
        return next(own, None) or self._listed(provider, model, at, tokens)

    def _listed(self, provider: str, model: str, at: int | None, tokens: int | None) -> Price | None:
        found = None if self.listed is None else self.listed.find(provider, model)
        if self.listed is None or found is None:
            return None
        figures = found.figures(utc(at), tokens or 0)
        if not figures:
            return None
        return Price(
            currency=self.listed.currency,
            provider=found.provider,
            model=found.id,
            as_of=self.listed.as_of.isoformat(),
            source=self.listed.source,
            **figures,
        )


def stale_words(prices: PriceTable, today: date | None = None) -> str:
    """What is said behind prices of a shipped list older than a year; "" = it is younger, or not used."""
    if prices.listed is None or not prices.listed.is_stale(today or date.today()):
        return ""
    return f" (the shipped list is over a year old: update the program, or put your prices into {user_prices_path()})"


def user_prices_path() -> Path:
    """Where a user's own prices are looked for."""
    return config_path("prices.toml")


def parse_prices(text: str, path: str) -> tuple[Price, ...]:
    """Read a price table; raises `Problem("bad-price-table")` naming what is wrong."""
    known = {item.name for item in fields(Price)}
    try:
        tables = tomllib.loads(text).get("price", [])
        for table in tables:
            if set(table) - known:
                raise ValueError(f"unknown keys {sorted(set(table) - known)}")
            re.compile(table["provider"])
            re.compile(table["model"])
        return tuple(Price(**{"source": path, **table}) for table in tables)
    except (tomllib.TOMLDecodeError, TypeError, ValueError, KeyError, re.error) as error:
        raise Problem("bad-price-table", {"path": path, "found": str(error)}) from error


def load_prices(override: Path | None = None, database: Mapping[str, Price] | None = None) -> PriceTable:
    """Prices of a database first, then the user's file, then the shipped list."""
    path = override or user_prices_path()
    own = parse_prices(read_user_text(path, "bad-price-table"), str(path)) if path.exists() else ()
    return PriceTable(own, database or {}, shipped_list())


def prices_of(source: Source, override: Path | None = None) -> PriceTable:
    """Prices for a source: those its own database has come first."""
    store = row_store(source)
    found = {}
    for model in () if store is None else store.models():
        price = price_from_pricing(model.pricing)
        if price is not None:
            found[f"{model.provider_id}::{model.model_id}"] = price
            found.setdefault(model.model_id, price)
            found[model.id] = price
    return load_prices(override, found)


def price_from_pricing(pricing: JsonValue) -> Price | None:
    """The price in a database's `pricing` column (`{"input": {"perMillionTokens", "currency"}, …}`)."""
    if not isinstance(pricing, dict):
        return None
    found: dict[str, float] = {}
    currency = ""
    for name, column in _COLUMNS.items():
        item = pricing.get(column)
        amount = item.get("perMillionTokens") if isinstance(item, dict) else None
        if isinstance(item, dict) and isinstance(amount, int | float):
            found[name] = float(amount)
            currency = currency or str(item.get("currency") or "")
    if not found:
        return None
    return Price(
        currency=currency or "USD",
        input=found.get("input"),
        output=found.get("output"),
        cache_read=found.get("cache_read"),
        cache_write=found.get("cache_write"),
        source="database",
    )


_COLUMNS = {"input": "input", "output": "output", "cache_read": "cacheRead", "cache_write": "cacheWrite"}
