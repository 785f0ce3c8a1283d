"""Full-text search over the opened source: the field, the controller, the list of hits."""

from __future__ import annotations

from inspector.gui.views.search.bar import SearchBar
from inspector.gui.views.search.controller import SearchController

__all__ = ["SearchBar", "SearchController"]
