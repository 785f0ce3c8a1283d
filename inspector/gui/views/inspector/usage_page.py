"""What the provider accounted: tokens, cache, cost, time; unknown is said and never shown as 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.app.selection import Selection
from inspector.app.timeline.request_place import RequestPlace, place_of
from inspector.app.wording import numbers, units
from inspector.app.wording.inspector import figure, request_name, unknown
from inspector.app.wording.timeline import request_state
from inspector.gui import theme
from inspector.gui.background import Background
from inspector.gui.views.common.facts import Fact, FactTable
from inspector.gui.views.common.page import Hint, Page, Work
from inspector.gui.views.inspector.hit_bar import HitBar
from inspector.gui.views.json_view.view import JsonView, PreparedJson, prepare_json
from inspector.model import RequestRecord, RequestState, Timing, Usage
from inspector.sources.base import Progress


@dataclass(frozen=True, slots=True)
class Measured:
    """What is shown.

    Attributes:
        usage, timing: of the request, else of the message or conversation.
        record: the request, when one is selected.
        request_place: its number in its conversation.
        calls: model calls summed up; 1 for a request.
        context_tokens: size of the last step's prompt, when it was recorded.
        raw: the usage as recorded, laid out.
    """

    usage: Usage
    timing: Timing
    record: RequestRecord | None = None
    request_place: RequestPlace | None = None
    calls: int = 1
    context_tokens: int | None = None
    raw: PreparedJson | None = None


class UsagePage(Page):
    """`Usage`."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(background, body, parent)
        self.facts = FactTable()
        self.bar = HitBar()
        self.raw_label = QLabel()
        self.raw_label.setProperty("tone", "muted")
        self.raw_label.setContentsMargins(theme.Space.M, theme.Space.S, theme.Space.M, theme.Space.XS)
        self.raw = JsonView()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.facts, self.bar, self.raw_label):
            column.addWidget(widget)
        column.addWidget(self.raw, 1)
        column.addStretch(0)
        self.raw.probe_requested.connect(self.probe_requested)
        self.raw.problem.connect(self.problem)

    def plan(self, selection: Selection) -> Hint | Work:
        """See `Page.plan`."""
        record, source, message = selection.request, selection.source, selection.message
        if record is not None:

            def work(progress: Progress) -> Measured:
                text = source.raw_json(record.index).get("usage") if record.has_payload else None
                raw = None if text is None else prepare_json(text)
                place = place_of(record, source.requests())
                return Measured(record.usage, record.timing, record, place, raw=raw)

            return work
        if message is not None and (message.usage.is_known or message.steps):
            return lambda progress: Measured(
                message.usage,
                message.timing,
                calls=max(1, len(message.steps)),
                context_tokens=message.context_tokens,
            )
        if message is None and selection.conversation is not None:
            summary = selection.conversation.summary
            calls = len(selection.conversation.requests)
            return lambda progress: Measured(summary.usage, Timing(), calls=calls)
        return Hint(
            self.tr("Nothing was measured here"),
            self.tr("Only model calls are accounted. Select an assistant turn or one of its steps."),
        )

    def present(self, result: Measured) -> None:
        """See `Page.present`."""
        self.facts.show_facts([*self._subject(result), *self._tokens(result.usage), *self._rest(result)])
        self.bar.show_usage(result.usage)
        self.raw_label.setText(self.tr("Usage as recorded"))
        self.raw_label.setVisible(result.raw is not None)
        self.raw.setVisible(result.raw is not None)
        if result.raw is not None:
            self.raw.set_json(result.raw, file_name="usage.json")

    def _subject(self, result: Measured) -> Sequence[Fact]:
        record, place = result.record, result.request_place
        if record is None or place is None:
            return [Fact(self.tr("Sum of"), units.requests(result.calls))]
        facts = [
            Fact(self.tr("Request"), request_name(place)),
            Fact(self.tr("Model"), record.model or unknown()),
            Fact(self.tr("Provider"), record.provider or unknown()),
        ]
        if record.state is not RequestState.OK:
            facts.append(Fact(self.tr("State"), request_state(record.state), tone="error"))
        if record.error:
            facts.append(Fact(self.tr("Error"), record.error, tone="error"))
        return facts

    def _tokens(self, usage: Usage) -> Sequence[Fact]:
        ratio = usage.hit_ratio
        rows = (
            (self.tr("Prompt tokens"), figure(usage.input), usage.input),
            (self.tr("Read from cache"), figure(usage.cache_read), usage.cache_read),
            (self.tr("Written to cache"), figure(usage.cache_write), usage.cache_write),
            (self.tr("New, not cached"), figure(usage.new), usage.new),
            (self.tr("Cache hits"), unknown() if ratio is None else numbers.percent(ratio), ratio),
            (self.tr("Generated tokens"), figure(usage.output), usage.output),
            (self.tr("of these reasoning"), figure(usage.reasoning), usage.reasoning),
        )
        tip = self.tr("Measured: as the provider reported it.")
        return [Fact(name, text, "faint" if value is None else "", tip) for name, text, value in rows]

    def _rest(self, result: Measured) -> Sequence[Fact]:
        record, timing = result.record, result.timing
        cost = None if record is None else record.cost
        currency = "" if record is None or record.currency is None else record.currency
        rows = [
            (self.tr("Cost"), None if cost is None else f"{cost:.6g} {currency}".strip()),
            (self.tr("Started"), None if timing.started_at is None else _moment(timing.started_at)),
            (
                self.tr("Duration"),
                None if timing.duration_ms is None else numbers.duration(timing.duration_ms),
            ),
            (
                self.tr("First token after"),
                None if timing.first_token_ms is None else numbers.duration(timing.first_token_ms),
            ),
        ]
        if result.context_tokens is not None:
            rows.append((self.tr("Last prompt"), units.tokens(result.context_tokens)))
        if record is None:
            rows = [row for row in rows if row[1] is not None]
        return [Fact(name, text or unknown(), "" if text else "faint") for name, text in rows]


def _moment(milliseconds: int) -> str:
    return f"{numbers.date_and_time(milliseconds)[:10]} {numbers.clock(milliseconds)}"
