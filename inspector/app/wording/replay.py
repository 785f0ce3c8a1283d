"""Words of the replay dock: parts of bars, figures of totals, why nothing was folded, what a bar says."""

from __future__ import annotations

from inspector.app.i18n import translate
from inspector.app.replay.predictions import WHOLE, CallForecast, RequestForecast
from inspector.app.replay.prompt_bars import Bar, BarView, Part, PromptBars
from inspector.app.replay.totals import Figure, TotalRow, Verdict
from inspector.app.wording import numbers, units
from inspector.app.wording.timeline import DOT
from inspector.pipeline.compaction.record import NoFold
from inspector.replay.fidelity import Fidelity
from inspector.replay.result import ProbeState, SummarySource

MINUS = "−"
UNKNOWN = "–"


def part(kind: Part) -> str:
    """A part of a bar, as the legend names it."""
    return {
        Part.READ: translate("Replay", "read from cache"),
        Part.WRITTEN: translate("Replay", "written"),
        Part.NEW: translate("Replay", "new"),
        Part.REUSED: translate("Replay", "same prefix"),
        Part.CHANGED: translate("Replay", "new or moved"),
        Part.UNSPLIT: translate("Replay", "prompt"),
    }[kind]


def part_tip(kind: Part) -> str:
    """What a part of a bar means."""
    return {
        Part.READ: translate("Replay", "Measured: prompt tokens the provider read from its cache."),
        Part.WRITTEN: translate("Replay", "Measured: prompt tokens the provider wrote to its cache."),
        Part.NEW: translate("Replay", "Measured: prompt tokens the provider neither read nor cached."),
        Part.REUSED: translate(
            "Replay",
            "Predicted: the beginning that is the same as in the request before, so that it can be cached.",
        ),
        Part.CHANGED: translate("Replay", "Predicted: everything behind the first difference."),
        Part.UNSPLIT: translate("Replay", "Measured: the provider did not say what its cache did."),
    }[kind]


def view(kind: BarView) -> str:
    """Which figures are shown."""
    if kind is BarView.MEASURED:
        return translate("Replay", "measured, as it ran")
    return translate("Replay", "predicted by replay")


def stand_in() -> str:
    """Legend of hatched bars."""
    return translate("Replay", "rests on a stand-in")


def stand_in_tip() -> str:
    """What hatching means."""
    return translate(
        "Replay", "A summary that was never written stands in this prompt; its length is an assumption."
    )


def recorded() -> str:
    """Legend of the outline."""
    return translate("Replay", "Recorded")


def recorded_tip() -> str:
    """What the outline means."""
    return translate(
        "Replay",
        "The prompt as recorded or, where prompts are not recorded, under the session's own settings; "
        "counted as the filled bars are.",
    )


def rival() -> str:
    """Legend of the pinned settings' bars."""
    return translate("Replay", "A (pinned)")


def rival_tip() -> str:
    """What the bars of A mean."""
    return translate("Replay", "Predicted: the prompt under the settings pinned as A.")


def fidelity(found: Fidelity) -> str:
    """`As recorded: 24 of 24 requests to the byte · tokens within 1.2 % · folds 7 of 7`."""
    if found.to_the_byte is None:
        pieces = [units.requests(found.requests)]
    else:
        whole = numbers.group(found.to_the_byte), units.requests(found.requests)
        pieces = [translate("Replay", "{0} of {1} to the byte").format(*whole)]
    if found.token_error is not None:
        pieces.append(translate("Replay", "tokens within {0}").format(numbers.percent(found.token_error)))
    if found.folds_recorded or found.folds_made:
        pieces.append(translate("Replay", "folds {0} of {1}").format(found.folds_made, found.folds_recorded))
    return translate("Replay", "As recorded: {0}").format(DOT.join(pieces))


def figure(kind: Figure) -> str:
    """A line of the totals."""
    return {
        Figure.PROMPT_TOKENS: translate("Replay", "Prompt tokens"),
        Figure.LARGEST_PROMPT: translate("Replay", "Largest prompt"),
        Figure.TRIMMED: translate("Replay", "Outputs trimmed"),
        Figure.FOLDS: translate("Replay", "Folds"),
        Figure.SUMMARISER_INPUT: translate("Replay", "Summariser input"),
        Figure.PREFIX_REUSE: translate("Replay", "Prefix reuse"),
        Figure.COST: translate("Replay", "Input cost"),
        Figure.STORED: translate("Replay", "Stored"),
        Figure.FACTS: translate("Replay", "Facts kept"),
    }[kind]


