"""What stands in for a detector that failed to load or to run: a finding about the detector itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.subject import SourceSubject

BROKEN_ID: Final = "broken-detector"
_LOAD, _RUN = "load", "run"


def broken_detector(name: str, error: str) -> Detector:
    """A detector that reports that `name` could not be loaded."""

    def find(subject: SourceSubject) -> Iterator[Finding]:
        yield _BASE.finding(
            _LOAD, where=Where(), data={"detector": name, "error": error}, name=name, error=error
        )

    return Detector(
        id=BROKEN_ID,
        title=_BASE.title,
        severity=_BASE.severity,
        meaning=_BASE.meaning,
        remedy=_BASE.remedy,
        wordings=_BASE.wordings,
        source=find,
    )


def failure(detector: Detector, error: Exception, where: Where) -> Finding:
    """The finding that a detector raised."""
    text = f"{type(error).__name__}: {error}"
    return _BASE.finding(
        _RUN, where=where, data={"detector": detector.id, "error": text}, name=detector.id, error=text
    )


_BASE = Detector(
    id=BROKEN_ID,
    title="Broken detector",
    severity=Severity.WARNING,
    meaning="A detector could not be loaded or stopped with an error; what it looks for was not looked for.",
    remedy="Correct the detector, or switch it off.",
    wordings={
        _LOAD: Wording(
            message="the detector {name} could not be loaded: {error}",
            explanation="It is ignored; all other detectors ran.",
            remedy="Correct the file, or remove it from the detector folder.",
        ),
        _RUN: Wording(
            message="the detector {name} stopped: {error}",
            explanation="Its findings up to there are kept; all other detectors ran.",
            remedy="Correct it, or switch it off with --disable {name}.",
        ),
    },
)
