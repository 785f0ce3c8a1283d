"""Texts that mix everything the estimators tell apart."""

from __future__ import annotations

from hypothesis import strategies as st

from inspector.wire import join

WORDS = st.sampled_from(
    [
        "internationalization",
        "Straße",
        "naïve",
        "ýlohýlohy",
        "проверка",
        "中文字符",
        "ひらがな",
        "한국어",
        "😀👍🏽",
        "\ud83d",
        "12345678",
        "1,234.56",
        "0x5dcc",
        "don't",
        '"quoted"',
        "…—…",
        "a_b-c",
        "{}[]()",
        "->===>",
        "\u00d7\u00f7\u00b5",
        "ｆｕｌｌ",
    ]
)
SPACES = st.sampled_from([" ", "  ", "\n", "\t", "\u3000", "\u00a0", "\ufeff", "", "\x85", "\x1c", "\u200b"])
PIECES = st.one_of(WORDS, SPACES, st.text(max_size=4))
TEXTS = st.lists(PIECES, max_size=30).map(join)
