"""A finding as a report: complete, and without secrets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.findings import Where
from inspector.app.findings.finding_report import bug_report
from inspector.sources.base import Source
from inspector.sources.open import open_source
from tests.app.findings.made import make

KEY = "sk-proj-" + "a1B2c3D4e5F6" * 4


@pytest.fixture
def source(unpacked: Callable[[str, str], Path]) -> Source:
    return open_source(unpacked("captures", "v6-schema-400"))


def test_a_report_has_place_evidence_figures_and_remedy(source: Source) -> None:
    finding = make(
        "the tool is wrong",
        where=Where(topic="conversation-1", request=0),
        path="tools[3]",
        excerpt='{"name":"x"}',
        data={"requests": [0, 1]},
        try_settings=("compaction=false",),
    )
    report = bug_report(finding, source)
    for piece in (
        "the tool is wrong",
        "`flood` (warning)",
        "generations.json",
        "- request: `0`",
        "- path: `tools[3]`",
        '{"name":"x"}',
        '"requests": [',
        "what to do",
        "`compaction=false`",
    ):
        assert piece in report
    assert "left out" not in report


def test_secrets_and_home_folders_are_left_out_everywhere(source: Source) -> None:
    finding = make(
        f"key {KEY}", excerpt=f"Authorization: Bearer {KEY}", data={"path": "/Users/alice/x", "token": KEY}
    )
    report = bug_report(finding, source)
    assert KEY not in report
    assert "alice" not in report
    assert "were left out" in report


def test_a_fence_inside_the_evidence_does_not_end_the_block(source: Source) -> None:
    report = bug_report(make(excerpt="a\n```\nb"), source)
    assert "````\na\n```\nb\n````" in report
