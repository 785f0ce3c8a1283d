"""Telling binary files from text by their first bytes, as the reference's detector does (PIPELINE §8).

The detector looks at 512 bytes: a NUL or a PDF header is binary, so are more than 10 % bytes that belong to no UTF-8
sequence, and so is what parses as protocol buffers. Its flaws are kept, because `fs_read` answers `binary` by them: the
cut at 512 may split a character, and a text whose first line then claims an impossible field length counts as binary.
"""

from __future__ import annotations

from typing import Final

_LOOKED_AT: Final = 512
_BYTE_ORDER_MARKS: Final = (b"\xef\xbb\xbf", b"\0\0\xfe\xff", b"\x84\x31\x95\x33", b"\xfe\xff", b"\xff\xfe")
_ORDINARY: Final = frozenset(range(7, 15)) | frozenset(range(32, 128))
_FIXED_LENGTHS: Final = {1: 8, 5: 4}
_LONGEST_FIELD: Final = 125_813_764
"""The reference grows an array item by item for a field; where JavaScript refuses, the file counts as binary."""


def looks_binary(data: bytes) -> bool:
    """Whether the reference's detector takes a file for binary; `data` is its beginning or all of it."""
    head = data[:_LOOKED_AT]
    if head.startswith(_BYTE_ORDER_MARKS):
        return False
    if b"\0" in head or head.startswith(b"%PDF-"):
        return True
    odd = _count_odd_bytes(head)
    return odd * 10 > len(head) or (odd > 1 and _passes_for_protobuf(head))


def _count_odd_bytes(head: bytes) -> int:
    """Bytes that are neither ordinary ASCII nor part of a UTF-8 sequence."""
    odd = index = 0
    while index < len(head):
        length = _sequence_length(head[index])
        if length == 1:
            odd += head[index] not in _ORDINARY
            index += 1
        elif index + length > len(head):
            odd, index = odd + 1, index + 1
        elif all(0x80 <= byte <= 0xBF for byte in head[index + 1 : index + length]):
            index += length
        else:
            # A broken sequence swallows its second byte, whatever that is.
            odd, index = odd + 1, index + 2
    return odd


def _sequence_length(lead: int) -> int:
    if not 0xC0 <= lead <= 0xF7:
        return 1
    return 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4


def _passes_for_protobuf(head: bytes) -> bool:
    """Whether at least one whole field parses and nothing but the end of the head stops the parser."""
    fields = index = 0
    while True:
        tag, index = _varint(head, index)
        kind = tag & 7
        if kind == 0:
            _, index = _varint(head, index)
        elif kind == 2:
            length, index = _varint(head, index)
            if length > _LONGEST_FIELD:
                return True
            index += max(length, 0)
        elif kind in _FIXED_LENGTHS:
            index += _FIXED_LENGTHS[kind]
        elif index <= len(head):
            return False
        if index > len(head):
            return fields > 0
        fields += 1


def _varint(head: bytes, index: int) -> tuple[int, int]:
    """A variable-length integer by 32-bit shifts, and the index after it (beyond the end if cut short)."""
    value = shift = 0
    while True:
        byte = head[index] if index < len(head) else 0xFF
        value |= (byte & 0x7F) << shift % 32
        index, shift = index + 1, shift + 7
        if byte < 0x80 or index > len(head):
            value &= 0xFFFFFFFF
            return (value - (1 << 32) if value >> 31 else value), index
