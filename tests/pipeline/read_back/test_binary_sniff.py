"""The detector's verdicts on the first 512 bytes, its flaws included."""

from __future__ import annotations

import pytest

from inspector.pipeline.read_back.binary_sniff import looks_binary


@pytest.mark.parametrize(
    ("data", "binary"),
    [
        (b"", False),
        (b"plain\ttext\r\n", False),
        (b"a\0b", True),
        (b"%PDF-1.7 text", True),
        (b"\xef\xbb\xbf\0", False),
        (b"\xff\xfea\0", False),
        ("naïve café 中文 😀".encode() * 40, False),
        ("naïve café".encode("latin-1") * 3, True),
        (b"x" * 19 + b"\xe9", False),
        (b"x" * 511 + b"\0", True),
        (b"x" * 512 + b"\0", False),
    ],
)
def test_verdict(data: bytes, binary: bool) -> None:
    assert looks_binary(data) is binary


@pytest.mark.parametrize(
    ("first_bytes", "binary"),
    [
        (b"\x0a\x20" + b"x" * 32, True),
        (b"\x0a\x20" + b"x" * 32 + b"\x0b", False),
        (b"\x0a\xe2\x80\x9d\xe3\x80\x81<", True),
    ],
    ids=["fields up to the end", "an unknown field kind", "a field longer than an array can be"],
)
def test_protocol_buffers_count_once_two_bytes_are_odd(first_bytes: bytes, binary: bool) -> None:
    odd = b"\x0a\x30" + b"x" * 46 + "中".encode()[:2]
    assert looks_binary(first_bytes + odd) is binary
    assert looks_binary(first_bytes + b"x" * 60) is False
