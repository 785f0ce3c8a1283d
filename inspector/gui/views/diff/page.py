"""`Diff to previous`: how far the prefix is the same, where and why it breaks, and every changed line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from inspector.analysis.prefix.causes import CauseId
from inspector.app.diff.shown import CONTEXT, ShownDiff, excerpt, same_stretches, show_all
from inspector.app.i18n import counted
from inspector.app.selection import Selection
from inspector.app.text.folds import FoldState
from inspector.app.text.line_marks import MarkRole
from inspector.app.wording import causes as cause_words
from inspector.app.wording import numbers, units
from inspector.app.wording.inspector import request_name, section_title, unknown
from inspector.app.wording.timeline import DOT
from inspector.gui import theme
from inspector.gui.background import Background
from inspector.gui.views.common.facts import Fact, FactTable
from inspector.gui.views.common.page import Hint, Page, Work
from inspector.gui.views.diff.headline import Headline
from inspector.gui.views.text.panel import TextPanel
from inspector.gui.views.text.view import VirtualTextView
from inspector.sources.base import Progress, Trait

if TYPE_CHECKING:
    from inspector.app.diff.compare import Comparison

_EXCERPT_ROWS: Final = 11
_MOST_ROWS: Final = 12


class DiffPage(Page):
    """`Diff to previous`."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(background, body, parent)
        self.facts = FactTable()
        self.card = BreakCard()
        self.advice = FactTable()
        self.text = TextPanel()
        self._shown: Comparison | None = None
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        card_room = QVBoxLayout()
        card_room.setContentsMargins(theme.Space.M, theme.Space.XS, theme.Space.M, theme.Space.XS)
        card_room.addWidget(self.card)
        column.addWidget(self.facts)
        column.addLayout(card_room)
        column.addWidget(self.advice)
        column.addWidget(self.text, 1)
        for panel in (self.text, self.card.view):
            panel.probe_requested.connect(self.probe_requested)
        self.text.problem.connect(self.problem)

    def plan(self, selection: Selection) -> Hint | Work:
        """See `Page.plan`."""
        record, source = selection.request, selection.source
        if record is None or not record.has_payload:
            return self._why_not(selection)

        def work(progress: Progress) -> Comparison | None:
            # Only now: the engine behind it takes 60 ms to import, which the start of the window need not wait for.
            from inspector.app.diff.compare import compare_requests, previous_request

            previous = previous_request(record, source.requests())
            return None if previous is None else compare_requests(source, record, previous, progress)

        return work

    def present(self, result: Comparison | None) -> None:
        """See `Page.present`."""
        self._shown = result
        if result is None:
            self.show_hint(
                Hint(
                    self.tr("First request of this conversation"),
                    self.tr("There is none before it to compare with. Select a later request."),
                )
            )
            return
        self.facts.show_facts(self._facts(result))
        self.card.show_break(self._headline(result), self._where(result), result)
        self.advice.show_facts(self._advice(result))
        self._show_lines(result)

    def _show_lines(self, result: Comparison) -> None:
        shown = show_all(result.diff, result.headings)
        self.text.set_text(
            shown.text,
            line_tones=shown.tones,
            gutter_label=shown.label,
            gutter_cells=max(3, len(str(len(shown.labels))) + 1),
            file_name=f"diff-{result.previous.number}-{result.record.number}.txt",
        )
        view = self.text.view
        view.set_marks("removed", MarkRole.REMOVED, shown.removed)
        view.set_marks("added", MarkRole.ADDED, shown.added)
        ends = same_stretches(result.diff, context=CONTEXT)
        closed = FoldState(len(shown.labels), ends, lambda head: self._same(ends[head] - head), set(ends))
        view.set_folds(closed)

    def _same(self, lines: int) -> str:
        return "⋯ " + counted(self.tr("%n more line(s) the same", "", lines), lines)

    def _facts(self, result: Comparison) -> list[Fact]:
        name = self.tr("request {0}").format(numbers.group(result.previous_place.number))
        gap = result.gap_ms
        if gap is not None:
            name += self.tr(", {0} earlier").format(numbers.duration(max(0, gap)))
        shared, total = result.shared_chars, result.total_chars
        same = self.tr("{0} of {1}").format(numbers.group(shared), units.chars(total))
        if total:
            same += f" ({numbers.percent(shared / total)})"
        facts = [
            Fact(self.tr("Request"), request_name(result.request_place)),
            Fact(self.tr("Compared with"), name, action=self._go_to_previous),
            Fact(self.tr("Same prefix"), same, tip=self.tr("Tools, system prompt, messages, in this order.")),
        ]
        lost = result.tokens_lost
        if lost:
            text = self.tr("{0} tokens that were in the cache were sent anew").format(numbers.group(lost))
            facts.append(Fact(self.tr("Lost"), text, tone="error", tip=self.tr("Measured by the provider.")))
        elif lost is None:
            facts.append(Fact(self.tr("Lost"), unknown(), tone="faint"))
        return facts

    def _headline(self, result: Comparison) -> str:
        return DOT.join((cause_words.title(result.cause), cause_words.detail(result.cause)))

    def _where(self, result: Comparison) -> str:
        if result.place is None:
            return ""
        place = result.place
        return DOT.join(
            (
                section_title(place.section, sizes=False),
                self.tr("char {0}").format(numbers.group(place.char)),
                self.tr("line {0}").format(numbers.group(place.line + 1)),
            )
        )

    def _advice(self, result: Comparison) -> list[Fact]:
        facts = []
        if cause_words.breaks(result.cause) and (remedy := cause_words.remedy(result.cause)):
            facts.append(Fact(self.tr("Try"), remedy))
        if result.provider_reason:
            facts.append(Fact(self.tr("Provider says"), result.provider_reason))
        if result.diff.coarse:
            text = self.tr("too many changed lines to align; shown as replaced")
            facts.append(Fact(self.tr("Note"), text, tone="muted"))
        return facts

    def _go_to_previous(self) -> None:
        if self._shown is not None:
            self.request_activated.emit(self._shown.previous.index)

    def _why_not(self, selection: Selection) -> Hint:
        if Trait.PROMPTS not in selection.source.traits:
            return Hint(
                self.tr("A conversation database does not record prompts"),
                self.tr(
                    "There is nothing to compare byte by byte. Replay (F5) rebuilds the prompts and compares those."
                ),
            )
        return Hint(
            self.tr("No request is selected"),
            self.tr(
                "Select an assistant turn or one of its steps to compare its prompt with the one before."
            ),
        )


