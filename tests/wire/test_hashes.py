"""The two names of a text."""

from __future__ import annotations

from hypothesis import given

from inspector.wire import (
    content_hash,
    content_hash_bytes,
    encode_utf8,
    length,
    survey,
    utf8_length,
    vfs_filename,
    vfs_uri,
)
from tests.wire.strategies import TEXTS


def test_names_of_the_empty_text() -> None:
    assert vfs_uri(vfs_filename("")) == "context://vfs/vfs_e3b0c44298fc1c14.txt"
    assert content_hash("") == "xxh3-64:2d06800538d394c2"


@given(TEXTS)
def test_both_see_the_utf8_bytes(text: str) -> None:
    seen = encode_utf8(text)
    assert content_hash(text) == content_hash_bytes(seen)
    assert vfs_filename(text) == vfs_filename(seen.decode())


def test_lone_halves_share_a_name() -> None:
    assert vfs_filename("a\ud83d") == vfs_filename("a\ude00") == vfs_filename("a\ufffd")


@given(TEXTS)
def test_a_survey_finds_in_one_pass_what_the_single_functions_find(text: str) -> None:
    for surveyed in (text, text + "😀" + "x\n" * 9000 + text):
        found = survey(surveyed)
        assert found.content_hash == content_hash(surveyed)
        assert found.vfs_filename == vfs_filename(surveyed)
        assert found.size == utf8_length(surveyed)
        assert found.chars == length(surveyed)
        assert found.lines == surveyed.count("\n") + 1
