"""The opened databases of the source tests."""

from __future__ import annotations

from tests.sources.conversation_db.conftest import opened

__all__ = ["opened"]
