"""Requests and turns that broke off, stored bytes, settings, traces and the blob store."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.findings import Circumstances, Severity
from tests.analysis.findings.conftest import Look, call, data, step, user

DAY_MS = 86_400_000
THEN_MS = 1_786_814_400_000


def test_how_requests_broke_off(capture: Callable[[str], Path], look: Look) -> None:
    found = look(capture("v6-aborted"), "aborted")
    kinds = {finding.where.request: finding.kind for finding in found}
    assert [index for index, kind in kinds.items() if kind == "no-end"] == [46, 47, 48, 49, 50]
    assert [index for index, kind in kinds.items() if kind == "request"] == [0, 2, 3, 10, 45]
    assert {f.severity for f in found if f.kind == "request"} == {Severity.INFO}
    assert next(f for f in found if f.where.request == 0).data["partial_chars"] == 1224


def test_a_request_just_sent_may_still_be_running(made: Callable[..., Path], look: Look) -> None:
    path = made(step(1, [user("a")], output=None, usage=None, duration_ms=None))
    started = 1_796_031_001_000
    at = Circumstances(now_ms=started + 60_000)
    assert look(path, "aborted", circumstances=at) == []
    (finding,) = look(path, "aborted", circumstances=Circumstances(now_ms=started + DAY_MS))
    assert finding.kind == "no-end"


def test_finished_sessions_are_silent(capture: Callable[[str], Path], look: Look) -> None:
    assert look(capture("v6-long-tool-loop"), "aborted") == []
    assert look(capture("v6-web-search-recall"), "aborted") == []


def test_an_error_after_tools_had_run(made: Callable[..., Path], look: Look) -> None:
    first = step(1, [user("a")])
    failed = step(
        2, [user("a"), *call("c", "send_mail", "sent")], error="Overloaded", output=None, usage=None
    )
    (finding,) = look(made(first, failed), "aborted")
    assert (finding.kind, finding.severity, finding.data["tools"]) == (
        "after-tools",
        Severity.ERROR,
        ["send_mail"],
    )
    retried = step(3, [user("a"), *call("c", "send_mail", "sent")])
    assert look(made(first, failed, retried), "aborted") == []


def test_how_stored_turns_broke_off(database: Callable[[str], Path], look: Look) -> None:
    assert {finding.kind for finding in look(database("toolloop"), "aborted")} == {"loop-limit", "fold"}
    branches = [finding.kind for finding in look(database("branches"), "aborted")]
    assert sorted(branches) == ["paused", "paused", "pending"]
    (failed,) = look(database("research"), "aborted")
    assert (failed.kind, "Overloaded" in failed.message) == ("after-tools", True)


def test_failed_requests_are_grouped_by_what_was_said(capture: Callable[[str], Path], look: Look) -> None:
    found = look(capture("v6-aborted"), "request-failed")
    assert [finding.data["requests"] for finding in found] == [[4, 5, 11], [7], [8], [12]]
    (refused,) = look(capture("v6-schema-400"), "request-failed")
    assert refused.message.startswith("6 requests failed: tools.3.custom: Example at index 0 is invalid")


def test_a_failure_that_was_made_good_is_only_worth_knowing(made: Callable[..., Path], look: Look) -> None:
    failed = step(1, [user("a")], error="Overloaded", output=None, usage=None)
    (finding,) = look(made(failed, step(2, [user("a")])), "request-failed")
    assert (finding.kind, finding.severity) == ("recovered", Severity.INFO)


def test_a_key_in_an_error_is_masked_everywhere(made: Callable[..., Path], look: Look) -> None:
    key = "sk-proj-Zx81kQw93hfLpT7aYb2C"
    failed = step(1, [user("a")], error=f"Incorrect API key provided: {key}.", output=None, usage=None)
    (finding,) = look(made(failed), "request-failed")
    assert "Incorrect API key provided" in finding.message
    assert key not in repr(finding)


def test_echo_of_read_tools(database: Callable[[str], Path], look: Look) -> None:
    topic, whole = look(database("toolloop"), "echo-bloat")
    assert topic.data["echo_bytes"] > 0.9 * topic.data["data_bytes"]
    assert topic.data["saved_at"] == {"5000": 183_792, "50000": 0}
    assert topic.try_settings == ("truncate_threshold=5000",)
    expected = json.loads((database("toolloop") / "expected.json").read_text(encoding="utf-8"))
    assert whole.data["data_bytes"] == expected["messages"]["data_bytes"]
    assert whole.data["saved_at"]["5000"] == expected["trim"]["5000"]["data_bytes_saved"]
    bytes_by_tool = {row["tool"]: row["parts"] for row in whole.data["by_tool"]}
    assert bytes_by_tool["read_file"] == expected["tool_outputs"]["by_tool"]["read_file"]["parts"]
    assert whole.data["by_tool"][0]["tool"] == "read_file"


@pytest.mark.parametrize("name", ["research", "branches", "old-schema", "damaged"])
def test_little_echo_is_silent(name: str, database: Callable[[str], Path], look: Look) -> None:
    assert look(database(name), "echo-bloat") == []


def test_what_is_wrong_with_a_store(database: Callable[[str], Path], look: Look) -> None:
    found = look(database("damaged"), "store", circumstances=Circumstances(now_ms=THEN_MS))
    kinds = [finding.kind for finding in found]
    assert {"missing-entry", "missing-file", "hash-differs", "size-differs", "untied", "refused"} <= set(
        kinds
    )
    assert kinds.count("dangling-ref") == 2
    (collectable,) = [finding for finding in found if finding.kind == "collectable"]
    expected = json.loads((database("damaged") / "expected.json").read_text(encoding="utf-8"))
    assert len(collectable.data["entries"]) == expected["gc"]["collect"]
    assert len(collectable.data["in_grace"]) == expected["gc"]["keep:grace"]
    assert all(item["collectable_since"] for item in collectable.data["entries"])


def test_a_sound_store_is_silent(database: Callable[[str], Path], look: Look) -> None:
    assert look(database("toolloop"), "store") == []


def test_a_blob_beside_a_capture_that_is_another_text(capture_dir: Callable[[str], Path], look: Look) -> None:
    folder = capture_dir("v6-truncated-markers")
    assert look(folder, "store") == []
    blob = next(folder.rglob("vfs_*.txt"))
    blob.write_text("another text", encoding="utf-8")
    (finding,) = look(folder, "store")
    assert (finding.kind, finding.data["name"]) == ("hash-differs", blob.name)


def test_a_model_without_a_window(
    changed: Callable[..., Path], database: Callable[[str], Path], look: Look
) -> None:
    folder = changed("research", "update user_model set context_window = null")
    (finding,) = look(folder, "window-unknown")
    assert (finding.severity, finding.data["model"]) == (Severity.WARNING, "gateway-test::sonnet-16k")
    assert look(folder, "window-unknown", circumstances=Circumstances(context_window=8000)) == []
    assert look(database("research"), "window-unknown") == [], "a model nobody asked does not matter"


@pytest.mark.parametrize("value", ['"many"', "-1", "0"])
def test_a_threshold_that_is_no_number(value: str, changed: Callable[..., Path], look: Look) -> None:
    folder = changed(
        "research", "update preference set value = ? where key like '%truncate_threshold'", value
    )
    (finding,) = look(folder, "nan-settings")
    assert finding.data["name"] == "chat.context_settings.truncate_threshold"


@pytest.mark.parametrize("name", ["research", "toolloop", "older-schema"])
def test_usable_settings_are_silent(name: str, database: Callable[[str], Path], look: Look) -> None:
    assert look(database(name), "nan-settings") == []


def test_an_assistants_own_window_of_nothing(changed: Callable[..., Path], look: Look) -> None:
    own = json.dumps({"contextSettings": {"maxMessages": -2}})
    (finding,) = look(changed("research", "update assistant set settings = ?", own), "nan-settings")
    assert finding.arguments["flaw"] == "it is not above 0"
    assert finding.where.topic, "told once, although two topics have this assistant"


def test_traces_are_missed_only_where_a_folder_is_given(
    database: Callable[[str], Path], look: Look, tmp_path: Path
) -> None:
    folder = database("research")
    assert look(folder, "trace") == []
    missing = look(folder, "trace", circumstances=Circumstances(traces=tmp_path))
    assert {finding.kind for finding in missing} == {""}
    for finding in missing:
        (tmp_path / f"{finding.data['trace_id']}.json").write_text("{}", encoding="utf-8")
    assert look(folder, "trace", circumstances=Circumstances(traces=tmp_path)) == []


def test_a_turn_that_ended_in_an_error_without_tools(changed: Callable[..., Path], look: Look) -> None:
    part = {"type": "data-error", "data": {"name": "E", "message": "boom"}}
    folder = changed("with-wal", "update message set data = ? where role = 'assistant'", data(part))
    assert {finding.kind for finding in look(folder, "aborted")} == {"turn"}


def test_what_cannot_be_read_is_named(cases: Path, look: Look) -> None:
    found = look(cases / "R20-bad-inner-json", "unreadable")
    assert [finding.message for finding in found] == [
        "the recorded input is no JSON from character 1 of 17 on",
        "the recorded output is cut off after 4 characters",
    ]
    (cut,) = look(cases / "W17-cut-inner-json", "unreadable")
    assert (cut.where.request, cut.path) == (1, "input")
