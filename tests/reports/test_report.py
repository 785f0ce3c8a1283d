"""Reports: self-contained pages, tables that can be read again, marks for stand-ins, and no secrets."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from inspector.analysis.redaction import Redactor
from inspector.model.settings import ReplaySettings
from inspector.replay.engine import Replayer
from inspector.replay.probes import Probe
from inspector.reports.build import ReportOrder, build_report
from inspector.reports.html import to_html
from inspector.reports.model import Bar, Chart, Report, Rests, Section, Topic
from inspector.reports.redacted import redact_report
from inspector.reports.texts import report_dict, to_csv, to_json, to_markdown
from inspector.reports.write import Format, render
from inspector.sources.base import Source
from inspector.sources.open import open_source

Dirs = Callable[[str], Path]
NOW = datetime(2026, 8, 15, 13, 21, tzinfo=UTC)
VOID = {"meta", "br", "rect", "line", "link", "img"}


class Page(HTMLParser):
    """Checks that elements nest, and collects attributes and cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.cells: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "td":
            self.cells.append(data)


def under(**changes: object) -> Callable[[Replayer], ReplaySettings]:
    return lambda replayer: replace(replayer.own_settings, **changes)  # type: ignore[arg-type]


@pytest.fixture
def loop(capture_dir: Dirs) -> Iterator[Source]:
    source = open_source(capture_dir("v6-long-tool-loop"))
    yield source
    source.close()


@pytest.fixture
def folded(loop: Source) -> Report:
    """A tool loop in a window so small that stand-ins are needed."""
    order = ReportOrder(
        conversations=("conversation-1",),
        settings=under(context_window=16_000),
        probes=(Probe("page", "Page 1"),),
    )
    return build_report(loop, order, now=NOW)


def section(report: Report, topic: Topic) -> Section:
    return next(found for found in report.conversations[0].sections if found.id == topic)


def test_a_page_nests_and_refers_to_nothing_outside_it(folded: Report) -> None:
    text = to_html(folded)
    page = Page(text)
    refers = [
        (tag, value) for tag, name, value in page.attributes if name in ("src", "href", "data", "action")
    ]
    assert all(value.startswith("#") for _, value in refers)
    assert not re.search(r"url\((?!#)|@import|<script|<link", text)
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    assert text.count("<svg") == len(re.findall("</svg>", text)) == 2


def test_what_rests_on_a_stand_in_is_starred_and_hatched(folded: Report) -> None:
    assert folded.stand_ins
    requests = section(folded, Topic.REQUESTS)
    assert Rests.STAND_IN in requests.rests
    assert requests.figures[0].rests is Rests.STAND_IN
    hatched = [bar.hatched for bar in requests.charts[0].bars]
    assert any(hatched)
    assert not all(hatched)
    page = to_html(folded)
    assert 'class="hatched"' in page
    assert re.search(r"<b><span class=\"before\">[^<]*</span>[^<]* \*</b>", page)
    assert "stand-in" in to_markdown(folded)
    assert json.loads(to_json(folded))["rests_on_stand_in"] is True


def test_without_a_fold_nothing_is_marked(loop: Source) -> None:
    report = build_report(loop, ReportOrder(conversations=("conversation-1",)), now=NOW)
    assert not report.stand_ins
    assert "hatched" not in re.sub(r"<style>.*?</style>", "", to_html(report), flags=re.S)
    assert "stand-in" not in to_markdown(report)


def test_measured_and_predicted_figures_stand_in_columns_of_their_own(folded: Report) -> None:
    cache = section(folded, Topic.CACHE)
    names = [column.name for column in cache.tables[0].columns]
    assert {"measured_read", "predicted_read"} <= set(names)
    assert {figure.name: figure.rests for figure in cache.figures}["hit ratio"] is Rests.MEASURED


def test_csv_is_read_back_with_every_row_as_wide_as_its_header(folded: Report) -> None:
    rows = list(csv.reader(io.StringIO(to_csv(folded))))
    header: list[str] = []
    tables: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        if row[0] == "table":
            header = row
            continue
        assert len(row) == len(header)
        tables.setdefault(row[0], []).append(dict(zip(header, row, strict=True)))
    requests = tables["requests"]
    after = [int(row["tokens_after"]) for row in requests]
    result = section(folded, Topic.REQUESTS).data
    assert after == [request["after"]["tokens"] for request in result["requests"]]
    assert requests[0]["request"] == "1"
    assert {"page", "probe:page"} & set(requests[0])


