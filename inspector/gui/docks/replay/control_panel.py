"""The column of controls: presets and undo, the settings people reach for first, and all the others on demand."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.app.replay.control_groups import COMMON, derived_values, grouped_specs
from inspector.app.wording import settings as words
from inspector.app.wording import units
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.docks.replay.controls import Control, make_control
from inspector.gui.docks.replay.controls.choices import QuietCombo
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.gui.views.dock_tabs import TAB_BAR_HEIGHT
from inspector.model.presets import PRESETS, RECORDED, preset
from inspector.model.settings import setting
from inspector.replay.result import RequestOutcome

PANEL_WIDTH: Final = 368


class ControlPanel(QWidget):
    """Controls of all settings.

    Attributes:
        controls: by setting.
        presets, undo, redo, reset, more: the buttons around them.
    """

    def __init__(self, controller: ReplayController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.controls: dict[str, Control] = {}
        self.presets = QuietCombo(self)
        self.undo, self.redo, self.reset = (QToolButton(self) for _ in range(3))
        self.more = QPushButton(self)
        self.more.setProperty("link", True)
        self.more.setCheckable(True)
        self._headings: dict[str, QLabel] = {}
        self._rest = QWidget(self)
        self._formulas = QLabel(self)
        self._formulas.setFont(body_font(pixels=SMALL_PX - 1))
        self._formulas.setProperty("tone", "faint")
        self._formulas.setWordWrap(True)
        self._formulas.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.hint = QLabel(self)
        self.hint.setObjectName("threshold-hint")
        self.hint.setFont(body_font(pixels=SMALL_PX))
        self.hint.setProperty("tone", "warning")
        self.hint.setWordWrap(True)
        self._lay_out()
        self._connect()
        self._word()
        self.show_state()

    # -- building

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addSpacing(TAB_BAR_HEIGHT)
        column.addLayout(self._bar())
        content = QWidget(self)
        content.setObjectName("replay-controls")
        rows = QVBoxLayout(content)
        rows.setContentsMargins(Space.M, 0, Space.M, Space.S)
        rows.setSpacing(0)
        for name in COMMON:
            rows.addWidget(self._make(name, content))
            if name == "tail_chars":
                rows.addWidget(self.hint)
        rows.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        rows.addWidget(self._formulas)
        rows.addWidget(self._rest)
        rows.addStretch(1)
        self._fill_rest()
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setProperty("clear", True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        column.addWidget(area, 1)

    def _bar(self) -> QHBoxLayout:
        """Preset, undo, redo, reset."""
        row = QHBoxLayout()
        row.setContentsMargins(Space.M, Space.XS, Space.M, Space.XS)
        row.setSpacing(Space.XS)
        self.presets.setFont(body_font(pixels=SMALL_PX))
        self.presets.setProperty("small", True)
        for name in (RECORDED, *PRESETS):
            self.presets.addItem(name, name)
        row.addWidget(self.presets, 1)
        for button, sign in ((self.undo, "↶"), (self.redo, "↷"), (self.reset, "↺")):
            button.setText(sign)
            button.setFixedSize(24, 24)
            row.addWidget(button)
        return row

    def _fill_rest(self) -> None:
        column = QVBoxLayout(self._rest)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for group, specs in grouped_specs():
            heading = QLabel(self._rest)
            heading.setFont(body_font(pixels=SMALL_PX, bold=True))
            heading.setProperty("tone", "muted")
            heading.setContentsMargins(0, Space.S, 0, 2)
            self._headings[group] = heading
            column.addWidget(heading)
            for spec in specs:
                column.addWidget(self._make(spec.name, self._rest))
        self._rest.hide()

    def _make(self, name: str, parent: QWidget) -> Control:
        control = make_control(setting(name), parent)
        control.changed.connect(self._on_changed)
        control.held.connect(self._controller.hold)
        control.settled.connect(self._controller.settle)
        control.reset_requested.connect(self._controller.reset)
        self.controls[name] = control
        return control

    def _connect(self) -> None:
        controller = self._controller
        self.presets.activated.connect(self._on_preset)
        self.undo.clicked.connect(controller.undo)
        self.redo.clicked.connect(controller.redo)
        self.reset.clicked.connect(self._on_reset)
        self.more.toggled.connect(self._on_more)
        controller.state_changed.connect(self.show_state)
        controller.result_changed.connect(self._show_budget)
        controller.selected_changed.connect(self._on_selected)

    # -- showing

    def show_state(self) -> None:
        """Show the settings in force."""
        state = self._controller.state
        derived = derived_values(state.settings, self._outcome())
        for name, control in self.controls.items():
            control.show_value(getattr(state.settings, name), getattr(state.recorded, name), derived)
        hint = words.between_hint(state.settings)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self.undo.setEnabled(state.can_undo)
        self.redo.setEnabled(state.can_redo)
        changed = len(state.changes())
        self.reset.setEnabled(bool(changed))
        self._show_preset(changed)
        self._word_more()

    def _show_preset(self, changed: int) -> None:
        """The preset the settings are equal to; else how many differ from the session's own."""
        state = self._controller.state
        with QSignalBlocker(self.presets):
            found = next((n for n in PRESETS if PRESETS[n] == state.settings), None)
            name = RECORDED if not changed else found
            self.presets.setCurrentIndex(self.presets.findData(name) if name is not None else -1)
            self.presets.setPlaceholderText(words.changes_text(changed))

    def _outcome(self) -> RequestOutcome | None:
        """The request whose figures the controls explain: the selected one, else the newest."""
        result = self._controller.result
        newest = result.requests[-1] if result is not None and result.requests else None
        return self._controller.selected_request or newest

    def _show_budget(self) -> None:
        """Formulas with their numbers, and what unset values come to."""
        outcome = self._outcome()
        budget = None if outcome is None else outcome.budget
        lines = []
        if budget is not None:
            lines = [
                self.tr("Fold above {0}").format(budget.trigger),
                self.tr("Keep recent {0}").format(budget.keep),
            ]
        self._formulas.setText("\n".join(lines))
        for name, points in self._controller.change_points.items():
            self.controls[name].show_points(points)
        self.show_state()

    def _on_selected(self, _position: int) -> None:
        self._show_budget()

    # -- acting

    def _on_changed(self, name: str, value: object) -> None:
        self._controller.change(name, value)

    def _on_preset(self, position: int) -> None:
        name = self.presets.itemData(position)
        recorded = self._controller.state.recorded
        self._controller.apply(recorded if name == RECORDED else preset(name))

    def _on_reset(self) -> None:
        self._controller.apply(self._controller.state.recorded)

    def _on_more(self, on: bool) -> None:
        self._rest.setVisible(on)
        self._word_more()

    # -- words

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
            self.show_state()

    def _word(self) -> None:
        self.presets.setToolTip(self.tr("Settings to start from"))
        self.presets.setAccessibleName(self.tr("Preset"))
        for position in range(self.presets.count()):
            self.presets.setItemText(position, words.preset_name(self.presets.itemData(position)))
        for button, text in (
            (self.undo, self.tr("Undo (Ctrl+Z)")),
            (self.redo, self.tr("Redo (Ctrl+Shift+Z)")),
            (self.reset, self.tr("All settings back to Recorded")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)
        for group, specs in grouped_specs():
            self._headings[group].setText(words.group_title(specs[0].group))
        self._word_more()

    def _word_more(self) -> None:
        state = self._controller.state
        hidden = len([name for name in state.changes() if name not in COMMON])
        text = self.tr("Fewer settings") if self.more.isChecked() else self.tr("All settings…")
        self.more.setText(f"{text} · {units.changed(hidden)}" if hidden else text)
