"""What a found secret is, and a text without its secrets (FORMATS C)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SecretKind(StrEnum):
    """What gave a secret away.

    `api-key` the shape of a known provider's key · `token` a bearer token · `jwt` a signed token · `header` the value
    of an authorisation or cookie header · `field` the value of a field named like a key or password · `private-key` a
    PEM block · `url-credentials` user and password, or a key, in a URL · `mail-address` · `home-path` the part of a
    path that names a user.
    """

    API_KEY = "api-key"
    TOKEN = "token"
    JWT = "jwt"
    HEADER = "header"
    FIELD = "field"
    PRIVATE_KEY = "private-key"
    URL_CREDENTIALS = "url-credentials"
    MAIL_ADDRESS = "mail-address"
    HOME_PATH = "home-path"

    @property
    def is_credential(self) -> bool:
        """Whether it opens a door, rather than naming a person."""
        return self not in (SecretKind.MAIL_ADDRESS, SecretKind.HOME_PATH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """One secret in a text; never holds the secret itself.

    Attributes:
        kind: what gave it away.
        start, end: where it stands in the text, in code points, end exclusive.
        hint: enough to recognise one's own: first characters and length (`sk-p… 51 chars`).
        rule: id of the rule, `openai-key`, `bearer` …
    """

    kind: SecretKind
    start: int
    end: int
    hint: str
    rule: str


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its secrets.

    Attributes:
        text: with `[redacted <kind>]` in their places; home folders read `~`.
        findings: what was taken out, in order; positions are those in the text as it was.
    """

    text: str
    findings: tuple[Secret, ...] = ()
