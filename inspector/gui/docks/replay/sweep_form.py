"""What to sweep: one or two settings with their values, over which sessions, showing what."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from inspector.app.replay.sweep_grid import Axis, Measure, parse_values, proposed, sweepable
from inspector.app.wording import settings as setting_words
from inspector.app.wording import sweep as words
from inspector.gui.docks.replay.control_panel import PANEL_WIDTH
from inspector.gui.docks.replay.controls.choices import QuietCombo
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.gui.views.dock_tabs import TAB_BAR_HEIGHT
from inspector.model.settings import ReplaySettings, setting

HERE, FILE, FOLDER = "here", "file", "folder"
_FIRST: Final = "truncate_threshold"


class SweepForm(QWidget):
    """The controls at the left of the sweep's tab.

    Attributes:
        names, values: per axis the setting and its values as typed.
        scope, measure: what it runs over, and what is shown.
        run, cancel, progress, status: starting and ending.
        run_requested, cancel_requested, measure_changed: what the person did.
        folder: the chosen folder; "" = none.
    """

    run_requested = Signal()
    cancel_requested = Signal()
    measure_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(PANEL_WIDTH)
        self.names = QuietCombo(self), QuietCombo(self)
        self.values = QLineEdit(self), QLineEdit(self)
        self.scope, self.measure = QuietCombo(self), QuietCombo(self)
        self.run, self.cancel = QPushButton(self), QPushButton(self)
        self.progress, self.status = QProgressBar(self), QLabel(self)
        self.folder = ""
        self._labels = [QLabel(self) for _ in range(4)]
        self._settings = ReplaySettings()
        self._proposed = ["", ""]
        self._fill()
        self._lay_out()
        self._connect()
        self.word()
        self.show_idle("")

    # -- building

    def _fill(self) -> None:
        self.names[1].addItem("", "")
        for combo in self.names:
            for spec in sweepable():
                combo.addItem(spec.name, spec.name)
        for scope in (HERE, FILE, FOLDER):
            self.scope.addItem(scope, scope)
        for kind in Measure:
            self.measure.addItem(kind, kind)
        self.names[0].setCurrentIndex(self.names[0].findData(_FIRST))
        self.progress.setTextVisible(False)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.XS)
        grid.setVerticalSpacing(Space.XS)
        for row in (0, 1):
            grid.addWidget(self._labels[row], row, 0)
            grid.addWidget(self.names[row], row, 1)
            grid.addWidget(self.values[row], row, 2)
        grid.addWidget(self._labels[2], 2, 0)
        grid.addWidget(self.scope, 2, 1, 1, 2)
        grid.addWidget(self._labels[3], 3, 0)
        grid.addWidget(self.measure, 3, 1, 1, 2)
        grid.setColumnStretch(2, 1)
        for widget in (*self.names, *self.values, self.scope, self.measure, self.run, self.cancel):
            widget.setProperty("small", True)
            widget.setFont(body_font(pixels=SMALL_PX))
        for combo in self.names:
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(10)
        buttons = QHBoxLayout()
        buttons.addWidget(self.run)
        buttons.addWidget(self.cancel)
        buttons.addStretch(1)
        self.status.setWordWrap(True)
        self.status.setFont(body_font(pixels=SMALL_PX))
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, TAB_BAR_HEIGHT + Space.XS, Space.M, Space.S)
        column.setSpacing(Space.S)
        column.addLayout(grid)
        column.addLayout(buttons)
        column.addWidget(self.progress)
        column.addWidget(self.status)
        column.addStretch(1)

    def _connect(self) -> None:
        self.names[0].activated.connect(self._on_first)
        self.names[1].activated.connect(self._on_second)
        for field in self.values:
            field.returnPressed.connect(self.run_requested)
            field.textEdited.connect(self._clear_status)
        self.scope.activated.connect(self._on_scope)
        self.measure.activated.connect(self.measure_changed)
        self.run.clicked.connect(self.run_requested)
        self.cancel.clicked.connect(self.cancel_requested)

    # -- what is asked for

    def axes(self) -> list[Axis] | None:
        """The settings to vary; None, and a status that says why, when that is not clear."""
        found: list[Axis] = []
        for combo, field in zip(self.names, self.values, strict=True):
            name = combo.currentData()
            if not name:
                continue
            spec = setting(name)
            values = parse_values(spec, field.text())
            if values is None:
                self._say(
                    self.tr(
                        "{0}: write values as 8k, 20k, 50k or as a range 2k – 50k – 6; each is {1}."
                    ).format(setting_words.name_of(spec), spec.expected),
                    "error",
                )
                field.setFocus()
                return None
            found.append(Axis(spec, tuple(values)))
        if len(found) == 2 and found[0].spec is found[1].spec:
            self._say(self.tr("Choose two different settings."), "error")
            return None
        return found

    @property
    def chosen_measure(self) -> Measure:
        """What is shown."""
        return Measure(self.measure.currentData())

    @property
    def chosen_scope(self) -> str:
        """What it runs over."""
        return str(self.scope.currentData())

    # -- showing

    def show_settings(self, settings: ReplaySettings) -> None:
        """Propose values around the current settings, where nobody typed others."""
        self._settings = settings
        for row in (0, 1):
            if self.values[row].text() == self._proposed[row]:
                self._propose(row)

    def show_progress(self, done: int, total: int, seconds_left: float | None) -> None:
        """How far a sweep is."""
        self.progress.show()
        self.progress.setRange(0, max(total, 1))
        self.progress.setValue(done)
        text = self.tr("{0} of {1}").format(done, total)
        if seconds_left is not None and done < total:
            text = self.tr("{0} · {1} s left").format(text, max(1, round(seconds_left)))
        self._say(text, "muted")

    def show_running(self) -> None:
        """A sweep was started."""
        self.run.setEnabled(False)
        self.cancel.setEnabled(True)
        self.progress.setRange(0, 0)
        self.progress.show()
        self._say(self.tr("Starting…"), "muted")

    def show_idle(self, text: str, tone: str = "muted") -> None:
        """No sweep is running."""
        self.run.setEnabled(True)
        self.cancel.setEnabled(False)
        self.progress.hide()
        self._say(text, tone)

    def _say(self, text: str, tone: str) -> None:
        self.status.setProperty("tone", tone)
        self.status.style().unpolish(self.status)
        self.status.style().polish(self.status)
        self.status.setText(text)

    def _clear_status(self) -> None:
        if self.run.isEnabled():
            self._say("", "muted")

    # -- reacting

    def _on_first(self) -> None:
        self._propose(0)

    def _on_second(self) -> None:
        self._propose(1)

    def _propose(self, row: int) -> None:
        name = self.names[row].currentData()
        text = proposed(setting(name), self._own(name)) if name else ""
        self._proposed[row] = text
        self.values[row].setText(text)
        self.values[row].setCursorPosition(0)
        self.values[row].setEnabled(bool(name))

    def _own(self, name: str) -> Any:
        return getattr(self._settings, name)

    def _on_scope(self) -> None:
        if self.chosen_scope != FOLDER:
            return
        name = QFileDialog.getExistingDirectory(
            self, self.tr("Folder with captures and databases"), self.folder
        )
        self.folder = name or self.folder
        if not self.folder:
            with QSignalBlocker(self.scope):
                self.scope.setCurrentIndex(0)
        self._word_scopes()

    # -- words

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.word()

    def word(self) -> None:
        """Word everything in the language in force."""
        texts = (self.tr("Vary"), self.tr("and"), self.tr("Over"), self.tr("Show"))
        for label, text in zip(self._labels, texts, strict=True):
            label.setText(text)
        self.names[1].setItemText(0, self.tr("(nothing else)"))
        for combo in self.names:
            for position in range(combo.count()):
                if name := combo.itemData(position):
                    combo.setItemText(position, setting_words.name_of(setting(name)))
                    combo.setItemData(
                        position, setting_words.help_of(setting(name)), Qt.ItemDataRole.ToolTipRole
                    )
        for position, kind in enumerate(Measure):
            self.measure.setItemText(position, words.measure(kind))
        self._word_scopes()
        self.run.setText(self.tr("Run sweep"))
        self.cancel.setText(self.tr("Cancel"))
        tip = self.tr("A list such as 8k, 20k, 50k, or from – to – how many")
        for row, field in enumerate(self.values):
            field.setToolTip(tip)
            field.setAccessibleName(self.tr("Values {0}").format(row + 1))
            self.names[row].setAccessibleName(self.tr("Setting {0}").format(row + 1))

        self.scope.setAccessibleName(self.tr("Over"))
        self.measure.setAccessibleName(self.tr("Show"))

    def _word_scopes(self) -> None:
        self.scope.setItemText(0, self.tr("this conversation"))
        self.scope.setItemText(1, self.tr("all conversations of this file"))
        self.scope.setItemText(2, self.folder or self.tr("a folder…"))