def figure_tip(kind: Figure) -> str:
    """How a line of the totals is counted."""
    return {
        Figure.PROMPT_TOKENS: translate(
            "Replay", "All prompts of the session, counted from their texts by the estimator chosen."
        ),
        Figure.LARGEST_PROMPT: translate("Replay", "The largest single prompt."),
        Figure.TRIMMED: translate(
            "Replay", "Tool outputs cut in a prompt or for storage, each counted once."
        ),
        Figure.FOLDS: translate("Replay", "Times that old turns are folded into a summary."),
        Figure.SUMMARISER_INPUT: translate("Replay", "Tokens that summarisers read, estimated roughly."),
        Figure.PREFIX_REUSE: translate(
            "Replay", "Share of all prompt characters that stood at the same place in the request before."
        ),
        Figure.COST: translate(
            "Replay",
            "Predicted: what each prompt's cache would read, write and take anew, and what summarisers read.",
        ),
        Figure.STORED: translate("Replay", "Bytes of the answers as the database would keep them."),
        Figure.FACTS: translate("Replay", "Tracked facts that the newest request holds or can read back."),
    }[kind]


def amount(row: TotalRow, value: float | None, *, star: bool = False) -> str:
    """A figure of the totals; a star where it rests on a stand-in."""
    if value is None:
        return UNKNOWN
    if row.figure is Figure.PREFIX_REUSE:
        text = numbers.percent(value)
    elif row.figure is Figure.STORED:
        text = numbers.byte_size(int(value))
    elif row.figure is Figure.COST:
        text = numbers.money(value, row.currency)
    elif row.figure is Figure.FACTS:
        text = translate("Replay", "{0} of {1}").format(int(value), row.total)
    else:
        text = numbers.group(int(value))
    return f"{text} *" if star else text


def difference(row: TotalRow) -> str:
    """The second figure less the first, with its sign."""
    if row.first is None or row.second is None:
        return UNKNOWN
    change = row.second - row.first
    sign = MINUS if change < 0 else "+" if change > 0 else "±"
    if row.figure is Figure.PREFIX_REUSE:
        return f"{sign}{abs(change) * 100:.1f}"
    if row.figure is Figure.COST:
        return f"{sign}{abs(change):.4f}"
    if row.figure is Figure.STORED:
        return f"{sign}{numbers.byte_size(int(abs(change)))}"
    return f"{sign}{numbers.group(int(abs(change)))}"


def verdict(kind: Verdict) -> str:
    """How the second of two figures compares, for eyes that do not tell colours apart."""
    return {
        Verdict.BETTER: translate("Replay", "B is better"),
        Verdict.WORSE: translate("Replay", "B is worse"),
        Verdict.SAME: translate("Replay", "no difference"),
        Verdict.NEUTRAL: "",
    }[kind]


def no_fold(reason: str) -> str:
    """Why a request was not folded; an unknown reason as it is written."""
    words = {
        NoFold.PIPELINE_OFF: translate("Replay", "the pipeline is off"),
        NoFold.COMPACTION_OFF: translate("Replay", "folding is off"),
        NoFold.IN_LOOP_OFF: translate("Replay", "folding in the loop is off"),
        NoFold.MAX_MESSAGES: translate("Replay", "a message window is set"),
        NoFold.NOT_A_CHAT: translate("Replay", "this is no chat"),
        NoFold.CALLER_OWNS_CONTEXT: translate("Replay", "the caller keeps its own context"),
        NoFold.NO_COMPRESSOR: translate("Replay", "no summariser is set"),
        NoFold.NO_WINDOW: translate("Replay", "no context window is known"),
        NoFold.BELOW_TRIGGER: translate("Replay", "below the trigger"),
        NoFold.BOUNDARY_INDEX_0: translate("Replay", "everything is recent"),
        NoFold.NOTHING_OLD_ENOUGH: translate("Replay", "nothing is old enough"),
        NoFold.EMPTY_SUMMARY: translate("Replay", "the summary was empty"),
        NoFold.COMPRESSOR_FAILED: translate("Replay", "the summariser failed"),
        NoFold.DISABLED_BY_FAILURE: translate("Replay", "the summariser failed before"),
        NoFold.NOT_RECORDED: translate("Replay", "due by our count, but the recording shows none"),
    }
    return words[NoFold(reason)] if reason in set(NoFold) else reason


def summary_source(source: SummarySource) -> str:
    """Where a summary came from."""
    return {
        SummarySource.RECORDED: translate("Replay", "recorded summary"),
        SummarySource.STAND_IN: translate("Replay", "stand-in summary"),
        SummarySource.OUTLINE: translate("Replay", "offline outline"),
        SummarySource.LIVE: translate("Replay", "live summary"),
    }[source]


