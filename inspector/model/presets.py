"""Named settings to start from; the session's own are read from its database elsewhere."""

from __future__ import annotations

import difflib
from typing import Final

from inspector.model.problems import Problem
from inspector.model.settings import ReplaySettings
from inspector.model.tool_rule import BEFORE_CODECS_RULES

PRESETS: Final[dict[str, ReplaySettings]] = {
    "reference-defaults": ReplaySettings(),
    "test-profile": ReplaySettings(context_window=16_000, truncate_threshold=100_000),
    "before-the-codecs": ReplaySettings(codecs=BEFORE_CODECS_RULES, in_loop_memo=False, manifests=False),
}
"""Settings by preset name."""

RECORDED: Final = "recorded"
"""The preset that a source makes: what the session's own database says."""


def preset(name: str) -> ReplaySettings:
    """A preset by name; raises `Problem("unknown-setting")` with the nearest one."""
    if name not in PRESETS:
        near = difflib.get_close_matches(name, PRESETS, n=1, cutoff=0)
        raise Problem("unknown-setting", {"name": name, "suggestion": near[0]})
    return PRESETS[name]
