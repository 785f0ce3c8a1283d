"""Every threshold of a replay, declared once as data (PIPELINE §1, §5–§15).

Command-line options, the window's controls, report headers and saved presets are generated from
`SETTINGS`, which is read off the fields of `ReplaySettings`. Nothing lists the settings a second time.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from inspector.model.problems import Problem
from inspector.model.setting_spec import (
    SPEC_KEY,
    Group,
    Scale,
    SettingKind,
    SettingSpec,
    Stage,
    choice,
    number,
    share,
    switch,
    text,
    tool_rules,
)
from inspector.model.tool_rule import REFERENCE_RULES, RULE_FORM, ToolRule, parse_tool_rule
from inspector.wire.values import JsonValue

RULES_PREFIX: Final = "codecs."
"""Before a tool's name: `codecs.web_search=exempt` sets one rule and leaves the others."""

POLICIES: Final = ("reference", "keep-of-trigger", "trigger-percent", "nine-tenths-window")
"""Ids of the compaction policies; their formulas are the pipeline's."""

COMPRESSORS: Final = ("recorded", "stand-in", "outline", "live", "failing", "none")
ESTIMATORS: Final = ("tokenx", "rough", "o200k")

_TRIM, _COMPACT = (Stage.IN_FLIGHT,), (Stage.TURN_START, Stage.IN_LOOP)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaySettings:
    """What a replay runs under; immutable, comparable and hashable, so that results can be kept by it.

    Each attribute's meaning, unit and range is its declaration; None is what `unset` there says.
    """

    pipeline: bool = field(
        default=True,
        metadata=switch(
            Group.GENERAL, "Run the context pipeline at all; off, only a message window applies.", *Stage
        ),
    )
    estimator: str = field(
        default="tokenx",
        metadata=choice(
            Group.GENERAL,
            "Which estimator counts the tokens shown and the fold triggers.",
            Stage.ESTIMATES,
            *_COMPACT,
            choices=ESTIMATORS,
        ),
    )
    data_path: str | None = field(
        default=None,
        metadata=text(
            Group.GENERAL,
            "The application's blob folder as it stood in its markers; prompt bytes depend on it.",
            Stage.RENDERING,
            Stage.IN_FLIGHT,
            Stage.TURN_START,
            unset="found in recorded prompts, else where the database lies",
        ),
    )
    truncate_threshold: int = field(
        default=50_000,
        metadata=number(
            Group.TRIMMING,
            "Tool outputs longer than this are trimmed.",
            Stage.IN_FLIGHT,
            Stage.STORAGE,
            low=0,
            high=10_000_000,
            unit="chars",
            scale=Scale.LOG,
        ),
    )
    head_chars: int = field(
        default=500,
        metadata=number(
            Group.TRIMMING,
            "How much of a trimmed output's beginning stays.",
            Stage.IN_FLIGHT,
            Stage.STORAGE,
            low=0,
            high=1_000_000,
            unit="chars",
            scale=Scale.LOG,
        ),
    )
    tail_chars: int = field(
        default=1000,
        metadata=number(
            Group.TRIMMING,
            "How much of a trimmed output's end stays.",
            Stage.IN_FLIGHT,
            Stage.STORAGE,
            low=0,
            high=1_000_000,
            unit="chars",
            scale=Scale.LOG,
        ),
    )
    window_ratio: float = field(
        default=0.1,
        metadata=share(
            Group.TRIMMING, "Share of the input room that one output may take before it is trimmed.", *_TRIM
        ),
    )
    chars_per_token: float = field(
        default=3,
        metadata=number(
            Group.TRIMMING,
            "Characters reckoned per token when that share is turned into a threshold.",
            *_TRIM,
            low=0.1,
            high=100,
            unit="chars",
            scale=Scale.LOG,
            whole=False,
        ),
    )
    threshold_floor: int = field(
        default=2000,
        metadata=number(
            Group.TRIMMING,
            "The threshold in a small window is never below this.",
            *_TRIM,
            low=0,
            high=10_000_000,
            unit="chars",
            scale=Scale.LOG,
        ),
    )
    codecs: tuple[ToolRule, ...] = field(
        default=REFERENCE_RULES,
        metadata=tool_rules(
            Group.TRIMMING, "How each tool's outputs are taken apart.", Stage.IN_FLIGHT, Stage.STORAGE
        ),
    )
    web_cutoff: int | None = field(
        default=None,
        metadata=number(
            Group.TRIMMING,
            "Tokens all results of one web search share, cut before anything else.",
            Stage.CUTOFF,
            low=1,
            high=10_000_000,
            unit="tokens",
            scale=Scale.LOG,
            unset="results are not cut",
        ),
    )
    context_window: int | None = field(
        default=None,
        metadata=number(
            Group.WINDOW,
            "Context window of the model.",
            Stage.TURN_START,
            Stage.IN_LOOP,
            Stage.IN_FLIGHT,
            Stage.BUDGET,
            low=1,
            high=100_000_000,
            unit="tokens",
            scale=Scale.LOG,
            unset="the model's own",
        ),
    )
    max_output_tokens: int | None = field(
        default=None,
        metadata=number(
            Group.WINDOW,
            "Tokens reserved for the answer (max_tokens); 0 reserves none.",
            Stage.TURN_START,
            Stage.IN_LOOP,
            Stage.IN_FLIGHT,
            low=0,
            high=100_000_000,
            unit="tokens",
            scale=Scale.LOG,
            unset="as the request asks",
        ),
    )
    tool_tokens: int | None = field(
        default=None,
        metadata=number(
            Group.WINDOW,
            "Tokens of the tool declarations, which leave that much less for attached texts.",
            Stage.RENDERING,
            low=0,
            high=10_000_000,
            unit="tokens",
            scale=Scale.LOG,
            unset="estimated from the tools' names",
        ),
    )
    max_messages: int | None = field(
        default=None,
        metadata=number(
            Group.WINDOW,
            "Serve only the last so many messages and never fold.",
            Stage.TURN_START,
            low=1,
            high=1_000_000,
            unit="messages",
            scale=Scale.LOG,
            unset="no message window",
        ),
    )
    compaction: bool = field(
        default=True,
        metadata=switch(Group.COMPACTION, "Fold old turns into a summary at the start of a turn.", *_COMPACT),
    )
    policy: str = field(
        default="reference",
        metadata=choice(
            Group.COMPACTION,
            "Which build's formulas decide when to fold and how much to keep.",
            *_COMPACT,
            choices=POLICIES,
        ),
    )
    trigger_ratio: float | None = field(
        default=None,
        metadata=share(
            Group.COMPACTION,
            "Share of the input room above which a fold is due.",
            *_COMPACT,
            unset="the policy's own",
        ),
    )
    keep_ratio: float | None = field(
        default=None,
        metadata=share(
            Group.COMPACTION,
            "Share that a fold leaves alone, of the input room or the trigger as the policy says.",
            *_COMPACT,
            unset="the policy's own",
        ),
    )
    manifests: bool = field(
        default=True,
        metadata=switch(
            Group.COMPACTION,
            "Name attachments and archived outputs behind a summary, so that they can still be read.",
            Stage.TURN_START,
        ),
    )
    in_loop: bool = field(
        default=True,
        metadata=switch(Group.TOOL_LOOP, "Fold within a tool loop too, before each step.", Stage.IN_LOOP),
    )
    in_loop_memo: bool = field(
        default=True,
        metadata=switch(
            Group.TOOL_LOOP,
            "Remember a fold for the following steps; off, every step folds the whole history again.",
            Stage.IN_LOOP,
        ),
    )
    compressor: str = field(
        default="recorded",
        metadata=choice(
            Group.SUMMARISER,
            "Who writes summaries: the recorded one where the boundary matches (else a stand-in), a stand-in, "
            "an offline outline, a live model, one that always fails, or nobody.",
            *_COMPACT,
            choices=COMPRESSORS,
        ),
    )
    compressor_window: int | None = field(
        default=None,
        metadata=number(
            Group.SUMMARISER,
            "Context window of the summarising model.",
            *_COMPACT,
            low=1,
            high=100_000_000,
            unit="tokens",
            scale=Scale.LOG,
            unset="the chat model's",
        ),
    )
    stand_in_tokens: int = field(
        default=800,
        metadata=number(
            Group.SUMMARISER,
            "Length of a stand-in summary.",
            *_COMPACT,
            low=1,
            high=16_384,
            unit="tokens",
            scale=Scale.LOG,
        ),
    )
    storage_trim: bool = field(
        default=True,
        metadata=switch(Group.STORAGE, "Trim a finished message for storage.", Stage.STORAGE),
    )
    cache_breakpoints: bool = field(
        default=True,
        metadata=switch(Group.CACHE, "Mark cache breakpoints on Anthropic requests.", Stage.BREAKPOINTS),
    )
    cache_threshold: int = field(
        default=1024,
        metadata=number(
            Group.CACHE,
            "A prefix shorter than this is not marked; 0 marks nothing.",
            Stage.BREAKPOINTS,
            low=0,
            high=1_000_000,
            unit="tokens",
            scale=Scale.LOG,
        ),
    )
    cache_last_messages: int = field(
        default=2,
        metadata=number(
            Group.CACHE,
            "How many of the last messages are marked, as far as four marks in all allow.",
            Stage.BREAKPOINTS,
            low=0,
            high=100,
            unit="messages",
        ),
    )
    cache_system: bool = field(
        default=True,
        metadata=switch(Group.CACHE, "Mark the system message too.", Stage.BREAKPOINTS),
    )

    def __post_init__(self) -> None:
        for spec in SETTINGS:
            value = getattr(self, spec.name)
            is_rules = spec.kind is SettingKind.TOOL_RULES
            object.__setattr__(
                self, spec.name, _checked_rules(spec, value) if is_rules else spec.check(value)
            )

    def changed_from(self, other: ReplaySettings) -> dict[str, tuple[Any, Any]]:
        """Settings that differ: name → (this one's, the other's)."""
        pairs = {spec.name: (getattr(self, spec.name), getattr(other, spec.name)) for spec in SETTINGS}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    def with_assignments(self, assignments: Iterable[str]) -> ReplaySettings:
        """These settings with `name=value` texts applied in order; raises `Problem`."""
        settings = self
        for assignment in assignments:
            name, value = parse_assignment(assignment)
            if isinstance(value, ToolRule):
                value = (*(rule for rule in settings.codecs if rule.tool != value.tool), value)
            settings = replace(settings, **{name: value})
        return settings

    def to_dict(self) -> dict[str, JsonValue]:
        """JSON form, every setting in declared order; rules as tool → written form."""
        values = {spec.name: getattr(self, spec.name) for spec in SETTINGS}
        return {**values, "codecs": {rule.tool: rule.text for rule in self.codecs}}


