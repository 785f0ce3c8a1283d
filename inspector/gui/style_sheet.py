"""The one style sheet, filled in from the colour table; widgets say what they are, never a colour."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Final

_SHEET: Final = Template("""
QWidget { selection-background-color: $accent; selection-color: $on_accent; }
QMainWindow, QDialog { background: $surface; }
QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $accent; }
QSplitter::handle { background: $line; }
QToolTip { background: $surface; color: $text; border: 1px solid $line; padding: 4px 8px; }

QMenuBar { background: $surface; border: none; padding: 2px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: ${radius_small}px; background: transparent; color: $text; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $surface; border: 1px solid $line; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 24px; border-radius: ${radius_small}px; color: $text; }
QMenu::item:selected { background: $accent_tint; color: $text; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $faint_line; margin: 4px 8px; }

QPushButton, QToolButton[boxed="true"] {
  background: $surface; color: $text; border: 1px solid $line; border-radius: ${radius}px; padding: 5px 12px;
}
QPushButton:hover, QToolButton[boxed="true"]:hover { background: $hover; }
QPushButton:pressed, QToolButton[boxed="true"]:pressed { background: $line; }
QPushButton:focus, QToolButton[boxed="true"]:focus { border-color: $accent; }
QPushButton:disabled, QToolButton[boxed="true"]:disabled { color: $faint; background: $panel; }
QPushButton[primary="true"] { background: $accent; border-color: $accent; color: $on_accent; }
QPushButton[primary="true"]:hover { background: $accent; border-color: $text; }
QPushButton[primary="true"]:disabled { background: $panel; border-color: $line; color: $faint; }
QPushButton:checked, QToolButton[boxed="true"]:checked {
  background: $accent_tint; border-color: $accent; color: $accent;
}
QToolButton { border: none; border-radius: ${radius_small}px; padding: 4px; background: transparent; }
QToolButton:hover { background: $hover; }
QToolButton[boxed="true"]::menu-indicator { image: none; }
QPushButton[link="true"] {
  border: none; background: transparent; color: $accent; padding: 4px 0; text-align: left;
}
QPushButton[link="true"]:hover, QPushButton[link="true"]:focus { text-decoration: underline; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox {
  background: $surface; color: $text; border: 1px solid $line; border-radius: ${radius}px; padding: 5px 9px;
}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { border-color: $accent; }
QLineEdit[invalid="true"], QLineEdit[invalid="true"]:focus { border-color: $error; }

QComboBox { padding-right: 22px; }
QComboBox::drop-down { border: none; width: 22px; subcontrol-origin: border; subcontrol-position: center right; }
QComboBox::down-arrow { image: url("$images/down.svg"); width: 12px; height: 12px; }
QComboBox QAbstractItemView {
  background: $surface; border: 1px solid $line; padding: 4px; outline: none;
  selection-background-color: $accent_tint; selection-color: $text;
}
QDialog#palette { border: 1px solid $line; }

QLineEdit[small="true"], QComboBox[small="true"] {
  background: $surface; color: $text; border: 1px solid $line; border-radius: ${radius_small}px; padding: 2px 6px;
  min-height: 16px;
}
QLineEdit[small="true"]:focus, QComboBox[small="true"]:focus { border-color: $accent; }
QPushButton[small="true"] { padding: 2px 8px; border-radius: ${radius_small}px; min-height: 16px; }
QSlider { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $line; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::sub-page:horizontal:disabled { background: $line; }
QSlider::handle:horizontal {
  width: 11px; height: 11px; margin: -6px 0; border: 2px solid $accent; border-radius: 6px; background: $surface;
}
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: $accent_tint; }
QSlider::handle:horizontal:disabled { border-color: $faint; }
QScrollArea[clear="true"], QScrollArea[clear="true"] > QWidget > QWidget { background: transparent; }
QTabWidget#dock-tabs::pane { border: none; }
QTabWidget#dock-tabs > QTabBar::tab { padding: 8px 3px 6px 3px; margin: 0 5px; border: none; }
QTabWidget#dock-tabs > QTabBar::tab:selected { font-weight: 600; }
QFrame#upright-line { background: $line; border: none; }
QTableView[ruled="true"] QHeaderView::section { padding: 3px 6px; }
QTableView[ruled="true"]::item { border-bottom: 1px solid $faint_line; padding: 0 2px; }

QTabWidget::pane { border: none; border-top: 1px solid $line; }
QTabBar { background: transparent; }
QTabBar::tab {
  background: transparent; color: $muted; border: none; border-bottom: 2px solid transparent;
  padding: 8px 4px 7px 4px; margin: 0 5px;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:disabled { color: $faint; }

QTreeView, QListView, QTableView {
  background: $surface; color: $text; border: none; outline: none; alternate-background-color: $panel;
}
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected {
  background: $accent_tint; color: $text;
}
QHeaderView { background: $surface; }
QHeaderView::section {
  background: $surface; color: $muted; border: none; border-bottom: 1px solid $line; padding: 4px 8px;
}

QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $scroll; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea { border: none; }
QAbstractScrollArea::corner { background: transparent; }

QProgressBar {
  background: $faint_line; border: none; border-radius: 3px; min-height: 6px; max-height: 6px;
}
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QStatusBar { background: $panel; border-top: 1px solid $line; color: $muted; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $muted; }
QCheckBox, QRadioButton, QGroupBox { color: $text; }
QCheckBox:disabled, QRadioButton:disabled { color: $faint; }
QCheckBox::indicator, QRadioButton::indicator {
  width: 14px; height: 14px; border: 1px solid $faint; border-radius: 3px; background: $surface;
}
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $accent; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: $text; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url($images/check.svg); }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid $accent; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $line; background: $panel; }
QCheckBox::indicator:checked:disabled { background: $faint; border-color: $faint; }
QRadioButton::indicator:checked:disabled { border-color: $faint; }

