"""Every figure of a session has one value and one form: in the window, on the command line, in JSON and in a report."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from inspector.app.docks import DockId
from inspector.cli.main import run
from inspector.gui.docks.cache.tab import CacheTab
from inspector.gui.docks.replay.totals_panel import TotalsPanel
from inspector.gui.main_window import MainWindow
from inspector.model.figures import amounts, count, money, share
from tests.gui.conftest import settle

Dirs = Callable[[str, str], Path]
Capture = pytest.CaptureFixture[str]
Row = dict[str, str]


class _Tables(HTMLParser):
    """The tables of a page, each as its rows of cells, the head first."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            self.tables[-1][-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.tables[-1][-1][-1] += data.strip()


@pytest.fixture(params=["v6-cache-bust", "v6-long-tool-loop-compacting"])
def session(request: pytest.FixtureRequest, unpacked: Dirs) -> Path:
    return unpacked("captures", request.param)


def printed(capsys: Capture, *words: str) -> str:
    capsys.readouterr()
    assert run(list(words)) == 0
    return capsys.readouterr().out


def in_json(capsys: Capture, command: str, path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(capsys, command, str(path), "--json"))
    return found


def page(path: Path, folder: Path, *words: str) -> tuple[str, list[list[list[str]]]]:
    out = folder / "report.html"
    assert run(["report", str(path), "-o", str(out), *words]) == 0
    parser, text = _Tables(), out.read_text(encoding="utf-8")
    parser.feed(text)
    return text, parser.tables


def rows_of(tables: list[list[list[str]]], head: str) -> list[Row]:
    """Rows of the table that has a column, by heading."""
    table = next(one for one in tables if one and head in one[0])
    return [dict(zip(table[0], cells, strict=True)) for cells in table[1:]]


def shown_tab(window: MainWindow, path: Path, dock: DockId) -> None:
    window.session.open(path)
    settle()
    window.dock.show()
    window.dock.show_tab(dock)
    settle()


def cells(tab: CacheTab) -> list[Row]:
    model = tab.table.model()
    heads = ["request", "cause", "lost", "money lost", "hits", "read", "predicted", "prompt", "time", "model"]
    return [
        {head: str(model.index(row, column).data()) for column, head in enumerate(heads)}
        for row in range(model.rowCount())
    ]


def test_figures_of_every_request(window: MainWindow, session: Path, tmp_path: Path, capsys: Capture) -> None:
    (told,) = in_json(capsys, "cache", session)["conversations"]
    lines = [
        re.split(r"\s{2,}", line.strip())
        for line in printed(capsys, "cache", str(session)).splitlines()
        if re.match(r"\s*\d+\s{2,}\S", line)
    ]
    _, tables = page(session, tmp_path)
    reported = rows_of(tables, "total, measured")
    shown_tab(window, session, DockId.CACHE)
    tab = window.findChild(CacheTab)
    assert tab is not None
    windowed = cells(tab)
    assert len(told["requests"]) == len(lines) == len(reported) == len(windowed)
    for one, line, row, cell in zip(told["requests"], lines, reported, windowed, strict=True):
        measured = one["measured"]
        total, read, write, new = (count(measured[name]) for name in ("total", "read", "write", "new"))
        ratio = (
            None
            if not measured["total"] or measured["read"] is None
            else measured["read"] / measured["total"]
        )
        assert str(one["number"]) == line[0] == row["request"] == cell["request"]
        assert [total, read, write, new, share(ratio)] == [
            row[f"{name}, measured"] for name in ("total", "read", "written", "new", "hit")
        ]
        assert ",".join([total, read, write, new, share(ratio)]) in ",".join(line)
        assert (cell["prompt"], cell["read"], cell["hits"]) == (total, read, share(ratio))
        predicted = count(one["predicted"]["read"])
        assert predicted == row["read, predicted"]
        assert predicted in cell["predicted"]
        assert (cell["money lost"] or "") == (
            money(one["cost_lost"], one["currency"]) if one["cost_lost"] else ""
        )


