"""Files become UTF-8 or binary, whatever encoding they had."""

from __future__ import annotations

import pytest

from inspector.pipeline.read_back.decoding import decode_file

LINE = "The café stayed closed, said its owner, and nobody knew for how long it would be. "


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"", "utf-8", ""),
        ("﻿a é".encode(), "utf-8", "a é"),
        ("﻿a é😀".encode("utf-16-le"), "utf-16-le", "a é😀"),
        ("﻿a é😀".encode("utf-16-be"), "utf-16-be", "a é😀"),
        ((LINE * 8).encode("cp1252"), "cp1252", LINE * 8),
    ],
    ids=["empty", "marked utf-8", "utf-16 little", "utf-16 big", "western"],
)
def test_text(data: bytes, encoding: str, text: str) -> None:
    decoded = decode_file(data)
    assert decoded is not None
    assert (decoded.encoding, decoded.utf8.decode()) == (encoding, text)


@pytest.mark.parametrize(
    "data",
    [
        "has � inside".encode(),
        ("中文测试" * 40).encode()[:-1],
        b"\x1b[31mred\x1b[0m and \x07bell",
        b"x" * 600 + b"\0",
        ("x" * 98 + "\v\v").encode(),
    ],
    ids=["replacement character", "cut character", "coloured log", "late NUL", "2 % controls"],
)
def test_binary(data: bytes) -> None:
    assert decode_file(data) is None


@pytest.mark.parametrize("shift", range(3))
def test_a_character_across_the_8_kb_cut_is_not_damage(shift: int) -> None:
    assert decode_file(("x" * shift + "中" * 6000).encode()) is not None


def test_only_the_first_8_kb_decide() -> None:
    assert decode_file(b"x" * 8192 + b"\0\0") is not None
