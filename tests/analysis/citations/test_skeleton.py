"""Citation skeletons over a real conversation and a real capture: sources, marks, and that trims keep identities."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inspector.analysis.citations import split_at_markers
from inspector.analysis.citations.skeleton import MarkState, Skeleton, skeleton_of, turns_with_citations
from inspector.analysis.citations.skeleton_forms import Form, hidden_chars, view_of
from inspector.model import Problem
from inspector.model.settings import ReplaySettings
from inspector.sources.base import Source
from inspector.sources.open import open_source

Dirs = Callable[[str], Path]


def skeletons(source: Source) -> list[Skeleton]:
    """Every skeleton of the first conversation that cites anything."""
    for summary in source.conversations():
        conversation = source.load(summary.id)
        branch = conversation.active_branch
        found = turns_with_citations(conversation, branch)
        if found:
            return [skeleton_of(source, conversation, branch, message_id) for message_id in found]
    return []


@pytest.fixture
def research(fixture_dir: Dirs) -> Iterator[Source]:
    source = open_source(fixture_dir("research"))
    yield source
    source.close()


@pytest.fixture
def recall(capture_dir: Dirs) -> Iterator[Source]:
    source = open_source(capture_dir("v6-web-search-recall"))
    yield source
    source.close()


def test_numbers_are_given_by_first_appearance_and_every_card_knows_its_number(research: Source) -> None:
    first = skeletons(research)[0]
    assert [(mark.id, mark.number) for mark in first.marks.values()] == [
        ("93ddb963-1", 1),
        ("93ddb963-2", 2),
        ("ae61bd38-1", 3),
        ("58fce6c2-2", 4),
    ]
    for mark in first.marks.values():
        assert mark.card is not None
        assert first.cards[mark.card].number == mark.number
    assert first.turn == 2
    assert first.tools == {"web_search": 2, "web_fetch": 1}
    assert [card.number for card in first.cards] == [1, 2, 3, 4, *[0] * (len(first.cards) - 4)]


def test_an_output_that_was_moved_out_is_put_back_in_full(research: Source) -> None:
    second = skeletons(research)[1]
    longest = max((entry for card in second.cards for entry in card.entries), key=lambda entry: entry.chars)
    assert (longest.tool, longest.chars) == ("web_fetch", 124_195)
    assert longest.readable
    assert len(longest.text.encode("utf-16-le")) // 2 == longest.chars


def test_an_id_of_an_earlier_message_and_one_of_none_are_told_apart(research: Source) -> None:
    by_turn = {skeleton.turn: skeleton for skeleton in skeletons(research)}
    states = {mark.id: mark.state for mark in by_turn[14].marks.values()}
    assert states == {"9218d359-1": MarkState.EARLIER, "9e8d7c6b-3": MarkState.DANGLING}
    (card,) = by_turn[14].cards
    assert (card.from_turn, card.number, card.chars) == (4, 0, 124_195)
    assert by_turn[14].count(MarkState.DANGLING) == 1


@pytest.mark.parametrize("name", ["research", "recall"])
@pytest.mark.parametrize("threshold", [0, 1_000, 8_000, 10_000_000])
@pytest.mark.parametrize("form", list(Form))
def test_every_citation_resolves_in_every_form_under_every_threshold(
    name: str, threshold: int, form: Form, request: pytest.FixtureRequest
) -> None:
    source: Source = request.getfixturevalue(name)
    settings = ReplaySettings(truncate_threshold=threshold)
    for skeleton in skeletons(source):
        own = {mark.id for mark in skeleton.marks.values() if mark.state is MarkState.OWN}
        assert view_of(skeleton, form, settings).resolving == own


def test_the_threshold_decides_what_is_cut_and_the_ends_that_stay_are_the_texts_own(research: Source) -> None:
    skeleton = skeletons(research)[1]
    for form in (Form.PROMPT, Form.STORED):
        low = view_of(skeleton, form, ReplaySettings(truncate_threshold=8_000))
        high = view_of(skeleton, form, ReplaySettings(truncate_threshold=200_000))
        assert high.chars == high.chars_full == low.chars_full
        assert low.chars < low.chars_full
        (place,) = [place for place, shown in low.shown.items() if not shown.is_whole]
        shown = low.shown[place]
        entry = next(e for card in skeleton.cards for e in card.entries if (e.part, e.item) == place)
        assert entry.text.startswith(shown.head)
        assert entry.text.endswith(shown.tail)
        assert 0 < hidden_chars(entry, shown) < entry.chars
        assert bool(shown.snippet) is (form is Form.STORED)
    full = view_of(skeleton, Form.FULL, ReplaySettings(truncate_threshold=0))
    assert full.chars == full.chars_full


def test_a_missing_blob_leaves_the_snippet_and_says_so(fixture_dir: Dirs) -> None:
    folder = fixture_dir("research")
    for blob in (folder / "Data" / "Files").glob("*.txt"):
        blob.unlink()
    source = open_source(folder)
    entries = [e for skeleton in skeletons(source) for card in skeleton.cards for e in card.entries]
    source.close()
    lost = [entry for entry in entries if not entry.readable]
    assert any(entry.chars == 124_195 for entry in lost)
    assert all(len(entry.text) < entry.chars for entry in lost)


def test_a_message_that_is_not_on_the_branch_is_a_problem(research: Source) -> None:
    conversation = research.load(research.conversations()[0].id)
    with pytest.raises(Problem, match="no message nobody"):
        skeleton_of(research, conversation, conversation.active_branch, "nobody")


def test_splitting_keeps_every_character_and_leaves_code_alone() -> None:
    text = "a [cite:x-1][cite:y-2] `[cite:z-3]` b\n```\n[cite:w]\n``` c"
    assert split_at_markers(text) == [
        ("a ", "x-1"),
        ("", "y-2"),
        (" `[cite:z-3]` b\n```\n[cite:w]\n``` c", ""),
    ]
