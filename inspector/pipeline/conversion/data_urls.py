r"""File data of a prompt: Base64 text or a URL, taken out of data URLs (PIPELINE §9; AI SDK 6).

URLs are normalised as `new URL(…).href` does, as far as attachments need it: scheme and host in lower case,
default ports dropped, `\` as `/`, a path at least `/`, what may not stand in a URL percent-encoded.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from inspector.pipeline.conversion.errors import ConversionError
from inspector.wire import JsonValue, encode_utf8

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):", re.ASCII)
_AUTHORITY: Final = re.compile(r"/*([^/?#]*)(.*)", re.DOTALL)
_FILE_AUTHORITY: Final = re.compile(r"(?://([^/?#]*))?(.*)", re.DOTALL)
_PORT: Final = re.compile(r"(.*?)(?::([0-9]*))?", re.DOTALL)
_DEFAULT_PORTS: Final = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
_CONTROLS_AND_SPACE: Final = "".join(map(chr, range(0x21)))
_LINE_BREAKS: Final = str.maketrans("", "", "\t\n\r")
_KEPT: Final = "!$%&'()*+,-./:;=?@_~#[]|^"
"""What is not percent-encoded, besides letters and digits."""


def data_content(content: JsonValue) -> tuple[JsonValue, str | None]:
    """Data and media type of a file part's content.

    A data URL gives its payload and its media type ("" when it names none), another URL its normalised text,
    anything else itself, both without a media type. Raises ConversionError on a data URL without a payload.
    """
    if not isinstance(content, str):
        return content, None
    match = _SCHEME.match(content.lstrip(_CONTROLS_AND_SPACE))
    if match is None:
        return content, None
    rest = match.string[match.end() :].rstrip(_CONTROLS_AND_SPACE).translate(_LINE_BREAKS)
    scheme = match[1].lower()
    if scheme == "data":
        return _split_data_url(rest)
    url = _normalised(scheme, rest)
    return (content if url is None else url), None


def _split_data_url(rest: str) -> tuple[str, str]:
    header, comma, payload = rest.partition(",")
    if not comma:
        raise ConversionError(f"Invalid data URL format in content data:{rest}")
    return payload.partition(",")[0], header.partition(";")[0]


def _normalised(scheme: str, rest: str) -> str | None:
    """The URL's text; None for a scheme that wants a host and gets none, so that the text is no URL."""
    if scheme == "file":
        host, path = _matched(_FILE_AUTHORITY, rest.replace("\\", "/"))
        return f"file://{host.lower()}{_rooted(path)}"
    if scheme not in _DEFAULT_PORTS:
        return f"{scheme}:{_encoded(rest)}"
    authority, path = _matched(_AUTHORITY, rest.replace("\\", "/"))
    match = _PORT.fullmatch(authority)
    host, port = (match[1], match[2]) if match else (authority, None)
    if not host:
        return None
    shown = f":{port}" if port and port != _DEFAULT_PORTS[scheme] else ""
    return f"{scheme}://{host.lower()}{shown}{_rooted(path)}"


def _matched(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    match = pattern.fullmatch(text)
    return (match[1] or "", match[2]) if match else ("", text)


def _rooted(path: str) -> str:
    return _encoded(path if path.startswith("/") else f"/{path}")


def _encoded(text: str) -> str:
    return quote(encode_utf8(text), safe=_KEPT)
