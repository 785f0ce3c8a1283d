"""The host of a URL by the WHATWG rules, as a browser shows it."""

from __future__ import annotations

import re
from typing import Final

import ada_url

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def hostname(url: str) -> str:
    """Lower-case, punycoded host; the URL itself when it is none."""
    try:
        return ada_url.URL(_SURROGATE.sub("\ufffd", url)).hostname
    except ValueError:
        return url
