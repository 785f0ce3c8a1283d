"""Finding secrets in a text and taking them out (FORMATS C)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from inspector.analysis.redaction.model import Redacted, Secret, SecretKind
from inspector.analysis.redaction.presence import Presence
from inspector.analysis.redaction.rules import RULES, Rule
from inspector.analysis.redaction.views import base64_texts, decoded_views

HOME_SIGN: Final = "~"
ALL_KINDS: Final = frozenset(SecretKind)
_CREDENTIALS: Final = frozenset(kind for kind in SecretKind if kind.is_credential)
_SHOWN_CHARS: Final = 4
_SHORT: Final = 48


def find_secrets(text: str, *, kinds: Iterable[SecretKind] = ALL_KINDS) -> tuple[Secret, ...]:
    """Secrets of a text in order, none overlapping another."""
    wanted = frozenset(kinds)
    return _in_short(text, wanted) if len(text) <= _SHORT else _in(text, wanted)


@lru_cache(maxsize=16_384)
def _in_short(text: str, wanted: frozenset[SecretKind]) -> tuple[Secret, ...]:
    """The same of names, ids and single words, which a result for scripts repeats thousands of times."""
    return _in(text, wanted)


def _in(text: str, wanted: frozenset[SecretKind]) -> tuple[Secret, ...]:
    found = list(_found_in(text, wanted))
    for view in decoded_views(text):
        for secret in _found_in(view.text, wanted):
            start, end = view.place(secret.start), view.place(secret.end)
            found.append(replace(secret, start=start, end=end))
    for start, end, says in base64_texts(text):
        for secret in _found_in(says, wanted & _CREDENTIALS):
            found.append(replace(secret, start=start, end=end))
            break
    return tuple(_apart(found))


def _found_in(text: str, wanted: frozenset[SecretKind]) -> Iterator[Secret]:
    lowered = text.lower()
    presence = Presence(lowered)
    for rule in RULES:
        if rule.kind in wanted and any(map(presence.holds, rule.hints)):
            yield from _found_by(rule, text, lowered)


def redact(text: str, *, kinds: Iterable[SecretKind] = ALL_KINDS) -> Redacted:
    """A text without its secrets, and what was taken out."""
    findings = find_secrets(text, kinds=kinds)
    if not findings:
        return Redacted(text)
    pieces: list[str] = []
    done = 0
    for secret in findings:
        pieces += (text[done : secret.start], replacement(secret.kind))
        done = secret.end
    return Redacted("".join((*pieces, text[done:])), findings)


def redacted_excerpt(
    text: str, start: int = 0, end: int | None = None, *, kinds: Iterable[SecretKind] = ALL_KINDS
) -> str:
    """A piece of a text, on one line, without secrets: they are looked for in the whole, where nothing cuts them."""
    end = len(text) if end is None else min(end, len(text))
    pieces: list[str] = []
    done = start
    for secret in find_secrets(text, kinds=kinds):
        if secret.end <= start or secret.start >= end:
            continue
        pieces += (text[done : max(done, secret.start)], replacement(secret.kind))
        done = secret.end
    return " ".join("".join((*pieces, text[done:end])).split())


def replacement(kind: SecretKind) -> str:
    """What stands in a redacted text for a secret."""
    return HOME_SIGN if kind is SecretKind.HOME_PATH else f"[redacted {kind}]"


def hint_of(kind: SecretKind, secret: str) -> str:
    """First characters and length; nothing of a short secret, and of a password's field never anything.

    Of a home folder the folder it lies in.
    """
    if kind is SecretKind.HOME_PATH:
        return secret[: max(secret.rfind("/"), secret.rfind("\\")) + 1] + "…"
    if not kind.is_credential or kind in (SecretKind.FIELD, SecretKind.URL_CREDENTIALS) or len(secret) < 16:
        return f"{len(secret)} chars"
    return f"{secret[:_SHOWN_CHARS]}… {len(secret)} chars"


def _matches(rule: Rule, text: str, lowered: str) -> Iterator[re.Match[str]]:
    if rule.stem is None or len(lowered) != len(text):
        yield from rule.pattern.finditer(text)
        return
    done = 0
    for stem in rule.stem.pattern.finditer(lowered):
        for start in range(max(done, stem.start() - rule.stem.reach), stem.start() + 1):
            if (match := rule.pattern.match(text, start)) is not None:
                yield match
                done = match.end()
                break


def _found_by(rule: Rule, text: str, lowered: str) -> Iterator[Secret]:
    for match in _matches(rule, text, lowered):
        groups = match.groupdict()
        group = next((name for name in ("secret", "bare") if groups.get(name) is not None), 0)
        found = match[group]
        is_meant = rule.is_bare_meant if group == "bare" and rule.is_bare_meant is not None else rule.is_meant
        if is_meant(found):
            start, end = match.span(group)
            yield Secret(kind=rule.kind, start=start, end=end, hint=hint_of(rule.kind, found), rule=rule.id)


def _apart(found: list[Secret]) -> Iterator[Secret]:
    """One secret for each place: the one that covers more, then the one whose rule was named first."""
    found.sort(key=lambda secret: (secret.start, -secret.end))
    end = 0
    for secret in found:
        if secret.start >= end:
            yield secret
            end = secret.end
        elif secret.end > end and secret.kind.is_credential:
            # The rest of a key that reaches beyond another must not stay readable.
            yield Secret(kind=secret.kind, start=end, end=secret.end, hint=secret.hint, rule=secret.rule)
            end = secret.end
