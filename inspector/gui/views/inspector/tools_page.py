"""The tools a request offered: sizes, which were called, parameters as a tree, the declaration in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHeaderView, QSplitter, QTreeView, QVBoxLayout, QWidget

from inspector.analysis.prompt_view import readable
from inspector.analysis.tool_view import ToolView, tool_views
from inspector.app.i18n import counted
from inspector.app.selection import Selection
from inspector.app.text.highlight import JsonHighlighter
from inspector.app.wording import units
from inspector.app.wording.timeline import DOT
from inspector.gui.background import Background
from inspector.gui.views.common.facts import Fact, FactTable
from inspector.gui.views.common.page import Hint, Page, Work
from inspector.gui.views.inspector.tool_model import TOOL_ROLE, ToolModel
from inspector.gui.views.text.panel import TextPanel
from inspector.model import RequestPayload
from inspector.sources.base import Progress, Trait
from inspector.wire import js_json


@dataclass(frozen=True, slots=True)
class Tools:
    """Loaded tools; `choice` is the recorded toolChoice as JSON, "" when there was none."""

    tools: Sequence[ToolView]
    choice: str
    recorded: bool


class ToolsPage(Page):
    """`Tools`."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(background, body, parent)
        self.facts = FactTable()
        self.tools = ToolModel(self)
        self.tree = QTreeView()
        self.tree.setModel(self.tools)
        self.tree.setAccessibleName(self.tr("Tools"))
        self.tree.setUniformRowHeights(True)
        self.text = TextPanel()
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setMaximumSectionSize(260)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.tree)
        splitter.addWidget(self.text)
        splitter.setSizes([300, 300])
        splitter.setChildrenCollapsible(False)
        column_layout = QVBoxLayout(body)
        column_layout.setContentsMargins(0, 0, 0, 0)
        column_layout.setSpacing(0)
        column_layout.addWidget(self.facts)
        column_layout.addWidget(splitter, 1)
        self.tree.selectionModel().currentChanged.connect(self._show_tool)
        self.text.probe_requested.connect(self.probe_requested)
        self.text.problem.connect(self.problem)

    def plan(self, selection: Selection) -> Hint | Work:
        """See `Page.plan`."""
        record, source = selection.request, selection.source
        if record is not None and record.has_payload:
            index = record.index
            return lambda progress: _tools(source.payload(index), progress)
        if Trait.TOOLS not in source.traits:
            return Hint(
                self.tr("A conversation database does not record tool declarations"),
                self.tr("Calls and their results are in the timeline; declarations are in captures only."),
            )
        return Hint(
            self.tr("No request is selected"),
            self.tr("Select an assistant turn or one of its steps to see the tools that were offered."),
        )

    def present(self, result: Tools) -> None:
        """See `Page.present`."""
        if not result.tools:
            text = (
                self.tr("The request went out with an empty tool list.")
                if result.recorded
                else self.tr("The request went out without a tool list, or its inputs were not recorded.")
            )
            self.show_hint(Hint(self.tr("No tools"), text))
            return
        count, called = len(result.tools), sum(1 for tool in result.tools if tool.calls)
        size = DOT.join(
            (
                units.chars(sum(tool.chars for tool in result.tools)),
                units.estimated_tokens(sum(tool.tokens for tool in result.tools)),
            )
        )
        facts = [
            Fact(self.tr("Offered"), counted(self.tr("%n tool(s)", "", count), count) + DOT + size),
            Fact(self.tr("Called here"), counted(self.tr("%n tool(s)", "", called), called)),
        ]
        if result.choice:
            facts.append(Fact(self.tr("Tool choice"), result.choice))
        if not any(tool.has_schema for tool in result.tools):
            facts.append(Fact(self.tr("Schemas"), self.tr("not recorded by this recorder"), tone="muted"))
        self.facts.show_facts(facts)
        self.tools.set_tools(result.tools)
        first_called = next((n for n, tool in enumerate(result.tools) if tool.calls), 0)
        self.tree.setCurrentIndex(self.tools.index(first_called, 0))

    def _show_tool(self, current: QModelIndex) -> None:
        tool = current.data(TOOL_ROLE)
        if isinstance(tool, ToolView):
            declaration = readable(tool.declaration)
            text = f"{tool.description}\n\n{declaration}" if tool.description else declaration
            self.text.set_text(text, highlighter=JsonHighlighter(), file_name=f"{tool.name}.txt")


def _tools(payload: RequestPayload, progress: Progress) -> Tools:
    progress.step(0, 1)
    choice = "" if payload.tool_choice is None else js_json.dumps(payload.tool_choice)
    return Tools(tool_views(payload), choice, payload.tools is not None)
