"""Which of its two views the centre of the window shows: the turns of a branch, or every request."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from inspector.model.conversation import Conversation, RunRecord

_FEW: Final = 4
"""With fewer runs there is nothing to get lost in."""


class CentreView(StrEnum):
    """The views, as settings and workspaces keep them."""

    TURNS = "turns"
    REQUESTS = "requests"


def first_view(conversation: Conversation, runs: Sequence[RunRecord]) -> CentreView:
    """What to begin with where nobody has chosen: requests where turns say little.

    That is so in a capture whose runs have one step each, as every request is then a turn of its own, and where a
    captured conversation branches, so that no one branch shows all requests. Databases know their turns.
    """
    if not runs:
        return CentreView.TURNS
    own = {record.index for record in conversation.requests}
    steps = [len(run.request_indexes) for run in runs if own.intersection(run.request_indexes)]
    one_step = len(steps) >= _FEW and max(steps) <= 1
    return CentreView.REQUESTS if one_step or len(conversation.branches) > 1 else CentreView.TURNS
