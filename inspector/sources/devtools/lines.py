"""Lines of a file read in blocks, with their offsets and only the beginning of long ones (FORMATS B).

A capture of 450 MB has lines of megabytes; of those only the place matters. Blocks are read into one buffer that is
used again, and newlines are found in C, so the speed is that of the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol, TypeAlias

BLOCK_BYTES: Final = 1 << 20
"""Small enough to stay in the processor's cache between reading and searching."""

HEAD_BYTES: Final = 1024
"""How much of a line is kept; scalars of a capture are far shorter."""


OnBlock: TypeAlias = Callable[[int, memoryview], None]
"""Called with the offset of a block and its bytes, which are valid during the call only."""


class RawFile(Protocol):
    """The part of an unbuffered file used here."""

    def seek(self, offset: int, whence: int = 0, /) -> int: ...

    def readinto(self, buffer: bytearray, /) -> int | None: ...

    def read(self, size: int, /) -> bytes: ...


class Line(NamedTuple):
    """One line.

    Attributes:
        start, end: offsets in the file; the newline is not part of it.
        head: its first `HEAD_BYTES` bytes.
        last: its last byte, -1 for an empty line.
        closed: False for the file's last line when no newline follows.
    """

    start: int
    end: int
    head: bytes
    last: int
    closed: bool


def read_lines(
    file: RawFile, start: int = 0, on_block: OnBlock = lambda offset, block: None
) -> Iterator[Line]:
    """Yield the lines from offset `start` on; `on_block` sees every block, with its offset, before its lines."""
    file.seek(start)
    buffer = bytearray(BLOCK_BYTES)
    base, line_start, head, last = start, start, b"", -1
    view = memoryview(buffer)
    while count := file.readinto(buffer):
        on_block(base, view[:count])
        position = 0
        while (newline := buffer.find(b"\n", position, count)) >= 0:
            head += buffer[position : min(newline, position + HEAD_BYTES - len(head))]
            if newline > position:
                last = buffer[newline - 1]
            yield Line(line_start, base + newline, head, last, True)
            position = newline + 1
            line_start, head, last = base + position, b"", -1
        if position < count:
            head += buffer[position : min(count, position + HEAD_BYTES - len(head))]
            last = buffer[count - 1]
        base += count
    if line_start < base:
        yield Line(line_start, base, head, last, False)
