"""Words for timeline rows: roles, states, sizes, folds; also the one sentence a screen reader gets."""

from __future__ import annotations

from inspector.app.i18n import translate
from inspector.app.timeline.rows import (
    BandRow,
    ExcerptRow,
    ItemRow,
    NoteKind,
    NoteRow,
    PathRow,
    RequestRow,
    Row,
    StepRow,
    SummaryRow,
    ToolRow,
    TurnRow,
)
from inspector.app.wording import numbers, units
from inspector.model import (
    AnchorStatus,
    BlobState,
    CompactionBoundary,
    DataState,
    PathNote,
    ReasoningPart,
    RequestPurpose,
    RequestState,
    Role,
    TextPart,
    ToolState,
    Usage,
)
from inspector.sources.provider_edits import ProviderEdit

DOT = " · "


def role(value: Role) -> str:
    """Who speaks."""
    return {
        Role.USER: translate("Timeline", "User"),
        Role.ASSISTANT: translate("Timeline", "Assistant"),
        Role.SYSTEM: translate("Timeline", "System"),
        Role.ROOT: translate("Timeline", "Root"),
        Role.TOOL: translate("Timeline", "Tool"),
        Role.UNKNOWN: translate("Timeline", "Unknown role"),
    }[value]


def model_name(model: str) -> str:
    """A model id without its provider prefix."""
    return model.rsplit("::", 1)[-1]


def turn_meta(row: TurnRow) -> str:
    """The second line of a card: model, model calls, duration, what is unusual."""
    pieces = [model_name(row.message.model)]
    if row.call_count > 1:
        pieces.append(units.steps(row.call_count))
    if row.duration_ms is not None:
        pieces.append(numbers.duration(row.duration_ms))
    return DOT.join(piece for piece in pieces if piece)


def turn_status(row: TurnRow) -> str:
    """What is wrong or unfinished about a turn; "" when nothing is."""
    if row.message.data_state is not DataState.OK:
        return damage(row.message.data_state)
    if row.error or row.message.status == "error":
        return row.error or translate("Timeline", "failed")
    if row.message.status == "paused":
        return translate("Timeline", "stopped by the user")
    if row.message.status == "pending":
        return translate("Timeline", "never finished")
    return translate("Timeline", "in the bin") if row.message.deleted else ""


def damage(state: DataState) -> str:
    """Why a stored message could not be read."""
    return {
        DataState.OK: "",
        DataState.INVALID_JSON: translate("Timeline", "damaged: stored data is not valid JSON"),
        DataState.NOT_OBJECT: translate("Timeline", "damaged: stored data is no JSON object"),
        DataState.NO_PARTS: translate("Timeline", "damaged: stored data has no parts"),
        DataState.PARTS_NOT_ARRAY: translate("Timeline", "damaged: parts are no list"),
    }[state]


def cache_chip(usage: Usage) -> str:
    """Share of the prompt read from the provider's cache, measured; a dash when it is unknown."""
    return "–" if usage.hit_ratio is None else numbers.percent(usage.hit_ratio)


def cache_tip(usage: Usage) -> str:
    """The measured figures behind the chip, one a line."""
    if not usage.is_known:
        return translate("Timeline", "The provider reported no token figures.")
    unknown = translate("Timeline", "unknown")
    figures = (
        (translate("Timeline", "Prompt tokens (measured)"), usage.input),
        (translate("Timeline", "Read from cache"), usage.cache_read),
        (translate("Timeline", "Written to cache"), usage.cache_write),
        (translate("Timeline", "New, not cached"), usage.new),
        (translate("Timeline", "Generated"), usage.output),
    )
    return "\n".join(f"{name}: {unknown if n is None else numbers.group(n)}" for name, n in figures)


def path_note(note: PathNote) -> str:
    """Why a branch could not be followed to its root."""
    return {
        PathNote.CYCLE: translate("Timeline", "The messages form a circle; the walk stops where it closes."),
        PathNote.MISSING_PARENT: translate(
            "Timeline", "The message before these is missing from the database."
        ),
        PathNote.MISSING_ACTIVE: translate(
            "Timeline", "The topic's active message is missing from the database."
        ),
        PathNote.FOREIGN_PARENT: translate("Timeline", "The message before these belongs to another topic."),
        PathNote.FOREIGN_ACTIVE: translate(
            "Timeline", "The topic's active message belongs to another topic."
        ),
        PathNote.DELETED_ANCESTOR: translate("Timeline", "The message before these is in the bin."),
        PathNote.DELETED_ACTIVE: translate("Timeline", "The topic's active message is in the bin."),
    }[note]


