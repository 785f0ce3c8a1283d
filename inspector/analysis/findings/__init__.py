"""Findings: what is wrong with a session, with evidence, remedy and settings to try (PIPELINE §17)."""

from __future__ import annotations

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, FindingCost, Severity, Span, Where, Wording
from inspector.analysis.findings.order import sorted_findings
from inspector.analysis.findings.registry import DETECTORS, all_detectors, all_templates
from inspector.analysis.findings.run import run_detectors
from inspector.analysis.findings.session_summary import Cause, SessionSummary, session_summary
from inspector.analysis.findings.subject import Circumstances, ConversationSubject, SourceSubject

__all__ = [
    "DETECTORS",
    "Cause",
    "Circumstances",
    "ConversationSubject",
    "Detector",
    "Finding",
    "FindingCost",
    "SessionSummary",
    "Severity",
    "SourceSubject",
    "Span",
    "Where",
    "Wording",
    "all_detectors",
    "all_templates",
    "run_detectors",
    "session_summary",
    "sorted_findings",
]
