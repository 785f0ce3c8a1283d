"""o200k: the vocabulary of OpenAI's models since GPT-4o, from a package that holds it (extra `o200k`).

Nothing is downloaded: the package's extension module has the ranks compiled in.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from inspector.tokens.memo import TextMemo

_ENCODING: Final = "o200k_base"
_SHORTEST_KEPT: Final = 256


def has_o200k() -> bool:
    """Whether the optional vocabulary is installed."""
    return find_spec("toktok") is not None


def o200k(text: str) -> int:
    """Tokens of a text; raises `ModuleNotFoundError` without the optional vocabulary.

    What looks like a special token counts as the text it is. Lone surrogates count as the replacement character.
    """
    return _MEMO(text)


def _count(text: str) -> int:
    import toktok

    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    counts: list[int] = toktok.batch_count([whole], _ENCODING, threads=1)
    return counts[0]


_MEMO: Final = TextMemo(_count, shortest=_SHORTEST_KEPT)
