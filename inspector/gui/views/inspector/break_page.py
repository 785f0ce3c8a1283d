"""Why a request's prefix broke: cause and loss, the bytes on both sides, remedy, and the way to the next one.

This is the one place where a break is shown; whatever leads to a break (a key, a chip, a bar, a finding) comes here.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from inspector.analysis.cost.cost import cost_of
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.verdict import RequestVerdict
from inspector.app.cache.break_lines import shown, sides
from inspector.app.cache.break_report import bug_report
from inspector.app.cache.evidence import Analysed, Break, load_break
from inspector.app.selection import Selection
from inspector.app.text.highlight import JsonHighlighter
from inspector.app.text.line_marks import MarkRole
from inspector.app.wording import cache as words
from inspector.app.wording import causes as cause_words
from inspector.app.wording import numbers, units
from inspector.app.wording.timeline import DOT
from inspector.gui import theme
from inspector.gui.background import Background
from inspector.gui.views.common.elided import ElidedLabel
from inspector.gui.views.common.facts import Fact, FactTable
from inspector.gui.views.common.page import Hint, Page, Work
from inspector.gui.views.diff.headline import Headline
from inspector.gui.views.text.view import VirtualTextView

_COPIED_MS = 2000
_CRUMB = " › "


class BreakPage(Page):
    """`Break`.

    Attributes:
        facts: figures above the card.
        headline, place, view: the card: what broke, where, the bytes.
        advice: remedy and the provider's word.
        copy, wire, next: the buttons.
        wire_requested: emitted with the selection on screen and the JSON path of the break.
        next_requested: the next miss is wanted.
    """

    wire_requested = Signal(object, str)
    next_requested = Signal()

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        self.facts, self.advice = FactTable(), FactTable()
        self.headline, self.place = Headline(), ElidedLabel()
        self.view = VirtualTextView()
        self.copy, self.wire, self.next = QPushButton(), QPushButton(), QPushButton()
        super().__init__(background, self._body(), parent)
        self._analysed: Analysed | None = None
        self._selection: Selection | None = None
        self._found: Break | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_COPIED_MS)
        self._timer.timeout.connect(self._word)
        self.copy.clicked.connect(self.copy_report)
        self.wire.clicked.connect(self._on_wire)
        self.next.clicked.connect(self.next_requested)
        self.view.probe_requested.connect(self.probe_requested)
        self._word()

    @property
    def topic(self) -> str:
        """Where the reference tells of the cause on screen; "" while none is."""
        return "" if self._found is None else f"causes {self._found.verdict.cause.id.value}"

    def set_analysed(self, analysed: Analysed | None) -> None:
        """The verdicts of what is open; None while there are none."""
        self._analysed = analysed

    def _body(self) -> QWidget:
        body = QWidget()
        self.place.setProperty("tone", "muted")
        self.view.set_wrap(True)
        self.view.setMinimumHeight(3 * self.view.grid.row_height)
        self.view.setAccessibleName(self.tr("Bytes on both sides"))
        card = QFrame(body)
        card.setProperty("card", True)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        above = QHBoxLayout()
        above.setContentsMargins(theme.Space.M, 0, theme.Space.M, 0)
        above.setSpacing(theme.Space.M)
        above.addWidget(self.place)
        above.addStretch(1)
        for button in (self.wire, self.copy, self.next):
            button.setProperty("link", True)
            above.addWidget(button)
        inside.addWidget(self.headline)
        inside.addLayout(above)
        inside.addWidget(self.view, 1)
        room = QHBoxLayout()
        room.setContentsMargins(theme.Space.M, 0, theme.Space.M, 0)
        room.addWidget(card)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, theme.Space.XS)
        column.setSpacing(0)
        column.addWidget(self.facts)
        column.addLayout(room, 1)
        column.addWidget(self.advice)
        return body

    # -- showing

    def plan(self, selection: Selection) -> Hint | Work:
        """See `Page.plan`."""
        self._selection, self._found = selection, None
        index, analysed = selection.request_index, self._analysed
        if index is None:
            return Hint(
                self.tr("No request is selected"),
                self.tr("Select a request, or press M for the next one whose prefix broke."),
            )
        verdict = None if analysed is None else analysed.report.by_index.get(index)
        if analysed is None or verdict is None:
            return Hint(self.tr("Comparing requests…"), self.tr("Every prompt is read and hashed once."))
        if verdict.compared_with is None:
            return self._first(verdict.cause)
        judged, known = verdict, analysed
        return lambda progress: load_break(known, judged)

    def present(self, result: Break | None) -> None:
        """See `Page.present`."""
        self._found = result
        if result is None:
            self.show_hint(
                Hint(self.tr("This could not be read"), self.tr("The request before it is not recorded."))
            )
            return
        cause = result.verdict.cause
        self.facts.show_facts(self._facts(result))
        detail = DOT.join(
            part for part in (cause_words.title(cause), cause_words.detail(cause), words.also(cause)) if part
        )
        self.headline.show_text(detail, breaks=result.verdict.is_break)
        self.place.setText(self._where(result))
        self.advice.show_facts(self._advice(result))
        self._word()
        self._show_lines(result)

    def _first(self, cause: Cause) -> Hint:
        """A request without one before it."""
        texts = {
            CauseId.SIDE_CALL: self.tr("It stands apart from the conversation, so that it breaks no prefix."),
            CauseId.FIRST: self.tr("There is no request before it to compare with."),
        }
        return Hint(cause_words.title(cause), texts.get(cause.id, cause_words.detail(cause)))

    def copy_report(self) -> None:
        """Copy the break as a bug report without secrets."""
        if self._found is not None:
            QGuiApplication.clipboard().setText(bug_report(self._found))
            self.copy.setText(self.tr("Copied"))
            self._timer.start()

    def _show_lines(self, found: Break) -> None:
        diff = shown(found.lines)
        self.view.set_text(
            diff.text,
            highlighter=None if found.verdict.cause.block is None else JsonHighlighter(),
            line_tones=diff.tones,
            gutter_label=diff.label,
            gutter_cells=1,
        )
        self.view.set_marks("removed", MarkRole.REMOVED, diff.removed)
        self.view.set_marks("added", MarkRole.ADDED, diff.added)
        first = next((line for line, sign in enumerate(diff.labels) if sign.strip()), 0)
        offset = sum(len(line) + 1 for line in diff.text.split("\n")[: max(0, first - 1)])
        self.view.scroll_to_top(offset)

    # -- wording

    def _facts(self, found: Break) -> list[Fact]:
        previous, place = found.previous.index, found.found
        number = self.tr("{0} of {1}, compared with {2}").format(
            *map(numbers.group, (*found.place, found.previous_place.number))
        )
        same = self.tr("{0} of {1}").format(numbers.group(place.shared_chars), units.chars(place.total_chars))
        if place.total_chars:
            same += f" ({numbers.percent(place.shared_chars / place.total_chars)})"
        basis = self.tr("as replayed") if found.is_replayed else ""
        return [
            Fact(
                self.tr("Request"), number, action=self._activate(previous), tip=self.tr("Show that request")
            ),
            Fact(self.tr("Same prefix"), DOT.join(one for one in (same, basis) if one)),
            self._lost(found),
        ]

    def _lost(self, found: Break) -> Fact:
        verdict: RequestVerdict = found.verdict
        lost = verdict.lost
        if lost is None:
            return Fact(self.tr("Lost"), words.UNKNOWN, tone="faint")
        if not lost:
            return Fact(self.tr("Lost"), self.tr("nothing"), tone="muted")
        text = self.tr("{0} tokens sent again").format(numbers.group(lost))
        cost = None if self._analysed is None else cost_of(verdict, self._analysed.prices)
        if cost is not None and cost.lost:
            text += f", {words.money(cost.lost, cost.currency)}"
        if not verdict.loss_is_measured:
            text += self.tr(" (predicted)")
        return Fact(self.tr("Lost"), text, tone="error")

    def _where(self, found: Break) -> str:
        place, cause = found.found, found.verdict.cause
        request = self.tr("request {0}").format(numbers.group(found.place.number))
        if cause.block is None:
            return request
        removed, added = sides(place, cause)
        if not (removed and added):
            return _CRUMB.join((request, (added or removed or [("", "")])[0][0]))
        char = self.tr("char {0}").format(numbers.group(place.offset))
        return _CRUMB.join((request, place.path, char))

    def _advice(self, found: Break) -> list[Fact]:
        verdict = found.verdict
        facts = []
        remedy = cause_words.remedy(verdict.cause)
        if cause_words.breaks(verdict.cause) and remedy:
            facts.append(Fact(self.tr("Try"), remedy))
        if verdict.provider_reason:
            said = words.provider_says(verdict.provider_reason, verdict.cause)
            facts.append(Fact(self.tr("Provider says"), said))
        if verdict.disagrees and verdict.prediction is not None:
            text = self.tr("read {0}, the provider {1}").format(
                words.figure(verdict.prediction.read), words.figure(verdict.measured.cache_read)
            )
            facts.append(Fact(self.tr("Predicted"), text, tone="error", tip=words.rule(verdict.prediction)))
        return facts

    def _activate(self, index: int) -> Callable[[], None]:
        return lambda: self.request_activated.emit(index)

    def _on_wire(self) -> None:
        if self._selection is not None and self._found is not None:
            self.wire_requested.emit(self._selection, self._found.found.path)

    def _word(self) -> None:
        self.copy.setText(self.tr("Copy as bug report"))
        self.copy.setToolTip(
            self.tr("Figures, cause and both sides; keys, addresses and home paths are taken out")
        )
        self.wire.setText(self.tr("Wire"))
        self.wire.setToolTip(self.tr("Show this place in the recorded JSON"))
        self.wire.setEnabled(self._found is not None and bool(self._found.found.path))
        self.next.setText(self.tr("Next miss"))
        self.next.setToolTip(self.tr("Go to the next request whose prefix broke (M)"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
