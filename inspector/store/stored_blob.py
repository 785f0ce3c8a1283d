"""Where a text was put in a blob store."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredBlob:
    """The outcome of a write.

    Attributes:
        entry_id: the file entry that holds the text.
        created: a new one; False = an entry of the same content was reused.
    """

    entry_id: str
    created: bool
