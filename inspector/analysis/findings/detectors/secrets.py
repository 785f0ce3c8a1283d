"""secrets: shapes of keys and tokens in prompts and outputs, shown masked (FORMATS C)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Span, Wording
from inspector.analysis.findings.request_facts import string_leaves
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.redaction import Secret, SecretKind, find_secrets, redacted_excerpt
from inspector.model.message import Message
from inspector.model.part import Part, ReasoningPart, TextPart

_CONTEXT: Final = 40
_KINDS: Final = frozenset(kind for kind in SecretKind if kind.is_credential)
_FIELD_NAME: Final = re.compile(r"([A-Za-z][\w.-]{1,40})\W{1,12}$")
_VENDORS: Final = {
    "aws": "AWS", "openai": "OpenAI", "openrouter": "OpenRouter", "github": "GitHub", "gitlab": "GitLab",
    "huggingface": "Hugging Face", "sendgrid": "SendGrid", "xai": "xAI", "nvidia": "NVIDIA", "npm": "npm",
    "pypi": "PyPI", "digitalocean": "DigitalOcean",
}  # fmt: skip
_NAMES: Final = {
    "provider-sk-key": "a provider's key (sk-…)",
    "xai-key": "an xAI key",
    "jwt": "a JSON web token",
    "pem": "a private key (PEM)",
    "header": "an authorisation header or a cookie",
    "bearer": "a bearer token",
    "url-login": "a login in a URL (DSN)",
    "url-key": "a key in a URL",
}
"""Rules whose names are no vendor and thing."""
_SHORTEST: Final = 16
"""Shorter ones are masked in exports, to be safe; as a finding they would mostly be noise."""


@dataclass(slots=True)
class _Seen:
    """A secret and its first place; `exact` = its position counts in the part's own text."""

    secret: Secret
    message: Message | None
    part: int | None
    excerpt: str
    exact: bool
    before: str = ""
    count: int = 0


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Each secret once per conversation, with the number of places."""
    seen: dict[str, _Seen] = {}
    for message in subject.conversation.messages.values():
        for index, part in enumerate(message.parts):
            own = _own_text(part)
            for text in string_leaves(part.raw) if own is None else (own,):
                _look(text, message, index, seen, exact=own is not None)
    assistant = subject.conversation.assistant
    if assistant is not None:
        _look(assistant.prompt, None, None, seen, exact=False)
    for found in seen.values():
        yield DETECTOR.finding(
            where=subject.place(found.message, found.part),
            span=Span(found.secret.start, found.secret.end) if found.exact else None,
            excerpt=found.excerpt,
            data={
                "kind": found.secret.kind.value,
                "rule": found.secret.rule,
                "masked": found.secret.hint,
                "count": found.count,
            },
            shape=_name_of(found),
            masked=found.secret.hint,
            places=f" in {found.count} places" if found.count > 1 else "",
        )


def _name_of(found: _Seen) -> str:
    """`an AWS key`, `a Slack token`: what was found, with its vendor; a value by the name of its field."""
    rule = found.secret.rule
    if found.secret.kind is SecretKind.FIELD:
        name = _FIELD_NAME.search(found.before)
        return f"a value called {name[1]}" if name else "the value of a secret field"
    if rule in _NAMES:
        return _NAMES[rule]
    vendor, _, what = rule.partition("-")
    shown = _VENDORS.get(vendor, vendor.capitalize())
    article = "an" if shown[0] in "AEIOUX" else "a"
    return f"{article} {shown} {what.replace('-', ' ') or 'secret'}"


def _own_text(part: Part) -> str | None:
    """The text of a part that is a text; others hold several."""
    return part.text if isinstance(part, TextPart | ReasoningPart) else None


def _look(
    text: str, message: Message | None, part: int | None, seen: dict[str, _Seen], *, exact: bool
) -> None:
    for secret in find_secrets(text, kinds=_KINDS):
        if secret.end - secret.start < _SHORTEST:
            continue
        value = text[secret.start : secret.end]
        if value not in seen:
            excerpt = redacted_excerpt(text, max(0, secret.start - _CONTEXT), secret.end)
            seen[value] = _Seen(
                secret, message, part, excerpt, exact, text[max(0, secret.start - _CONTEXT) : secret.start]
            )
        seen[value].count += 1


DETECTOR = Detector(
    id="secrets",
    title="Secrets",
    severity=Severity.WARNING,
    meaning="Something that looks like a key or a token stands in a prompt or an output.",
    remedy="Revoke it; it was sent to the provider and lies in this file.",
    wordings={
        "": Wording(
            message="{shape} stands in the conversation: {masked}{places}",
            explanation="It was sent to the provider, lies in this file in the clear, and goes out again with every "
            "request until it is folded away. Exports mask it.",
            remedy="Revoke it and keep keys out of prompts and tool outputs.",
        )
    },
    conversation=find,
)
