"""Words for findings: their sentences by template, headings, places, states of the check.

Templates are English data of the detectors; they are translated in the context "Findings" and filled in here.
"""

from __future__ import annotations

import re
from typing import Final

from inspector.analysis.findings import Cause, Finding, FindingCost, all_detectors
from inspector.analysis.findings.replayed import Fate
from inspector.analysis.prefix.causes import CAUSES, CauseId
from inspector.app.findings.places import Spot
from inspector.app.findings.scan import Scan, ScanState
from inspector.app.findings.shelf import Group, Shelf
from inspector.app.i18n import QT_TRANSLATE_NOOP, Words, counted, translate
from inspector.app.wording import numbers, units
from inspector.app.wording.numbers import THIN_SPACE, group
from inspector.app.wording.timeline import DOT

_CONTEXT: Final = "Findings"
_BEGINS_WITH_WORD: Final = re.compile(r"[a-z]+[ ,]")
ARGUMENTS: Final = (
    QT_TRANSLATE_NOOP("Findings", "request"),
    QT_TRANSLATE_NOOP("Findings", "requests"),
    QT_TRANSLATE_NOOP("Findings", "before the provider adapter (the application or its SDK)"),
    QT_TRANSLATE_NOOP("Findings", "by the provider adapter (the declaration it was given differs)"),
    QT_TRANSLATE_NOOP("Findings", "nothing was cached before"),
    QT_TRANSLATE_NOOP("Findings", "{0} cached tokens sent again"),
    QT_TRANSLATE_NOOP("Findings", "measured"),
    QT_TRANSLATE_NOOP("Findings", "predicted"),
    QT_TRANSLATE_NOOP("Findings", "missing-entry"),
    QT_TRANSLATE_NOOP("Findings", "missing-file"),
    QT_TRANSLATE_NOOP("Findings", "refused"),
    QT_TRANSLATE_NOOP("Findings", "time"),
    QT_TRANSLATE_NOOP("Findings", "date"),
    QT_TRANSLATE_NOOP("Findings", "id"),
    QT_TRANSLATE_NOOP("Findings", "hash"),
    QT_TRANSLATE_NOOP("Findings", "timestamp"),
    QT_TRANSLATE_NOOP("Findings", "it is not set"),
    QT_TRANSLATE_NOOP("Findings", "it is no number"),
    QT_TRANSLATE_NOOP("Findings", "it is not finite"),
    QT_TRANSLATE_NOOP("Findings", "it is not above 0"),
)
"""Words among the arguments that detectors choose from; all other arguments are names and figures."""

_OF_CAUSES: Final = frozenset(text for info in CAUSES.values() for text in (info.title, info.remedy))
"""Arguments that the cache engine words."""
_CAUSE_IDS: Final = frozenset(CauseId)
_LEADING_FIGURE: Final = re.compile(r"\d{1,3}( \d{3})*(?= )")
_BLANKS: Final = re.compile(r"[ \t\r\n]+")
_GROUPED: Final = re.compile(r"(?<=\d) (?=\d{3}\b)")


def message(finding: Finding) -> str:
    """The one-line statement."""
    return _worded(finding, finding.wording.message)


def explanation(finding: Finding) -> str:
    """Why it matters."""
    return _worded(finding, finding.wording.explanation)


def remedy(finding: Finding) -> str:
    """What to do."""
    return _worded(finding, finding.wording.remedy)


def title(finding: Finding) -> str:
    """The detector's name; its id when the detector is gone."""
    return _detector_title(finding.id)


def cause_title(key: str) -> str:
    """The heading of findings that come from one thing: the cache engine's cause, else the detector's name."""
    if key in _CAUSE_IDS:
        return translate("Causes", CAUSES[CauseId(key)].title)
    return _detector_title(key)


def cost(found: FindingCost | None) -> str:
    """`117 613 tok · 0.38 USD`; "" when it costs nothing or nobody can tell."""
    if found is None:
        return ""
    money = "" if found.money is None else numbers.money(found.money, found.currency)
    tokens = units.tokens(found.tokens) if found.measured else units.estimated_tokens(found.tokens)
    return DOT.join(text for text in (tokens, money) if text)


def _detector_title(name: str) -> str:
    found = next((one.title for one in all_detectors() if one.id == name), None)
    return name if found is None else translate(_CONTEXT, found)


def _worded(finding: Finding, template: str) -> str:
    """A template in the language in force, filled in; a sentence that opens with a word opens with a capital."""
    worded = translate(_CONTEXT, template)
    if _BEGINS_WITH_WORD.match(worded):
        worded = worded[0].upper() + worded[1:]
    arguments = {name: _argument(value) for name, value in finding.arguments.items()}
    return _BLANKS.sub(" ", worded.format_map(arguments))


def _argument(value: str) -> str:
    """A value in the language in force, if it is one of the words detectors choose from, with its digits grouped."""
    if not value:
        return ""
    if value in _OF_CAUSES:
        return translate("Causes", value)
    figure = _LEADING_FIGURE.match(value)
    worded = translate(_CONTEXT, value)
    if figure is not None:
        worded = translate(_CONTEXT, "{0}" + value[figure.end() :]).replace("{0}", figure.group())
    return _GROUPED.sub(THIN_SPACE, worded)


def severity(shown: Group) -> str:
    """One finding's severity."""
    return {
        Group.ERROR: translate("FindingsTab", "Error"),
        Group.WARNING: translate("FindingsTab", "Warning"),
        Group.INFO: translate("FindingsTab", "Note"),
        Group.BROKEN: translate("FindingsTab", "Failed detector"),
    }[shown]


