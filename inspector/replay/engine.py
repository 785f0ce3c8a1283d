"""Replaying a session under settings: the one entrance for Python, the command line and the window.

A `Replayer` holds a session and everything computed of it; each further run costs only what its settings touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from inspector.model.conversation import Branch
from inspector.model.presets import RECORDED, preset
from inspector.model.problems import Problem
from inspector.model.setting_spec import Stage
from inspector.model.settings import ReplaySettings, setting
from inspector.replay.baseline import Baseline
from inspector.replay.capture_session import capture_session
from inspector.replay.compressors import SourcedCompressor
from inspector.replay.fidelity import Fidelity
from inspector.replay.memo import SessionMemo
from inspector.replay.own_replay import OwnReplay
from inspector.replay.probes import Probe
from inspector.replay.prompt_replay import replay_captured_rows, replay_prompts
from inspector.replay.recorded_settings import recorded_settings
from inspector.replay.result import ReplayResult
from inspector.replay.row_replay import replay_rows
from inspector.replay.row_session import row_session
from inspector.replay.session import PromptSession, ReplaySession, RowSession
from inspector.sources.base import Progress, Source
from inspector.sources.row_store import row_store
from inspector.wire.reading import whole

_NO_FOLD_DEPENDS: Final = frozenset({"manifests", "data_path"})
"""What is named behind a summary comes after the fold; a folder's name changes bytes but nothing that is counted."""


@dataclass(slots=True)
class Replayer:
    """Replays one session again and again.

    Attributes:
        session: what is replayed.
        own_settings: what the session itself recorded; reference defaults for captures, with the threshold
            that their markers tell of.
        live: a live compressor, where the user configured one.
    """

    session: ReplaySession
    own_settings: ReplaySettings
    live: SourcedCompressor | None = None
    _memos: dict[str, SessionMemo] = field(default_factory=dict)
    _owns: dict[tuple[str, str | None], OwnReplay] = field(default_factory=dict)

    @classmethod
    def open(
        cls,
        source: Source,
        conversation_id: str,
        *,
        branch: Branch | None = None,
        live: SourcedCompressor | None = None,
        progress: Progress | None = None,
    ) -> Replayer:
        """Prepare a conversation of a source; raises `Problem("no-such-item")`."""
        store = row_store(source)
        if store is not None:
            conversation = source.load(conversation_id, progress)
            session = row_session(store, conversation, branch=branch, progress=progress)
            return cls(session, recorded_settings(store, conversation), live)
        captured = capture_session(source, conversation_id, progress)
        if not captured.requests:
            source.load(conversation_id)
        threshold = captured.defaults.truncate_threshold
        own = ReplaySettings() if threshold is None else ReplaySettings(truncate_threshold=threshold)
        return cls(captured, own, live)

    def run(self, settings: ReplaySettings | None = None, probes: Sequence[Probe] = ()) -> ReplayResult:
        """Replay under settings (default: the session's own)."""
        chosen = self.own_settings if settings is None else settings
        own = self._own(chosen)
        if chosen == self.own_settings and not probes:
            return own.result
        return own.told_of(self._run(chosen, probes, own.baseline))

    def fidelity(self) -> Fidelity:
        """How true the session's replay as recorded is."""
        return self._own(self.own_settings).fidelity

    def _run(
        self, chosen: ReplaySettings, probes: Sequence[Probe], baseline: Baseline | None
    ) -> ReplayResult:
        own = self._folds_as_own(chosen)
        memo = self._memo(chosen.estimator)
        if isinstance(self.session, RowSession):
            return replay_rows(
                self.session,
                chosen,
                memo=memo,
                probes=probes,
                baseline=None if own else baseline,
                as_recorded=own,
                live=self.live,
            )
        if own or not _goes_by_rows(self.session, chosen):
            return replay_prompts(
                self.session, chosen, memo=memo, probes=probes, as_recorded=own, live=self.live
            )
        return replay_captured_rows(
            self.session, chosen, memo=memo, probes=probes, baseline=baseline, live=self.live
        )

    def _own(self, chosen: ReplaySettings) -> OwnReplay:
        """The session under its own settings, counted as the replay counts, its markers naming the same folder.

        A database may lie anywhere by now. Where nothing in it tells the folder it was written in, a path that is
        longer here would count as if the application had sent it.
        """
        settings = self._own_settings(chosen.estimator)
        if isinstance(self.session, RowSession) and self.session.defaults.folder_assumed:
            settings = replace(settings, data_path=chosen.data_path)
        key = (settings.estimator, settings.data_path)
        if key not in self._owns:
            result = self._run(settings, (), None)
            self._owns[key] = OwnReplay.of(self.session, result, self._memo(settings.estimator))
        return self._owns[key]

    def settings(self, base: ReplaySettings | str, assignments: Iterable[str] = ()) -> ReplaySettings:
        """Settings as a user names them: a preset's name or settings, with `name=value` texts over them."""
        chosen = self.preset(base) if isinstance(base, str) else base
        return chosen.with_assignments(assignments)

    def preset(self, name: str) -> ReplaySettings:
        """A preset by name, "recorded" among them."""
        return self.own_settings if name == RECORDED else preset(name)

    def _memo(self, estimator: str) -> SessionMemo:
        if estimator not in self._memos:
            self._memos[estimator] = SessionMemo(self.session.defaults.dialect, estimator)
        return self._memos[estimator]

    def _folds_as_own(self, chosen: ReplaySettings) -> bool:
        """Whether settings differ from the session's own only in what no fold depends on.

        What the provider measured holds for their prompts, and the folds recorded stand as they were.
        """
        own = self._effective(self._own_settings(chosen.estimator))
        return all(
            name in _NO_FOLD_DEPENDS or set(setting(name).stages) == {Stage.BREAKPOINTS}
            for name in self._effective(chosen).changed_from(own)
        )

    def _effective(self, settings: ReplaySettings) -> ReplaySettings:
        """The settings with what they leave to the session filled in, so that equal ones are equal."""
        defaults = self.session.defaults
        window, limit = settings.context_window, settings.max_output_tokens
        return replace(
            settings,
            context_window=whole(defaults.context_window) if window is None else window,
            max_output_tokens=whole(defaults.max_output_tokens or 0) if limit is None else limit,
        )

    def _own_settings(self, estimator: str) -> ReplaySettings:
        return replace(self.own_settings, estimator=estimator)


def _goes_by_rows(session: PromptSession, chosen: ReplaySettings) -> bool:
    """Whether a capture is replayed turn by turn; else the folds and windows that were recorded stand.

    Without a window nothing tells when to fold; a turn that was edited or sent again has no one history.
    """
    if session.rows is None:
        return False
    knows_window = chosen.context_window is not None or session.defaults.context_window is not None
    folds = chosen.pipeline and chosen.compaction and chosen.max_messages is None
    return knows_window or not folds or session.is_whole


def conversation_ids(source: Source, wanted: str | None = None) -> list[str]:
    """Conversations to replay: the one named by id or title, else all that are not in the bin."""
    entries = source.conversations()
    if wanted is None:
        return [entry.id for entry in entries if not entry.deleted]
    found = [entry.id for entry in entries if wanted in (entry.id, entry.title)]
    if not found:
        titles = ", ".join(repr(entry.title or entry.id) for entry in entries[:5])
        raise Problem(
            "no-such-item",
            {
                "path": str(source.path),
                "what": "conversation",
                "name": wanted,
                "available": f"it holds {titles}" if titles else "it holds none",
            },
        )
    return found
