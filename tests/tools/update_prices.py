"""Make the shipped price list from a release of genai-prices (MIT): `python -m tests.tools.update_prices WHEEL DATE`.

The package itself needs pydantic and an HTTP client, and looks for newer prices on the net; its figures are all that
is wanted. WHEEL is the downloaded file (`pip download --no-deps genai-prices`), DATE the day it was published. The
wheel's table of prices is Python text made of constructor calls: it is evaluated with constructors of our own.
"""

from __future__ import annotations

import argparse
import builtins
import datetime
import json
import re
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

LIST: Final = Path(__file__).parents[2] / "inspector" / "analysis" / "cost" / "price_list.json"
_MODULE: Final = "genai_prices/data.py"
_CLAUSES: Final = {
    "ClauseStartsWith": "starts",
    "ClauseEndsWith": "ends",
    "ClauseContains": "contains",
    "ClauseRegex": "regex",
    "ClauseEquals": "equals",
    "ClauseOr": "or",
    "ClauseAnd": "and",
}
_FIGURES: Final = {
    "input_mtok": "input",
    "output_mtok": "output",
    "cache_read_mtok": "cache_read",
    "cache_write_mtok": "cache_write",
    "cache_write_1h_mtok": "cache_write_long",
}


class _Names(dict[str, Any]):
    """The names of the table's module: constructors become (name, arguments)."""

    def __missing__(self, name: str) -> Any:
        if hasattr(builtins, name):
            return getattr(builtins, name)
        return _Constructor(name)


class _Constructor:
    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *positional: Any, **named: Any) -> tuple[str, dict[str, Any]]:
        return self.name, dict(enumerate(positional)) | named  # type: ignore[return-value]


def providers_of(text: str) -> list[dict[str, Any]]:
    """The providers of the table's text, in the form of the shipped list."""
    names = _Names(datetime=datetime, Decimal=Decimal)
    body = re.sub(r"^(from|import) .*$|^__all__.*$", "", text, flags=re.M)
    body = body.replace("providers: list[Provider] =", "providers =")
    exec(compile(body, _MODULE, "exec"), {}, names)
    return [_provider(fields) for _, fields in names["providers"]]


def _provider(fields: dict[str, Any]) -> dict[str, Any]:
    models = [_model(model) for _, model in fields.get("models", ())]
    return {
        "id": fields["id"],
        "provider": _clause(fields.get("provider_match")),
        "vendor": _clause(fields.get("model_match")),
        "models": [model for model in models if model["prices"] or model["window"]],
    }


def _model(fields: dict[str, Any]) -> dict[str, Any]:
    prices = fields.get("prices") or []
    listed = prices if isinstance(prices, list) else [("ConditionalPrice", {"prices": prices})]
    entries = [_entry(entry) for _, entry in listed]
    return {
        "id": fields["id"],
        "match": _clause(fields["match"]),
        "window": fields.get("context_window"),
        "prices": [entry for entry in entries if "input" in entry],
    }


def _entry(fields: dict[str, Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if fields.get("constraint") is not None:
        kind, limits = fields["constraint"]
        if kind == "StartDateConstraint":
            entry["from"] = limits["start_date"].isoformat()
        else:
            entry["utc"] = [limits["start_time"].strftime("%H:%M"), limits["end_time"].strftime("%H:%M")]
    _, prices = fields["prices"]
    for theirs, ours in _FIGURES.items():
        if prices.get(theirs) is not None:
            entry[ours] = _figure(prices[theirs])
    return entry


def _figure(value: Any) -> Any:
    """A price, or `[base, [more than so many tokens, price], …]`."""
    if isinstance(value, Decimal):
        return float(value)
    _, fields = value
    tiers = [tier for _, tier in fields["tiers"]]
    return [float(fields["base"]), *([tier["start"], float(tier["price"])] for tier in tiers)]


def _clause(clause: Any) -> Any:
    if clause is None:
        return None
    name, fields = clause
    (value,) = fields.values()
    return [_CLAUSES[name], [_clause(one) for one in value] if isinstance(value, list) else value]


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("date", type=datetime.date.fromisoformat)
    options = parser.parse_args()
    with zipfile.ZipFile(options.wheel) as wheel:
        text = wheel.read(_MODULE).decode()
    document = {
        "source": {
            "name": "genai-prices",
            "version": options.wheel.name.split("-")[1],
            "as_of": options.date.isoformat(),
            "licence": "MIT",
        },
        "currency": "USD",
        "providers": [one for one in providers_of(text) if one["models"]],
    }
    lines = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    LIST.write_text(lines.replace('{"id":', '\n{"id":') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
