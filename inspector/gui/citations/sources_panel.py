"""The right side: which form of the outputs is shown, what that saves, and a card for every source."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.citations.skeleton import Skeleton
from inspector.analysis.citations.skeleton_forms import Form, FormView
from inspector.app.wording.citations import words
from inspector.gui.citations.cards import SourceCard
from inspector.gui.theme import BODY_PX, TITLE_PX, Space, body_font

_PLACES: Final = {Form.FULL: "first", Form.PROMPT: "middle", Form.STORED: "last"}


class FormSwitch(QWidget):
    """Full, in the prompt, as stored.

    Attributes:
        chosen: emitted with a `Form`.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._group = QButtonGroup(self)
        self.buttons: dict[Form, QToolButton] = {}
        for number, (form, place) in enumerate(_PLACES.items()):
            button = QToolButton(self)
            button.setObjectName(f"form-{form}")
            button.setCheckable(True)
            button.setFont(body_font(pixels=TITLE_PX))
            button.setProperty("segment", True)
            button.setProperty("place", place)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            self._group.addButton(button, number)
            row.addWidget(button)
            self.buttons[form] = button
        self._group.idClicked.connect(self._on_clicked)
        self.choose(Form.PROMPT)
        self.retranslate()

    @property
    def form(self) -> Form:
        """The form on screen."""
        return list(_PLACES)[self._group.checkedId()]

    def choose(self, form: Form) -> None:
        """Show another form as chosen, without a signal."""
        self.buttons[form].setChecked(True)

    def retranslate(self) -> None:
        """Word the buttons."""
        texts = {
            Form.FULL: (self.tr("Full"), self.tr("Every output as its tool returned it")),
            Form.PROMPT: (self.tr("In the prompt"), self.tr("What the model sees after the in-flight trim")),
            Form.STORED: (self.tr("As stored"), self.tr("What the database keeps after the turn")),
        }
        for number, (form, (text, tip)) in enumerate(texts.items(), 1):
            self.buttons[form].setText(text)
            self.buttons[form].setToolTip(f"{tip} ({number})")

    @Slot(int)
    def _on_clicked(self, number: int) -> None:
        self.chosen.emit(list(_PLACES)[number])


class SourcesPanel(QWidget):
    """The cards of a skeleton.

    Attributes:
        card_chosen: emitted with a card's index.
        switch: chooses the form.
        cards: in order.
    """

    card_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.switch = FormSwitch(self)
        self.sizes = QLabel(self)
        self.sizes.setProperty("tone", "muted")
        self.sizes.setFont(body_font(pixels=TITLE_PX))
        self.sizes.setMinimumWidth(1)
        self.sizes.setWordWrap(True)
        head = QHBoxLayout()
        head.setContentsMargins(Space.L * 2 - 4, Space.L + Space.S, Space.L, Space.S)
        head.setSpacing(Space.L)
        head.addWidget(self.switch)
        head.addWidget(self.sizes, 1)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.cards: list[SourceCard] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.area, 1)
        self._rest: QLabel | None = None

    def show_skeleton(self, skeleton: Skeleton, hint: str, scale: float) -> None:
        """Make the cards anew, larger in larger windows; `hint` says why there are none."""
        font = body_font(pixels=round(TITLE_PX * scale))
        for label in (self.sizes, *self.switch.buttons.values()):
            label.setFont(font)
        holder = QWidget()
        holder.setProperty("surface", "panel")
        holder.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(holder)
        column.setContentsMargins(Space.L * 2 - 7, Space.XS, Space.L + Space.S - 3, Space.L)
        column.setSpacing(Space.S)
        self.cards = [SourceCard(at, card, scale, holder) for at, card in enumerate(skeleton.cards)]
        self._rest = None
        for card in self.cards:
            if self._rest is None and not card.card.number and not card.card.from_turn:
                self._rest = self._heading(holder, scale)
                column.addWidget(self._rest)
            card.chosen.connect(self.card_chosen)
            column.addWidget(card)
        if not self.cards:
            column.addWidget(self._empty(hint, holder, font))
        column.addStretch(1)
        self.area.setWidget(holder)
        self.retranslate()

    def show_form(self, view: FormView) -> None:
        """Show what a form keeps of each source."""
        self.sizes.setText(words.sizes(view) if view.shown else "")
        for card in self.cards:
            card.show_form(view)

    def light(self, index: int | None) -> None:
        """Mark one card as current."""
        for card in self.cards:
            card.light(card.index == index)

    def reveal(self, index: int) -> None:
        """Scroll to a card, once its height is known."""
        if 0 <= index < len(self.cards):
            card = self.cards[index]
            QTimer.singleShot(0, card, lambda: self.area.ensureWidgetVisible(card, 0, Space.L))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.switch.retranslate()
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Word what does not depend on the form."""
        if self._rest is not None:
            self._rest.setText(self.tr("Found, but not cited"))

    def _heading(self, parent: QWidget, scale: float) -> QLabel:
        label = QLabel(parent)
        label.setFont(body_font(pixels=round(BODY_PX * scale)))
        label.setProperty("tone", "muted")
        label.setContentsMargins(Space.XS, Space.M, 0, 0)
        return label

    def _empty(self, hint: str, parent: QWidget, font: QFont) -> QLabel:
        label = QLabel(hint, parent)
        label.setObjectName("presenter-hint")
        label.setProperty("tone", "muted")
        label.setFont(font)
        label.setWordWrap(True)
        label.setContentsMargins(Space.XS, Space.S, Space.L, 0)
        return label
