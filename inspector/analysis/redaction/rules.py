"""The rules by which secrets are found: one pattern each, as data (FORMATS C).

Every pattern is anchored at a literal or bounded in length, so that megabytes of base64 cost one pass. `hints` are
looked for first: a text that has none of them is not scanned at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from inspector.analysis.redaction.checks import (
    SECRET_NAME,
    is_no_code,
    is_personal,
    is_written_out,
    looks_random,
)
from inspector.analysis.redaction.model import SecretKind
from inspector.analysis.redaction.shapes import SHAPES, Shape


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
        is_bare_meant: the same for the group `bare`; None = `is_meant`.
        stem: what every match holds, in lower case, and in how many characters from its start at most; the pattern is
            tried there alone, which is ten times faster than everywhere. None = it is tried everywhere.
    """

    id: str
    kind: SecretKind
    pattern: re.Pattern[str]
    hints: tuple[str, ...]
    is_meant: Callable[[str], bool] = bool
    is_bare_meant: Callable[[str], bool] | None = None
    stem: Stem | None = None


_BOUNDARY: Final = r"(?<![A-Za-z0-9])"
_TOKEN_CHARS: Final = r"[A-Za-z0-9_-]"
_QUOTE: Final = r"\\{0,7}[\"'`]"
_FIELD: Final = re.compile(
    rf"(?i){SECRET_NAME}(?:{_QUOTE})?\s{{0,4}}(?:=>|:|(?P<equals>=))\s{{0,4}}"
    rf"(?:(?P<quote>{_QUOTE})(?P<secret>(?:(?!(?P=quote))(?:\\.|[^\\])){{1,4096}}?)(?:(?P=quote)|\Z|(?=…\s*\Z))"
    r"|(?P<bare>(?(equals)|(?=[A-Za-z0-9+/=_.~%@!#$^*-]{0,80}[0-9]))[A-Za-z0-9+/=_.~%@!#$^*-]{6,4096}))"
)
_NAME_END: Final = re.compile(
    "(?:keys?|signature|secrets?|tokens?|pass(?:word|wd|phrase|code)s?|pwd|credentials?|config|authorization|cookie)(?:[_-]?id)?"
    rf"(?=(?:{_QUOTE})?\s{{0,4}}[:=])"
)
_HEADER: Final = re.compile(
    r"(?im)(?<![A-Za-z0-9_])(?:proxy-)?authorization[ \t]{0,8}:[ \t]{0,8}"
    r"(?:(?:basic|bearer|token|digest|apikey|negotiate|ssws|aws4-hmac-sha256)[ \t]{1,8})"
    r"(?P<secret>[^\s\"'\\][^\r\n\"'\\]*)"
    r"|^[ \t]{0,40}(?:set-)?cookie[ \t]{0,8}:[ \t]{0,8}(?P<bare>[^\s=]{1,200}=[^\r\n\"'\\]+)"
)


def _of(shape: Shape) -> Rule:
    return Rule(
        id=shape.id,
        kind=SecretKind.API_KEY,
        pattern=re.compile(f"{_BOUNDARY}(?:{shape.pattern})"),
        hints=shape.hints,
        is_meant=shape.check,
    )


