"""The rules by which secrets are found: one pattern each, as data (FORMATS C).

Every pattern is anchored at a literal or bounded in length, so that megabytes of base64 cost one pass. `hints` are
looked for first: a text that has none of them is not scanned at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from inspector.analysis.redaction.model import SecretKind


class Stem(NamedTuple):
    """What a match holds, and how far behind its start at most."""

    pattern: re.Pattern[str]
    reach: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One way to recognise a secret.

    Attributes:
        id: stable name.
        kind: what it finds.
        pattern: the secret is the named group `secret`, or `bare`, or the whole match.
        hints: lower-case pieces of which a text must have one.
        is_meant: a last look at what was found; False = no secret after all.
        stem: what every match holds, in lower case, and in how many characters from its start at most; the pattern is
            tried there alone, which is ten times faster than everywhere. None = it is tried everywhere.
    """

    id: str
    kind: SecretKind
    pattern: re.Pattern[str]
    hints: tuple[str, ...]
    is_meant: Callable[[str], bool] = bool
    stem: Stem | None = None


SECRET_NAME: Final = (
    r"(?:api[_-]?keys?|access[_-]?keys?(?:[_-]?id)?|secret[_-]?keys?|private[_-]?keys?|client[_-]?secret|"
    r"(?:access|refresh|auth|id|session|bearer|api|security)[_-]?tokens?|password|passwd|passphrase|secrets?|"
    r"credentials?|auth[_-]?config|(?:proxy-)?authorization|(?:set-)?cookie)"
)
"""Names of fields that hold secrets; a prefix (`OPENAI_`, `x-goog-`) may stand before them."""

_PLACEHOLDER: Final = re.compile(
    r"(?i)(?:null|none|true|false|undefined|string|example|changeme|your\b.*|your[_-].*|[x*.•…_-]+|<.*|\$\{?.*|\{\{?.*|%.*%"
    r"|\[redacted.*|os\.environ.*|process\.env.*|import\.meta.*)\Z",
    re.DOTALL,
)
_VARIABLE: Final = re.compile(rf"(?i)(?:\w+\.)*\w*?{SECRET_NAME}\Z")
_DIGIT: Final = re.compile(r"[0-9]")


def is_written_out(value: str) -> bool:
    """Whether a value stands there itself, and not a placeholder or a variable's name for one."""
    value = value.strip()
    return bool(value) and not _PLACEHOLDER.match(value) and not _VARIABLE.match(value)


def looks_random(value: str) -> bool:
    """Whether a word looks like a token rather than like a word."""
    return is_written_out(value) and (len(value) >= 24 or bool(_DIGIT.search(value)))


def _is_personal(mail: str) -> bool:
    """`git@host` and example addresses name nobody."""
    local, _, host = mail.lower().partition("@")
    return local not in ("git", "user", "noreply") and not host.startswith("example.")


_BOUNDARY: Final = r"(?<![A-Za-z0-9])"
_TOKEN_CHARS: Final = r"[A-Za-z0-9_-]"
_QUOTE: Final = r"\\{0,7}[\"'`]"
_FIELD: Final = re.compile(
    rf"(?i){SECRET_NAME}(?:{_QUOTE})?\s{{0,4}}(?:=>|:|(?P<equals>=))\s{{0,4}}"
    rf"(?:(?P<quote>{_QUOTE})(?P<secret>(?:(?!(?P=quote))(?:\\.|[^\\])){{1,4096}}?)(?P=quote)"
    r"|(?P<bare>(?(equals)|(?=[A-Za-z0-9+/=_.~%@!#$^*-]{0,80}[0-9]))[A-Za-z0-9+/=_.~%@!#$^*-]{6,4096}))"
)
_NAME_END: Final = re.compile(
    "(?:keys?|secrets?|tokens?|password|passwd|passphrase|credentials?|config|authorization|cookie)(?:[_-]?id)?"
    rf"(?=(?:{_QUOTE})?\s{{0,4}}[:=])"
)
_HEADER: Final = re.compile(
    r"(?im)(?<![A-Za-z0-9_])(?:proxy-)?authorization\s*:\s*(?:(?:basic|bearer|token|digest|apikey|negotiate|aws4-hmac-sha256)\s+)"
    r"(?P<secret>[^\s\"'\\][^\r\n\"'\\]*)|^\s*(?:set-)?cookie\s*:\s*(?P<bare>[^\s=]+=[^\r\n\"'\\]+)"
)


def _key(rule_id: str, pattern: str, *hints: str, is_meant: Callable[[str], bool] = bool) -> Rule:
    return Rule(
        id=rule_id,
        kind=SecretKind.API_KEY,
        pattern=re.compile(_BOUNDARY + pattern),
        hints=hints,
        is_meant=is_meant,
    )


