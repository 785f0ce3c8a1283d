"""File → Export: what a report holds, in which format, and what is taken out of it before it leaves the machine.

The report is made in the background whenever a choice changes; saving writes exactly what was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.app.i18n import counted
from inspector.app.report_job import Made, make
from inspector.app.wording import numbers, units
from inspector.app.wording.problems import failure_text
from inspector.gui.background import Background
from inspector.gui.dialogs.export_account import AccountPanel, add_heading, set_tone
from inspector.gui.theme import Space
from inspector.model import Problem
from inspector.model.outputs import write_output
from inspector.model.settings import ReplaySettings
from inspector.replay.probes import Probe
from inspector.reports.build import ReportOrder
from inspector.reports.model import Topic
from inspector.reports.write import Format
from inspector.sources.base import Progress, Source
from inspector.wire import encode_utf8

_SIZE: Final = (980, 660)
_FORM_WIDTH: Final = 330
_PAUSE_MS: Final = 120
_CHANNEL: Final = "export"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportSubject:
    """What can be exported.

    Attributes:
        source: the opened file.
        conversation, title: the one on screen.
        others: ids of all conversations that are not in the bin.
        settings: on the controls of the replay; None = the session's own.
        changed: how many of them differ from the session's own.
        probes: facts to follow.
    """

    source: Source
    conversation: str
    title: str
    others: Sequence[str]
    settings: ReplaySettings | None
    changed: int
    probes: tuple[Probe, ...]


class ExportDialog(QDialog):
    """Asks what to export, shows what is taken out, and writes it.

    Attributes:
        saved: emitted with the path that was written.
        formats, topics: the buttons, by what they choose.
        account: what is taken out, and the preview.
        save_button: writes the report that was made.
        made: the report as it would be written; None while it is being made.
    """

    saved = Signal(object)

    def __init__(self, subject: ExportSubject, background: Background, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("export-dialog")
        self.setWindowTitle(self.tr("Export a report"))
        self.resize(*_SIZE)
        self._subject = subject
        self._background = background
        self.made: Made | None = None
        self.formats: dict[Format, QToolButton] = {}
        self.topics: dict[Topic, QCheckBox] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._make)
        body = QHBoxLayout()
        body.setSpacing(Space.L * 2)
        body.addWidget(self._form())
        self.account = AccountPanel(self)
        self.account.redact.toggled.connect(self._change)
        body.addWidget(self.account, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L + 4, Space.L, Space.L + 4, Space.L)
        layout.setSpacing(Space.L)
        layout.addLayout(body, 1)
        layout.addLayout(self._foot())
        self._change()

    # -- building

    def _form(self) -> QWidget:
        form = QWidget(self)
        form.setFixedWidth(_FORM_WIDTH)
        column = QVBoxLayout(form)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS + 2)
        add_heading(column, self.tr("Format"), first=True)
        column.addLayout(self._format_buttons())
        add_heading(column, self.tr("Conversations"))
        count = len(self._subject.others)
        self.this_one = QRadioButton(self.tr("This one: {0}").format(_short(self._subject.title)), form)
        self.all = QRadioButton(self.tr("All of them: {0}").format(units.conversations(count)), form)
        self._choice(column, (self.this_one, self.all))
        self.all.setEnabled(count > 1)
        add_heading(column, self.tr("Settings"))
        if self._subject.changed:
            text = self.tr("As on the replay panel, %n changed", "", self._subject.changed)
            changed = counted(text, self._subject.changed)
        else:
            changed = self.tr("As on the replay panel: nothing changed")
        self.panel_settings = QRadioButton(changed, form)
        self.own_settings = QRadioButton(self.tr("Recorded"), form)
        self._choice(column, (self.panel_settings, self.own_settings))
        self.panel_settings.setEnabled(bool(self._subject.changed))
        if not self._subject.changed:
            self.own_settings.setChecked(True)
        add_heading(column, self.tr("Sections"))
        for topic, text in self._topic_texts().items():
            box = QCheckBox(text, form)
            box.setObjectName(f"topic-{topic}")
            box.setChecked(True)
            box.toggled.connect(self._change)
            self.topics[topic] = box
            column.addWidget(box)
        column.addStretch(1)
        return form

    def _format_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(0)
        group = QButtonGroup(self)
        texts = {Format.HTML: "HTML", Format.MARKDOWN: "Markdown", Format.CSV: "CSV", Format.JSON: "JSON"}
        for number, (form, text) in enumerate(texts.items()):
            button = QToolButton(self)
            button.setText(text)
            button.setObjectName(f"format-{form}")
            button.setCheckable(True)
            button.setProperty("segment", True)
            places = {0: "first", len(texts) - 1: "last"}
            button.setProperty("place", places.get(number, "middle"))
            button.clicked.connect(self._change)
            group.addButton(button)
            row.addWidget(button)
            self.formats[form] = button
        self.formats[Format.HTML].setChecked(True)
        row.addStretch(1)
        return row

    def _choice(self, column: QVBoxLayout, buttons: Sequence[QRadioButton]) -> None:
        group = QButtonGroup(self)
        for button in buttons:
            group.addButton(button)
            column.addWidget(button)
        buttons[0].setChecked(True)
        for button in buttons:
            button.toggled.connect(self._change)

    def _foot(self) -> QHBoxLayout:
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(120)
        self.state = QLabel(self)
        self.state.setProperty("tone", "muted")
        self.state.setWordWrap(True)
        cancel = QPushButton(self.tr("Cancel"), self)
        cancel.clicked.connect(self.reject)
        self.save_button = QPushButton(self.tr("Save as…"), self)
        self.save_button.setProperty("primary", True)
        self.save_button.setDefault(True)
        self.save_button.clicked.connect(self.save)
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addWidget(self.progress)
        row.addWidget(self.state, 1)
        row.addWidget(cancel)
        row.addWidget(self.save_button)
        return row

    def _topic_texts(self) -> dict[Topic, str]:
        return {
            Topic.FINDINGS: self.tr("Findings"),
            Topic.REQUESTS: self.tr("Requests before and after"),
            Topic.COMPARISON: self.tr("Recorded against these"),
            Topic.STORAGE: self.tr("What the database keeps"),
            Topic.CACHE: self.tr("Prefix cache, measured and predicted"),
            Topic.COST: self.tr("Cost"),
        }

    # -- making

    @property
    def form(self) -> Format:
        """The format chosen."""
        return next(form for form, button in self.formats.items() if button.isChecked())

    def order(self) -> ReportOrder:
        """What was chosen."""
        subject = self._subject
        topics = frozenset(topic for topic, box in self.topics.items() if box.isChecked() and box.isEnabled())
        conversations = (subject.conversation,) if self.this_one.isChecked() else tuple(subject.others)
        panel = subject.settings if self.panel_settings.isChecked() else None
        common = ReportOrder(
            conversations=conversations,
            probes=subject.probes,
            topics=topics,
            redact=self.account.redact.isChecked(),
        )
        if panel is None:
            return common
        return ReportOrder(
            conversations=conversations,
            settings=lambda replayer: panel,
            probes=subject.probes,
            topics=topics,
            redact=common.redact,
        )

    @Slot()
    def _change(self) -> None:
        """A choice changed: what was made is no longer what is wanted."""
        if not hasattr(self, "save_button"):
            return
        self.made = None
        self.topics[Topic.COMPARISON].setEnabled(self.panel_settings.isChecked())
        self.save_button.setEnabled(False)
        self._pause.start()

    @Slot()
    def _make(self) -> None:
        order, form, source = self.order(), self.form, self._subject.source
        if not order.topics:
            self._tell(self.tr("Choose at least one section."))
            return
        self._tell(self.tr("Making the report…"))
        self.progress.setRange(0, 0)
        self.progress.show()

        def work(progress: Progress) -> Made:
            return make(source, order, form, progress)

        self._background.run(
            work,
            on_result=self._on_made,
            on_error=self._on_failed,
            on_progress=self._on_progress,
            channel=_CHANNEL,
        )

    def _on_progress(self, done: int, total: int, _what: str) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    def _on_made(self, made: Made) -> None:
        self.made = made
        self.progress.hide()
        size = numbers.byte_size(len(encode_utf8(made.text)))
        count = units.conversations(len(made.report.conversations))
        self._tell(self.tr("Ready: {0}, {1}").format(count, size))
        self.account.show_made(made)
        self.save_button.setEnabled(True)

    def _on_failed(self, error: Exception) -> None:
        self.progress.hide()
        self._tell(failure_text(error), tone="error")
        if not isinstance(error, Problem):
            self._background.crashed.emit(error)

    def _tell(self, text: str, *, tone: str = "muted") -> None:
        self.progress.hide()
        set_tone(self.state, tone)
        self.state.setText(text)

    # -- saving

    @Slot()
    def save(self) -> None:
        """Ask where, and write what was made."""
        if self.made is None:
            return
        proposed = str(Path.home() / f"context-report.{self.form}")
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Save the report"), proposed, f"*.{self.form}")
        if name:
            self.save_to(Path(name))

    def save_to(self, path: Path) -> None:
        """Write what was made, in the background; a failure is told below."""
        made = self.made
        path = path if path.suffix else path.with_suffix(f".{self.form}")
        if made is None:
            return
        self._background.run(
            lambda progress: _write(made.text, path),
            on_result=self._on_saved,
            on_error=self._on_failed,
            channel=_CHANNEL,
        )

    def _on_saved(self, path: Path) -> None:
        self.saved.emit(path)
        self.accept()

    def done(self, result: int) -> None:
        self._pause.stop()
        self._background.cancel(_CHANNEL)
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._background.cancel(_CHANNEL)
        super().closeEvent(event)


def _write(text: str, path: Path) -> Path:
    write_output(path, text)
    return path


def _short(title: str, most: int = 26) -> str:
    return title if len(title) <= most else title[: most - 1].rstrip() + "…"
