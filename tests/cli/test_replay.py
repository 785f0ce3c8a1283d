"""`replay`: the JSON contract to the letter, tables for people, one-line problems."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import run
from inspector.model.settings import SETTINGS, ReplaySettings
from inspector.model.settings_files import save_settings
from inspector.reports.contracts import VERSIONS

Unpacked = Callable[[str, str], Path]
Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def recall(unpacked: Unpacked) -> str:
    return str(unpacked("captures", "v6-web-search-recall"))


@pytest.fixture
def toolloop(unpacked: Unpacked) -> str:
    return str(unpacked("fixtures", "toolloop"))


def conversations(text: str) -> list[dict[str, Any]]:
    document = json.loads(text)
    assert list(document) == ["contract", "version", "conversations"]
    assert (document["contract"], document["version"]) == ("replay", VERSIONS["replay"])
    found: list[dict[str, Any]] = document["conversations"]
    return found


def test_prompts_are_written_when_asked_for(toolloop: str, capsys: Capsys) -> None:
    words = ["replay", toolloop, "--topic", "Handbook, twenty pages"]
    assert run([*words, "--json"]) == 0
    (plain,) = conversations(capsys.readouterr().out)
    assert run([*words, "--prompts"]) == 0
    (facts,) = conversations(capsys.readouterr().out)
    assert all("prompt" not in request for request in plain["requests"])
    for request in facts["requests"]:
        assert request.pop("prompt")[0]["role"] in {"system", "user"}
    assert facts == plain


def test_json_of_one_conversation_holds_the_contract(toolloop: str, capsys: Capsys) -> None:
    words = ["replay", toolloop, "--topic", "Handbook, twenty pages", "--json", "--probe", "x=section"]
    assert run(words) == 0
    captured = capsys.readouterr()
    (facts,) = conversations(captured.out)
    assert captured.err == ""
    assert facts["settings"]["context_window"] == 16_000
    request = facts["requests"][-1]
    assert set(request) >= {
        "index", "turn", "step", "message_id", "before", "after", "trimmed", "fold", "no_fold_reason",
        "dropped_messages", "reusable_prefix_chars", "readable", "probes",
    }  # fmt: skip
    assert set(request["before"]) >= {"chars", "tokens"}
    assert set(request["readable"]) == {"files", "outputs"}
    assert request["probes"]["x"] in {"verbatim", "summary", "readable", "lost"}
    trimmed = next(trim for entry in facts["requests"] for trim in entry["trimmed"])
    assert set(trimmed) >= {"tool", "key", "chars_before", "chars_after", "lane", "rule"}
    fold = next(entry["fold"] for entry in facts["requests"] if entry["fold"])
    assert set(fold) >= {
        "phase", "folded_messages", "summarizer_input_tokens", "summary_tokens", "summary_source",
    }  # fmt: skip
    assert set(facts["turns"][0]) == {"message_id", "stored_bytes_before", "stored_bytes_after", "blobs"}
    assert set(facts["totals"]) >= {
        "prompt_tokens_before", "prompt_tokens_after", "summarizer_input_tokens",
        "stored_bytes_before", "stored_bytes_after",
    }  # fmt: skip


def test_one_conversation_and_several_have_the_same_shape(toolloop: str, recall: str, capsys: Capsys) -> None:
    assert run(["replay", toolloop, "--json"]) == 0
    assert [len(entry["requests"]) for entry in conversations(capsys.readouterr().out)] == [5, 38]
    assert run(["replay", recall, "--json"]) == 0
    (facts,) = conversations(capsys.readouterr().out)
    assert (facts["id"], bool(facts["title"])) == ("conversation-1", True)
    assert facts["requests"][0]["run_id"]
    assert "message_id" not in facts["requests"][0]


def test_a_run_stands_for_its_conversation(recall: str, capsys: Capsys) -> None:
    assert run(["replay", recall, "--json"]) == 0
    (whole,) = conversations(capsys.readouterr().out)
    assert run(["replay", recall, "--run", whole["requests"][7]["run_id"], "--json"]) == 0
    assert conversations(capsys.readouterr().out) == [whole]


def test_settings_come_from_preset_file_and_assignments(recall: str, tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "mine.toml"
    save_settings(path, ReplaySettings(truncate_threshold=700, in_loop=False))
    assert run(["replay", recall, "--json", "--settings", str(path), "--set", "in_loop=on"]) == 0
    settings = conversations(capsys.readouterr().out)[0]["settings"]
    assert (settings["truncate_threshold"], settings["in_loop"]) == (700, True)
    words = ["--preset", "test-profile", "--set", "codecs.web_search=exempt"]
    assert run(["replay", recall, "--json", *words]) == 0
    settings = conversations(capsys.readouterr().out)[0]["settings"]
    assert (settings["context_window"], settings["codecs"]["web_search"]) == (16_000, "exempt")


def test_tables_name_folds_triggers_reasons_trims_and_stand_ins(toolloop: str, capsys: Capsys) -> None:
    assert run(["replay", toolloop, "--topic", "Handbook, twenty pages", "--probe", "section"]) == 0
    text = capsys.readouterr().out
    for words in (
        "turn-start: −",
        "in-loop: −",
        "below trigger, summary served",
        "above floor(16\u202f000 × 0.8) = 12\u202f800 tokens; it keeps floor(16\u202f000 × 0.3) = 4\u202f800",
        "* depends on a stand-in",
        "Outputs trimmed in flight",
        "read_file",
        "stored bytes after",
        "section",
    ):
        assert words in text
    assert max(map(len, text.splitlines())) < 300


def test_csv_has_one_row_a_request_of_every_conversation(toolloop: str, capsys: Capsys) -> None:
    assert run(["replay", toolloop, "--csv", "--probe", "x=section"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 43
    # Calls that were not recorded have no number, such as the second topic's last, which failed.
    assert [row["request"] for row in rows[-38:]] == [*map(str, range(1, 38)), ""]
    assert {row["conversation"] for row in rows} == {"Window of two", "Handbook, twenty pages"}
    assert all(int(row["tokens_after"]) > 0 and row["probe:x"] for row in rows)


def test_markdown_and_html_show_the_same_figures(recall: str, capsys: Capsys) -> None:
    assert run(["replay", recall, "--md"]) == 0
    markdown = capsys.readouterr().out
    assert run(["replay", recall, "--html"]) == 0
    page = capsys.readouterr().out
    for figure in ("154\u202f415", "131\u202f163", "turn-start: −19 messages"):
        assert figure in markdown
        assert figure in page
    assert "http" not in page.split("</style>")[0]
    assert page.startswith("<!doctype html>")


def test_all_settings_are_listed(capsys: Capsys) -> None:
    assert run(["replay", "--list-settings"]) == 0
    text = capsys.readouterr().out
    for spec in SETTINGS:
        (line,) = (line for line in text.splitlines() if line.split()[:1] == [spec.name])
        assert spec.expected in line
        assert spec.help in line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--set", "truncate_threshold=x"], "Setting truncate_threshold: x is not allowed; expected a whole"),
        (["--set", "trigger_ratio=2"], "Setting trigger_ratio: 2 is not allowed; expected a share from 0.01"),
        (["--set", "truncate=5"], "no setting called truncate. Did you mean truncate_threshold?"),
        (["--preset", "tset-profile"], "no preset called tset-profile. Did you mean test-profile?"),
        (["--settings", "gone.toml"], "gone.toml: no such file"),
        (["--topic", "nope"], "no conversation nope in it; it holds"),
        (["--probe", "/(/"], "not a usable pattern"),
        (["--set", "compressor=live"], "live needs an endpoint"),
        (["--live-url", "http://x"], "--live-url needs --live-model too"),
        (["--live-url", "u", "--live-model", "m", "--live-prices", "3"], "expected two prices"),
        (["--json", "--csv"], "not allowed with argument"),
        (["--preset", "recorded", "--settings", "x"], "not allowed with argument"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(recall: str, capsys: Capsys, words: list[str], told: str) -> None:
    assert run(["replay", recall, *words]) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_a_live_summariser_shows_its_cost_and_sends_nothing_unasked(toolloop: str, capsys: Capsys) -> None:
    words = ["--live-url", "http://127.0.0.1:9/v1", "--live-model", "m", "--live-prices", "3,15"]
    assert run(["replay", toolloop, "--topic", "Handbook, twenty pages", *words]) == 2
    told = capsys.readouterr().err
    assert "m at http://127.0.0.1:9/v1 would be asked" in told
    assert "at most about" in told
    assert "Nothing was sent. Add --yes to send it." in told
