"""Filter expressions over rows: `cause:system-time hit<20 tool:read_file -model:haiku timeout`.

Terms stand side by side and must all hold. A term is a word (found in the row's text, any case), `field:value`,
`field:a,b` for one of several, a comparison of a number (`tokens>8k`, `hit<20`, `cost>=0.01`), or any of them behind
a `-`. Quotes keep spaces together. What a row does not know never satisfies a comparison, neither way.

The fields are data, so that the same language serves any list; completion and examples come from them too.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

Row = TypeVar("Row")

_TERM: Final = re.compile(r'(-?)((?:"[^"]*"?|[^\s"])+)')
_FIELD: Final = re.compile(r"([A-Za-z][\w-]*)(:|<=|>=|<|>|=)(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"(\d+(?:[.,]\d+)?|[.,]\d+)([kKmM]?)%?")
_COMPARE: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    ":": operator.eq,
}
_FACTORS: Final = {"": 1, "k": 1_000, "m": 1_000_000}


class QueryError(ValueError):
    """An expression that cannot be read.

    Attributes:
        start, end: characters of the term that is wrong.
        reason: "unknown-field", "no-value", "no-number" or "no-comparison".
        term: the term as typed.
    """

    def __init__(self, reason: str, term: str, start: int) -> None:
        super().__init__(f"{reason}: {term}")
        self.reason, self.term, self.start, self.end = reason, term, start, start + len(term)


@dataclass(frozen=True, slots=True)
class TextField(Generic[Row]):
    """A field with names as values; a row may have several.

    Attributes:
        name: what stands before the colon.
        values: the row's values; compared without case, a value also by its beginning (`model:claude`).
        known: values to offer where the list itself has none yet.
    """

    name: str
    values: Callable[[Row], Iterable[str]]
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberField(Generic[Row]):
    """A field with a number; None = the row does not know it.

    Attributes:
        name: what stands before the comparison.
        value: the row's number, in the unit a person types (`hit` in per cent).
    """

    name: str
    value: Callable[[Row], float | None]


Field = TextField[Row] | NumberField[Row]
Test = Callable[[Row], bool]


@dataclass(frozen=True)
class Query(Generic[Row]):
    """A parsed expression.

    Attributes:
        text: as typed.
        tests: one per term.
    """

    text: str
    tests: tuple[Test[Row], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.tests)

    def matches(self, row: Row) -> bool:
        """Whether all terms hold."""
        return all(test(row) for test in self.tests)

    def select(self, rows: Sequence[Row]) -> list[int]:
        """Positions of the rows that match, in order."""
        return [at for at, row in enumerate(rows) if self.matches(row)]


class Language(Generic[Row]):
    """A set of fields and what words are looked for in.

    Attributes:
        fields: by name.
        text: the row's text for plain words, case-folded by the row: a filter runs over thousands at every key.
    """

    def __init__(self, fields: Iterable[Field[Row]], text: Callable[[Row], str]) -> None:
        self.fields: dict[str, Field[Row]] = {field.name: field for field in fields}
        self.text = text

    def parse(self, expression: str) -> Query[Row]:
        """Raises `QueryError` for an unknown field, or a value that its field cannot have."""
        return Query(expression, tuple(self._tests(expression)))

    def completions(
        self, expression: str, cursor: int, rows: Sequence[Row] = ()
    ) -> tuple[int, tuple[str, ...]]:
        """What could stand at the cursor: start of the text to replace, and the candidates.

        Field names until there is a colon; behind it the values that the rows really have, most frequent first.
        """
        start = max(expression.rfind(" ", 0, cursor), expression.rfind("\n", 0, cursor)) + 1
        typed = expression[start:cursor].removeprefix("-")
        start = cursor - len(typed)
        name, colon, value = typed.partition(":")
        field = self.fields.get(name)
        if not colon:
            names = (
                f"{field.name}{':' if isinstance(field, TextField) else '<'}"
                for field in self.fields.values()
            )
            return start, tuple(
                one for one in names if one.startswith(typed.lower()) and one != typed.lower()
            )
        if not isinstance(field, TextField):
            return start, ()
        last = value.rpartition(",")[2]
        found = (one for one in _values(field, rows) if one.lower().startswith(last.lower()))
        return cursor - len(last), tuple(_quoted(one) for one in found)

    def _tests(self, expression: str) -> Iterator[Test[Row]]:
        for match in _TERM.finditer(expression):
            minus, term = match.groups()
            test = self._test(term, match.start(2))
            yield _negated(test) if minus else test

    def _test(self, term: str, start: int) -> Test[Row]:
        parts = None if term.startswith('"') else _FIELD.fullmatch(term)
        if parts is None:
            return self._word(_unquoted(term))
        name, relation, value = parts[1].lower(), parts[2], parts[3]
        field = self.fields.get(name)
        if field is None:
            raise QueryError("unknown-field", term, start)
        if not value:
            raise QueryError("no-value", term, start)
        if isinstance(field, NumberField):
            return _comparison(field, relation, value, QueryError("no-number", term, start))
        if relation not in (":", "="):
            raise QueryError("no-comparison", term, start)
        return _one_of(field, value)

    def _word(self, word: str) -> Test[Row]:
        wanted, text = word.casefold(), self.text
        return lambda row: wanted in text(row)


def _negated(test: Test[Row]) -> Test[Row]:
    return lambda row: not test(row)


def _comparison(field: NumberField[Row], relation: str, text: str, error: QueryError) -> Test[Row]:
    number = _number(text)
    if number is None:
        raise error
    compare, value_of = _COMPARE[relation], field.value

    def test(row: Row) -> bool:
        value = value_of(row)
        return value is not None and compare(value, number)

    return test


def _one_of(field: TextField[Row], value: str) -> Test[Row]:
    wanted = tuple(_unquoted(one).casefold() for one in value.split(",") if one)
    values_of = field.values
    fits: dict[str, bool] = {}

    def test(row: Row) -> bool:
        for one in values_of(row):
            known = fits.get(one)
            if known is None:
                known = fits[one] = one.casefold().startswith(wanted)
            if known:
                return True
        return False

    return test


def _number(text: str) -> float | None:
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    return float(match[1].replace(",", ".")) * _FACTORS[match[2].lower()]


def _values(field: TextField[Row], rows: Sequence[Row]) -> list[str]:
    counts: dict[str, int] = {}
    for row in rows:
        for value in field.values(row):
            counts[value] = counts.get(value, 0) + 1
    found = sorted((value for value in counts if value), key=lambda value: (-counts[value], value))
    return found or list(field.known)


def _unquoted(text: str) -> str:
    return text.replace('"', "")


def _quoted(text: str) -> str:
    return f'"{text}"' if any(char.isspace() for char in text) else text
