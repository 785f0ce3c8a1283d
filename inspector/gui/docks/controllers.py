"""What works behind the tabs of the panel at the bottom: one of each for a session."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.gui.docks.cache.controller import CacheController
from inspector.gui.docks.findings.controller import FindingsController
from inspector.gui.docks.findings.fates import FindingFates
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.session import Session


@dataclass(frozen=True, slots=True)
class Controllers:
    """The controllers of a session; tabs share them."""

    session: Session
    replay: ReplayController
    findings: FindingsController
    fates: FindingFates
    cache: CacheController


def make_controllers(session: Session) -> Controllers:
    """Controllers that live as long as their session."""
    replay, findings = ReplayController(session.background, session), FindingsController(session, session)
    return Controllers(
        session,
        replay,
        findings,
        FindingFates(findings, replay, session),
        CacheController(session.background, session),
    )
