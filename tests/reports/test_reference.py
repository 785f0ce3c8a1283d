"""The reference: every section that code cites exists, every cause, detector and setting has its entry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import inspector
from inspector.analysis.findings.registry import built_in_detectors
from inspector.analysis.prefix.causes import CauseId
from inspector.model.problems import Problem
from inspector.model.settings import SETTINGS
from inspector.reports import reference

CITED = re.compile(r"\b(PIPELINE|FORMATS|SOURCES|PROVIDER_CACHE)((?:,? ?§\d+(?:\.\d+)?)+| [A-E]\b)")
ELSEWHERE = re.compile(r"\b(DESIGN|STYLE)( \"|\)|,)")
PAGES = {
    "PIPELINE": "pipeline",
    "FORMATS": "formats",
    "SOURCES": "sources",
    "PROVIDER_CACHE": "provider-cache",
}


def cited() -> set[tuple[str, str]]:
    found = set()
    for path in Path(inspector.__file__).parent.rglob("*.py"):
        for page, numbers in CITED.findall(path.read_text(encoding="utf-8")):
            found |= {(PAGES[page], number) for number in re.findall(r"\d+(?:\.\d+)?|[A-E]", numbers)}
    return found


def test_the_code_cites_every_kind_of_page() -> None:
    assert {page for page, _ in cited()} == set(PAGES.values())


@pytest.mark.parametrize(("page", "number"), sorted(cited()))
def test_every_section_that_is_cited_exists(page: str, number: str) -> None:
    sections = {section.number: section for section in reference.page(page).sections}
    if number in sections:
        return
    whole, _, item = number.partition(".")
    assert re.search(rf"^{item}\. ", sections[whole].text, re.MULTILINE), f"{page} §{number}"


def test_nothing_is_cited_that_does_not_ship() -> None:
    for path in Path(inspector.__file__).parent.rglob("*.py"):
        assert not ELSEWHERE.search(path.read_text(encoding="utf-8")), path


def test_causes_detectors_and_settings_are_told_from_the_tables_themselves() -> None:
    entries = {
        "causes": [cause.value for cause in CauseId],
        "detectors": [detector.id for detector in built_in_detectors()],
        "settings": [spec.name for spec in SETTINGS],
    }
    for page, names in entries.items():
        for name in names:
            section = reference.find(f"{page} {name}")
            assert isinstance(section, reference.Section)
            assert len(section.text) > len(name) + 20
    assert reference.find("truncate_threshold") == reference.find("settings truncate_threshold")


def test_a_topic_is_a_page_or_a_section_by_number_or_title() -> None:
    assert isinstance(reference.find("Pipeline"), reference.Page)
    for topic in ("pipeline 11", "pipeline §11", "Folds at the start of a turn"):
        found = reference.find(topic)
        assert isinstance(found, reference.Section)
        assert (found.page, found.number) == ("pipeline", "11")
    assert reference.find("formats b").text.startswith("## B DevTools captures")


@pytest.mark.parametrize("topic", ["nothing", "pipeline 99", "pipeline x"])
def test_an_unknown_topic_names_the_pages(topic: str) -> None:
    with pytest.raises(Problem) as caught:
        reference.find(topic)
    assert topic in str(caught.value)
    assert "provider-cache" in str(caught.value)


def test_search_wants_every_word_and_titles_come_first() -> None:
    found = reference.search("citation ID")
    assert found[0].title == "Citations"
    assert all("citation" in one.text.casefold() and "id" in one.text.casefold() for one in found)
    assert reference.search("") == reference.search("no-such-word") == []


def test_sections_of_a_page_are_its_whole_text() -> None:
    for page in reference.pages():
        joined = "".join(section.text for section in page.sections)
        assert re.sub(r"\s", "", joined) == re.sub(r"\s", "", page.text)
