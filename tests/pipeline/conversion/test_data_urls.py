"""File data: data URLs are taken apart, other URLs normalised, Base64 left alone."""

from __future__ import annotations

import pytest

from inspector.pipeline.conversion.data_urls import data_content
from inspector.pipeline.conversion.errors import ConversionError
from inspector.wire import JsonValue


@pytest.mark.parametrize(
    ("content", "data", "media_type"),
    [
        ("aGVsbG8=", "aGVsbG8=", None),
        ("", "", None),
        ({"0": 137}, {"0": 137}, None),
        ("data:image/png;base64,aGk=", "aGk=", "image/png"),
        ("DATA:text/plain,hello", "hello", "text/plain"),
        (" data:;base64,aG\nk=", "aGk=", ""),
        ("data:text/plain,a,b", "a", "text/plain"),
        ("https://x.com", "https://x.com/", None),
        ("HTTPS://X.com:443/A b?q=ä", "https://x.com/A%20b?q=%C3%A4", None),
        ("http:\\\\x\\y", "http://x/y", None),
        ("ftp://x:2121/y", "ftp://x:2121/y", None),
        ("file:///tmp/x.png", "file:///tmp/x.png", None),
        ("blob:abc", "blob:abc", None),
        ("https://", "https://", None),
    ],
)
def test_content_is_read_as_the_sdk_reads_it(
    content: JsonValue, data: JsonValue, media_type: str | None
) -> None:
    assert data_content(content) == (data, media_type)


def test_a_data_url_without_a_payload_is_refused() -> None:
    with pytest.raises(ConversionError, match="Invalid data URL"):
        data_content("data:image/png;base64")
