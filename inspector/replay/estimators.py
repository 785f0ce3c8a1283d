"""What a replay can count tokens with: tokenx footprints, as the application does, rough, or o200k (PIPELINE §1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from inspector.model.problems import Problem, register_templates
from inspector.pipeline.compaction.memory import Figures, FoldMemory
from inspector.pipeline.compaction.rows import Row, parts_of
from inspector.tokens import footprint, has_o200k, o200k, rough, rough_value, row_tokens
from inspector.tokens.media import Dialect
from inspector.wire import JsonValue

TOKENX: Final = "tokenx"
ROUGH: Final = "rough"
O200K: Final = "o200k"

register_templates(
    {
        "estimator-missing": "estimator={name}: its vocabulary is not installed. Run "
        "`pip install 'context-inspector[{name}]'`, or count by {others}."
    }
)

MessageTokens: TypeAlias = Callable[[JsonValue, Dialect], int]
"""Tokens of one model or prompt message."""


def _footprint(message: JsonValue, dialect: Dialect) -> int:
    return footprint([message], dialect)


def _rough_message(message: JsonValue, dialect: Dialect) -> int:
    return rough_value(message)


def _rough_row(row: Row, dialect: Dialect) -> int:
    return sum(map(_rough_part, parts_of(row)))


def _rough_part(part: JsonValue) -> int:
    text = part.get("text") if isinstance(part, dict) else None
    return rough(text) if isinstance(text, str) else rough_value(part)


def _o200k_message(message: JsonValue, dialect: Dialect) -> int:
    return footprint([message], dialect, o200k)


def _o200k_row(row: Row, dialect: Dialect) -> int:
    return row_tokens(parts_of(row), dialect, o200k)


def message_tokens(estimator: str) -> MessageTokens:
    """The measure of a message by the setting's word; raises `Problem("estimator-missing")`."""
    if estimator == O200K:
        if not has_o200k():
            raise Problem("estimator-missing", {"name": O200K, "others": f"{TOKENX} or {ROUGH}"})
        return _o200k_message
    return _rough_message if estimator == ROUGH else _footprint


def fold_memory(estimator: str) -> FoldMemory:
    """A memory of folds whose triggers and keep budgets are measured so."""
    if estimator == O200K:
        return FoldMemory(footprints=Figures(_o200k_message), rows=Figures(_o200k_row))
    if estimator == ROUGH:
        return FoldMemory(footprints=Figures(_rough_message), rows=Figures(_rough_row))
    return FoldMemory()
