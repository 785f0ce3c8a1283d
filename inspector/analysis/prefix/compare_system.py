"""How the system prompts of two requests differ: a date or time, whitespace, another form, or other words."""

from __future__ import annotations

import re
from typing import Final

from inspector.analysis.prefix.blocks import Level, PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.compare_text import canonical, only_whitespace, same_words
from inspector.model.figures import group
from inspector.wire.common_prefix import common_prefix

_MONTHS: Final = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_TIME: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
    r"|\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[AaPp]\.?[Mm]\.?)?"
    r"|\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    rf"|{_MONTHS} \d{{1,2}}(?:,? \d{{4}})?|\d{{1,2}} {_MONTHS}(?: \d{{4}})?"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|星期[一二三四五六日天]|\b1[5-9]\d{8}(?:\d{3})?\b"
)
_CLOCK_WORD: Final = re.compile(
    r"\b(?:time|date|datetime|now|today|clock|utc|gmt|current|currently)\b|时间|日期|现在|今天|当前|星期",
    re.I,
)
_BARE: Final = 12
"""Characters a line may hold besides its date or time to count as a clock without a word for it."""
_BREAK: Final = re.compile(r"\\+n|\n")
_EXCERPT: Final = 100


def compare_system(previous: PrefixRequest, current: PrefixRequest) -> Cause | None:
    """The cause when the system prompts differ; None when they do not."""
    start, old = previous.span(Level.SYSTEM)
    begin, new = current.span(Level.SYSTEM)
    if [b.digest for b in previous.blocks[start:old]] == [b.digest for b in current.blocks[begin:new]]:
        return None
    before = "\n".join(previous.texts()[start:old])
    after = "\n".join(current.texts()[begin:new])
    shared = common_prefix(before, after)
    end = len(after) - common_prefix(before[shared:][::-1], after[shared:][::-1])
    arguments = {"offset": group(shared), "after": _line_at(after, shared)}
    pairs = zip(previous.blocks[start:old], current.blocks[begin:new], strict=False)
    first = next((i for i, (a, b) in enumerate(pairs) if a.digest != b.digest), min(old - start, new - begin))
    cause = _kind(before, after, shared, end)
    return Cause(cause, "system", arguments, begin + first, start + first)


def _kind(before: str, after: str, start: int, end: int) -> CauseId:
    if only_whitespace(before, after):
        return CauseId.WHITESPACE
    if canonical(before) == canonical(after):
        return CauseId.KEY_ORDER
    if same_words(before, after):
        return CauseId.BLOCK_SHAPE_CHANGED
    if _TIME.sub("", before) == _TIME.sub("", after) or _first_line_is_timely(after, start, end):
        return CauseId.SYSTEM_TIME
    return CauseId.SYSTEM_CHANGED


def _line_at(text: str, start: int) -> str:
    """The line in which the new text begins, shortened."""
    leading = _BREAK.match(text, start)
    at = leading.end() if leading else start
    begin = max((found.end() for found in _BREAK.finditer(text, 0, at)), default=0)
    stop = _BREAK.search(text, at)
    line = text[begin : stop.start() if stop else len(text)]
    shown = max(0, min(at - begin - _EXCERPT // 2, len(line) - _EXCERPT))
    return " ".join(line[shown : shown + _EXCERPT].split())


def _first_line_is_timely(text: str, start: int, end: int) -> bool:
    """Whether the first line of what is new is a clock: a date or time that is itself new, and hardly more.

    A note that mentions a date is none: it does not change by itself.
    """
    leading = _BREAK.match(text, start)
    begin = leading.end() if leading else start
    stop = _BREAK.search(text, begin)
    last = stop.start() if stop else len(text)
    line = max((found.end() for found in _BREAK.finditer(text, 0, begin)), default=0)
    times = list(_TIME.finditer(text, line, last))
    if not any(found.start() < min(end, last) and found.end() > start for found in times):
        return False
    rest = _TIME.sub("", text[line:last])
    return bool(_CLOCK_WORD.search(rest)) or len(rest.strip()) <= _BARE
