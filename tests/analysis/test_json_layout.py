"""Laid-out JSON says the same as the recorded text, folds where it should, and names paths."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.json_layout import lay_out

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='ab"\\\n{}[],: 电😀', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(alphabet='ab"x. 中', max_size=3), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES, st.sampled_from([None, 1, 3]))
def test_only_white_space_changes(value: object, indent: int | None) -> None:
    layout = lay_out(json.dumps(value, ensure_ascii=False, indent=indent))
    whole = json.dumps(value, ensure_ascii=False, indent=2)
    assert layout.text == (value if isinstance(value, str) else whole)
    assert layout.line_count == layout.text.count("\n") + 1


@given(VALUES.filter(lambda value: isinstance(value, dict | list)))
def test_folds_are_the_containers_and_values_and_paths_lead_to_them(value: object) -> None:
    source = json.dumps(value, ensure_ascii=False)
    layout = lay_out(source)
    for line in range(layout.line_count):
        found = json.loads(layout.value(line))
        assert found == _follow(value, layout.path(line))
        if (fold := layout.folds.get(line)) is not None:
            assert json.loads(source[fold.start : fold.stop]) == found
            assert fold.items == len(found)


def _follow(value: object, path: str) -> object:
    rest = path.removeprefix("$")
    while rest:
        if rest.startswith("."):
            name = rest[1:].split(".")[0].split("[")[0]
            value, rest = value[name], rest[1 + len(name) :]  # type: ignore[index]
        else:
            key, end = json.JSONDecoder().raw_decode(rest[1:])
            value, rest = value[key], rest[end + 2 :]  # type: ignore[index]
    return value


def test_numbers_escapes_and_duplicate_keys_stay_as_recorded() -> None:
    layout = lay_out('{"a":1.0,"a":1e21,"b":"\\u0041\\ud800","c":{}}')
    assert layout.text == '{\n  "a": 1.0,\n  "a": 1e21,\n  "b": "\\u0041\\ud800",\n  "c": {}\n}'


def test_text_that_breaks_off_is_laid_out_as_far_as_it_goes() -> None:
    layout = lay_out('{"messages":[{"role":"user","content":"bro')
    assert layout.text.splitlines()[-1].strip() == '"content": "bro'
    assert layout.folds[0].end == layout.line_count - 1
    assert layout.path(layout.line_count - 1) == "$.messages[0].content"


def test_text_that_is_no_json_stays_as_it_is() -> None:
    stream = 'data: {"a": 1}\n\ndata: [DONE]'
    assert lay_out(stream).text == stream
    assert lay_out(json.dumps(stream)).text == stream
    assert lay_out('"never closed').text == '"never closed'
    assert lay_out("]} hello").path(0) == "$"


def test_chars_of_a_container_are_utf16_units_of_its_source() -> None:
    layout = lay_out('{"a":["😀","b"]}')
    assert layout.chars(layout.folds[1]) == len('["😀","b"]') + 1


@pytest.mark.parametrize(
    ("path", "line", "steps"),
    [
        ("tools[1].schema.type", '"type": "object"', 4),
        ("$.tools[0]", '"a"', 2),
        ('tools[1]["odd name"]', '"odd name": 1', 3),
        ("tools[1].schema.missing.deeper", '"schema": {', 3),
        ("tools[7]", '"tools": [', 1),
        ("nothing", "{", 0),
        ("", "{", 0),
    ],
)
def test_a_path_leads_to_its_line_or_as_near_as_it_goes(path: str, line: str, steps: int) -> None:
    layout = lay_out('{"tools":["a",{"schema":{"type":"object"},"odd name":1}]}')
    found, taken = layout.nearest(path)
    assert layout.text_line(found).strip().startswith(line)
    assert taken == steps
