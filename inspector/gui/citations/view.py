"""The presentation of one message: answer on the left, sources on the right, the threshold below.

←/→ go through the messages that cite something, Esc leaves; a badge leads to its card and a card to its badge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QStackedWidget, QVBoxLayout, QWidget

from inspector.analysis.citations.skeleton import Skeleton, skeleton_of, turns_with_citations
from inspector.analysis.citations.skeleton_forms import Form, FormView, view_of
from inspector.app.wording.citations import words
from inspector.app.wording.problems import failure_text
from inspector.gui import theme
from inspector.gui.background import Background
from inspector.gui.citations.answer_view import AnswerView
from inspector.gui.citations.header import Header, Line
from inspector.gui.citations.sources_panel import SourcesPanel
from inspector.gui.citations.threshold_bar import ThresholdBar
from inspector.gui.guard import guarded
from inspector.gui.views.common.page import Hint, HintLabel
from inspector.model import Branch, Conversation, Role
from inspector.model.settings import ReplaySettings
from inspector.replay.recorded_settings import recorded_settings
from inspector.sources.base import Progress, Source
from inspector.sources.row_store import row_store

_PANEL_SHARE: Final = 0.385
_LEAST_PANEL: Final = 390
_SCALE_WIDTH: Final = 1500
_MOST_SCALE: Final = 1.7
_FORM_KEYS: Final = {Qt.Key.Key_1: Form.FULL, Qt.Key.Key_2: Form.PROMPT, Qt.Key.Key_3: Form.STORED}
_STEP_KEYS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_K: -1, Qt.Key.Key_J: 1}
_CHANNEL: Final = "presenter"


@dataclass(frozen=True, slots=True)
class Subject:
    """What is presented.

    Attributes:
        source, conversation, branch: where the messages are from.
    """

    source: Source
    conversation: Conversation
    branch: Branch


class CitationView(QWidget):
    """Presents messages.

    Attributes:
        left: emitted when the presentation is over.
        message_shown: emitted with a message's id.
    """

    left = Signal()
    message_shown = Signal(str)

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("presenter")
        self.setProperty("surface", "background")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._background = background
        self._subject: Subject | None = None
        self._stops: list[str] = []
        self._settings = ReplaySettings()
        self._skeleton: Skeleton | None = None
        self._view: FormView | None = None
        self._card: int | None = None
        self._scale = 1.0
        self.header = Header(self)
        self.answer = AnswerView(self)
        self.panel = SourcesPanel(self)
        self.bar = ThresholdBar(self)
        self.hint = HintLabel(self)
        self._build()
        self.answer.mark_clicked.connect(self._on_mark)
        self.panel.card_chosen.connect(self._on_card)
        self.panel.switch.chosen.connect(self._on_form)
        self.bar.changed.connect(self._on_threshold)
        theme.manager().changed.connect(self._on_theme)
        for widget in (self.answer, self.answer.viewport(), self.panel.area, self.panel.area.viewport()):
            widget.installEventFilter(self)

    def _build(self) -> None:
        self._stage = QWidget(self)
        row = QHBoxLayout(self._stage)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.answer, 1)
        row.addWidget(Line(self._stage))
        row.addWidget(self.panel)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.hint)
        self._pages.addWidget(self._stage)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(Line(self))
        column.addWidget(self._pages, 1)
        column.addWidget(Line(self))
        column.addWidget(self.bar)

    # -- what is shown

    @property
    def skeleton(self) -> Skeleton | None:
        """The message on screen."""
        return self._skeleton

    @property
    def form_view(self) -> FormView | None:
        """Its look-ups in the form on screen."""
        return self._view

    @property
    def current_card(self) -> int | None:
        """The source that is marked."""
        return self._card

    def present(self, subject: Subject, message_id: str | None) -> None:
        """Present a message; None = the first that cites something, else the last answer."""
        self._subject = subject
        # Qt gives the focus of the page before to whatever comes first, such as the slider.
        self.setFocus()
        self._stops = turns_with_citations(subject.conversation, subject.branch)
        answers = [m.id for m in subject.conversation.path(subject.branch) if m.role is Role.ASSISTANT]
        chosen = message_id or (self._stops[0] if self._stops else answers[-1] if answers else None)
        self._skeleton = self._view = None
        if chosen is None:
            title = self.tr("No answer to show")
            self._show_hint(Hint(title, self.tr("This branch has no message of an assistant.")))
            return
        self.bar.start(_own_settings(subject).truncate_threshold, ())
        self._settings = _own_settings(subject)
        self._load(chosen)

    def step(self, direction: int) -> None:
        """Go to the next (1) or previous (−1) message that cites something."""
        here = self._place()
        stops = self._stops if direction > 0 else self._stops[::-1]
        order = [] if self._subject is None else list(self._subject.branch.message_ids)
        further = [name for name in stops if (order.index(name) - here) * direction > 0]
        if further:
            self._load(further[0])

    def stop(self) -> None:
        """Forget what is presented."""
        self._background.cancel(_CHANNEL)
        self._subject = self._skeleton = self._view = None

    def _place(self) -> int:
        if self._subject is None or self._skeleton is None:
            return -1
        return self._subject.branch.message_ids.index(self._skeleton.message_id)

    def _load(self, message_id: str) -> None:
        subject = self._subject
        if subject is None:
            return

        def work(progress: Progress) -> Skeleton:
            return skeleton_of(subject.source, subject.conversation, subject.branch, message_id, progress)

        self._background.run(work, on_result=self._on_loaded, on_error=self._on_failed, channel=_CHANNEL)

    def _on_failed(self, error: Exception) -> None:
        self._show_hint(Hint(self.tr("This could not be read"), failure_text(error)))

    def _on_loaded(self, skeleton: Skeleton) -> None:
        self._skeleton, self._card = skeleton, None
        lengths = [entry.chars for card in skeleton.cards for entry in card.entries]
        threshold = self.bar.value
        self.bar.start(self._settings.truncate_threshold, lengths)
        if threshold != self.bar.value:
            self.bar.set_value(threshold)
        view = self._make_view(skeleton)
        self.panel.show_skeleton(skeleton, self._hint_text(skeleton), self._scale)
        self.answer.show_skeleton(skeleton, words.summary(skeleton, view))
        self._show_view(view)
        self._pages.setCurrentWidget(self._stage)
        self._word_header()
        if not self.bar.slider.hasFocus():
            self.answer.setFocus()
        self.message_shown.emit(skeleton.message_id)

    def _show_hint(self, hint: Hint) -> None:
        self.hint.show_hint(hint)
        self.header.show_headline("")
        self.header.subtitle.clear()
        self.header.position.clear()
        self._pages.setCurrentWidget(self.hint)
        self.setFocus()

    def _hint_text(self, skeleton: Skeleton) -> str:
        if skeleton.marks:
            return self.tr("Nothing on this branch holds what the answer cites.")
        if self._stops:
            return self.tr("This answer cites nothing. ← and → lead to the answers that do.")
        return self.tr("This answer cites nothing, nor does any other on this branch.")

    # -- forms

    def _make_view(self, skeleton: Skeleton) -> FormView:
        settings = replace(self._settings, truncate_threshold=self.bar.value)
        return view_of(skeleton, self.panel.switch.form, settings)

    def _show_view(self, view: FormView) -> None:
        self._view = view
        self.panel.show_form(view)
        self.answer.set_resolving(view.resolving)
        if self._skeleton is not None:
            self.header.show_headline(words.headline(self._skeleton, view))

    def _refresh(self) -> None:
        if self._skeleton is not None:
            view = self._make_view(self._skeleton)
            self._show_view(view)
            self.answer.show_summary(words.summary(self._skeleton, view))

    @Slot(object)
    def _on_form(self, form: Form) -> None:
        self.panel.switch.choose(form)
        self._refresh()

    @Slot(int)
    def _on_threshold(self, _chars: int) -> None:
        """A threshold says nothing about full outputs: show what it does to the prompt."""
        if self._skeleton is not None and self.panel.switch.form is Form.FULL:
            self.panel.switch.choose(Form.PROMPT)
        self._refresh()

    # -- badges and cards

    @Slot(str)
    def _on_mark(self, name: str) -> None:
        mark = None if self._skeleton is None else self._skeleton.marks.get(name)
        self._choose(None if mark is None else mark.card)
        if mark is not None and mark.card is not None:
            self.panel.reveal(mark.card)

    @Slot(int)
    def _on_card(self, index: int) -> None:
        self._choose(index)
        self.answer.reveal(index)

    def _choose(self, card: int | None) -> None:
        self._card = card
        self.answer.light(card)
        self.panel.light(card)

    # -- words and events

    def _word_header(self) -> None:
        if self._skeleton is None:
            return
        self.header.subtitle.setText(words.subtitle(self._skeleton))
        stops, here = self._stops, self._skeleton.message_id
        self.header.position.setText(f"{stops.index(here) + 1} / {len(stops)}" if here in stops else "")

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.header.retranslate()
            self._word_header()
            self._refresh()
        super().changeEvent(event)

    @Slot(object)
    def _on_theme(self, _theme: object) -> None:
        self.answer.rebuild()
        self.update()

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Text and cards would take the arrow keys for scrolling sideways."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._handle(event):
            return True
        return super().eventFilter(watched, event)

    @guarded
    def event(self, event: QEvent) -> bool:
        """Single keys mean here what they say here, not what the window's shortcuts make of them."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and self._knows(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._handle(event):
            super().keyPressEvent(event)

    def _knows(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return plain and event.key() in (*_STEP_KEYS, *_FORM_KEYS, Qt.Key.Key_Escape, Qt.Key.Key_N)

    def _handle(self, event: QKeyEvent) -> bool:
        if not self._knows(event):
            return False
        key = Qt.Key(event.key())
        arrows = key in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        if arrows and isinstance(self.focusWidget(), QSlider):
            return False
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in _FORM_KEYS:
            self._on_form(_FORM_KEYS[key])
        elif key in _STEP_KEYS:
            self.step(_STEP_KEYS[key])
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.panel.setFixedWidth(max(_LEAST_PANEL, round(self.width() * _PANEL_SHARE)))
        super().resizeEvent(event)
        self._set_scale(max(1.0, min(_MOST_SCALE, round(self.width() / _SCALE_WIDTH, 1))))

    def _set_scale(self, scale: float) -> None:
        """Keep the proportions of the page on a large screen, where people stand back."""
        if scale == self._scale:
            return
        self._scale = scale
        self.header.set_scale(scale)
        self.bar.set_scale(scale)
        if self._skeleton is not None and self._view is not None:
            self.panel.show_skeleton(self._skeleton, self._hint_text(self._skeleton), scale)
            self.panel.show_form(self._view)
            self.panel.light(self._card)


def _own_settings(subject: Subject) -> ReplaySettings:
    """The settings the session recorded; the application's defaults for captures."""
    store = row_store(subject.source)
    return ReplaySettings() if store is None else recorded_settings(store, subject.conversation)