def probe_state(state: ProbeState) -> str:
    """Where a fact survives, in words."""
    return {
        ProbeState.VERBATIM: translate("Replay", "verbatim in the prompt"),
        ProbeState.STUB: translate("Replay", "in a trimmed output"),
        ProbeState.SUMMARY: translate("Replay", "only in the summary"),
        ProbeState.READABLE: translate("Replay", "can be read back"),
        ProbeState.LOST: translate("Replay", "lost"),
        ProbeState.NOT_YET: translate("Replay", "not yet said"),
        ProbeState.NEVER: translate("Replay", "never in this session"),
    }[state]


def call_forecast(forecast: CallForecast) -> str:
    """What a replay does to a tool call's output: `replay: trimmed to 1 781 chars`."""
    pieces = []
    if forecast.prompt_chars is not None:
        pieces.append(
            translate("Replay", "sent whole")
            if forecast.prompt_chars == WHOLE
            else translate("Replay", "trimmed to {0}").format(units.chars(forecast.prompt_chars))
        )
    if forecast.stored_chars is not None and forecast.stored_chars != forecast.prompt_chars:
        pieces.append(
            translate("Replay", "stored whole")
            if forecast.stored_chars == WHOLE
            else translate("Replay", "stored as {0}").format(units.chars(forecast.stored_chars))
        )
    return translate("Replay", "replay: {0}").format(", ".join(pieces)) if pieces else ""


def request_forecast(forecast: RequestForecast) -> str:
    """What a replay does before a request: `replay: folded here, 6 messages`; "" when only its size differs."""
    pieces = []
    if forecast.fold is not None:
        folded = units.messages(forecast.fold.folded_messages)
        pieces.append(translate("Replay", "folded here, {0}").format(folded))
    if forecast.unfolded:
        pieces.append(translate("Replay", "no fold here"))
    if forecast.dropped is not None:
        pieces.append(translate("Replay", "{0} dropped").format(units.messages(forecast.dropped)))
    return translate("Replay", "replay: {0}").format(", ".join(pieces)) if pieces else ""


def probe_cell(name: str, request: str, state: ProbeState) -> str:
    """`price per kWh · request 3: can be read back`."""
    place = translate("Replay", "request {0}").format(request)
    return f"{name}{DOT}{place}: {probe_state(state)}"


def place(bar: Bar) -> str:
    """`Request 18 · turn 12, step 1`."""
    return DOT.join(
        (
            translate("Replay", "Request {0}").format(bar.label),
            translate("Replay", "turn {0}, step {1}").format(bar.outcome.turn, bar.outcome.step),
        )
    )


def bar_text(bar: Bar, bars: PromptBars) -> str:
    """Everything a bar shows, one figure a line."""
    lines = [f"{place(bar)}{DOT}{view(bars.view)}"]
    if bar.total is None:
        lines.append(translate("Replay", "The provider reported no token figures."))
    for kind, tokens in bar.parts:
        lines.append(f"{part(kind)}: {numbers.group(tokens)}")
    if len(bar.parts) > 1 and bar.total is not None:
        lines.append(translate("Replay", "together: {0} tokens").format(numbers.group(bar.total)))
    if bar.outline is not None:
        lines.append(translate("Replay", "Recorded: {0} tokens").format(numbers.group(bar.outline)))
    if bar.rival is not None:
        lines.append(translate("Replay", "under A: {0} tokens").format(numbers.group(bar.rival)))
    lines += _fold_lines(bar) if bars.view is BarView.PREDICTED else []
    return "\n".join(lines)


def _fold_lines(bar: Bar) -> list[str]:
    outcome = bar.outcome
    lines = []
    if outcome.trimmed:
        lines.append(translate("Replay", "outputs trimmed: {0}").format(len(outcome.trimmed)))
    if bar.fold is not None:
        folded = units.messages(bar.fold.folded_messages)
        lines.append(translate("Replay", "{0} folded, {1}").format(folded, summary_source(bar.fold.source)))
    elif outcome.no_fold_reason:
        lines.append(translate("Replay", "not folded: {0}").format(no_fold(outcome.no_fold_reason)))
    if outcome.budget is not None:
        lines.append(translate("Replay", "trigger: {0}").format(outcome.budget.trigger))
    if bar.stand_in:
        lines.append(translate("Replay", "rests on a stand-in for a summary"))
    return lines
