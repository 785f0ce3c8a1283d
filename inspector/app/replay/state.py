"""What the replay dock works on, without Qt: settings with undo, the pinned settings A, and the facts to track.

Successive changes of one setting, such as a dragged slider, are one step for undo until `settle` says that the
person let go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from inspector.model.settings import ReplaySettings
from inspector.replay.probes import Probe


@dataclass(slots=True)
class ReplayState:
    """The settings on the controls and around them.

    Attributes:
        recorded: what the session itself ran under; where every control is reset to.
        settings: what the controls show.
        pinned: settings A, compared with the current ones; None = no comparison.
        probes: the facts to track.
    """

    recorded: ReplaySettings = field(default_factory=ReplaySettings)
    settings: ReplaySettings = field(default_factory=ReplaySettings)
    pinned: ReplaySettings | None = None
    probes: tuple[Probe, ...] = ()
    _past: list[ReplaySettings] = field(default_factory=list)
    _future: list[ReplaySettings] = field(default_factory=list)
    _touched: str = ""

    def start(self, recorded: ReplaySettings) -> None:
        """Take up another session; what is tracked stays."""
        self.recorded = self.settings = recorded
        self.pinned = None
        self._past, self._future, self._touched = [], [], ""

    def renew(self, recorded: ReplaySettings) -> None:
        """The same session was read again: follow its own settings where nobody changed them."""
        changed = self.changes()
        self.recorded = recorded
        self.settings = replace(recorded, **{name: getattr(self.settings, name) for name in changed})

    # -- settings

    def change(self, name: str, value: Any) -> bool:
        """Set one setting; False when that changes nothing. Raises `Problem("bad-setting")`."""
        wanted = replace(self.settings, **{name: value})
        if wanted == self.settings:
            return False
        if self._touched != name:
            self._past.append(self.settings)
        self.settings, self._touched = wanted, name
        self._future.clear()
        return True

    def apply(self, settings: ReplaySettings) -> bool:
        """Set all settings at once, such as a preset; False when that changes nothing."""
        if settings == self.settings:
            return False
        self._past.append(self.settings)
        self.settings, self._touched = settings, ""
        self._future.clear()
        return True

    def reset(self, name: str) -> bool:
        """Set one setting back to the session's own."""
        self.settle()
        return self.change(name, getattr(self.recorded, name))

    def settle(self) -> None:
        """The person let go: a further change is a step of its own."""
        self._touched = ""

    def changes(self) -> dict[str, tuple[Any, Any]]:
        """Settings that differ from the session's own: name → (current, the session's)."""
        return self.settings.changed_from(self.recorded)

    # -- undo

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back."""
        return bool(self._future)

    def undo(self) -> None:
        """Take the last step back."""
        self._future.append(self.settings)
        self.settings, self._touched = self._past.pop(), ""

    def redo(self) -> None:
        """Take the last undone step again."""
        self._past.append(self.settings)
        self.settings, self._touched = self._future.pop(), ""

    # -- comparing and tracking

    def pin(self, settings: ReplaySettings | None = None) -> None:
        """Keep settings as A (default: the current ones)."""
        self.pinned = self.settings if settings is None else settings
        self.settle()

    def unpin(self) -> None:
        """Compare no longer."""
        self.pinned = None

    def swap(self) -> None:
        """Make A the current settings and the current ones A."""
        if self.pinned is not None:
            pinned, self.pinned = self.pinned, self.settings
            self.apply(pinned)

    def track(self, probe: Probe) -> bool:
        """Track one more fact; False when it is tracked already, or another goes by its name."""
        if any(probe.name == other.name for other in self.probes):
            return False
        self.probes = (*self.probes, probe)
        return True

    def untrack(self, names: Sequence[str]) -> None:
        """Track some facts no longer."""
        self.probes = tuple(probe for probe in self.probes if probe.name not in names)