QTreeView[ground="panel"], QListView[ground="panel"] { background: $panel; }
QToolButton[segment="true"] {
  background: $surface; color: $muted; border: 1px solid $line; border-radius: 0; padding: 4px 8px;
}
QToolButton#group-conversations { border-top-left-radius: ${radius}px; border-bottom-left-radius: ${radius}px; }
QToolButton#group-runs {
  border-top-right-radius: ${radius}px; border-bottom-right-radius: ${radius}px; border-left: none;
}
QToolButton[place="first"] { border-top-left-radius: ${radius}px; border-bottom-left-radius: ${radius}px; }
QToolButton[place="middle"], QToolButton[place="last"] { border-left: none; }
QToolButton[place="last"] { border-top-right-radius: ${radius}px; border-bottom-right-radius: ${radius}px; }
QToolButton[segment="true"]:hover { background: $hover; }
QToolButton[segment="true"]:checked { background: $accent_tint; color: $accent; }
QPushButton[row="true"] {
  background: transparent; border: none; border-radius: ${radius}px; padding: 0; min-height: 30px;
}
QPushButton[row="true"]:hover, QPushButton[row="true"]:focus { background: $hover; }
QFrame[notice="info"] { background: $accent_tint; border: none; border-bottom: 1px solid $line; }
QFrame[notice="warning"] { background: $warning_tint; border: none; border-bottom: 1px solid $line; }
QFrame[notice="error"] { background: $error_tint; border: none; border-bottom: 1px solid $line; }
QWidget#verdict-strip { background: $panel; border-bottom: 1px solid $line; }
QWidget#top-bar { background: $surface; border-bottom: 1px solid $line; }
QLabel#key {
  background: $panel; color: $muted; border: 1px solid $line; border-radius: 3px; padding: 1px 5px;
}

QToolButton[filter="true"] {
  background: $panel; color: $faint; border: 1px solid $faint_line; border-radius: ${radius}px; padding: 4px 8px;
}
QToolButton[filter="true"]:checked { background: $surface; color: $text; border-color: $line; }
QToolButton[filter="true"]:hover { background: $hover; }
QToolButton[filter="true"]:focus { border-color: $accent; }
QPlainTextEdit#finding-excerpt {
  background: $panel; color: $text; border: 1px solid $line; border-radius: ${radius}px; padding: 4px 6px;
}

QLabel[tone="muted"] { color: $muted; }
QLabel[tone="faint"] { color: $faint; }
QLabel[tone="error"] { color: $error; }
QLabel[tone="warning"] { color: $warning; }
QLabel[tone="good"] { color: $good; }
QLabel[tone="accent"] { color: $accent; }
QLabel[tone="trimmed"] { color: $trimmed; }
QWidget[surface="panel"] { background: $panel; }
QWidget[surface="surface"] { background: $surface; }
QWidget[surface="background"] { background: $background; }
QFrame[line="true"] { background: $line; border: none; max-height: 1px; min-height: 1px; }
QFrame[card="true"] { background: $surface; border: 1px solid $line; border-radius: ${radius}px; }
""")


def style_sheet(colors: dict[str, str], *, images: Path, radius: int) -> str:
    """The sheet for one colour table (`#rrggbb` by name), its folder of images, a radius in pixels."""
    return _SHEET.substitute(
        colors, images=images.as_posix(), scroll=colors["line"], radius=radius, radius_small=radius - 2
    )
