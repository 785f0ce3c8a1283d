"""The prompt as it was sent: its sections with their sizes, and their texts one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from inspector.analysis.prompt_view import Section, SectionKind, request_sections
from inspector.app.inspector.readable import Readable, assemble
from inspector.app.selection import Selection
from inspector.app.timeline.request_place import RequestPlace, place_of
from inspector.app.wording import units
from inspector.app.wording.inspector import figure, request_name
from inspector.app.wording.numbers import group
from inspector.gui.background import Background
from inspector.gui.views.common.facts import Fact, FactTable
from inspector.gui.views.common.page import Hint, Page, Work
from inspector.gui.views.inspector.section_table import SectionTable
from inspector.gui.views.text.panel import TextPanel
from inspector.model import RequestRecord
from inspector.sources.base import Progress, Trait


@dataclass(frozen=True, slots=True)
class Prompt:
    """A loaded prompt.

    Attributes:
        record: its request.
        place: its number in its conversation.
        sections, readable: what is shown.
        chars, tokens: sums over the sections that were sent; tokens are estimated.
    """

    record: RequestRecord
    place: RequestPlace
    sections: Sequence[Section]
    readable: Readable
    chars: int
    tokens: int


class PromptPage(Page):
    """`Prompt as sent`."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(background, body, parent)
        self.facts = FactTable()
        self.table = SectionTable()
        self.text = TextPanel()
        self._starts: Sequence[int] = ()
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.table)
        splitter.addWidget(self.text)
        splitter.setSizes([200, 400])
        splitter.setChildrenCollapsible(False)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.facts)
        column.addWidget(splitter, 1)
        self.table.setAccessibleName(self.tr("Parts of the prompt"))
        self.table.selectionModel().currentRowChanged.connect(self._show_section)
        self.text.probe_requested.connect(self.probe_requested)
        self.text.problem.connect(self.problem)

    def plan(self, selection: Selection) -> Hint | Work:
        """See `Page.plan`."""
        record, source = selection.request, selection.source
        if record is None or not record.has_payload:
            return self._why_not(selection)

        def work(progress: Progress) -> Prompt:
            sections = request_sections(source.payload(record.index))
            progress.step(1, 2)
            readable = assemble(sections)
            apart = (SectionKind.NOT_SENT, SectionKind.NOT_RECORDED, SectionKind.DAMAGED)
            sent = [s for s in sections if s.kind not in apart]
            chars, tokens = sum(s.chars for s in sent), sum(s.tokens for s in sent)
            place = place_of(record, source.requests())
            return Prompt(record, place, sections, readable, chars, tokens)

        return work

    def present(self, result: Prompt) -> None:
        """See `Page.present`."""
        if not result.sections:
            self.show_hint(
                Hint(self.tr("The prompt is empty"), self.tr("This request was recorded without its inputs."))
            )
            return
        self.facts.show_facts(
            [
                Fact(self.tr("Request"), request_name(result.place)),
                Fact(
                    self.tr("Size"),
                    f"{units.chars(result.chars)} · {units.estimated_tokens(result.tokens)}",
                    tip=self.tr("Texts of the messages, without tools; tokens estimated by tokenx."),
                ),
                Fact(
                    self.tr("Measured"),
                    self._measured(result.record),
                    tip=self.tr("Prompt tokens as the provider counted them, tools included."),
                ),
            ]
        )
        self._starts = result.readable.starts
        self.table.sections.set_sections(result.sections)
        self.text.set_text(
            result.readable.text,
            highlighter=result.readable.highlighter,
            line_tones=result.readable.tones,
            file_name=f"prompt-{result.record.number}.txt",
        )

    def _measured(self, record: RequestRecord) -> str:
        tokens = record.usage.input
        return figure(None) if tokens is None else self.tr("{0} tokens").format(group(tokens))

    def _why_not(self, selection: Selection) -> Hint:
        if Trait.PROMPTS not in selection.source.traits:
            return Hint(
                self.tr("A conversation database does not record prompts"),
                self.tr(
                    "It keeps what was said, not what was sent. Replay (F5) rebuilds the prompt of each request "
                    "from these messages and the settings."
                ),
            )
        if selection.request is not None:
            return Hint(
                self.tr("No prompt was recorded"),
                self.tr(
                    "The recorder was told to leave the inputs out, or the request failed before it was sent."
                ),
            )
        return Hint(
            self.tr("No request is selected"),
            self.tr("Select an assistant turn or one of its steps: each step is one request to the model."),
        )

    def _show_section(self, current: QModelIndex) -> None:
        if current.isValid() and current.row() < len(self._starts):
            self.text.view.scroll_to_top(self._starts[current.row()])