def place(spot: Spot) -> str:
    """`turn 6`, `request 3`; about more than one place, or a session as a whole, in words."""
    if not spot.count and not spot.session:
        return translate("FindingsTab", "whole file")
    if spot.place is None:
        return translate("FindingsTab", "whole conversation")
    number = group(spot.place + 1)
    if spot.by_request:
        return translate("FindingsTab", "request {0}").format(number)
    return translate("FindingsTab", "turn {0}").format(number)


def full_place(spot: Spot) -> str:
    """`Battery materials · turn 6 of 16 · part 2`."""
    pieces = [spot.session, place(spot)]
    if spot.place is not None:
        pieces[1] = translate("FindingsTab", "{0} of {1}").format(pieces[1], group(spot.count))
    if spot.part is not None and not spot.by_request:
        pieces.append(translate("FindingsTab", "part {0}").format(spot.part + 1))
    if spot.others:
        pieces.append(_COUNTS.further(len(spot.others)))
    return DOT.join(piece for piece in pieces if piece)


class FindingCounts(Words):
    """Texts with plural forms."""

    def errors(self, count: int) -> str:
        return counted(self.tr("%n error(s)", "", count), count)

    def warnings(self, count: int) -> str:
        return counted(self.tr("%n warning(s)", "", count), count)

    def infos(self, count: int) -> str:
        return counted(self.tr("%n note(s)", "", count), count)

    def broken(self, count: int) -> str:
        return counted(self.tr("%n detector(s) failed", "", count), count)

    def further(self, count: int) -> str:
        return counted(self.tr("and %n more place(s)", "", count), count)

    def detectors(self, count: int) -> str:
        return counted(self.tr("%n detector(s)", "", count), count)

    def alike(self, count: int) -> str:
        return counted(self.tr("%n place(s)", "", count), count)


_COUNTS: Final = FindingCounts()
further = _COUNTS.further


def cause(found: Cause, place_of_first: str) -> str:
    """`3 places · 9 391 tokens · request 7`: how often, what it cost, where first."""
    pieces = [_COUNTS.alike(found.places)] if found.places > 1 else []
    pieces += [units.tokens(found.cost.tokens)] if found.cost is not None else []
    return DOT.join([*pieces, place_of_first])


def fate(found: Fate) -> str:
    """What a replay makes of a finding, in a word or two."""
    return {
        Fate.GONE: translate("FindingsTab", "gone"),
        Fate.STAYS: translate("FindingsTab", "still there"),
        Fate.NEW: translate("FindingsTab", "new"),
        Fate.NOT_REPLAYABLE: translate("FindingsTab", "not replayable"),
    }[found]


def fate_tip(found: Fate) -> str:
    """The same as a sentence."""
    return {
        Fate.GONE: translate("FindingsTab", "The replay under these settings does not show it any more."),
        Fate.STAYS: translate("FindingsTab", "The replay under these settings shows it too."),
        Fate.NEW: translate("FindingsTab", "Only the replay under these settings shows it."),
        Fate.NOT_REPLAYABLE: translate(
            "FindingsTab",
            "A replay cannot tell: it does not show this finding under the session's own settings either.",
        ),
    }[found]


def compared(shelf: Shelf) -> str:
    """`Replay: 6 → 1 · 5 gone · 1 still there`."""
    counts = ((fate_of, shelf.count_of(fate_of)) for fate_of in Fate)
    told = [f"{group(count)} {fate(fate_of)}" for fate_of, count in counts if count]
    return DOT.join((translate("FindingsTab", "Replay: {0}").format(badge(shelf)), *told))


def badge(shelf: Shelf) -> str:
    """How many findings there are, and how many would be left: `6 → 1`; "" = none."""
    count = len(shelf.findings)
    if shelf.compares:
        return f"{group(count)} → {group(shelf.remaining)}"
    return group(count) if count else ""


def group_count(shown: Group, count: int) -> str:
    """`18 errors`: a heading, a button."""
    word = {
        Group.ERROR: _COUNTS.errors,
        Group.WARNING: _COUNTS.warnings,
        Group.INFO: _COUNTS.infos,
        Group.BROKEN: _COUNTS.broken,
    }[shown]
    return word(count)


def looked_at(scan: Scan) -> str:
    """`27 detectors looked at 8 requests in 5 conversations`."""
    where = units.conversations(scan.conversations)
    if not scan.requests:
        return translate("FindingsTab", "{0} looked at {1}").format(_COUNTS.detectors(scan.detectors), where)
    return translate("FindingsTab", "{0} looked at {1} in {2}").format(
        _COUNTS.detectors(scan.detectors), units.requests(scan.requests), where
    )


def progress(scan: Scan) -> str:
    """`Checking conversation 3 of 12…`."""
    if not scan.total:
        return translate("FindingsTab", "Checking…")
    if scan.done >= scan.total:
        return translate("FindingsTab", "Checking what is stored…")
    return translate("FindingsTab", "Checking conversation {0} of {1}…").format(
        group(scan.done + 1), group(scan.total)
    )


def state(scan: Scan) -> str:
    """Where the check stands, on one line; "" while there is nothing to say."""
    return {
        ScanState.NOTHING: "",
        ScanState.WAITING: translate("FindingsTab", "Not checked yet"),
        ScanState.RUNNING: progress(scan),
        ScanState.DONE: looked_at(scan),
        ScanState.STOPPED: translate("FindingsTab", "Stopped after {0} of {1} conversations").format(
            group(scan.done), group(scan.total)
        ),
        ScanState.FAILED: translate("FindingsTab", "The check could not be finished"),
    }[scan.state]
