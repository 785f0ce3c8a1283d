"""tool-schema: examples that do not fit, objects closed to everything, layers that differ, provider limits (§17.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.provider_families import Family, family_of
from inspector.analysis.findings.provider_limits import AS_OF, violations
from inspector.analysis.findings.refusals import is_about_tools, refused_places
from inspector.analysis.findings.request_facts import RequestFacts
from inspector.analysis.findings.schema_checks import (
    closed_objects,
    differences,
    example_mismatch,
    schema_error,
)
from inspector.analysis.findings.subject import SourceSubject, request_place
from inspector.analysis.findings.tool_declarations import Declaration, Layer
from inspector.model.request import RequestState
from inspector.sources.base import Trait
from inspector.wire import dumps

_LAYER_NAMES = {
    Layer.SDK: "before the provider adapter (the application or its SDK)",
    Layer.WIRE: "by the provider adapter (the declaration it was given differs)",
}
_EXCERPT = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class _Flaw:
    """One thing that is wrong with a tool."""

    kind: str
    tool: Declaration
    path: str
    detail: str
    example: int | None = None
    excerpt: str = ""
    closed: bool = False

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What makes flaws of two requests the same."""
        return self.kind, self.tool.name, self.path, self.detail


@dataclass(slots=True)
class _Seen:
    """A flaw and where it occurred."""

    flaw: _Flaw
    first: Where
    requests: list[int] = field(default_factory=list)
    failed: int = 0


def find(subject: SourceSubject) -> Iterator[Finding]:
    """Each flaw once, with all the requests that had it."""
    requests = [facts for summary in subject.summaries for facts in subject.facts(summary.id)]
    accepted = {_setting(facts) for facts in requests if facts.record.state is not RequestState.ERROR}
    seen: dict[tuple[str, str, str, str], _Seen] = {}
    judged: dict[object, list[_Flaw]] = {}
    for facts in requests:
        failed = facts.record.state is RequestState.ERROR
        blamed = failed and _setting(facts) not in accepted and is_about_tools(facts.record.error or "")
        key = (_setting(facts), facts.record.error if blamed else None)
        if key not in judged:
            judged[key] = list(_flaws(facts))
            judged[key] += _refused(facts, judged[key]) if blamed else []
        for flaw in judged[key]:
            entry = seen.setdefault(flaw.key, _Seen(flaw, request_place(facts.record)))
            entry.requests.append(facts.record.index)
            entry.failed += failed
    for entry in seen.values():
        yield _finding(entry)


def _setting(facts: RequestFacts) -> tuple[object, ...]:
    """The tools as stated and who was asked: what a provider took once, it takes."""
    digests = tuple(tool.digest for tool in (*(facts.declared or ()), *(facts.sent or ())))
    return (digests, facts.record.provider, facts.record.model)


def _finding(entry: _Seen) -> Finding:
    flaw = entry.flaw
    return DETECTOR.finding(
        flaw.kind,
        where=entry.first,
        severity=Severity.ERROR if entry.failed and flaw.kind in _REFUSALS else _SEVERITIES[flaw.kind],
        path=flaw.path,
        excerpt=flaw.excerpt,
        data={
            "tool": flaw.tool.name,
            "tool_index": flaw.tool.index,
            "layer": flaw.tool.layer.value,
            "example": flaw.example,
            "closed_object": flaw.closed,
            "detail": flaw.detail,
            "requests": sorted(entry.requests),
            "failed_requests": entry.failed,
        },
        tool=flaw.tool.name or "(no name)",
        index=flaw.tool.index,
        detail=flaw.detail,
        example=flaw.example or 0,
        layer=_LAYER_NAMES[flaw.tool.layer],
        outcome=_outcome(len(entry.requests), entry.failed),
        as_of=AS_OF,
    )


def _outcome(requests: int, failed: int) -> str:
    return f"requests: {requests}, failed: {failed}" if failed else f"requests: {requests}"


def _flaws(facts: RequestFacts) -> Iterator[_Flaw]:
    """A flaw that the SDK layer has already is not told again for the wire."""
    known: set[tuple[str, str]] = set()
    family = family_of_facts(facts)
    yield from list(_same_names(facts.declared or ())) or _same_names(facts.sent or ())
    for tool in (*(facts.declared or ()), *(facts.sent or ())):
        if tool.schema is None:
            continue
        for flaw in _tool_flaws(tool, family):
            identity = (flaw.kind if flaw.example is None else f"{flaw.kind}{flaw.example}", tool.name)
            if tool.layer is Layer.SDK:
                known.add(identity)
            elif identity in known:
                continue
            yield flaw
    yield from _layer_flaws(facts)


def _tool_flaws(tool: Declaration, family: Family) -> Iterator[_Flaw]:
    if (tool.layer is Layer.SDK or not tool.restricted) and (error := schema_error(tool.schema)):
        yield _Flaw(kind="schema-invalid", tool=tool, path=tool.schema_path, detail=error)
        return
    failing = False
    for number, example in enumerate(tool.examples):
        mismatch = example_mismatch(tool.schema, example)
        if mismatch is not None:
            failing = True
            yield _Flaw(
                kind="example-closed" if mismatch.closed else "example",
                tool=tool,
                path=f"{tool.examples_path}[{number}]{mismatch.path}",
                detail=mismatch.reason,
                example=number,
                excerpt=evidence(dumps(example), end=_EXCERPT),
                closed=mismatch.closed,
            )
    if not failing:
        for path in closed_objects(tool.schema):
            yield _Flaw(kind="closed-object", tool=tool, path=tool.schema_path + path, detail=path or "input")
    if tool.layer is Layer.WIRE:
        yield from _limit_flaws(tool, family)


