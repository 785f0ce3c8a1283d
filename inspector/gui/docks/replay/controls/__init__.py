"""Controls for settings, one kind a file, made from their declarations."""

from inspector.gui.docks.replay.controls.base import Control, Derived
from inspector.gui.docks.replay.controls.factory import make_control

__all__ = ["Control", "Derived", "make_control"]
