"""Context Inspector: what an LLM chat application really sends to its model.

The layers, lowest first (each imports only those before it): wire, tokens, model, sources,
pipeline, store, replay, analysis, reports, app, then gui and cli. Qt appears in gui alone.
"""

from __future__ import annotations

__version__ = "0.2.0"