def _limit_flaws(tool: Declaration, family: Family) -> Iterator[_Flaw]:
    for path, sentence in violations(tool, family):
        detail = f"{path.removeprefix('.')}: {sentence}" if path else sentence
        yield _Flaw(kind="limit", tool=tool, path=tool.schema_path + path, detail=detail)


def _refused(facts: RequestFacts, known: list[_Flaw]) -> list[_Flaw]:
    """What a refusal was about: limits that the declarations break, and places that the error names."""
    error, declared = facts.record.error or "", facts.declared or ()
    found: list[_Flaw] = []
    if facts.sent is None:
        found += [flaw for tool in declared for flaw in _limit_flaws(tool, family_of_facts(facts))]
    told = {flaw.tool.name for flaw in (*known, *found)}
    for place in refused_places(error, declared or facts.sent or ()):
        if place.tool.name not in told:
            path = place.tool.schema_path + place.path
            found.append(
                _Flaw(kind="refused", tool=place.tool, path=path, detail=evidence(place.reason, end=_EXCERPT))
            )
    return found


def family_of_facts(facts: RequestFacts) -> Family:
    """Whose rules a request is judged by."""
    return family_of(facts.record.provider, facts.record.model)


def _same_names(tools: tuple[Declaration, ...]) -> Iterator[_Flaw]:
    first: dict[str, Declaration] = {}
    for tool in tools:
        other = first.setdefault(tool.name, tool)
        if other is not tool and tool.name:
            yield _Flaw(kind="duplicate", tool=tool, path=tool.schema_path, detail=f"tools.{other.index}")


def _layer_flaws(facts: RequestFacts) -> Iterator[_Flaw]:
    declared = {tool.name: tool for tool in facts.declared or ()}
    for tool in facts.sent or ():
        before = declared.get(tool.name)
        if before is not None and isinstance(before.schema, dict):
            for sentence in differences(before.schema, tool.schema):
                yield _Flaw(kind="layers", tool=tool, path=tool.schema_path, detail=sentence)


_REFUSALS = ("limit", "duplicate")

_SEVERITIES = {
    "refused": Severity.ERROR,
    "duplicate": Severity.WARNING,
    "example": Severity.ERROR,
    "example-closed": Severity.ERROR,
    "schema-invalid": Severity.ERROR,
    "limit": Severity.WARNING,
    "closed-object": Severity.WARNING,
    "layers": Severity.WARNING,
}

DETECTOR = Detector(
    id="tool-schema",
    title="Tool schema",
    severity=Severity.ERROR,
    meaning="A tool declaration contradicts itself, differs between layers, or breaks a provider's limits.",
    remedy="Validate every example against its schema before sending, after all layers have had their say.",
    needs=frozenset({Trait.TOOLS}),
    source=find,
    wordings={
        "example": Wording(
            message="tools.{index} {tool}: example {example} does not match its schema: {detail} ({outcome})",
            explanation="Anthropic endpoints reject a request whose examples do not match their schema. "
            "The declaration was made so {layer}.",
            remedy="Correct the example or the schema of {tool}, or leave the examples out.",
        ),
        "example-closed": Wording(
            message="tools.{index} {tool}: example {example} does not match its schema: {detail} ({outcome})",
            explanation="An object that declares no properties was closed with additionalProperties: false, so it "
            "accepts nothing but {{}}. That was done {layer}. Anthropic endpoints reject the whole request with 400.",
            remedy="Do not force additionalProperties: false on objects without declared properties.",
        ),
        "closed-object": Wording(
            message="tools.{index} {tool}: {detail} accepts no properties at all ({outcome})",
            explanation="An object that declares no properties was closed {layer}: the model can only send {{}}.",
            remedy="Declare its properties, or leave it open.",
        ),
        "schema-invalid": Wording(
            message="tools.{index} {tool}: no valid JSON Schema: {detail} ({outcome})",
            explanation="A schema that is no JSON Schema is refused or ignored, depending on the provider.",
            remedy="Correct the schema of {tool}.",
        ),
        "layers": Wording(
            message="tools.{index} {tool}: sent otherwise than declared: {detail} ({outcome})",
            explanation="The provider adapter overwrote what the SDK layer declared.",
            remedy="Look at the adapter's sanitiser; declare what it would make of the schema.",
        ),
        "refused": Wording(
            message="tools.{index} {tool}: refused by the provider: {detail} ({outcome})",
            explanation="The provider's own words, resolved to the declaration they mean. One tool of many makes the "
            "whole request fail.",
            remedy="Correct the declaration of {tool}, or leave the tool out for this provider.",
        ),
        "duplicate": Wording(
            message="tools.{index} {tool}: the name is taken by {detail} already ({outcome})",
            explanation="Names of tools must differ within a request: providers refuse it, or call whichever is first.",
            remedy="Put the name of the server before the names of its tools.",
        ),
        "limit": Wording(
            message="tools.{index} {tool}: {detail} ({outcome})",
            explanation="The provider documents this limit (as of {as_of}).",
            remedy="Change the declaration, or the provider adapter's translation of it.",
        ),
    },
)
