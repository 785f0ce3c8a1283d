"""Last looks at what a pattern found: whether it is random like a key, or a word, a number, a placeholder, code."""

from __future__ import annotations

import re
from typing import Final

_RUN: Final = re.compile(r"[A-Za-z0-9]{10,}")
_DIGIT: Final = re.compile(r"[0-9]")
_LETTER: Final = re.compile(r"[A-Za-z]")

SECRET_NAME: Final = (
    r"(?:api[_-]?keys?|access[_-]?keys?(?:[_-]?id)?|account[_-]?keys?|shared[_-]?access[_-]?(?:key|signature)|"
    r"secret[_-]?keys?|private[_-]?keys?|subscription[_-]?keys?|encryption[_-]?keys?|signing[_-]?keys?|"
    r"client[_-]?secrets?|(?:access|refresh|auth|id|session|bearer|api|security|bot|personal|deploy)[_-]?tokens?|"
    r"pass(?:word|wd|phrase|code)s?|pwd|secrets?|credentials?|auth[_-]?config|"
    r"(?:proxy-)?authorization|(?:set-)?cookie)"
)
"""Names of fields that hold secrets; a prefix (`OPENAI_`, `x-goog-`) may stand before them."""

_PLACEHOLDER: Final = re.compile(
    r"(?i)(?:null|none|true|false|undefined|string|str|example|changeme|required|optional|your\b.*|your[_-].*"
    r"|[x*.•…_-]+|<.*|\$\{?.*|\{\{?.*|%.*%|\[redacted.*|os\.environ.*|process\.env.*|import\.meta.*"
    r"|(?:env|getenv|secrets|config|settings|self|this|args|options|params|request|req|ctx|props|state)[.\[(].*)\Z",
    re.DOTALL,
)
_VARIABLE: Final = re.compile(rf"(?i)(?:\w+\.)*\w*?{SECRET_NAME}\Z")
_CODE: Final = re.compile(
    r"[A-Za-z_][\w.]*[(\[].*|[a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+"
)
_FILE_ENDINGS: Final = re.compile(
    r"(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|css|m?js|tsx?|jsx|py|rb|go|rs|java|json|ya?ml|toml|md|txt|html?|xml|csv|pdf"
    r"|zip|gz|tar|mp3|mp4|wav|woff2?|ttf|sh|bat|exe|dll|so|min|map|lock|log|vue|scss|less|sql|php|kt|swift|cpp|hpp)\Z"
)


def is_written_out(value: str) -> bool:
    """Whether a value stands there itself, and not a placeholder or a variable's name for one."""
    value = value.strip()
    return bool(value) and not _PLACEHOLDER.match(value) and not _VARIABLE.match(value)


def is_no_code(value: str) -> bool:
    """Whether an unquoted value is written out, and is no call, attribute or name of a variable."""
    value = value.rstrip(";,")
    return is_written_out(value) and not _CODE.fullmatch(value) and not value.isdigit()


def looks_random(value: str) -> bool:
    """Whether a word looks like a token rather than like a word."""
    return is_written_out(value) and (len(value) >= 24 or bool(_DIGIT.search(value)))


def has_random_run(value: str) -> bool:
    """Whether ten letters and digits in a row are mixed: `sk-learn-based-2024` has none."""
    return any(_DIGIT.search(run) and _LETTER.search(run) for run in _RUN.findall(value))


def is_mixed(value: str) -> bool:
    """Whether it has digits and letters, so that it is no word, number or dotted name."""
    return bool(_DIGIT.search(value) and _LETTER.search(value)) and len(set(value)) >= 12


def is_personal(mail: str) -> bool:
    """`git@host`, example addresses and names of files (`logo@2x.png`) name nobody."""
    local, _, host = mail.lower().partition("@")
    ending = host.rpartition(".")[2]
    return (
        local not in ("git", "user", "noreply")
        and not host.startswith("example.")
        and not _FILE_ENDINGS.match(ending)
    )
