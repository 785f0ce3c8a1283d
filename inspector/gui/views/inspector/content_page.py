"""The selected thing in readable form: a turn, a part, a tool's output, a blob, a summary."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from inspector.app.inspector.content import BlobChoice, Content, content_of
from inspector.app.selection import Selection
from inspector.app.wording import numbers, units
from inspector.app.wording import timeline as words
from inspector.gui import theme
from inspector.gui.background import Background
from inspector.gui.views.common.facts import Fact, FactTable
from inspector.gui.views.common.page import Hint, Page, Work
from inspector.gui.views.text.panel import TextPanel
from inspector.model import Blob, BlobRef, BlobState, CompactionBoundary, Message, ToolPart
from inspector.wire import utf16

_GOOD = (BlobState.OK, BlobState.UNCHECKED)


class ContentPage(Page):
    """`Content`."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(background, body, parent)
        self.facts = FactTable()
        self.texts = QComboBox()
        self.load = QPushButton()
        self.state = QLabel()
        self.text = TextPanel()
        self._content: Content | None = None
        self._sought: tuple[Selection, str, tuple[int, int]] | None = None
        self._blob_row = QWidget()
        row = QHBoxLayout(self._blob_row)
        row.setContentsMargins(theme.Space.M, 0, theme.Space.M, theme.Space.S)
        row.setSpacing(theme.Space.S)
        row.addWidget(self.texts, 1)
        row.addWidget(self.state)
        row.addWidget(self.load)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.facts, self._blob_row):
            column.addWidget(widget)
        column.addWidget(self.text, 1)
        self.texts.setAccessibleName(self.tr("Text to show"))
        self.texts.activated.connect(self._show_chosen)
        self.load.clicked.connect(self.load_full_text)
        self.text.probe_requested.connect(self.probe_requested)
        self.text.problem.connect(self.problem)

    def seek(self, selection: Selection, text: str, span: tuple[int, int]) -> None:
        """Show a selection with a range of one of its texts marked, in code points of that text."""
        self._sought = (selection, text, span)
        self.show_selection(selection)

    def plan(self, selection: Selection) -> Hint | Work:
        """See `Page.plan`."""
        if selection.message is None and selection.boundary is None and selection.request is None:
            return self.nothing_selected()
        return lambda progress: content_of(selection)

    def present(self, result: Content) -> None:
        """See `Page.present`."""
        self._content = result
        if not result.sections and not result.blobs:
            self.show_hint(self._why_empty(result.selection))
            return
        self.texts.clear()
        self.texts.addItem(self.tr("As kept in the message"))
        for blob in result.blobs:
            size = units.chars(blob.ref.total_chars) if blob.ref is not None else self.tr("attachment")
            self.texts.addItem(f"{blob.title} · {size}")
        self._blob_row.setVisible(bool(result.blobs))
        self.texts.setCurrentIndex(result.chosen + 1)
        self._show_chosen()
        if self._sought is not None and self._sought[0] is result.selection:
            self._mark_sought(*self._sought[1:])

    def _mark_sought(self, text: str, span: tuple[int, int]) -> None:
        begins = self.text.view.document.text.find(text)
        if begins >= 0:
            self.text.view.select_range(begins + span[0], begins + span[1])

    def load_full_text(self) -> None:
        """Read the chosen blob or attachment from its file and check it."""
        content, blob = self._content, self._chosen_blob()
        if content is None or blob is None:
            return
        source, ref, entry = content.selection.source, blob.ref, blob.entry_id
        self.load.setEnabled(False)
        self.state.setText(self.tr("reading…"))
        self.run(
            lambda progress: source.attachment(entry) if ref is None else source.blob(ref), self._show_blob
        )

    def _chosen_blob(self) -> BlobChoice | None:
        index = self.texts.currentIndex() - 1
        return self._content.blobs[index] if self._content is not None and index >= 0 else None

    def _show_chosen(self) -> None:
        content, blob = self._content, self._chosen_blob()
        self.drop_work()
        self.state.clear()
        self.load.setVisible(blob is not None)
        self.load.setEnabled(True)
        if content is None:
            return
        self.facts.show_facts(self._facts(content.selection, blob))
        if blob is None:
            readable = content.readable
            self.text.set_text(readable.text, highlighter=readable.highlighter, line_tones=readable.tones)
            return
        self.load.setText(self.tr("Load full text"))
        name = blob.title if blob.ref is None else blob.ref.vfs_filename
        self.text.set_text("" if blob.ref is None else self._excerpt(blob.ref), file_name=name)

    def _excerpt(self, ref: BlobRef) -> str:
        left_out = ref.total_chars - utf16.length(ref.head) - utf16.length(ref.tail)
        gap = self.tr("⋯ {0} more ⋯").format(units.chars(max(0, left_out)))
        return f"{ref.head}\n{gap}\n{ref.tail}"

    def _show_blob(self, blob: Blob) -> None:
        choice, content = self._chosen_blob(), self._content
        if choice is None or content is None:
            return
        good = blob.state in _GOOD
        self.load.setVisible(blob.text is None)
        self.load.setEnabled(True)
        self.state.setText(words.blob_state(blob.state))
        self.state.setProperty("tone", "good" if blob.state is BlobState.OK else "muted" if good else "error")
        self.state.style().polish(self.state)
        self.facts.show_facts([*self._facts(content.selection, choice), *self._blob_facts(blob)])
        if blob.text is not None:
            self.text.set_text(blob.text, file_name=self.text.file_name)

    def _facts(self, selection: Selection, blob: BlobChoice | None) -> list[Fact]:
        part = selection.part
        if selection.boundary is not None and part is None:
            return self._boundary_facts(selection.boundary)
        facts = [] if selection.message is None else self._message_facts(selection.message)
        if isinstance(part, ToolPart):
            state = part.raw.get("state") if isinstance(part.raw, dict) else None
            facts = [
                Fact(self.tr("Tool"), part.tool_name or self.tr("(no name)")),
                Fact(self.tr("State"), str(state or self.tr("unknown"))),
                Fact(self.tr("Call"), part.tool_call_id or self.tr("unknown"), tone="muted"),
            ]
        elif part is not None:
            facts.append(Fact(self.tr("Part"), part.type or self.tr("(no type)")))
        if selection.message is None and selection.request is not None:
            facts.append(Fact(self.tr("Answer of"), words.model_name(selection.request.model)))
            if selection.request.error:
                facts.append(Fact(self.tr("Error"), selection.request.error, tone="error"))
        if blob is not None:
            facts.append(Fact(self.tr("Blob"), blob.entry_id, tone="muted"))
        return facts

    def _message_facts(self, message: Message) -> list[Fact]:
        who = words.DOT.join(p for p in (words.role(message.role), words.model_name(message.model)) if p)
        facts = [Fact(self.tr("From"), who)]
        if message.created_at is not None:
            facts.append(Fact(self.tr("Written"), numbers.date_and_time(message.created_at)))
        if message.status and message.status != "success":
            facts.append(Fact(self.tr("Status"), message.status, tone="warning"))
        if damage := words.damage(message.data_state):
            facts.append(Fact(self.tr("Stored data"), damage, tone="error"))
        return facts

    def _boundary_facts(self, boundary: CompactionBoundary) -> list[Fact]:
        tokens, change = words.fold_tokens(boundary)
        rows = (
            (self.tr("Fold"), words.fold_title(boundary)),
            (self.tr("Folded"), words.fold_count(boundary)),
            (self.tr("Tokens"), f"{tokens} {change}".strip()),
        )
        return [Fact(name, text or self.tr("not recorded"), "" if text else "faint") for name, text in rows]

    def _blob_facts(self, blob: Blob) -> Sequence[Fact]:
        facts = []
        if blob.path:
            facts.append(Fact(self.tr("File"), blob.path, tone="muted"))
        if blob.state is BlobState.SIZE_DIFFERS and blob.size is not None and blob.expected_size is not None:
            sizes = self.tr("{0} bytes found, {1} expected")
            text = sizes.format(numbers.group(blob.size), numbers.group(blob.expected_size))
            facts.append(Fact(self.tr("Size"), text, tone="error"))
        elif blob.size is not None:
            facts.append(Fact(self.tr("Size"), numbers.byte_size(blob.size)))
        if blob.state is BlobState.HASH_DIFFERS:
            text = self.tr("{0} found, {1} expected").format(blob.found_hash, blob.expected_hash)
            facts.append(Fact(self.tr("Hash"), text, tone="error"))
        if blob.user_attachment:
            facts.append(Fact(self.tr("Note"), self.tr("a user's own .txt file, not a tool output")))
        if blob.text is None and blob.path and blob.state in _GOOD:
            facts.append(Fact(self.tr("Note"), self.tr("binary data, not shown as text")))
        return facts

    def _why_empty(self, selection: Selection) -> Hint:
        if selection.boundary is not None:
            return Hint(
                self.tr("The summary was not recorded"),
                self.tr("Only the fact of the fold is known here; its summary is not part of this record."),
            )
        if selection.request is not None and selection.request.error:
            return Hint(self.tr("There was no answer"), selection.request.error)
        return Hint(
            self.tr("There is nothing to read here"),
            self.tr("The Wire tab shows what was recorded."),
        )