RULES: Final[tuple[Rule, ...]] = (
    Rule(
        id="pem",
        kind=SecretKind.PRIVATE_KEY,
        pattern=re.compile(
            r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
            r"[\s\S]{0,16384}?(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|\Z)"
        ),
        hints=("private key",),
    ),
    Rule(
        id="jwt",
        kind=SecretKind.JWT,
        pattern=re.compile(rf"(?<!{_TOKEN_CHARS})eyJ{_TOKEN_CHARS}{{6,}}\.{_TOKEN_CHARS}{{6,}}\.{_TOKEN_CHARS}*"),
        hints=("eyj",),
    ),
    *map(_of, SHAPES),
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
        hints=("key", "secret", "token", "pass", "pwd", "signature", "credential", "auth", "cookie"),
        is_meant=is_written_out,
        is_bare_meant=is_no_code,
        stem=Stem(_NAME_END, 24),
    ),
    Rule(
        id="environment",
        kind=SecretKind.FIELD,
        pattern=re.compile(
            r"(?<![A-Za-z0-9])(?:[A-Z][A-Z0-9]{0,30}_){0,6}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|CREDENTIALS|AUTH)"
            r"=(?P<secret>[^\s\"'`$<>{}();|&\\]{6,4096})"
        ),
        hints=("key=", "token=", "secret=", "password=", "passwd=", "pass=", "pwd=", "credentials=", "auth="),
        is_meant=is_written_out,
    ),
    Rule(
        id="flag",
        kind=SecretKind.FIELD,
        pattern=re.compile(
            r"(?i)(?<![\w-])--?(?:[a-z]{1,20}-){0,3}(?:password|passwd|passphrase|pass|token|secret|api-?key|access-?key)"
            r"[ \t]{1,3}[\"']?(?P<bare>[^\s\"'\\-][^\s\"'\\]{3,400})"
        ),
        hints=("-pass", "-token", "-secret", "-api", "-access"),
        is_bare_meant=is_no_code,
    ),
    Rule(
        id="command-login",
        kind=SecretKind.URL_CREDENTIALS,
        pattern=re.compile(
            r"(?i)\b(?:curl|wget|http|https)[ \t][^\r\n]{0,300}?(?<=[ \t])"
            r"(?:-u|--user|-a|--auth|--proxy-user|-U)[ \t=]{0,2}"
            r"[\"']?(?P<secret>[^\s\"':/]{1,64}:[^\s\"']{1,128})"
        ),
        hints=("curl ", "wget ", "http ", "https "),
        is_meant=is_written_out,
    ),
    Rule(
        id="netrc",
        kind=SecretKind.URL_CREDENTIALS,
        pattern=re.compile(
            r"(?i)\b(?:machine\s{1,8}\S{1,200}|default)\s{1,8}login\s{1,8}\S{1,100}\s{1,8}password\s{1,8}(?P<secret>\S{1,200})"
        ),
        hints=("login",),
    ),
    Rule(
        id="element",
        kind=SecretKind.FIELD,
        pattern=re.compile(
            rf"(?i)<(?:[\w.-]{{1,30}}[:_-])?{SECRET_NAME}(?:\s[^<>]{{0,200}})?>\s{{0,20}}(?P<secret>[^<>\s][^<>]{{0,400}})</"
            rf"|(?:key|name)=[\"'][\w:.-]{{0,40}}?{SECRET_NAME}[\"']\s{{1,4}}value=[\"'](?P<bare>[^\"']{{1,400}})[\"']"
        ),
        hints=("</", "value="),
        is_meant=is_written_out,
    ),
    Rule(
        id="spoken",
        kind=SecretKind.FIELD,
        pattern=re.compile(
            r"(?i)(?:密码|口令|密钥|秘钥|令牌|私钥|暗号|パスワード|비밀번호"
            r"|пароль|passwort|kennwort|contraseña|senha|mot de passe)"
            r"[ \t]{0,3}(?:是|为|：|:|=)[ \t]{0,3}[\"'“‘]?(?P<bare>[!-~]{4,128}?)(?=[\s\"'”’，。；,;]|[^!-~]|\Z)"
        ),
        hints=("密码", "口令", "密钥", "秘钥", "令牌", "私钥", "暗号", "パスワード", "비밀번호", "пароль", "passwort",
               "kennwort", "contraseña", "senha", "mot de passe"),
        is_bare_meant=is_written_out,
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
            r"(?i)[?&](?:key|token|sig|signature|auth|x-(?:amz|goog)-signature|x-(?:amz|goog)-credential|x-amz-security-token|code)=(?P<secret>[^&\s\"'<>#\\]{12,})"
        ),
        hints=("key=", "token=", "sig=", "signature=", "auth=", "x-amz-", "x-goog-", "code="),
        is_meant=looks_random,
    ),
    Rule(
        id="mail",
        kind=SecretKind.MAIL_ADDRESS,
        pattern=re.compile(
            r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9-])"
        ),
        hints=("@",),
        is_meant=is_personal,
        stem=Stem(re.compile("@"), 64),
    ),
    Rule(
        id="unix-home",
        kind=SecretKind.HOME_PATH,
        pattern=re.compile(
            r"(?<![A-Za-z0-9_.~-])(?:(?:/mnt|/cygdrive)?/[a-z](?=/Users/))?/(?:home|Users)/"
            r"(?!(?:Shared|Public|linuxbrew)\b)[^/\s\"'\\<>:;,|*?()\[\]{}`]{1,64}(?:(?: [A-Z][\w.'-]{0,30}){1,2}(?=/))?"
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
        id="wsl-home",
        kind=SecretKind.HOME_PATH,
        pattern=re.compile(
            r"(?i)\\{2,8}wsl(?:\$|\.localhost)?(?:\\{1,4}|/)[\w.-]{1,40}(?:\\{1,4}|/)home(?:\\{1,4}|/)[^/\\\s\"'<>:|*?]{1,64}"
        ),
        hints=("\\\\wsl",),
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
