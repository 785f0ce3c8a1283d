"""Finding commands by a few letters."""

from __future__ import annotations

from inspector.app.fuzzy import best_matches

NAMES = ["Open file…", "Open folder…", "Copy as JSON", "Follow live", "Unfold all turns", "Next turn"]


def find(query: str) -> list[str]:
    return best_matches(query, NAMES, str)


def test_an_empty_query_keeps_everything_in_order() -> None:
    assert find("  ") == NAMES


def test_a_whole_word_beats_scattered_letters() -> None:
    assert find("fold")[0] == "Open folder…"
    assert "Follow live" not in find("fold")


def test_initials_find_a_command() -> None:
    assert find("caj") == ["Copy as JSON"]


def test_letters_must_come_in_order() -> None:
    assert find("nruttxen") == []
