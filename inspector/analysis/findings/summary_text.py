"""What a summary looks like, and a text that stands in a summary's place and says that it is none (PIPELINE §10)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from inspector.model.compaction import SUMMARY_OPENING
from inspector.pipeline.compaction.wording import unwrap_summary

_LONGEST_PLACEHOLDER: Final = 300
_PLACEHOLDER: Final = re.compile(
    r"\b(?:compression|compaction|summary|summari[sz]ation|summari[sz]er)\b[^.\n]{0,40}"
    r"\b(?:no output|no summary|failed|unavailable|not available|is empty|was empty|produced nothing|timed out)"
    r"|\bno (?:summary|compression output|content)\b[^.\n]{0,20}(?:available|generated|produced|returned)"
    r"|\b(?:unable|failed|not able) to (?:summari[sz]e|generate (?:a |the )?summary|compress)"
    r"|\bcould not (?:be )?(?:summari[sz]ed?|compress(?:ed)?)|\bthere is nothing to summari[sz]e"
    r"|(?:没有|暂无|未生成|无法生成|无可用)(?:的)?(?:摘要|总结)|(?:摘要|总结|压缩)(?:生成)?(?:失败|为空|不可用|无输出)"
    r"|(?:没有|无)(?:任何)?内容(?:可以|可供)?(?:总结|摘要)",
    re.IGNORECASE,
)
_NOTHING: Final = re.compile(
    r"\W*(?:none|n/?a|null|undefined|nil|object object|empty|todo|无|空)?\W*", re.IGNORECASE
)
_BRACKETED: Final = re.compile(r"\s*[\[(<【].{3,200}[\])>】]\s*", re.DOTALL)

_HEADING: Final = re.compile(r"^\W{0,4}(?:\d{1,2}[.)]|#{1,4})\s*\**\s*([^\n:：*]{2,60})", re.MULTILINE)
_HEADING_WORDS: Final = re.compile(
    r"goal|primary request|task overview|user'?s? (?:request|intent|wish)|key (?:facts|decisions|concepts)|facts"
    r"|rules|constraints|preferences|sources and files|files and code|relevant files|work done|completed|progress"
    r"|current (?:state|work)|pending tasks|open (?:points|tasks|questions)|next steps?|errors and fixes"
    r"|problem solving|context to keep|important (?:discoveries|details)"
    r"|目标|主要请求|关键事实|约束|已完成|当前状态|待办|下一步",
    re.IGNORECASE,
)
_FEWEST_HEADINGS: Final = 4
"""Reports have two or three of them too."""
_GRAM: Final = 24
_LIKE: Final = 0.5
_SHORTEST: Final = 120
_STEP: Final = 4


def is_placeholder(summary: str) -> bool:
    """Whether a text in a summary's place says that there is none; an empty one is not meant."""
    text = summary.strip()
    if not text or len(text) > _LONGEST_PLACEHOLDER:
        return False
    return bool(_NOTHING.fullmatch(text) or _PLACEHOLDER.search(text))


def is_bare_placeholder(text: str) -> bool:
    """The same for a text of which only its form tells that it stands for a summary: it is one bracket."""
    return (
        bool(_BRACKETED.fullmatch(text))
        and len(text) <= _LONGEST_PLACEHOLDER
        and bool(_PLACEHOLDER.search(text))
    )


def served_summary(text: str) -> str:
    """The summary of a text that a prompt opens with, in the application's wrapping or another's."""
    own = unwrap_summary(text)
    if own is not None:
        return own
    if not text.startswith(SUMMARY_OPENING):
        return text
    paragraphs = text[len(SUMMARY_OPENING) :].split("\n\n")
    kept = [
        words for words in paragraphs[1:] if not words.lstrip().startswith(("Continue ", "Please continue"))
    ]
    return re.sub(r"^\W*Summary:?\s*", "", "\n\n".join(kept).strip(), flags=re.IGNORECASE)


class KnownSummaries:
    """Summaries of a session, to find their like."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._grams = [_grams(text) for text in texts if len(text) >= _SHORTEST]

    def resembles(self, text: str) -> str:
        """Why a message looks like a summary: `opening`, `tags`, `repeats`, `headings`; "" when it does not."""
        stripped = text.lstrip()
        if stripped.startswith(SUMMARY_OPENING):
            return "opening"
        if stripped.startswith(("<summary>", "<analysis>")) and "<summary>" in stripped:
            return "tags"
        if len(stripped) < _SHORTEST:
            return ""
        if self._repeats(stripped):
            return "repeats"
        headings = _HEADING.findall(stripped)
        titles = [heading for heading in headings if _HEADING_WORDS.match(heading.strip())]
        return "headings" if len(titles) >= max(_FEWEST_HEADINGS, 0.6 * len(headings)) else ""

    def _repeats(self, text: str) -> bool:
        if not self._grams:
            return False
        found = _grams(text, step=1)
        return any(len(grams & found) >= _LIKE * len(grams) for grams in self._grams if grams)


def _grams(text: str, step: int = _STEP) -> frozenset[str]:
    """Pieces of a text, white space aside; one text's pieces at any place are another's at some."""
    plain = " ".join(text.split())
    return frozenset(plain[at : at + _GRAM] for at in range(0, max(0, len(plain) - _GRAM + 1), step))