class BreakCard(QFrame):
    """Where the prefix breaks: a headline, the place, the lines around it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.headline, self.place = Headline(), QLabel()
        self.view = VirtualTextView()
        self.place.setProperty("tone", "faint")
        self.place.setContentsMargins(theme.Space.M, theme.Space.S, theme.Space.M, 0)
        self.view.set_wrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        for widget in (self.headline, self.place, self.view):
            column.addWidget(widget)
        self.view.laid_out.connect(self._fit)

    def show_break(self, headline: str, place: str, result: Comparison) -> None:
        """Show a comparison's first difference."""
        self.headline.show_text(headline, breaks=cause_words.breaks(result.cause))
        self.place.setText(place)
        appended = result.cause.id in (CauseId.EXTENDS, CauseId.IDENTICAL)
        self.place.setVisible(bool(place) and not appended)
        shown = excerpt(result.diff, result.headings, context=CONTEXT, most=_EXCERPT_ROWS)
        self.view.setVisible(bool(shown.text) and not appended)
        self._show_lines(shown)

    def _show_lines(self, shown: ShownDiff) -> None:
        self.view.set_text(shown.text, line_tones=shown.tones, gutter_label=shown.label, gutter_cells=1)
        self.view.set_marks("removed", MarkRole.REMOVED, shown.removed)
        self.view.set_marks("added", MarkRole.ADDED, shown.added)

    def _fit(self) -> None:
        """As high as the rows need, up to a limit; wrapping makes more of them in a narrow panel."""
        rows = min(self.view.rows.row_count, _MOST_ROWS)
        self.view.setFixedHeight(rows * self.view.grid.row_height + theme.Space.S)