RULES: Final[tuple[Rule, ...]] = (
    Rule(
        id="pem",
        kind=SecretKind.PRIVATE_KEY,
        pattern=re.compile(
            r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,16384}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|\Z)"
        ),
        hints=("private key-----",),
    ),
    Rule(
        id="jwt",
        kind=SecretKind.JWT,
        pattern=re.compile(rf"(?<!{_TOKEN_CHARS})eyJ{_TOKEN_CHARS}{{6,}}\.{_TOKEN_CHARS}{{6,}}\.{_TOKEN_CHARS}*"),
        hints=("eyj",),
    ),
    _key("anthropic-key", rf"sk-ant-{_TOKEN_CHARS}{{8,}}", "sk-ant-"),
    _key("openrouter-key", rf"sk-or-{_TOKEN_CHARS}{{8,}}", "sk-or-"),
    _key("openai-key", rf"sk-(?:proj|svcacct|admin)-{_TOKEN_CHARS}{{8,}}", "sk-proj-", "sk-svcacct-", "sk-admin-"),
    _key("provider-sk-key", rf"sk-{_TOKEN_CHARS}{{8,}}", "sk-", is_meant=lambda key: looks_random(key[3:])),
    _key("stripe-key", r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}", "_live_", "_test_"),
    _key("stripe-webhook-secret", r"whsec_[A-Za-z0-9+/=]{16,}", "whsec_"),
    _key("google-key", rf"AIza{_TOKEN_CHARS}{{20,}}", "aiza"),
    _key("google-token", rf"ya29\.{_TOKEN_CHARS}{{20,}}", "ya29."),
    _key(
        "github-token",
        r"(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,})",
        "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_",
    ),
    _key("gitlab-token", rf"glpat-{_TOKEN_CHARS}{{16,}}", "glpat-"),
    _key("slack-token", r"(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}", "xox", "xapp-"),
    _key("slack-webhook", r"hooks\.slack\.com/services/(?P<secret>[A-Za-z0-9/]{20,})", "hooks.slack.com"),
    _key("sendgrid-key", rf"SG\.{_TOKEN_CHARS}{{16,}}\.{_TOKEN_CHARS}{{16,}}", "sg."),
    _key(
        "azure-key",
        r"(?:AccountKey|SharedAccessKey)=(?P<secret>[A-Za-z0-9+/]{20,}={0,2})",
        "accountkey=", "sharedaccesskey=",
    ),
    _key("aws-key", r"(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])", "akia", "asia"),
    _key("huggingface-token", r"hf_[A-Za-z0-9]{20,}", "hf_"),
    *(
        _key(f"{vendor}-key", rf"{prefix}{_TOKEN_CHARS}{{20,}}", prefix, is_meant=looks_random)
        for vendor, prefix in (
            ("groq", "gsk_"), ("xai", "xai-"), ("perplexity", "pplx-"), ("tavily", "tvly-"), ("replicate", "r8_"),
            ("nvidia", "nvapi-"), ("digitalocean", "dop_v1_"), ("npm", "npm_"), ("pypi", "pypi-"), ("fireworks", "fw_"),
        )
    ),
    Rule(id="header", kind=SecretKind.HEADER, pattern=_HEADER, hints=("authorization", "cookie")),
    Rule(
        id="bearer",
        kind=SecretKind.TOKEN,
        pattern=re.compile(r"(?i)(?<![A-Za-z0-9_])bearer\s{1,4}(?P<secret>[A-Za-z0-9._~+/=-]{8,})"),
        hints=("bearer",),
        is_meant=looks_random,
    ),
    Rule(
        id="field",
        kind=SecretKind.FIELD,
        pattern=_FIELD,
        hints=("key", "secret", "token", "passw", "passphrase", "credential", "auth", "cookie"),
        is_meant=is_written_out,
        stem=Stem(_NAME_END, 24),
    ),
    Rule(
        id="token-field",
        kind=SecretKind.FIELD,
        pattern=re.compile(rf"(?i){_QUOTE}token{_QUOTE}\s{{0,4}}:\s{{0,4}}{_QUOTE}(?P<secret>[A-Za-z0-9._~+/=-]{{20,}})"),
        hints=("token",),
        is_meant=looks_random,
        stem=Stem(re.compile("token[\\\\\"'`]"), 9),
    ),
    Rule(
        id="url-login",
        kind=SecretKind.URL_CREDENTIALS,
        pattern=re.compile(r"://(?P<secret>[^/\s:@\"'<>]{0,100}:[^/\s@\"'<>]{1,200})@"),
        hints=("://",),
    ),
    Rule(
        id="url-key",
        kind=SecretKind.URL_CREDENTIALS,
        pattern=re.compile(
            r"(?i)[?&](?:key|token|sig|signature|x-amz-signature|x-amz-credential|code)=(?P<secret>[^&\s\"'<>#\\]{12,})"
        ),
        hints=("key=", "token=", "sig=", "signature=", "x-amz-", "code="),
        is_meant=looks_random,
    ),
    Rule(
        id="mail",
        kind=SecretKind.MAIL_ADDRESS,
        pattern=re.compile(
            r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9-])"
        ),
        hints=("@",),
        is_meant=_is_personal,
        stem=Stem(re.compile("@"), 64),
    ),
    Rule(
        id="unix-home",
        kind=SecretKind.HOME_PATH,
        pattern=re.compile(
            r"(?<![A-Za-z0-9_.~-])(?:(?:/mnt|/cygdrive)?/[a-z](?=/Users/))?/(?:home|Users)/"
            r"(?!(?:Shared|Public|linuxbrew)\b)[^/\s\"'\\<>:;,|*?()\[\]{}`]{1,64}"
        ),
        hints=("/home/", "/users/"),
    ),
    Rule(
        id="root-home",
        kind=SecretKind.HOME_PATH,
        pattern=re.compile(r"(?<![A-Za-z0-9_.~/-])/root(?=/)"),
        hints=("/root/",),
    ),
    Rule(
        id="windows-home",
        kind=SecretKind.HOME_PATH,
        pattern=re.compile(
            r"(?i)(?<![A-Za-z0-9])[a-z]:(?:\\{1,8}|/)Users(?:\\{1,8}|/)(?!(?:Public|Default)\b)"
            r"(?:[^/\\\r\n\"'<>:|*?]{1,64}(?=[\\/])|[^\s/\\\"'<>:|*?]{1,64})"
        ),
        hints=(":\\users", ":\\\\users", ":/users", ":\\\\\\\\users"),
    ),
)  # fmt: skip
"""Every rule; where two claim the same characters, the one named first wins."""