def _declared(declared: Any) -> SettingSpec:
    spec = declared.metadata[SPEC_KEY]
    assert isinstance(spec, SettingSpec)
    return replace(spec, name=declared.name, default=declared.default)


SETTINGS: Final[tuple[SettingSpec, ...]] = tuple(_declared(declared) for declared in fields(ReplaySettings))
"""Every setting in declared order."""

_BY_NAME: Final = {spec.name: spec for spec in SETTINGS}


def _checked_rules(spec: SettingSpec, rules: object) -> tuple[ToolRule, ...]:
    """The rules by tool name, one a tool, so that equal sets of rules are equal settings."""
    if not isinstance(rules, tuple) or not all(isinstance(rule, ToolRule) for rule in rules):
        spec.reject(rules)
    tools = [rule.tool for rule in rules]
    if len(set(tools)) != len(tools):
        spec.reject(", ".join(tools))
    return tuple(sorted(rules, key=lambda rule: rule.tool))


def setting(name: str) -> SettingSpec:
    """The declaration of a setting; raises `Problem("unknown-setting")` with the nearest name."""
    if name not in _BY_NAME:
        near = difflib.get_close_matches(name, _BY_NAME, n=1, cutoff=0)
        raise Problem("unknown-setting", {"name": name, "suggestion": near[0] if near else SETTINGS[0].name})
    return _BY_NAME[name]


