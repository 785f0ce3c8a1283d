"""JSON texts of values that several requests and settings look at, written once."""

from __future__ import annotations

from inspector.wire import JsValue, dumps


class JsonMemo:
    """`dumps` by identity; it holds the values, so an identity is never reused under it.

    Only for values that nobody changes, as all values of the pipeline are.
    """

    def __init__(self) -> None:
        self._texts: dict[int, tuple[JsValue, str]] = {}

    def dumps(self, value: JsValue) -> str:
        """The JSON text of a value."""
        known = self._texts.get(id(value))
        if known is None:
            known = self._texts[id(value)] = (value, dumps(value))
        return known[1]
