"""SARIF: rules, levels and places as code hosts read them, and nothing secret in it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator, FormatChecker

from inspector.analysis.findings import Detector, Finding, Severity, Where, Wording
from inspector.cli.main import run as run_command
from inspector.reports.sarif import sarif_log

DETECTOR = Detector(
    id="mine",
    title="Mine",
    severity=Severity.WARNING,
    meaning="It means this",
    remedy="Do that",
    wordings={"": Wording(message="found {what}", explanation="e", remedy="Do that.")},
)
SECRET = "sk-proj-Zx81kQw93hfLpT7aYb2C"


def finding(**more: Any) -> Finding:
    return DETECTOR.finding(
        where=Where(topic="c", request=7, number=3), path="tools[0]", what=more.pop("what", "it"), **more
    )


def test_a_rule_for_every_detector_that_ran() -> None:
    (run,) = sarif_log([], [DETECTOR])["runs"]
    assert run["tool"]["driver"]["rules"][0] == {
        "id": "mine",
        "name": "mine",
        "shortDescription": {"text": "Mine"},
        "fullDescription": {"text": "It means this"},
        "help": {"text": "Do that"},
        "defaultConfiguration": {"level": "warning"},
    }
    assert run["results"] == []


def test_a_result_names_rule_level_and_place() -> None:
    (run,) = sarif_log([("a/generations.json", finding(severity=Severity.INFO))], [DETECTOR])["runs"]
    (result,) = run["results"]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("mine", 0, "note")
    assert result["message"]["text"] == "found it. Do that."
    (place,) = result["locations"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "a/generations.json"
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "c/request 3/tools[0]"


def test_the_fingerprint_outlives_changed_figures() -> None:
    (run,) = sarif_log([("a", finding(what="1 of it")), ("a", finding(what="2 of it"))], [DETECTOR])["runs"]
    first, second = (result["partialFingerprints"] for result in run["results"])
    assert first == second


def test_secrets_are_left_out_unless_asked_for() -> None:
    found = finding(what="ada@mail.net", data={"path": "/home/ada/notes", "key": SECRET})
    masked = repr(sarif_log([("a", found)], [DETECTOR]))
    assert not [private for private in ("ada@mail.net", "/home/ada", SECRET) if private in masked]
    shown = repr(sarif_log([("a", found)], [DETECTOR], redacted=False))
    assert "ada@mail.net" in shown
    assert SECRET not in shown, "keys are masked in the findings themselves"


def test_rules_that_no_listed_detector_has_are_added() -> None:
    (run,) = sarif_log([("/a/b", finding())], [])["runs"]
    assert run["tool"]["driver"]["rules"] == [{"id": "mine", "name": "mine"}]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///a/b"


@pytest.fixture(scope="module")
def schema() -> Draft4Validator:
    path = Path(__file__).parents[1] / "data" / "sarif" / "sarif-2.1.0-rtm.5.json.gz"
    return Draft4Validator(json.loads(gzip.decompress(path.read_bytes())), format_checker=FormatChecker())


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("captures", "v6-schema-400"),
        ("captures", "v6-cache-bust"),
        ("captures", "v6-aborted"),
        ("captures", "v6-long-tool-loop-compacting"),
        ("fixtures", "research"),
    ],
)
def test_logs_hold_to_the_official_schema(
    schema: Draft4Validator,
    unpacked: Callable[[str, str], Path],
    capsys: pytest.CaptureFixture[str],
    kind: str,
    name: str,
) -> None:
    assert run_command(["lint", str(unpacked(kind, name)), "--sarif"]) == 0
    log = json.loads(capsys.readouterr().out)
    assert log["runs"][0]["results"]
    assert [error.message for error in schema.iter_errors(log)] == []


def test_the_schema_refuses_what_is_no_log(schema: Draft4Validator) -> None:
    log = sarif_log([("a", finding())], [DETECTOR])
    assert schema.is_valid(log)
    log["runs"][0]["results"][0]["level"] = "fatal"
    assert not schema.is_valid(log)