def parse_assignment(assignment: str) -> tuple[str, Any]:
    """Read `name=value`; the value of `codecs.TOOL=rule` is one `ToolRule`. Raises `Problem`."""
    name, equals, value = assignment.partition("=")
    name = name.strip()
    if name.startswith(RULES_PREFIX):
        return "codecs", _rule(name.removeprefix(RULES_PREFIX), value)
    spec = setting(name)
    if not equals or spec.kind is SettingKind.TOOL_RULES:
        form = f"{RULES_PREFIX}TOOL=RULE" if spec.kind is SettingKind.TOOL_RULES else f"{name}=VALUE"
        raise Problem("bad-setting", {"name": name, "value": assignment, "expected": form})
    return name, spec.parse(value)


def _rule(tool: str, written: str) -> ToolRule:
    rule = parse_tool_rule(tool, written)
    if rule is None:
        name = f"{RULES_PREFIX}{tool}"
        raise Problem("bad-setting", {"name": name, "value": written, "expected": RULE_FORM})
    return rule


def settings_from(values: Mapping[str, Any]) -> ReplaySettings:
    """Settings of a JSON or TOML object as `to_dict` writes it; what is absent is default. Raises `Problem`."""
    known: dict[str, Any] = {}
    for name, value in values.items():
        spec = setting(name)
        if spec.kind is SettingKind.TOOL_RULES:
            if not isinstance(value, Mapping):
                spec.reject(value)
            value = tuple(_rule(tool, str(written)) for tool, written in value.items())
        known[name] = value
    return ReplaySettings(**known)
