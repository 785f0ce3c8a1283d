"""What the replays of one session share, whatever their settings: sizes, conversions, trims, probe answers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from inspector.pipeline.compaction.memory import FoldMemory
from inspector.pipeline.conversion import ConvertedMessage
from inspector.pipeline.history.fit import RequestMemory
from inspector.replay.anchors import is_anchor
from inspector.replay.attachment_lane import AttachmentMemo
from inspector.replay.estimators import TOKENX, fold_memory
from inspector.replay.in_flight import TrimMemo
from inspector.replay.probes import Probe, ProbeReader
from inspector.replay.result import Size
from inspector.replay.row_readback import Recapped
from inspector.replay.sizes import SizeMemo
from inspector.replay.storage_lane import StorageMemo
from inspector.tokens.media import Dialect
from inspector.wire import JsonValue, js_json


@dataclass(slots=True)
class SessionMemo:
    """Caches of one session; they decide nothing, so a run with a fresh memo gives the same result.

    Attributes:
        dialect: token dialect of the session.
        estimator: what counts tokens.
        converted: stored messages as model messages; the first member of a value keeps the key's identity alive.
        prompts: model messages as prompt messages.
        refused: rows that cannot be converted, with the application's error.
        attachments: what was counted and cut of attachments.
        recapped: the session under another cap of `fs_read`.
        untouched: size of a step's prompt with nothing trimmed and nothing folded.
    """

    dialect: Dialect
    estimator: str = TOKENX
    sizes: SizeMemo = field(init=False)
    request: RequestMemory = field(default_factory=RequestMemory)
    folds: FoldMemory = field(init=False)
    trims: TrimMemo = field(default_factory=TrimMemo)
    storage: StorageMemo = field(default_factory=StorageMemo)
    converted: dict[Hashable, tuple[object, ConvertedMessage]] = field(default_factory=dict)
    prompts: dict[int, tuple[JsonValue, JsonValue]] = field(default_factory=dict)
    attachments: AttachmentMemo = field(default_factory=AttachmentMemo)
    untouched: dict[Hashable, Size] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    recapped: dict[int, Recapped] = field(default_factory=dict)
    _anchored: dict[Hashable, list[JsonValue]] = field(default_factory=dict)
    _readers: dict[tuple[Probe, ...], ProbeReader] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sizes = SizeMemo(self.dialect, self.estimator)
        self.folds = fold_memory(self.estimator)

    def anchored(self, parts: list[JsonValue]) -> list[JsonValue]:
        """The parts, or a list equal to them that was met before, so that it is measured and converted once."""
        own = [part for part in parts if is_anchor(part)]
        key = (*(id(part) for part in parts if not is_anchor(part)), js_json.dumps(own))
        return self._anchored.setdefault(key, parts)

    def probe_reader(self, probes: Sequence[Probe]) -> ProbeReader:
        """The reader of a set of probes, shared by all runs that ask for the same."""
        key = tuple(probes)
        return self._readers.setdefault(key, ProbeReader(key))
