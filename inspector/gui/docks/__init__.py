"""The tabs of the panel at the bottom, in the order of the design; each feature registers its own."""

from inspector.gui.docks.replay.register import register_probes, register_replay

__all__ = ["register_tabs"]


def register_tabs() -> None:
    """Register every tab; windows made afterwards have them."""
    register_replay()
    register_probes()
