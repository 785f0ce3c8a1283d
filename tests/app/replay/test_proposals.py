"""Facts that propose themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from inspector.app.replay.proposals import MOST, proposed_facts
from inspector.replay.engine import Replayer
from inspector.replay.probes import Probe
from inspector.replay.result import ProbeState
from inspector.sources.open import open_source


def test_every_proposal_was_put_out_by_a_tool_and_can_be_followed(
    unpacked: Callable[[str, str], Path],
) -> None:
    source = open_source(unpacked("fixtures", "research"))
    found: list[str] = []
    for entry in source.conversations():
        facts = proposed_facts(source.load(entry.id))
        assert len(facts) == len(set(facts)) <= MOST
        if facts and not entry.deleted:
            result = Replayer.open(source, entry.id).run(probes=[Probe(text, text) for text in facts])
            states = result.requests[-1].probes.values() if result.requests else ()
            assert ProbeState.NEVER not in states
        found += facts
    assert any(any(map(str.isdigit, text)) for text in found)
