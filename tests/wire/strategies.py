"""Strings and JSON values that are hard on JavaScript semantics: astral, lone halves, odd numbers."""

from __future__ import annotations

from hypothesis import strategies as st

from inspector.wire import UNDEFINED, join

UNITS = st.one_of(
    st.sampled_from(list('\ud83d\ude00😀\naé中\u2028\x00\x7f"\\ ')),
    st.characters(),
)
TEXTS = st.lists(UNITS, max_size=12).map(join)
"""Strings as the product holds them: halves of a pair that meet are one character."""

KEYS = st.one_of(
    TEXTS, st.sampled_from(["0", "1", "10", "01", "-1", "4294967294", "4294967295", "__proto__", "1.5", ""])
)
NUMBERS = st.one_of(
    st.integers(),
    st.floats(),
    st.integers(min_value=2**53 - 2, max_value=2**53 + 2),
    st.sampled_from([1.0, -0.0, 1e21, 1e20, 1e-5, 1e-6, 1e-7, 1e15, 1e16, 0.1, 5e-324, 2.0**53]),
)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
JSON_VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)
JS_VALUES = st.recursive(
    st.one_of(SCALARS, st.just(UNDEFINED)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)
