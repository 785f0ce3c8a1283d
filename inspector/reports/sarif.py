"""Findings as SARIF 2.1.0, the form code hosts show beside a change (OASIS, sarif-v2.1.0-os)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from inspector import __version__
from inspector.analysis.findings import Detector, Finding, Severity
from inspector.analysis.findings.replayed import Fate, FindingFate
from inspector.analysis.redaction import redact, redact_value

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_BASELINE: Final = {
    Fate.GONE: "absent",
    Fate.STAYS: "unchanged",
    Fate.NEW: "new",
    Fate.NOT_REPLAYABLE: "unchanged",
}
"""The recording is the baseline that a replay is held against."""


def sarif_log(
    found: Iterable[tuple[str, Finding]],
    detectors: Sequence[Detector],
    *,
    fates: Sequence[FindingFate | None] = (),
    redacted: bool = True,
) -> dict[str, Any]:
    """A SARIF log with one run.

    Args:
        found: (path of the source, finding).
        detectors: those that ran, also the ones that found nothing.
        fates: what a replay makes of each; such results have a baseline state. Empty = nothing was replayed.
        redacted: leave secrets and home folders out, because such a log is made to be uploaded.
    """
    results = list(found)
    rules = {detector.id: _rule(detector) for detector in detectors}
    rules |= {f.id: {"id": f.id, "name": f.id} for _, f in results if f.id not in rules}
    order = {name: index for index, name in enumerate(rules)}
    log: dict[str, Any] = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "context-inspector",
                        "version": __version__,
                        "rules": list(rules.values()),
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [
                    _result(*one, fate, order, redacted=redacted)
                    for one, fate in zip(results, fates or (None,) * len(results), strict=True)
                ],
            }
        ],
    }
    return log


def _rule(detector: Detector) -> dict[str, Any]:
    return {
        "id": detector.id,
        "name": detector.id,
        "shortDescription": {"text": detector.title},
        "fullDescription": {"text": detector.meaning},
        "help": {"text": detector.remedy},
        "defaultConfiguration": {"level": _LEVELS[detector.severity]},
    }


def _result(
    path: str, finding: Finding, fate: FindingFate | None, order: dict[str, int], *, redacted: bool
) -> dict[str, Any]:
    item = finding.to_dict()
    message = f"{finding.message}. {finding.remedy}"
    properties = {"where": item["where"], "data": item["data"]}
    return {
        "ruleId": finding.id,
        "ruleIndex": order[finding.id],
        "level": _LEVELS[finding.severity],
        "message": {"text": redact(message).text if redacted else message},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": _uri(path)}},
                "logicalLocations": [{"fullyQualifiedName": _place(finding)}],
            }
        ],
        "partialFingerprints": {"contextInspector/v1": _fingerprint(finding)},
        "properties": redact_value(properties)[0] if redacted else properties,
    } | ({} if fate is None else {"baselineState": _BASELINE[fate.fate]})


def _uri(path: str) -> str:
    """Relative paths stay relative, so that a host finds them in its checkout; absolute ones become file URIs."""
    place = Path(path)
    return place.as_uri() if place.is_absolute() else place.as_posix()


def _place(finding: Finding) -> str:
    """`<conversation>/request 6/tools[3].inputExamples[0]`: as near as the finding knows."""
    where = finding.where
    steps = [
        where.topic,
        f"request {where.number}" if where.number is not None else None,
        where.message_id,
        f"part {where.part}" if where.part is not None else None,
        finding.path,
    ]
    return "/".join(step for step in steps if step) or "source"


def _fingerprint(finding: Finding) -> str:
    """The same finding in a later run of the same session keeps it; counts in its sentence may change."""
    identity = "\n".join((finding.template_id, _place(finding)))
    return hashlib.sha256(identity.encode("utf-8", "backslashreplace")).hexdigest()[:32]
