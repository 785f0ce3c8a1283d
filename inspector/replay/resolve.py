"""From replay settings and what a session says of itself to what each stage needs (PIPELINE §5, §10–§15)."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.model.settings import ReplaySettings
from inspector.pipeline.cache_breakpoints import CacheSettings
from inspector.pipeline.compaction.in_loop import LoopScope
from inspector.pipeline.compaction.policy import POLICIES, CompactionPolicy
from inspector.pipeline.compaction.record import NoFold
from inspector.pipeline.compaction.settings import ContextSettings
from inspector.pipeline.compaction.turn_start import TurnStartScope
from inspector.pipeline.compaction.window import resolve_context_window, resolve_in_flight_threshold
from inspector.replay.compressors import ChainCompressor
from inspector.replay.session import SessionDefaults


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """Settings with every gap filled.

    Attributes:
        settings: as given.
        window, reservation: tokens; None = unknown, none sent.
        policy: formulas with the settings' ratios.
        in_flight_threshold: characters above which an output is trimmed in a request.
        data_path: blob folder as markers show it.
        defaults: the session's own.
        compressor: who writes summaries; None = nobody.
    """

    settings: ReplaySettings
    window: float | None
    reservation: float | None
    policy: CompactionPolicy
    in_flight_threshold: float
    data_path: str
    defaults: SessionDefaults
    compressor: ChainCompressor | None

    @property
    def context(self) -> ContextSettings:
        """The application's context settings."""
        settings = self.settings
        return ContextSettings(
            enabled=settings.pipeline,
            truncate_threshold=settings.truncate_threshold,
            max_messages=settings.max_messages,
            compress=settings.compaction,
        )

    @property
    def sliding_window(self) -> float | None:
        """The window that old turns are dropped for: compression on, nobody to compress; None = off."""
        on = self.settings.pipeline and self.settings.compaction and self.compressor is None
        return self.window if on else None

    @property
    def cache(self) -> CacheSettings:
        """Cache breakpoint settings."""
        settings = self.settings
        return CacheSettings(
            enabled=settings.cache_breakpoints and settings.cache_threshold > 0,
            token_threshold=settings.cache_threshold,
            cache_system=settings.cache_system,
            last_messages=settings.cache_last_messages,
        )

    def turn_start_scope(self, anchor_id: str) -> TurnStartScope:
        """Scope of durable compaction."""
        return TurnStartScope(
            settings=self.context,
            window=self.window,
            reservation=self.reservation,
            dialect=self.defaults.dialect,
            compressor=self.compressor,
            compressor_window=self.settings.compressor_window,
            policy=self.policy,
            manifest=self.settings.manifests,
            anchor_id=anchor_id,
        )

    @property
    def loop_off(self) -> NoFold | None:
        """Why tool loops are not folded though the session may be; None = they are, or nothing is."""
        settings = self.settings
        if not (settings.pipeline and settings.compaction) or self.compressor is None:
            return None
        if settings.max_messages is not None:
            return NoFold.MAX_MESSAGES
        return None if settings.in_loop else NoFold.IN_LOOP_OFF

    def loop_scope(self) -> LoopScope:
        """Scope of in-loop compaction; a message window rules it out as it rules out every fold."""
        settings = self.settings
        windowed = settings.max_messages is not None
        return LoopScope(
            settings=ContextSettings(
                enabled=settings.pipeline, compress=settings.compaction and settings.in_loop and not windowed
            ),
            window=self.window,
            reservation=self.reservation,
            dialect=self.defaults.dialect,
            compressor=self.compressor,
            compressor_window=settings.compressor_window,
            policy=self.policy,
            memoised=settings.in_loop_memo,
        )


def resolve(
    settings: ReplaySettings, defaults: SessionDefaults, compressor: ChainCompressor | None
) -> Resolved:
    """Fill the gaps of the settings from the session."""
    chosen = settings.context_window
    window = resolve_context_window(chosen if chosen is not None else defaults.context_window)
    limit = settings.max_output_tokens
    # 0 is a value of its own: nothing is reserved, whatever the session's requests ask for.
    reservation = (limit or None) if limit is not None else defaults.max_output_tokens
    policy = POLICIES[settings.policy].with_ratios(
        trigger_ratio=settings.trigger_ratio, keep_ratio=settings.keep_ratio
    )
    return Resolved(
        settings=settings,
        window=window,
        reservation=reservation,
        policy=policy,
        in_flight_threshold=resolve_in_flight_threshold(
            settings.truncate_threshold,
            window,
            reservation,
            window_ratio=settings.window_ratio,
            chars_per_token=settings.chars_per_token,
            floor_chars=settings.threshold_floor,
        ),
        data_path=(settings.data_path or defaults.data_path).rstrip("/"),
        defaults=defaults,
        compressor=compressor,
    )
