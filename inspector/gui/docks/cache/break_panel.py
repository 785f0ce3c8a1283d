"""The break of the selected request: figures, cause and remedy, the provider's word, the bytes on both sides."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from inspector.analysis.cost.cost import RequestCost
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.app.cache.break_lines import shown, sides
from inspector.app.cache.break_report import bug_report
from inspector.app.cache.evidence import Break
from inspector.app.text.highlight import JsonHighlighter
from inspector.app.text.line_marks import MarkRole
from inspector.app.wording import cache as words
from inspector.app.wording import causes as cause_words
from inspector.app.wording import numbers, units
from inspector.app.wording.timeline import DOT
from inspector.gui import theme
from inspector.gui.views.common.elided import ElidedLabel
from inspector.gui.views.common.facts import Fact, FactTable
from inspector.gui.views.common.page import Hint, HintLabel
from inspector.gui.views.diff.headline import Headline
from inspector.gui.views.text.view import VirtualTextView

_COPIED_MS = 2000


class BreakPanel(QStackedWidget):
    """Shows one break.

    Attributes:
        facts: figures above the card.
        headline, place, view: the card: what broke, where, the bytes.
        advice: remedy and the provider's word.
        copy: the button that copies a bug report.
        request_activated: emitted with a request index that should be selected.
    """

    request_activated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Break | None = None
        self._cost = RequestCost()
        self._hint = HintLabel(self)
        self.facts, self.advice = FactTable(), FactTable()
        self.headline, self.place = Headline(), ElidedLabel()
        self.view = VirtualTextView()
        self.copy = QPushButton()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_COPIED_MS)
        self._timer.timeout.connect(self._word)
        self.copy.clicked.connect(self.copy_report)
        self.addWidget(self._hint)
        self.addWidget(self._body())
        self._word()

    def _body(self) -> QWidget:
        body = QWidget(self)
        self.place.setProperty("tone", "faint")
        self.view.set_wrap(True)
        self.view.setMinimumHeight(3 * self.view.grid.row_height)
        self.view.setAccessibleName(self.tr("Bytes on both sides"))
        card = QFrame(body)
        card.setProperty("card", True)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        self.copy.setProperty("link", True)
        above = QHBoxLayout()
        above.setContentsMargins(theme.Space.M, 0, theme.Space.M, 0)
        above.addWidget(self.place)
        above.addStretch(1)
        above.addWidget(self.copy)
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

    def show_break(self, found: Break, cost: RequestCost) -> None:
        """Show a comparison."""
        self._found, self._cost = found, cost
        cause = found.verdict.cause
        self.facts.show_facts(self._facts(found))
        detail = DOT.join(
            part for part in (cause_words.title(cause), cause_words.detail(cause), words.also(cause)) if part
        )
        self.headline.show_text(detail, breaks=found.verdict.is_break)
        self.place.setText(self._where(found))
        self.advice.show_facts(self._advice(found))
        self._word()
        self.setCurrentIndex(1)
        self._show_lines(found)

    def show_hint(self, hint: Hint) -> None:
        """Say why there is nothing."""
        self._found = None
        self._hint.show_hint(hint)
        self.setCurrentIndex(0)

    def show_first(self, cause: Cause) -> None:
        """A request without one before it."""
        texts = {
            CauseId.SIDE_CALL: self.tr("It stands apart from the conversation, so that it breaks no prefix."),
            CauseId.FIRST: self.tr("There is no request before it to compare with."),
        }
        text = texts.get(cause.id, cause_words.detail(cause))
        self.show_hint(Hint(cause_words.title(cause), text))

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
        lost = found.verdict.tokens_lost
        if lost is None:
            return Fact(self.tr("Lost"), words.UNKNOWN, tone="faint")
        if not lost:
            return Fact(self.tr("Lost"), self.tr("nothing"), tone="muted")
        text = self.tr("{0} tokens sent again").format(numbers.group(lost))
        if self._cost.lost:
            text += f", {words.money(self._cost.lost, self._cost.currency)}"
        return Fact(self.tr("Lost"), text, tone="error")

    def _where(self, found: Break) -> str:
        place = found.found
        cause = found.verdict.cause
        if cause.block is None:
            return ""
        removed, added = sides(place, cause)
        if not (removed and added):
            return (added or removed or [("", "")])[0][0]
        return DOT.join((place.path, self.tr("char {0}").format(numbers.group(place.offset))))

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

    def _word(self) -> None:
        self.copy.setText(self.tr("Copy as bug report"))
        self.copy.setToolTip(
            self.tr("Figures, cause and both sides; keys, addresses and home paths are taken out")
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
            if self._found is not None:
                self.show_break(self._found, self._cost)