def estimate_tip() -> str:
    """What the sign before an estimate means."""
    return translate("Timeline", "≈ estimated from the text; no provider measured this message.")


def findings_tip(count: int) -> str:
    """What the badge of a row is, and what a click on it does."""
    return translate("Timeline", "{0}: click to read").format(units.findings(count))


def step_label(row: StepRow) -> str:
    """`Step 2 of 4 · request 17`."""
    text = translate("Timeline", "Step {0} of {1}").format(row.step.number, row.count)
    if row.request is None:
        return text
    return text + DOT + translate("Timeline", "request {0}").format(numbers.group(row.request_number))


def request_state(state: RequestState) -> str:
    """How a model call ended; "" when it ended well."""
    return {
        RequestState.OK: "",
        RequestState.ERROR: translate("Timeline", "failed"),
        RequestState.ABORTED: translate("Timeline", "aborted"),
        RequestState.DAMAGED: translate("Timeline", "unreadable in part"),
        RequestState.IN_FLIGHT: translate("Timeline", "never finished"),
    }[state]


def request_label(row: RequestRow) -> str:
    """`Side call: summary`, or what else an unshown model call is."""
    return {
        RequestPurpose.MAIN: translate("Timeline", "Model call"),
        RequestPurpose.SUMMARIZE: translate("Timeline", "Side call: summary"),
        RequestPurpose.TITLE: translate("Timeline", "Side call: title"),
        RequestPurpose.OTHER: translate("Timeline", "Side call"),
    }[row.request.purpose]


def fold_title(boundary: CompactionBoundary) -> str:
    """The first words of a band."""
    if boundary.status is AnchorStatus.SKIPPED:
        return translate("Timeline", "Fold skipped")
    if boundary.status is AnchorStatus.COMPACTING:
        return translate("Timeline", "Fold never finished")
    if boundary.edit:
        if ProviderEdit(boundary.edit).is_fold:
            return translate("Timeline", "Folded by the provider")
        return translate("Timeline", "Edited by the provider")
    return translate("Timeline", "Folded here")


def fold_count(boundary: CompactionBoundary) -> str:
    """`6 messages → summary`, or the provider's word; "" when the count was not recorded."""
    if boundary.folded_count is None:
        return boundary.edit
    return translate("Timeline", "{0} → summary").format(units.messages(boundary.folded_count))


def fold_tokens(boundary: CompactionBoundary) -> tuple[str, str]:
    """`13 498 → 906 tok` and `−93 %`; both "" when not recorded."""
    before, after = boundary.pre_tokens, boundary.post_tokens
    if before is None or after is None:
        return ("" if before is None else units.tokens(before)), ""
    text = translate("Timeline", "{0} → {1}").format(numbers.group(before), units.tokens(after))
    return text, numbers.change(before, after)


def tool_sizes(row: ToolRow) -> tuple[str, str]:
    """What came back, as (`5 sources`, `81 204 → 3 112 chars in prompt`)."""
    facts = row.facts
    if facts is None:
        return "", ""
    count = len(facts.items) if facts.is_list else 0
    things = "" if not count else _things(row, count)
    if not facts.shortened:
        return things, units.chars(facts.chars)
    full, kept = numbers.group(facts.chars), units.chars(facts.kept_chars)
    if row.in_prompt:
        return things, translate("Timeline", "{0} → {1} in prompt").format(full, kept)
    return things, translate("Timeline", "{0} → {1} kept").format(full, kept)


def _things(row: ToolRow, count: int) -> str:
    return units.pages(count) if "fetch" in (row.part.tool_name or "") else units.sources(count)


