"""The timeline of `show`: turns with steps, tool outputs on one line, folds as bands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.cli import figures
from inspector.cli.output import safe, write_line
from inspector.model.compaction import CompactionBoundary
from inspector.model.conversation import Conversation, ConversationSummary
from inspector.model.message import Message
from inspector.model.part import (
    AnchorPart,
    FilePart,
    Part,
    ReasoningPart,
    SourceUrlPart,
    StepStartPart,
    TextPart,
    ToolPart,
)
from inspector.model.problems import Problem
from inspector.model.request import RequestPurpose, RequestRecord
from inspector.sources.base import Source
from inspector.wire import JsonValue, dumps, length

_TEXT_CHARS = 400
_LINE_CHARS = 100


def show(source: Source, *, topic: str | None, run_id: str | None, turn: int | None, full: bool) -> None:
    """Print one conversation; lists the conversations when none was chosen and there are several.

    Raises `Problem("no-such-item")` for a choice that fits nothing or more than one.
    """
    chosen = choose(source, topic=topic, run_id=run_id)
    if chosen is None:
        list_choices(source)
        return
    conversation = source.load(chosen.id)
    messages = list(conversation.path())
    if turn is not None and not 1 <= turn <= len(messages):
        raise _no_such(source, "turn", str(turn), f"it has {len(messages)} turns")
    indexes = _indexes_of_run(source, run_id) if run_id else None
    for number, message in enumerate(messages, start=1):
        if turn in (None, number) and (indexes is None or _is_in(message, indexes)):
            for line in timeline_lines(conversation, message, number, full=full):
                write_line(line)
    if turn is None and indexes is None:
        _write_aside(conversation)


def list_choices(source: Source) -> None:
    """The conversations to choose from."""
    write_line("Several conversations; choose one with --topic:")
    for summary in source.conversations():
        write_line(f"  {summary.id}  {figures.shorten(summary.title or '(unnamed)', 60)}")


def choose(source: Source, *, topic: str | None, run_id: str | None) -> ConversationSummary | None:
    """The conversation meant; None when nothing was said and there are several."""
    summaries = list(source.conversations())
    if run_id is not None:
        wanted = {r.conversation_id for r in source.requests() if r.index in _indexes_of_run(source, run_id)}
        return next(summary for summary in summaries if summary.id in wanted)
    if topic is None:
        return summaries[0] if len(summaries) == 1 else None
    found = [s for s in summaries if s.id == topic] or [s for s in summaries if s.id.startswith(topic)]
    found = found or [s for s in summaries if topic.lower() in s.title.lower()]
    if len(found) == 1:
        return found[0]
    available = ", ".join(s.id for s in (found or summaries)[:5]) or "it is empty"
    hint = f"{len(found)} fit: {available}" if found else f"there is {available}"
    raise _no_such(source, "topic", topic, hint)


def timeline_lines(conversation: Conversation, message: Message, number: int, *, full: bool) -> Iterator[str]:
    """Lines of one turn, with the fold bands before it."""
    for boundary in conversation.boundaries:
        if boundary.before_message_id == message.id and not _is_inside(boundary, message):
            yield from _band(boundary, full=full)
    yield _heading(message, number)
    yield from _step_lines(conversation, message, full=full)
    if message.raw_data is not None:
        yield f"  unreadable data ({message.data_state.value}): {figures.shorten(message.raw_data, _LINE_CHARS)}"
    yield ""


def _step_lines(conversation: Conversation, message: Message, *, full: bool) -> Iterator[str]:
    """The parts, step by step; parts no step accounts for come last."""
    errors = {request.index: request for request in conversation.requests if request.error}
    folds = {b.request_index: b for b in conversation.boundaries if _is_inside(b, message)}
    done = 0
    for step in message.steps:
        if step.request_index in folds:
            yield from _band(folds[step.request_index], full=full)
        if len(message.steps) > 1:
            yield f"  step {step.number}: {figures.tokens(step.usage)}"
        for part in message.parts[done : step.end_part]:
            yield from part_lines(part, full=full)
        if step.request_index in errors:
            failed = errors[step.request_index]
            yield f"  {failed.state.value}: {figures.shorten(failed.error or '', _LINE_CHARS)}"
        done = max(done, step.end_part)
    for part in message.parts[done:]:
        yield from part_lines(part, full=full)


def part_lines(part: Part, *, full: bool) -> Iterator[str]:
    """One part; long texts and tool outputs are cut unless `full`."""
    if isinstance(part, TextPart | ReasoningPart):
        prefix = "  (thinking) " if isinstance(part, ReasoningPart) else "  "
        yield from (prefix + line for line in _text_lines(safe(part.text), full=full))
        if part.unfinished:
            yield f"  (unfinished: {figures.count(length(part.text))} chars had arrived)"
    elif isinstance(part, ToolPart):
        yield from _tool_lines(part, full=full)
    elif isinstance(part, FilePart):
        yield f"  [file] {part.filename or part.url or part.media_type}"
    elif isinstance(part, SourceUrlPart):
        yield f"  [source] {part.title or ''} {part.url}"
    elif isinstance(part, AnchorPart):
        before, after = figures.count(part.pre_tokens), figures.count(part.post_tokens)
        phase, status = part.phase or "?", part.status or "?"
        yield f"  ── {phase} compaction, {status}: {figures.count(part.folded_count)} folded, {before} → {after} tokens"
    elif not isinstance(part, StepStartPart):
        yield f"  [{part.type or 'unknown part'}] {figures.shorten(dumps(part.raw), _LINE_CHARS)}"


def _heading(message: Message, number: int) -> str:
    pieces = [f"{number}. {message.role.value}", message.model, figures.moment(message.created_at)]
    if message.usage.is_known:
        pieces.append(figures.tokens(message.usage))
        pieces.append(f"hit {figures.share(message.usage.hit_ratio)}")
    if message.status not in ("", "success"):
        pieces.append(message.status)
    return " · ".join(piece for piece in pieces if piece)


def _tool_lines(part: ToolPart, *, full: bool) -> Iterator[str]:
    name = part.tool_name or "(no name)"
    arguments = figures.shorten(_as_text(part.input), 60)
    if part.envelope is not None:
        count, behind = len(part.envelope.refs), figures.count(part.envelope.total_chars)
        blobs = "1 blob" if count == 1 else f"{count} blobs"
        outcome = f"envelope v{part.envelope.version}, {blobs}, {behind} chars behind"
    elif part.has_output:
        outcome = f"{figures.count(length(_as_text(part.output)))} chars"
    else:
        outcome = part.state.value if part.state else "no result"
    if part.error_text:
        outcome = f"error: {figures.shorten(part.error_text, _LINE_CHARS)}"
    yield f"  → {name}({arguments}) · {outcome}"
    if full and part.has_output:
        yield from ("    " + line for line in safe(_as_text(part.output)).split("\n"))


def _band(boundary: CompactionBoundary, *, full: bool) -> Iterator[str]:
    before, after = figures.count(boundary.pre_tokens), figures.count(boundary.post_tokens)
    what = f"{figures.count(boundary.folded_count)} messages folded"
    if boundary.edit:
        what = f"the provider edited the history itself: {safe(boundary.edit)}"
    yield f"  ══ {what}, {before} → {after} tokens ══"
    if full and boundary.summary:
        yield from ("    " + line for line in safe(boundary.summary).split("\n"))


def _text_lines(text: str, *, full: bool) -> list[str]:
    lines = (text if full else text[:_TEXT_CHARS]).split("\n")
    rest = length(text) - _TEXT_CHARS
    return lines if full or rest <= 0 else [*lines, f"… {figures.count(rest)} more chars"]


def _as_text(value: JsonValue) -> str:
    return value if isinstance(value, str) else "" if value is None else dumps(value)


def _write_aside(conversation: Conversation) -> None:
    """Side calls and other branches, which the timeline itself leaves out."""
    side = [request for request in conversation.requests if request.purpose is not RequestPurpose.MAIN]
    if side:
        write_line(f"{len(side)} side calls: {_count_purposes(side)}")
    if len(conversation.branches) > 1:
        write_line(f"{len(conversation.branches) - 1} other branches")


def _count_purposes(requests: Sequence[RequestRecord]) -> str:
    names = [request.purpose.value for request in requests]
    return ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))


def _is_inside(boundary: CompactionBoundary, message: Message) -> bool:
    """A fold in the loop lies between two steps of one turn."""
    return boundary.request_index is not None and any(
        step.request_index == boundary.request_index for step in message.steps
    )


def _indexes_of_run(source: Source, run_id: str) -> set[int]:
    found = [run for run in source.runs() if run.id == run_id] or [
        run for run in source.runs() if run.id.startswith(run_id)
    ]
    if len(found) != 1 or not found[0].request_indexes:
        count = len(source.runs())
        hint = "the run has no steps" if len(found) == 1 else f"{len(found)} of its {count} runs fit"
        raise _no_such(source, "run", run_id, hint)
    return set(found[0].request_indexes)


def _is_in(message: Message, indexes: set[int]) -> bool:
    return any(step.request_index in indexes for step in message.steps)


def _no_such(source: Source, what: str, name: str, available: str) -> Problem:
    return Problem(
        "no-such-item", {"path": str(source.path), "what": what, "name": name, "available": available}
    )
