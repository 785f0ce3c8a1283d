"""The tabs of the panel at the bottom, in the order of the design; each feature registers its own."""

from inspector.gui.docks.cache.register import register_cache
from inspector.gui.docks.findings.register import register_findings
from inspector.gui.docks.replay.register import register_probes, register_replay, register_sweep

__all__ = ["register_tabs"]


def register_tabs() -> None:
    """Register every tab; windows made afterwards have them."""
    register_replay()
    register_findings()
    register_cache()
    register_probes()
    register_sweep()