def tool_state(row: ToolRow) -> str:
    """What is unusual about a call's state; "" when it returned."""
    state = row.part.state
    if state is None or state is ToolState.OUTPUT_AVAILABLE:
        return ""
    return {
        ToolState.INPUT_STREAMING: translate("Timeline", "arguments unfinished"),
        ToolState.INPUT_AVAILABLE: translate("Timeline", "no result"),
        ToolState.APPROVAL_REQUESTED: translate("Timeline", "waits for approval"),
        ToolState.APPROVAL_RESPONDED: translate("Timeline", "approval answered"),
        ToolState.OUTPUT_ERROR: translate("Timeline", "error"),
        ToolState.OUTPUT_DENIED: translate("Timeline", "denied"),
    }[state]


def deferred() -> str:
    """For a result that was put off and is never trimmed."""
    return translate("Timeline", "deferred")


def trimmed_in_flight() -> str:
    """For an output that was cut on its way into the prompt."""
    return translate("Timeline", "trimmed in flight")


def sent_whole() -> str:
    """For an output that the prompt holds in full."""
    return translate("Timeline", "sent whole")


def blob_state(state: BlobState) -> str:
    """What the integrity check of a blob found."""
    return {
        BlobState.OK: translate("Timeline", "verified"),
        BlobState.UNCHECKED: translate("Timeline", "no hash on record"),
        BlobState.MISSING_ENTRY: translate("Timeline", "entry is missing"),
        BlobState.REFUSED: translate("Timeline", "not a store blob"),
        BlobState.MISSING_FILE: translate("Timeline", "file is missing"),
        BlobState.SIZE_DIFFERS: translate("Timeline", "size differs"),
        BlobState.HASH_DIFFERS: translate("Timeline", "hash differs"),
        BlobState.NO_FOLDER: translate("Timeline", "blob folder unknown"),
    }[state]


def gap(row: ExcerptRow) -> str:
    """The line between head and tail of an excerpt."""
    left_out = max(row.item.chars - row.item.kept_chars, 0)
    if row.item.ref is None:
        return translate("Timeline", "{0} left out here").format(units.chars(left_out))
    return translate("Timeline", "{0} more in {1}").format(units.chars(left_out), row.item.ref.vfs_filename)


def note_label(row: NoteRow) -> str:
    """The word before a text row."""
    if row.kind is NoteKind.SOURCE:
        return units.sources(len(row.members))
    words = {
        NoteKind.TEXT: translate("Timeline", "Text"),
        NoteKind.REASONING: translate("Timeline", "Reasoning"),
        NoteKind.FILE: translate("Timeline", "Attachment"),
        NoteKind.DATA: translate("Timeline", "Data"),
        NoteKind.ERROR: translate("Timeline", "Error"),
        NoteKind.UNKNOWN: translate("Timeline", "Unknown part"),
        NoteKind.DAMAGED: translate("Timeline", "Stored data"),
        NoteKind.INPUT: translate("Timeline", "Input"),
        NoteKind.OUTPUT: translate("Timeline", "Output"),
        NoteKind.SOURCE: "",
    }
    word = words[row.kind]
    if isinstance(row.part, TextPart | ReasoningPart) and row.part.unfinished:
        return translate("Timeline", "{0}, unfinished").format(word)
    return word


def describe(row: Row) -> str:
    """One line of plain text for any row: what screen readers and `copy` get."""
    if isinstance(row, TurnRow):
        pieces = [f"{row.number} {role(row.message.role)}", row.preview, turn_meta(row), turn_status(row)]
    elif isinstance(row, PathRow):
        pieces = [path_note(row.note)]
    elif isinstance(row, StepRow):
        pieces = [step_label(row), cache_chip(row.usage)]
    elif isinstance(row, RequestRow):
        pieces = [request_label(row), model_name(row.request.model), request_state(row.request.state)]
    elif isinstance(row, BandRow):
        pieces = [fold_title(row.boundary), fold_count(row.boundary), *fold_tokens(row.boundary)]
    elif isinstance(row, SummaryRow):
        pieces = [row.text]
    elif isinstance(row, ToolRow):
        pieces = [row.part.tool_name or "", *tool_sizes(row), tool_state(row)]
    elif isinstance(row, ItemRow):
        pieces = [row.item.id, row.item.title, row.item.url, units.chars(row.item.chars)]
    elif isinstance(row, ExcerptRow):
        pieces = [row.item.head, gap(row), row.item.tail]
    elif isinstance(row, NoteRow):
        pieces = [note_label(row), row.label, row.preview]
    else:
        pieces = []
    return DOT.join(piece for piece in pieces if piece)