def test_a_text_that_a_spreadsheet_would_run_is_disarmed(folded: Report) -> None:
    armed = replace(folded, facts=(("Source", "=cmd|' /C calc'!A0"),))
    rows = list(csv.reader(io.StringIO(to_csv(armed))))
    assert ["report", "Source", "'=cmd|' /C calc'!A0"] in rows


def test_json_holds_the_contract_of_replay_and_cache(folded: Report) -> None:
    sections = json.loads(to_json(folded))["conversations"][0]["sections"]
    assert sections["requests"]["data"]["totals"]["rests_on_stand_in"] is True
    assert set(sections["cache"]["data"]) >= {"requests", "totals"}
    assert set(sections["cost"]["data"]["predicted"]) == {"own", "settings", "saved", "currency"}


def test_markup_in_a_title_is_text_everywhere(folded: Report) -> None:
    (conversation,) = folded.conversations
    hostile = replace(conversation, title="<script>alert(1)</script> | *x*")
    report = replace(folded, conversations=(hostile,))
    assert "<script>" not in to_html(report)
    Page(to_html(report))
    assert "\\<script>alert(1)\\</script> \\| \\*x\\*" in to_markdown(report)


SECRETS = {
    "Source": "/home/ann/work/generations.json",
    "Note": "Bearer abcdef123456 sk-proj-0123456789abcdefghij ann@lab.org",
}


@pytest.mark.parametrize("form", list(Format))
def test_no_secret_reaches_any_format(folded: Report, form: Format) -> None:
    leaky = replace(folded, facts=tuple(SECRETS.items()), notices=("token in /Users/ann/x",))
    report = redact_report(leaky, Redactor())
    text = render(report, form)
    for secret in ("/home/ann", "/Users/ann", "abcdef123456", "0123456789abcdefghij", "ann@lab.org"):
        assert secret not in text
    assert report.redacted == {"api-key": 1, "token": 1, "mail-address": 1, "home-path": 2}


def test_an_unredacted_report_says_so(folded: Report) -> None:
    report = redact_report(folded, Redactor(enabled=False))
    assert report.redacted is None
    assert "not taken out, as was asked for" in to_html(report)
    assert report_dict(report)["redacted"] is None


def test_settings_that_changed_stand_first(folded: Report) -> None:
    (conversation,) = folded.conversations
    first = conversation.settings.rows[0]
    assert first[:3] == ("context_window", "16000", "none")
    assert conversation.changed == 1
    assert len(conversation.settings.rows) > 25


def test_a_database_report_tells_what_is_stored(fixture_dir: Dirs) -> None:
    source = open_source(fixture_dir("research"))
    ids = tuple(entry.id for entry in source.conversations() if not entry.deleted)
    report = build_report(
        source, ReportOrder(conversations=ids, settings=under(truncate_threshold=2_000)), now=NOW
    )
    source.close()
    longest = next(one for one in report.conversations if "Battery" in one.title)
    topics = {one.id for one in longest.sections}
    assert topics == set(Topic)
    storage = next(one for one in longest.sections if one.id == Topic.STORAGE)
    (figure,) = storage.figures
    assert isinstance(figure.value, int)
    assert isinstance(figure.before, int)
    assert figure.value < figure.before
    assert dict(report.facts)["Made"] == "2026-08-15 13:21:00 +0000"
    Page(to_html(report))


def test_a_chart_of_nothing_and_of_zeros_can_be_drawn(folded: Report) -> None:
    (conversation,) = folded.conversations
    empty = Chart(title="empty", unit="tokens", bars=())
    zero = Chart(title="zero", unit="tokens", bars=(Bar(label="1", tip="x", parts=(("after", 0),)),))
    drawn = Section(id="x", title="x", charts=(empty, zero))
    Page(to_html(replace(folded, conversations=(replace(conversation, sections=(drawn,)),))))


def test_findings_of_no_conversation_stand_before_all_and_only_in_reports_of_everything(
    fixture_dir: Dirs,
) -> None:
    source = open_source(fixture_dir("damaged"))
    ids = tuple(entry.id for entry in source.conversations() if not entry.deleted)
    everything = build_report(
        source, ReportOrder(conversations=ids, topics=frozenset({Topic.FINDINGS})), now=NOW
    )
    one = build_report(
        source, ReportOrder(conversations=ids[:1], topics=frozenset({Topic.FINDINGS})), now=NOW
    )
    source.close()
    (whole,) = everything.sections
    assert whole.data
    assert all(finding["where"]["topic"] is None for finding in whole.data)
    assert one.sections == ()
    assert "as a whole" in to_html(everything)
    Page(to_html(everything))
    assert {row[0] for row in csv.reader(io.StringIO(to_csv(everything)))} >= {"source", "source.figures"}
    assert set(report_dict(everything)["sections"]) == {"findings"}
