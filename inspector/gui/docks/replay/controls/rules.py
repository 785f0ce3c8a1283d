"""Rules per tool: a line that sums them up, and a table in a dialog to change, add and take away rules."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.app.wording import settings as words
from inspector.gui.docks.replay.controls.base import Control
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.model.setting_spec import SettingSpec
from inspector.model.tool_rule import KEYED, CodecKind, ToolRule, TrimLane

_COLUMNS: Final = 4
_SIZE: Final = (620, 360)


class RulesControl(Control):
    """How each tool's outputs are taken apart."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.button = QPushButton(self)
        self.button.setFont(body_font(pixels=SMALL_PX))
        self.button.setProperty("small", True)
        self.grid.addWidget(self.button, 0, 2, 1, 2)
        self.button.clicked.connect(self.edit)

    def present(self, value: Any, derived: float | None) -> None:
        """See `Control.present`."""
        self.button.setText(self.tr("Table of {0} tools…").format(len(value)))

    def _word(self) -> None:
        super()._word()
        self.present(self.value, None)

    def edit(self) -> None:
        """Open the table."""
        dialog = RulesDialog(self.value, self)
        dialog.rules_chosen.connect(self.set_value)
        dialog.open()


class RulesDialog(QDialog):
    """The table of rules.

    Attributes:
        rules_chosen: emitted with a tuple of `ToolRule` when the person accepts.
    """

    rules_chosen = Signal(object)

    def __init__(self, rules: tuple[ToolRule, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("How each tool's outputs are trimmed"))
        self.resize(*_SIZE)
        self.table = QTableWidget(0, _COLUMNS, self)
        self.table.setHorizontalHeaderLabels(
            [self.tr("Tool"), self.tr("Taken apart as"), self.tr("Field"), self.tr("Holds for")]
        )
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self._note = QLabel(self)
        self._note.setProperty("tone", "muted")
        self._note.setWordWrap(True)
        self._note.setText(self.tr("Tools without a rule are trimmed as a whole."))
        self.add = QPushButton(self.tr("Add a tool"), self)
        self.remove = QPushButton(self.tr("Take away"), self)
        self.add.clicked.connect(self._on_add)
        self.remove.clicked.connect(self._on_remove)
        self._lay_out()
        for rule in rules:
            self._append(rule)

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addWidget(self.remove)
        row.addWidget(self._note, 1)
        column = QVBoxLayout(self)
        column.setSpacing(Space.S)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        column.addWidget(buttons)

    def accept(self) -> None:
        """Take the rules, or say what is missing."""
        rules = self.rules()
        if rules is None:
            return
        self.rules_chosen.emit(rules)
        super().accept()

    def rules(self) -> tuple[ToolRule, ...] | None:
        """The rules as they stand; None, and a note that says why, when one is not complete."""
        found = [self._rule(row) for row in range(self.table.rowCount())]
        names = [rule.tool for rule in found]
        for rule in found:
            if not rule.tool or (rule.codec in KEYED) != bool(rule.key) or names.count(rule.tool) > 1:
                self._note.setProperty("tone", "error")
                self._note.style().polish(self._note)
                self._note.setText(
                    self.tr("{0}: name each tool once, and the field its text lies in.").format(
                        rule.tool or self.tr("(no name)")
                    )
                )
                return None
        return tuple(found)

    def _append(self, rule: ToolRule) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        self.table.setItem(row, 0, QTableWidgetItem(rule.tool))
        codec, lane, key = QComboBox(), QComboBox(), QLineEdit(rule.key)
        for kind in CodecKind:
            codec.addItem(words.codec_text(kind), kind)
        for place in TrimLane:
            lane.addItem(words.lane_text(place), place)
        codec.setCurrentIndex(codec.findData(rule.codec))
        lane.setCurrentIndex(lane.findData(rule.lane))
        key.setEnabled(rule.codec in KEYED)
        codec.currentIndexChanged.connect(self._on_codec)
        for column, widget in ((1, codec), (2, key), (3, lane)):
            self.table.setCellWidget(row, column, widget)
        self.table.setRowHeight(row, 34)

    def _rule(self, row: int) -> ToolRule:
        codec, key, lane = (self.table.cellWidget(row, column) for column in (1, 2, 3))
        assert isinstance(codec, QComboBox)
        assert isinstance(key, QLineEdit)
        assert isinstance(lane, QComboBox)
        kind = CodecKind(codec.currentData())
        item = self.table.item(row, 0)
        field = key.text().strip() if kind in KEYED else ""
        return ToolRule(
            item.text().strip() if item is not None else "", kind, field, TrimLane(lane.currentData())
        )

    def _on_codec(self) -> None:
        for row in range(self.table.rowCount()):
            codec, key = self.table.cellWidget(row, 1), self.table.cellWidget(row, 2)
            assert isinstance(codec, QComboBox)
            key.setEnabled(CodecKind(codec.currentData()) in KEYED)

    def _on_add(self) -> None:
        self._append(ToolRule("", CodecKind.OPAQUE))
        last = self.table.rowCount() - 1
        self.table.setCurrentCell(last, 0)
        if (name := self.table.item(last, 0)) is not None:
            self.table.editItem(name)

    def _on_remove(self) -> None:
        if self.table.currentRow() >= 0:
            self.table.removeRow(self.table.currentRow())
