"""Where the stored bytes of a database lie: tools as areas and as a table, what trimming saves, the largest rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.findings import Finding
from inspector.app.cells import Cell
from inspector.app.findings.places import Places
from inspector.app.wording import findings as words
from inspector.app.wording import units
from inspector.app.wording.numbers import byte_size, group, percent
from inspector.gui import theme
from inspector.gui.charts.table import DataTable
from inspector.gui.guard import guarded
from inspector.gui.theme import SMALL_PX, Space, body_font

_MAP_HEIGHT: Final = 64
_LEAST_NAMED: Final = 56
"""Areas narrower than this have no room for a name."""
_STRENGTHS: Final = (0.85, 0.6, 0.42, 0.3)
"""How strongly the largest areas are coloured, the rest as the last."""


@dataclass(frozen=True, slots=True)
class ToolShare:
    """What a tool's outputs take up.

    Attributes:
        name: the tool.
        outputs, trimmed: how many there are, how many of them are envelopes.
        size, duplicates: bytes stored, bytes stored before already.
    """

    name: str
    outputs: int
    trimmed: int
    size: int
    duplicates: int


def has_table(finding: Finding) -> bool:
    """Whether a finding brings the figures of this table."""
    return isinstance(finding.data.get("by_tool"), list)


def shares_of(finding: Finding) -> list[ToolShare]:
    """The tools, largest first."""
    rows: list[dict[str, Any]] = finding.data["by_tool"]
    return [
        ToolShare(row["tool"], row["parts"], row["envelopes"], row["bytes"], row["duplicate_bytes"])
        for row in rows
    ]


class ShareMap(QWidget):
    """Tools as areas in proportion to their bytes; duplicates are hatched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares: Sequence[ToolShare] = ()
        self.setFixedHeight(_MAP_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.manager().changed.connect(self._repaint)

    def show_shares(self, shares: Sequence[ToolShare]) -> None:
        """Show other tools."""
        self._shares = [share for share in shares if share.size]
        self.setAccessibleName(", ".join(f"{share.name} {byte_size(share.size)}" for share in self._shares))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, _MAP_HEIGHT)

    def areas(self) -> list[tuple[ToolShare, QRectF]]:
        """Each tool with its area."""
        total = sum(share.size for share in self._shares)
        left, found = 0.0, []
        for share in self._shares:
            width = self.width() * share.size / total
            found.append((share, QRectF(left, 0, width, self.height())))
            left += width
        return found

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for place, (share, area) in enumerate(self.areas()):
                fill = QColor(colors.trimmed)
                fill.setAlphaF(_STRENGTHS[min(place, len(_STRENGTHS) - 1)])
                box = area.adjusted(0, 0, -1, 0)
                painter.fillRect(box, colors.surface)
                painter.fillRect(box, fill)
                self._hatch(painter, box, share)
                self._name(painter, box, share, strong=place == 0)

    def _hatch(self, painter: QPainter, box: QRectF, share: ToolShare) -> None:
        height = box.height() * share.duplicates / share.size
        if height:
            ink = QColor(theme.current().text)
            ink.setAlphaF(0.35)
            part = QRectF(box.left(), box.bottom() - height, box.width(), height)
            painter.fillRect(part, QBrush(ink, Qt.BrushStyle.BDiagPattern))

    def _name(self, painter: QPainter, box: QRectF, share: ToolShare, *, strong: bool) -> None:
        if box.width() < _LEAST_NAMED:
            return
        colors = theme.current()
        painter.setPen(colors.on_accent if strong else colors.text)
        room = box.adjusted(Space.S, Space.XS, -Space.XS, -Space.XS)
        painter.setFont(body_font(pixels=SMALL_PX, bold=True))
        name = painter.fontMetrics().elidedText(share.name, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignTop), name)
        painter.setFont(body_font(pixels=SMALL_PX))
        painter.drawText(room.adjusted(0, 17, 0, 0), int(Qt.AlignmentFlag.AlignTop), byte_size(share.size))

    @guarded
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = next((share for share, area in self.areas() if area.contains(event.pos())), None)
            QToolTip.showText(event.globalPos(), "" if found is None else self._tip(found), self)
            return True
        return super().event(event)

    def _tip(self, share: ToolShare) -> str:
        text = self.tr("{0}: {1} stored, {2} of them duplicates (hatched)")
        return text.format(share.name, byte_size(share.size), byte_size(share.duplicates))

    def _repaint(self, _theme: object) -> None:
        self.update()


