"""What a detector is: its identity and wordings as data, and a function over a conversation or a whole source.

A detector module holds one `DETECTOR`. To add one, write such a module and name it in `registry.BUILT_IN`, put it
into the user's detector folder, or publish it as an entry point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from inspector.analysis.findings.model import Finding, FindingCost, Severity, Span, Where, Wording
from inspector.analysis.findings.subject import ConversationSubject, SourceSubject
from inspector.analysis.redaction import SecretKind, redact, redact_value
from inspector.model.figures import group
from inspector.sources.base import Trait

_CREDENTIALS: Final = frozenset(kind for kind in SecretKind if kind.is_credential)

ConversationFunction: TypeAlias = Callable[[ConversationSubject], Iterable[Finding]]
SourceFunction: TypeAlias = Callable[[SourceSubject], Iterable[Finding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Detector:
    """One detector.

    Attributes:
        id: stable id, as on the command line and in JSON.
        title: a few words.
        severity: of its findings, unless one says otherwise.
        meaning: what it means when it fires.
        remedy: what to do about it, in general.
        needs: what a source must hold for it to look at; nothing = any source.
        wordings: templates by kind; the key "" is the only or default kind.
        conversation: looks at one conversation at a time; None = it does not.
        source: looks at the source as a whole; None = it does not.
        replays: it can look at a replay too, because it asks only for what a replay makes: prompts, folds, stored
            rows, settings and predicted usage.
    """

    id: str
    title: str
    severity: Severity
    meaning: str
    remedy: str
    wordings: Mapping[str, Wording]
    needs: frozenset[Trait] = frozenset()
    conversation: ConversationFunction | None = None
    source: SourceFunction | None = None
    replays: bool = False

    def finding(
        self,
        kind: str = "",
        *,
        where: Where,
        severity: Severity | None = None,
        path: str = "",
        span: Span | None = None,
        excerpt: str = "",
        data: dict[str, Any] | None = None,
        try_settings: tuple[str, ...] | None = None,
        cost: FindingCost | None = None,
        cause: str = "",
        **arguments: object,
    ) -> Finding:
        """A finding of this detector.

        Numbers among `arguments` are written with thousands set apart; keys and tokens in anything that will be
        shown are masked, whatever text a detector took it from.
        """
        return Finding(
            id=self.id,
            kind=kind,
            severity=severity or self.severity,
            wording=self.wordings[kind],
            arguments={name: _masked(_written(value)) for name, value in arguments.items()},
            where=where,
            path=path,
            span=span,
            excerpt=_masked(excerpt),
            data=redact_value(data, kinds=_CREDENTIALS)[0] if data else {},
            try_settings=try_settings,
            cost=cost,
            cause=cause,
        )

    def templates(self) -> dict[str, Wording]:
        """Wordings by template id (`Finding.template_id`)."""
        return {f"{self.id}.{kind}" if kind else self.id: wording for kind, wording in self.wordings.items()}


def _masked(text: str) -> str:
    return redact(text, kinds=_CREDENTIALS).text


def _written(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return group(value)
    return str(value)
