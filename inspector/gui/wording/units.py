"""Counted things: characters, tokens, messages; digits grouped, plural forms by the catalogue."""

from __future__ import annotations

from inspector.gui.i18n import counted, translate
from inspector.gui.presenters.numbers import group


def chars(count: int) -> str:
    """`81 204 chars`."""
    return counted(translate("Units", "%n char(s)", "", count), count)


def tokens(count: int) -> str:
    """`3 087 tok`."""
    return translate("Units", "{0} tok").format(group(count))


def estimated_tokens(count: int) -> str:
    """`≈ 22 tok`: our estimate, where nothing was measured."""
    return translate("Units", "≈ {0} tok").format(group(count))


def messages(count: int) -> str:
    """`16 messages`."""
    return counted(translate("Units", "%n message(s)", "", count), count)


def requests(count: int) -> str:
    """`24 requests`."""
    return counted(translate("Units", "%n request(s)", "", count), count)


def steps(count: int) -> str:
    """`4 steps`."""
    return counted(translate("Units", "%n step(s)", "", count), count)


def folds(count: int) -> str:
    """`1 fold`."""
    return counted(translate("Units", "%n fold(s)", "", count), count)


def envelopes(count: int) -> str:
    """`3 trimmed outputs`."""
    return counted(translate("Units", "%n trimmed", "", count), count)


def errors(count: int) -> str:
    """`2 errors`."""
    return counted(translate("Units", "%n error(s)", "", count), count)


def in_flight(count: int) -> str:
    """`1 unfinished`."""
    return counted(translate("Units", "%n unfinished", "", count), count)


def blobs(count: int) -> str:
    """`2 blobs`."""
    return counted(translate("Units", "%n blob(s)", "", count), count)


def sources(count: int) -> str:
    """`5 sources`."""
    return counted(translate("Units", "%n source(s)", "", count), count)


def pages(count: int) -> str:
    """`2 pages`."""
    return counted(translate("Units", "%n page(s)", "", count), count)


def lines(count: int) -> str:
    """`120 lines`."""
    return counted(translate("Units", "%n line(s)", "", count), count)


def runs(count: int) -> str:
    """`9 runs`."""
    return counted(translate("Units", "%n run(s)", "", count), count)


def conversations(count: int) -> str:
    """`12 conversations`."""
    return counted(translate("Units", "%n conversation(s)", "", count), count)
