"""What the pages of the inspector share: they load in the background, drop stale results, and never stay blank."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from inspector.app.selection import Selection
from inspector.app.wording.problems import failure_text
from inspector.gui import theme
from inspector.gui.background import Background
from inspector.model import Problem
from inspector.sources.base import Progress

_PATIENCE_MS: Final = 150
"""What takes longer than this is announced; what does not would only flicker."""

Work = Callable[[Progress], Any]


class Hint(NamedTuple):
    """Why there is nothing to show, and what to do about it."""

    title: str
    text: str


class Page(QStackedWidget):
    """One tab: a body, and a hint where there is nothing to show.

    Subclasses set `body`, say in `plan` what to load, and show it in `present`.

    Attributes:
        request_activated: a request's index was clicked.
        probe_requested: a text is to be tracked as a fact.
        problem: a `Problem` of the environment.
    """

    request_activated = Signal(int)
    probe_requested = Signal(str)
    problem = Signal(object)

    def __init__(self, background: Background, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.background = background
        self.body = body
        self._channel = f"inspector-{type(self).__name__}-{id(self)}"
        self._hint = HintLabel()
        self.addWidget(self._hint)
        self.addWidget(body)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._say_loading)

    def show_selection(self, selection: Selection | None) -> None:
        """Load and show what the selection is about; what was loading before is dropped."""
        self.drop_work()
        plan = self.nothing_selected() if selection is None else self.plan(selection)
        if isinstance(plan, Hint):
            self.show_hint(plan)
            return
        self._patience.start()
        self.run(plan, self._loaded)

    def plan(self, selection: Selection) -> Hint | Work:
        """What to load for a selection (runs in a worker thread), or why nothing can be shown."""
        raise NotImplementedError

    def present(self, result: Any) -> None:
        """Show what the work of `plan` returned; `show_hint` if there is nothing in it."""
        raise NotImplementedError

    def nothing_selected(self) -> Hint:
        """The hint while nothing is selected."""
        return Hint(
            self.tr("Nothing selected"), self.tr("Select a turn, a step or a tool call in the timeline.")
        )

    def run(self, work: Work, on_result: Callable[[Any], None]) -> None:
        """Run more work for what is on screen; a new selection drops it."""
        self.background.run(work, on_result=on_result, on_error=self._failed, channel=self._channel)

    def drop_work(self) -> None:
        """Whatever is loading is no longer wanted."""
        self.background.cancel(self._channel)
        self._patience.stop()

    def show_hint(self, hint: Hint) -> None:
        """Show why there is nothing."""
        self._hint.show_hint(hint)
        self.setCurrentWidget(self._hint)

    def show_body(self) -> None:
        """Show the content."""
        self.setCurrentWidget(self.body)

    def _loaded(self, result: Any) -> None:
        self._patience.stop()
        self.show_body()
        self.present(result)

    def _failed(self, error: Exception) -> None:
        self._patience.stop()
        self.show_hint(Hint(self.tr("This could not be read"), failure_text(error)))
        if not isinstance(error, Problem):
            self.background.crashed.emit(error)

    def _say_loading(self) -> None:
        self.show_hint(Hint(self.tr("Loading…"), ""))


class HintLabel(QWidget):
    """A heading and a sentence in the upper part of an otherwise empty page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.text = QLabel(), QLabel()
        self.title.setFont(theme.body_font(pixels=theme.TITLE_PX, bold=True))
        self.text.setProperty("tone", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.Space.L, 3 * theme.Space.L, theme.Space.L, theme.Space.L)
        column.setSpacing(theme.Space.S)
        for label in (self.title, self.text):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        column.addStretch(1)

    def show_hint(self, hint: Hint) -> None:
        """Show a hint."""
        self.title.setText(hint.title)
        self.text.setText(hint.text)
        self.setAccessibleName(f"{hint.title}. {hint.text}")