class BloatPage(QWidget):
    """The table of one finding.

    Attributes:
        map: tools as areas.
        tools: tools with their figures.
        rows: the largest stored messages.
        back: leaves the page.
        left: the page is left.
        message_chosen: emitted with the id of a message to be shown.
    """

    left = Signal()
    message_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finding: Finding | None = None
        self._places = Places()
        self.back = QPushButton(self)
        self.back.setObjectName("bloat-back")
        self.title, self.savings = QLabel(self), QLabel(self)
        self.title.setFont(body_font(medium=True))
        self.savings.setProperty("tone", "muted")
        self.map = ShareMap(self)
        self.tools, self.rows = DataTable(self), DataTable(self)
        self.tools.setObjectName("bloat-tools")
        self.rows.setObjectName("bloat-rows")
        self.back.clicked.connect(self.left)
        self.rows.row_activated.connect(self._on_row)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(Space.M)
        head.addWidget(self.back)
        head.addWidget(self.title)
        head.addWidget(self.savings, 1)
        tables = QHBoxLayout()
        tables.setSpacing(Space.L)
        tables.addWidget(self.tools, 3)
        tables.addWidget(self.rows, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, Space.XS, Space.M, Space.S)
        column.setSpacing(Space.S)
        column.addLayout(head)
        column.addWidget(self.map)
        column.addLayout(tables, 1)

    def show_finding(self, finding: Finding, places: Places) -> None:
        """Show the figures of a finding; `places` knows where its messages lie."""
        self._finding, self._places = finding, places
        self._word()

    def _word(self) -> None:
        if self._finding is None:
            return
        data = self._finding.data
        shares = shares_of(self._finding)
        self.back.setText(self.tr("← Findings"))
        self.title.setText(self.tr("{0} of messages stored").format(byte_size(data["data_bytes"])))
        self.savings.setText(self._savings(data))
        self.tools.setAccessibleName(self.tr("Stored bytes by tool"))
        self.rows.setAccessibleName(self.tr("Largest messages"))
        self.map.show_shares(shares)
        self._fill_tools(shares, data["data_bytes"])
        self._fill_rows(data["top_rows"])

    def _savings(self, data: dict[str, Any]) -> str:
        """`Trimming saves 12 KB above 50 000 chars, 88 KB above 5 000 chars · 14 KB are duplicates`."""
        saved = sorted(((int(key), size) for key, size in data["saved_at"].items()), reverse=True)
        levels = [
            self.tr("{0} above {1}").format(byte_size(size), units.chars(level)) for level, size in saved
        ]
        duplicates = self.tr("{0} are duplicates").format(byte_size(data["duplicate_bytes"]))
        if not levels:
            return duplicates
        saves = self.tr("Trimming saves {0}").format(", ".join(levels))
        return f"{saves} · {duplicates}"

    def _fill_tools(self, shares: Sequence[ToolShare], total: int) -> None:
        heads = (
            self.tr("Tool"),
            self.tr("Stored"),
            self.tr("Share"),
            self.tr("Duplicates"),
            self.tr("Outputs"),
            self.tr("Trimmed"),
        )
        self.tools.show_rows(heads, [_tool_cells(share, total) for share in shares])
        _stretch_first(self.tools)

    def _fill_rows(self, rows: Sequence[dict[str, Any]]) -> None:
        heads = (self.tr("Largest messages"), self.tr("Stored"))
        cells = [
            (
                Cell(self._place(row), self._place(row), tip=self.tr("Double-click to go there")),
                Cell(byte_size(row["bytes"]), row["bytes"]),
            )
            for row in rows
        ]
        self.rows.show_rows(heads, cells)
        _stretch_first(self.rows)

    def _place(self, row: dict[str, Any]) -> str:
        """Where a message lies; its id when nobody read its conversation."""
        spot = self._places.spot_of_message(row["message_id"])
        return words.full_place(spot) if spot.session else row["message_id"]

    def _on_row(self, row: int) -> None:
        if self._finding is not None:
            self.message_chosen.emit(self._finding.data["top_rows"][row]["message_id"])

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()


def _stretch_first(table: DataTable) -> None:
    """Names take the room that figures leave."""
    mode = QHeaderView.ResizeMode
    for column in range(table.figures.columnCount()):
        table.horizontalHeader().setSectionResizeMode(
            column, mode.ResizeToContents if column else mode.Stretch
        )


def _tool_cells(share: ToolShare, total: int) -> tuple[Cell, ...]:
    ratio = share.size / max(1, total)
    return (
        Cell(share.name, share.name),
        Cell(byte_size(share.size), share.size),
        Cell(percent(ratio), ratio),
        Cell(byte_size(share.duplicates) if share.duplicates else "–", share.duplicates),
        Cell(group(share.outputs), share.outputs),
        Cell(group(share.trimmed), share.trimmed),
    )
