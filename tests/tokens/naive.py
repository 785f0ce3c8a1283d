"""The estimators written straight from their rules, slow and obvious: what the fast ones are held against."""

from __future__ import annotations

import math
import re

from inspector.wire import JS_WHITESPACE, length

_MARKS = re.escape(".,!?;(){}[]<>:/\\|@#$%^&*+=`~_-")
_SPACES = "".join(sorted(JS_WHITESPACE))
_SPLIT = re.compile(f"([{_SPACES}]+|[{_MARKS}]+)")
_CJK = re.compile(
    "[\u4e00-\u9fff\u3400-\u4dbf\u3000-\u303f\uff00-\uffef\u30a0-\u30ff\u2e80-\u2eff\u31c0-\u31ef"
    "\u3200-\u32ff\u3300-\u33ff\uac00-\ud7af\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\ud7ff]"
)
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*\Z")
_LATIN = re.compile("[a-zA-Z0-9À-ÖØ-öø-ÿ]+\\Z")
_LANGUAGES = (
    (re.compile("[äöüßẞÄÖÜ]"), 3.0),
    (re.compile("[éèêëàâîïôûùüÿçœæáíóúñÉÈÊËÀÂÎÏÔÛÙÜŸÇŒÆÁÍÓÚÑ]"), 3.0),
    (re.compile("[ąćęłńóśźżěščřžýůúďťňĄĆĘŁŃÓŚŹŻĚŠČŘŽÝŮÚĎŤŇ]"), 3.5),
)


def naive_tokenx(text: str) -> int:
    """PIPELINE §1.1, rule by rule, piece by piece."""
    return sum(_piece(piece) for piece in _SPLIT.split(text) if piece)


def _piece(piece: str) -> int:
    if not piece.strip(_SPACES):
        return 0
    if _CJK.search(piece):
        return len(piece)
    if _NUMBER.match(piece) or length(piece) <= 3:
        return 1
    if re.search(f"[{_MARKS}]", piece):
        return math.ceil(length(piece) / 2)
    if _LATIN.match(piece):
        per_token = next((size for pattern, size in _LANGUAGES if pattern.search(piece)), 6)
        return math.ceil(length(piece) / per_token)
    return len(piece)


def naive_rough(text: str) -> int:
    """PIPELINE §1.2, character by character."""
    dense = sum(
        "\u4e00" <= char <= "\u9fa5" or "\u3040" <= char <= "\u30ff" or "\uac00" <= char <= "\ud7af"
        for char in text
    )
    return math.ceil(dense * 1.5 + (length(text) - dense) * 0.3)
