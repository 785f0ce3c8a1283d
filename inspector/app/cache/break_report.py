"""A break as a text for a bug tracker: figures, cause, both sides; secrets and home paths are taken out (Qt-free)."""

from __future__ import annotations

from inspector.analysis.prefix.provider_reason import agrees
from inspector.analysis.redaction import redact
from inspector.app.cache.break_lines import as_text
from inspector.app.cache.evidence import Break
from inspector.model.figures import group

_FENCE = "```"


def bug_report(found: Break) -> str:
    """Markdown in English, whatever the window speaks: it goes to the makers of the application."""
    verdict, cause = found.verdict, found.verdict.cause
    record, place = verdict.record, found.found
    body = [
        f"## Prefix cache miss: {cause.info.title}",
        "",
        redact(cause.detail).text,
        "",
        f"- request {found.place.number} of {found.place.of}, compared with request {found.previous_place.number}",
        f"- model {record.model}, provider {record.provider}",
        f"- where: {place.path or place.previous_path}, character {group(place.offset)} of the block",
        f"- same prefix: {group(place.shared_chars)} of {group(place.total_chars)} characters",
        f"- measured: {_measured(found)}",
        f"- predicted: {_predicted(found)}",
    ]
    if verdict.lost:
        basis = "" if verdict.loss_is_measured else " (predicted, not measured)"
        body.append(
            f"- {group(verdict.lost)} tokens were sent again although they could have been read{basis}"
        )
    if cause.also:
        body.append(f"- also: {', '.join(other.value for other in cause.also)}")
    if verdict.provider_reason:
        body.append(f"- the provider says: {redact(verdict.provider_reason).text}{_agreement(found)}")
    if found.is_replayed:
        body.append("- the prompts were rebuilt by a replay; the source recorded none")
    if cause.info.remedy:
        body += ["", f"Remedy: {cause.info.remedy}"]
    text = redact(as_text(found.lines)).text
    fence = _FENCE
    while fence in text:
        fence += "`"
    return "\n".join([*body, "", f"{fence}diff", text, fence, ""])


def _measured(found: Break) -> str:
    usage = found.verdict.measured
    figures = (
        ("read", usage.cache_read),
        ("written", usage.cache_write),
        ("new", usage.new),
        ("of", usage.input),
    )
    return ", ".join(f"{name} {'unknown' if value is None else group(value)}" for name, value in figures)


def _predicted(found: Break) -> str:
    prediction = found.verdict.prediction
    if prediction is None or prediction.read is None or prediction.total is None:
        return "unknown"
    rule = f"rule {prediction.rule.id}, {prediction.rule.as_of}"
    return f"read {group(prediction.read)} of {group(prediction.total)} ({rule})"


def _agreement(found: Break) -> str:
    said = agrees(found.verdict.provider_reason, found.verdict.cause.id)
    return "" if said is None else " (agrees)" if said else " (disagrees)"
