"""A found text without its markup, as the card of a citation shows it (PIPELINE §16)."""

from __future__ import annotations

import re
from typing import Final

from inspector.wire import JS_WHITESPACE

_LINE: Final = "[^\n\r\u2028\u2029]"
_IMAGE: Final = re.compile(rf"!\[{_LINE}*?\]\({_LINE}*?\)")
_LINK: Final = re.compile(rf"\[({_LINE}*?)\]\({_LINE}*?\)")
_SPACE: Final = f"[{''.join(sorted(JS_WHITESPACE))}]+"
_BARE_URL: Final = re.compile(rf"https?://[^{_SPACE[1:-2]}]+")
_RULER: Final = re.compile("[-–—_=+]{3,}")
_MARKUP: Final = str.maketrans("", "", "\"#$%&'()*./<>@[\\]^_`{|}~")
_SPACES: Final = re.compile(_SPACE)


def plain_content(text: str) -> str:
    """Images and URLs dropped, links by their text, rulers as a space, markup dropped, white space single."""
    text = _LINK.sub(r"\1", _IMAGE.sub("", text))
    text = _RULER.sub(" ", _BARE_URL.sub("", text)).translate(_MARKUP)
    return _SPACES.sub(" ", text).strip(" ")
