"""What a finding is: severity, a sentence with numbers, where the evidence lies, and what to do (PIPELINE §17).

Detectors give arguments, never sentences: the sentence is a template of the detector's `Wording`, so that the
window can translate the template and fill in the same arguments.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final


class Severity(StrEnum):
    """How bad it is. `error` something failed or is lost · `warning` it costs or misleads · `info` worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return _RANKS.index(self)

    def reaches(self, threshold: Severity) -> bool:
        """Whether this is as bad as `threshold` or worse."""
        return self.rank <= threshold.rank


_RANKS: Final = (Severity.ERROR, Severity.WARNING, Severity.INFO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Where the evidence lies; None = not narrowed down so far.

    Attributes:
        topic: conversation id of the source (topic, agent session, or conversation of a capture).
        message_id: message of that conversation.
        part: index in the message's parts.
        run_id, step: captures: run and step number.
        request: index of the request in the source, for machines.
        number: its number in the conversation, from 1, as every view shows it.
    """

    topic: str | None = None
    message_id: str | None = None
    part: int | None = None
    run_id: str | None = None
    step: int | None = None
    request: int | None = None
    number: int | None = None

    def to_dict(self) -> dict[str, str | int | None]:
        """The `where` of `lint --json`."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Span:
    """A range of the part's text (or of the text at `Finding.path`): code points, end exclusive."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FindingCost:
    """What a finding costs: tokens that need not have been sent, and what they came to.

    Attributes:
        tokens: as the provider accounted for them; estimated or predicted where it did not.
        money: None = no price is known.
        currency: ISO code; "" without money.
        basis: whose prices, and of when; "" without money.
        measured: `tokens` are measured.
    """

    tokens: int
    money: float | None = None
    currency: str = ""
    basis: str = ""
    measured: bool = True

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "tokens": self.tokens,
            "measured": self.measured,
            "money": self.money,
            "currency": self.currency or None,
            "basis": self.basis or None,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """How one kind of finding reads.

    Attributes:
        message: one line; `{names}` are keys of `Finding.arguments`.
        explanation: why it matters; may use the same names.
        remedy: what to do; may use the same names.
    """

    message: str
    explanation: str
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong with a session.

    Attributes:
        id: detector's id.
        kind: which of the detector's wordings; "" for its only one.
        severity: how bad.
        wording: templates of this kind.
        arguments: values for the templates, already written out.
        where: place of the evidence.
        path: JSON path inside the request or the part; "" = the whole of it.
        span: range inside the text there; None = all of it.
        excerpt: the evidence itself, short, secrets masked; "" when there is no text to show.
        data: figures for scripts.
        try_settings: `name=value` assignments under which a replay shows it gone; None = no setting helps.
        cost: what it costs; None = nothing, or it cannot be told.
        cause: `CauseId` of the cache engine that it comes from; "" = it has no part in the cache.
    """

    id: str
    severity: Severity
    wording: Wording
    kind: str = ""
    arguments: dict[str, str] = field(default_factory=dict)
    where: Where = Where()
    path: str = ""
    span: Span | None = None
    excerpt: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    try_settings: tuple[str, ...] | None = None
    cost: FindingCost | None = None
    cause: str = ""

    @property
    def template_id(self) -> str:
        """`id` or `id.kind`: the key of its wording among all templates."""
        return f"{self.id}.{self.kind}" if self.kind else self.id

    @property
    def message(self) -> str:
        """The sentence in English, on one line."""
        return " ".join(self.wording.message.format_map(self.arguments).split())

    @property
    def explanation(self) -> str:
        """Why it matters, in English."""
        return self.wording.explanation.format_map(self.arguments)

    @property
    def remedy(self) -> str:
        """What to do, in English."""
        return self.wording.remedy.format_map(self.arguments)

    def to_dict(self) -> dict[str, Any]:
        """One item of `lint --json`; `kind`, `path`, `range` and `excerpt` are part of `data`."""
        evidence: dict[str, Any] = {"kind": self.kind} if self.kind else {}
        if self.path:
            evidence["path"] = self.path
        if self.span is not None:
            evidence["range"] = [self.span.start, self.span.end]
        if self.excerpt:
            evidence["excerpt"] = self.excerpt
        if self.try_settings is not None:
            evidence["try"] = list(self.try_settings)
        return {
            "id": self.id,
            "severity": self.severity.value,
            "message": self.message,
            "where": self.where.to_dict(),
            "cause": self.cause or None,
            "cost": None if self.cost is None else self.cost.to_dict(),
            "data": evidence | self.data,
        }
