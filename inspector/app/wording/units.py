"""Counted things: characters, tokens, messages; digits grouped, plural forms by the catalogue.

The rest of the window uses the functions at the end.
"""

from __future__ import annotations

from inspector.app.i18n import Words, counted
from inspector.app.wording.numbers import group


class Units(Words):
    """Words for counted things."""

    def chars(self, count: int) -> str:
        """`81 204 chars`."""
        return counted(self.tr("%n char(s)", "", count), count)

    def tokens(self, count: int) -> str:
        """`3 087 tok`."""
        return self.tr("{0} tok").format(group(count))

    def estimated_tokens(self, count: int) -> str:
        """`≈ 22 tok`: our estimate, where nothing was measured."""
        return self.tr("≈ {0} tok").format(group(count))

    def messages(self, count: int) -> str:
        """`16 messages`."""
        return counted(self.tr("%n message(s)", "", count), count)

    def requests(self, count: int) -> str:
        """`24 requests`."""
        return counted(self.tr("%n request(s)", "", count), count)

    def steps(self, count: int) -> str:
        """`4 steps`."""
        return counted(self.tr("%n step(s)", "", count), count)

    def folds(self, count: int) -> str:
        """`1 fold`."""
        return counted(self.tr("%n fold(s)", "", count), count)

    def envelopes(self, count: int) -> str:
        """`3 trimmed outputs`."""
        return counted(self.tr("%n trimmed", "", count), count)

    def errors(self, count: int) -> str:
        """`2 errors`."""
        return counted(self.tr("%n error(s)", "", count), count)

    def findings(self, count: int) -> str:
        """`2 findings`."""
        return counted(self.tr("%n finding(s)", "", count), count)

    def in_flight(self, count: int) -> str:
        """`1 unfinished`."""
        return counted(self.tr("%n unfinished", "", count), count)

    def blobs(self, count: int) -> str:
        """`2 blobs`."""
        return counted(self.tr("%n blob(s)", "", count), count)

    def sources(self, count: int) -> str:
        """`5 sources`."""
        return counted(self.tr("%n source(s)", "", count), count)

    def pages(self, count: int) -> str:
        """`2 pages`."""
        return counted(self.tr("%n page(s)", "", count), count)

    def lines(self, count: int) -> str:
        """`120 lines`."""
        return counted(self.tr("%n line(s)", "", count), count)

    def runs(self, count: int) -> str:
        """`9 runs`."""
        return counted(self.tr("%n run(s)", "", count), count)

    def conversations(self, count: int) -> str:
        """`12 conversations`."""
        return counted(self.tr("%n conversation(s)", "", count), count)

    def days_ago(self, count: int) -> str:
        """`3 days ago`."""
        return counted(self.tr("%n day(s) ago", "", count), count)

    def changed(self, count: int) -> str:
        """`3 changed`."""
        return counted(self.tr("%n changed", "", count), count)


_UNITS = Units()
chars = _UNITS.chars
tokens = _UNITS.tokens
estimated_tokens = _UNITS.estimated_tokens
messages = _UNITS.messages
requests = _UNITS.requests
steps = _UNITS.steps
folds = _UNITS.folds
envelopes = _UNITS.envelopes
errors = _UNITS.errors
findings = _UNITS.findings
in_flight = _UNITS.in_flight
blobs = _UNITS.blobs
sources = _UNITS.sources
pages = _UNITS.pages
lines = _UNITS.lines
runs = _UNITS.runs
conversations = _UNITS.conversations
days_ago = _UNITS.days_ago
changed = _UNITS.changed
