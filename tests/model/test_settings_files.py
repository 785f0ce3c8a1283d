"""Settings files: what is saved reads back, what is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.model.presets import PRESETS
from inspector.model.problems import Problem
from inspector.model.settings import ReplaySettings
from inspector.model.settings_files import (
    load_settings,
    save_settings,
    settings_from_toml,
    settings_to_toml,
)


@pytest.mark.parametrize("name", PRESETS)
def test_a_saved_preset_reads_back(name: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save_settings(path, PRESETS[name])
    assert load_settings(path) == PRESETS[name]


def test_settings_are_saved_in_tables_of_groups_without_what_is_unset() -> None:
    text = settings_to_toml(PRESETS["test-profile"])
    assert "[trimming]\ntruncate_threshold = 100000\n" in text
    assert "[window]\ncontext_window = 16000\n" in text
    assert "max_messages" not in text


def test_a_file_may_be_flat_and_name_only_what_changes() -> None:
    read = settings_from_toml('head_chars = 10\n[codecs]\nweb_search = "exempt"\n')
    assert read.head_chars == 10
    assert [rule.text for rule in read.codecs] == ["exempt"]
    assert read.tail_chars == ReplaySettings().tail_chars


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("head_chars = -1", "Setting head_chars: -1 is not allowed"),
        ('head_chars = "10"', "Setting head_chars: 10 is not allowed"),
        ("head_char = 1", "Did you mean head_chars?"),
        ("[trimming]\nhead_char = 1", "Did you mean head_chars?"),
        ('codecs = "exempt"', "Setting codecs: exempt is not allowed"),
        ('[codecs]\nweb_search = "no"', "Setting codecs.web_search: no is not allowed"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(text: str, told: str) -> None:
    with pytest.raises(Problem) as problem:
        settings_from_toml(text)
    assert told in str(problem.value)


def test_a_file_that_is_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("head_chars = \n")
    with pytest.raises(Problem, match=r"not a settings file: .*line 1"):
        load_settings(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(Problem, match="not a settings file"):
        load_settings(path)


def test_missing_and_unwritable_files_are_problems(tmp_path: Path) -> None:
    with pytest.raises(Problem) as problem:
        load_settings(tmp_path / "none.toml")
    assert problem.value.id == "path-missing"
    with pytest.raises(Problem) as problem:
        load_settings(tmp_path)
    assert problem.value.id == "io-failed"
    with pytest.raises(Problem) as problem:
        save_settings(tmp_path / "no" / "such.toml", ReplaySettings())
    assert problem.value.id == "write-failed"