def test_sums(window: MainWindow, session: Path, tmp_path: Path, capsys: Capture) -> None:
    totals = in_json(capsys, "cache", session)["totals"]
    text = printed(capsys, "cache", str(session))
    source, _ = page(session, tmp_path)
    shown_tab(window, session, DockId.CACHE)
    tab = window.findChild(CacheTab)
    assert tab is not None
    hit, lost = share(totals["hit_ratio"]), count(totals["tokens_lost"])
    for shown in (text, source, tab.summary.text()):
        assert hit in shown
        assert lost in shown
    for shown in (text, source):
        assert count(totals["total"]) in shown
        assert amounts(totals["cost"]) in shown
        assert totals["prices"][0] in shown
    if totals["cost_lost"]:
        assert amounts(totals["cost_lost"]) in text
        assert amounts(totals["cost_lost"]) in source
        assert amounts(totals["cost_lost"]) in tab.summary.text()


def test_findings(session: Path, tmp_path: Path, capsys: Capture) -> None:
    document = in_json(capsys, "lint", session)
    told = [
        (item["id"], item["where"]["number"], item["message"])
        for one in document["conversations"]
        for item in one["findings"]
    ]
    text = printed(capsys, "lint", str(session))
    lines = [line for line in text.splitlines() if line.startswith(f"{session}:")]
    assert len(lines) == len(told) + len(document["findings"])
    for name, number, message in told:
        place = "" if number is None else f"{session}:{number}: "
        assert [line for line in lines if line.startswith(place) and f": {name} " in line and message in line]
    log = json.loads(printed(capsys, "lint", str(session), "--sarif"))
    places = [
        one["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] for one in log["runs"][0]["results"]
    ]
    assert sum("/request " in place for place in places) == sum(number is not None for _, number, _ in told)
    _, tables = page(session, tmp_path)
    reported = rows_of(tables, "what was found")
    assert {(row["request"], row["what was found"]) for row in reported} == {
        (count(number), message) for _, number, message in told
    }


def test_the_predicted_cost_of_other_settings(
    window: MainWindow, unpacked: Dirs, tmp_path: Path, qtbot: Any
) -> None:
    path = unpacked("captures", "v6-long-tool-loop")
    out = tmp_path / "report.json"
    assert run(["report", str(path), "-o", str(out), "--set", "truncate_threshold=1000"]) == 0
    (one,) = json.loads(out.read_text(encoding="utf-8"))["conversations"]
    predicted = one["sections"]["cost"]["data"]["predicted"]
    shown_tab(window, path, DockId.REPLAY)
    panel = window.findChild(TotalsPanel)
    assert panel is not None
    panel._controller.change("truncate_threshold", 1000)

    def costs() -> list[str]:
        model = panel.table.model()
        texts = [
            [str(model.index(row, column).data()) for column in range(4)] for row in range(model.rowCount())
        ]
        return next((row[2:] for row in texts if row[0] == "Input cost"), [])

    wanted = [money(predicted[side], predicted["currency"]) for side in ("own", "settings")]
    qtbot.waitUntil(lambda: costs() == wanted, timeout=20_000)


def test_advice_is_that_of_the_command_line(window: MainWindow, session: Path, capsys: Capture) -> None:
    (told,) = in_json(capsys, "cache", session)["conversations"]
    text = printed(capsys, "cache", str(session))
    shown_tab(window, session, DockId.CACHE)
    tab = window.findChild(CacheTab)
    assert tab is not None
    tip = tab.summary.toolTip()
    saved = money(abs(told["lifetime"]["saved_by_long"]), told["lifetime"]["currency"])
    net = sum(one["net"] for one in told["folds"])
    assert saved in text
    assert saved in tip
    assert f"{money(abs(net), told['folds'][0]['currency'])}" in text
    assert f"{money(abs(net), told['folds'][0]['currency'])}" in tip
    assert told["totals"]["prices"][0] in tip
