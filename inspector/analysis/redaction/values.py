"""Taking secrets out of nested values, and keeping account of what was taken out of a whole export (FORMATS C)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from inspector.analysis.redaction.checks import SECRET_NAME, is_written_out
from inspector.analysis.redaction.model import Secret, SecretKind
from inspector.analysis.redaction.text import ALL_KINDS, HOME_SIGN, hint_of, redact, replacement
from inspector.wire.reading import shallow

_NAME: Final = re.compile(rf"(?i)[\w-]*?{SECRET_NAME}\Z")


def redact_value(value: Any, *, kinds: Iterable[SecretKind] = ALL_KINDS) -> tuple[Any, tuple[Secret, ...]]:
    """A JSON value without its secrets, and what was taken out; positions are those in each text."""
    redactor = Redactor(kinds=frozenset(kinds))
    return redactor.value(value), tuple(redactor.findings)


@dataclass(slots=True)
class Redactor:
    """Redacts text by text and counts; with `enabled` off everything passes.

    Attributes:
        enabled: off only when the user said so.
        kinds: what is taken out.
        homes: home folders to take out besides those that look like one, longest first.
        findings: what was taken out so far.
    """

    enabled: bool = True
    kinds: frozenset[SecretKind] = ALL_KINDS
    homes: tuple[str, ...] = ()
    findings: list[Secret] = field(default_factory=list)

    def text(self, text: str) -> str:
        """The text without its secrets."""
        if not self.enabled:
            return text
        redacted = redact(self._without_homes(text), kinds=self.kinds)
        self.findings.extend(redacted.findings)
        return redacted.text

    def value(self, value: Any) -> Any:
        """A value of dicts, lists and scalars without its secrets; fields named like keys lose their texts whole.

        What is nested deeper than `DEEPEST` comes back as JSON text.
        """
        return self._value(shallow(value)) if self.enabled else value

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.text(str(name)): self._member(str(name), member) for name, member in value.items()}
        if isinstance(value, list | tuple):
            return [self._value(item) for item in value]
        return value

    def counts(self) -> dict[SecretKind, int]:
        """How many of each kind, in the order of `SecretKind`."""
        counted = Counter(secret.kind for secret in self.findings)
        return {kind: counted[kind] for kind in SecretKind if counted[kind]}

    def _without_homes(self, text: str) -> str:
        for home in self.homes:
            if home in text:
                kind = SecretKind.HOME_PATH
                found = re.compile(re.escape(home) + r"(?=[/\\\\]|\Z)")
                self.findings += [
                    Secret(
                        kind=kind, start=match.start(), end=match.end(), hint=hint_of(kind, home), rule="home"
                    )
                    for match in found.finditer(text)
                ]
                text = found.sub(HOME_SIGN, text)
        return text

    def _member(self, name: str, member: Any) -> Any:
        return (
            self._secret(member)
            if _NAME.match(name) and SecretKind.FIELD in self.kinds
            else self._value(member)
        )

    def _secret(self, member: Any) -> Any:
        """The value of a field that holds secrets: no text of it stays."""
        if isinstance(member, str):
            if not is_written_out(member):
                return member
            kind = SecretKind.FIELD
            hint = hint_of(kind, member)
            self.findings.append(Secret(kind=kind, start=0, end=len(member), hint=hint, rule="field"))
            return replacement(kind)
        if isinstance(member, Mapping):
            # A tool's schema describes such a field; what it says about it is no secret.
            if "type" in member:
                return self._value(member)
            return {str(key): self._secret(inner) for key, inner in member.items()}
        if isinstance(member, list | tuple):
            return [self._secret(inner) for inner in member]
        return member
