"""Recorded JSON of a request, field by field; of a stored message, the parts as they lie in its row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from inspector.app.selection import Selection
from inspector.app.wording import units
from inspector.gui import theme
from inspector.gui.background import Background
from inspector.gui.views.common.page import Hint, Page, Work
from inspector.gui.views.json_view.view import JsonView, PreparedJson, prepare_json
from inspector.sources.base import Progress
from inspector.wire import js_json, utf16

FIELDS: Final = (
    "raw_request",
    "input",
    "raw_response",
    "raw_chunks",
    "output",
    "usage",
    "provider_options",
)
"""Recorded fields in the order they are offered; the first one present is shown."""
_STORED: Final = "stored"


@dataclass(frozen=True, slots=True)
class Wire:
    """What can be shown.

    Attributes:
        texts: JSON text by field, in the order they are offered.
        sizes: UTF-16 code units by field.
        shown: the field laid out.
        json: that field; None when nothing was recorded.
        name: for the file name of "Save as…".
        line: of the layout, where what was sought begins; None = nothing was, or it is not there.
    """

    texts: Mapping[str, str]
    sizes: Mapping[str, int]
    shown: str
    json: PreparedJson | None
    name: str
    line: int | None = None


class WirePage(Page):
    """`Wire JSON`."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(background, body, parent)
        self.fields = QComboBox()
        self.fields.setAccessibleName(self.tr("Recorded field"))
        self.json = JsonView()
        self._wire: Wire | None = None
        self._wanted = ""
        self._sought: tuple[Selection, str] | None = None
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.Space.M, theme.Space.S, theme.Space.M, theme.Space.S)
        bar.addWidget(self.fields, 1)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.json, 1)
        self.fields.activated.connect(self._choose)
        self.json.probe_requested.connect(self.probe_requested)
        self.json.problem.connect(self.problem)

    def seek(self, selection: Selection, path: str) -> None:
        """Show a selection's field that has a JSON path, at that path."""
        self._sought = (selection, path)
        self.show_selection(selection)

    def plan(self, selection: Selection) -> Hint | Work:
        """See `Page.plan`."""
        record, source, wanted = selection.request, selection.source, self._wanted
        path = self._sought[1] if self._sought is not None and self._sought[0] is selection else ""
        if record is not None and record.has_payload:
            index, name = record.index, f"request-{record.number}"

            def recorded(progress: Progress) -> Wire:
                found = source.raw_json(index)
                fields = [*FIELDS, *(field for field in found if field not in FIELDS)]
                texts = {field: text for field in fields if (text := found.get(field)) is not None}
                return _wire_at(texts, path, name) or _wire(texts, wanted, name)

            return recorded
        if selection.message is not None:
            return lambda progress: _wire({_STORED: _stored_text(selection)}, _STORED, "message")
        return Hint(
            self.tr("No recorded JSON for this"),
            self.tr("Select a turn, a step or a tool call: what was recorded of it is shown here."),
        )

    def present(self, result: Wire) -> None:
        """See `Page.present`."""
        self._wire = result
        if result.json is None:
            self.show_hint(
                Hint(
                    self.tr("Nothing was recorded"),
                    self.tr("All fields of this request are null: it failed before anything was sent."),
                )
            )
            return
        self.fields.clear()
        for field in result.texts:
            self.fields.addItem(f"{self._field_name(field)} · {units.chars(result.sizes[field])}", field)
        self.fields.setCurrentIndex(self.fields.findData(result.shown))
        self.json.set_json(result.json, file_name=f"{result.name}-{result.shown}.json")
        if result.line is not None:
            self.json.show_line(result.line)

    def _choose(self) -> None:
        """Lay out another field of the same request, and prefer it for the next ones."""
        wire, self._wanted = self._wire, str(self.fields.currentData())
        if wire is not None:
            wanted = self._wanted
            self.run(lambda progress: _wire(wire.texts, wanted, wire.name), self._loaded)

    def _field_name(self, field: str) -> str:
        return {
            "raw_request": self.tr("Request body sent"),
            "input": self.tr("Input of the SDK"),
            "raw_response": self.tr("Response body"),
            "raw_chunks": self.tr("Response chunks"),
            "output": self.tr("Output of the SDK"),
            "usage": self.tr("Usage"),
            "provider_options": self.tr("Provider options"),
            _STORED: self.tr("Parts as stored"),
        }.get(field, field)


def _stored_text(selection: Selection) -> str:
    message, part = selection.message, selection.part
    if part is not None:
        return js_json.dumps(part.raw)
    if message is None:
        return ""
    if message.raw_data is not None:
        return message.raw_data
    return js_json.dumps([each.raw for each in message.parts])


def _wire_at(texts: Mapping[str, str], path: str, name: str) -> Wire | None:
    """The field in which a path leads farthest, at the value there; None when it leads nowhere."""
    best, most = None, 0
    for field in texts if path else ():
        wire = _wire(texts, field, name)
        line, taken = (0, 0) if wire.json is None else wire.json.layout.nearest(path)
        if taken > most:
            best, most = replace(wire, line=line), taken
    return best


def _wire(texts: Mapping[str, str], wanted: str, name: str) -> Wire:
    shown = wanted if wanted in texts else next(iter(texts), "")
    json = prepare_json(texts[shown]) if shown else None
    return Wire(texts, {field: utf16.length(text) for field, text in texts.items()}, shown, json, name)
