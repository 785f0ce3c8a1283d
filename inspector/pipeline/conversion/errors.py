"""What makes a conversation unsendable: the conversion fails and no request leaves (PIPELINE §9)."""

from __future__ import annotations


class ConversionError(ValueError):
    """The stored messages cannot be converted; the text is the one the application reports."""


def undefined_member(owner: object, member: str) -> ConversionError:
    """Reading a member of null (None) or of undefined (anything else), as JavaScript words it."""
    what = "null" if owner is None else "undefined"
    return ConversionError(f"Cannot read properties of {what} (reading '{member}')")
