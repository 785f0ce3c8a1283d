"""window-unknown: a model without a context window, for which every budget is off (PIPELINE §5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from inspector.analysis.cost.price_list import shipped_list
from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.subject import SourceSubject
from inspector.pipeline.compaction.window import resolve_context_window
from inspector.sources.base import Trait


def find(subject: SourceSubject) -> Iterator[Finding]:
    """One finding per model that was asked and has no window."""
    if subject.circumstances.context_window is not None or subject.database is None:
        return
    asked: defaultdict[str, set[str]] = defaultdict(set)
    for record in subject.records:
        if record.conversation_id:
            asked[f"{record.provider}::{record.model}"].add(record.conversation_id)
    for model in subject.database.models():
        topics = asked.get(model.id) or asked.get(f"{model.provider_id}::{model.model_id}")
        if topics and resolve_context_window(model.context_window) is None:
            listed = shipped_list().find(model.provider_id, model.model_id)
            window = None if listed is None else listed.window
            known = {} if window is None else {"listed_window": window, "listed_by": shipped_list().source}
            yield DETECTOR.finding(
                "registry" if model.preset_model_id else "",
                where=Where(topic=min(topics)),
                severity=Severity.INFO if model.preset_model_id else Severity.WARNING,
                data={"model": model.id, "topics": sorted(topics), **known},
                try_settings=None if window is None else (f"context_window={window}",),
                model=model.id,
                count=len(topics),
            )


DETECTOR = Detector(
    id="window-unknown",
    title="Window unknown",
    severity=Severity.WARNING,
    meaning="The context window of a model is not known: nothing is folded, and nothing is trimmed for the window.",
    remedy="Enter the model's context window.",
    needs=frozenset({Trait.ROWS}),
    wordings={
        "": Wording(
            message="{model} has no context window: budgets are off (conversations: {count})",
            explanation="Without a window no fold is ever triggered and the in-flight threshold is not capped.",
            remedy="Enter the model's context window in its settings.",
        ),
        "registry": Wording(
            message="the context window of {model} is that of the application's registry, which is not in the database",
            explanation="Budgets of {count} conversations cannot be computed from the database alone.",
            remedy="Name the window to compute them: it is a setting of every replay.",
        ),
    },
    source=find,
)
