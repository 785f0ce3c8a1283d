"""Secrets and private paths in texts: finding them and leaving them out of what is exported (FORMATS C)."""

from __future__ import annotations

from inspector.analysis.redaction.model import Redacted, Secret, SecretKind
from inspector.analysis.redaction.text import find_secrets, redact, redacted_excerpt
from inspector.analysis.redaction.values import Redactor, redact_value

__all__ = [
    "Redacted",
    "Redactor",
    "Secret",
    "SecretKind",
    "find_secrets",
    "redact",
    "redact_value",
    "redacted_excerpt",
]
