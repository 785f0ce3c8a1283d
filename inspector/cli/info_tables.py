"""The tables of `info`: conversations, requests, tool outputs, blobs, folds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, cast

from inspector.cli import figures
from inspector.cli.output import console
from inspector.model.part import ToolPart
from inspector.model.usage import sum_usage
from inspector.sources.base import Source, Trait
from inspector.sources.formats import format_of
from inspector.wire import dumps, utf8_length

if TYPE_CHECKING:
    from inspector.model.request import RequestRecord

_Facts = Mapping[str, object]
_USAGE_COLUMNS = ("input", "new", "read", "written", "hit", "output")


SHOWN_ENDS: Final = 20
"""Requests shown of either end of a long session."""


def print_tables(source: Source, facts: _Facts, *, whole: bool = False) -> None:
    """Print everything about a source; of long lists some, unless the `whole` is asked for."""
    _print_heading(source)
    _print_conversations(source, whole=whole)
    if Trait.PROMPTS in source.traits:
        _print_requests(source.requests(), facts, whole=whole)
        _print_tools(_captured_outputs(source))
    else:
        _print_database(facts)


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """One table; a column whose name starts with ">" is right-aligned. Nothing for no rows."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for name in columns:
        table.add_column(name.lstrip(">"), justify="right" if name.startswith(">") else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    if table.row_count:
        console().print(table)
        console().print()


def _print_heading(source: Source) -> None:
    console().print(f"{source.path}\n{format_of(source).label}, {figures.size(source.size)}\n", markup=False)


def _print_conversations(source: Source, *, whole: bool) -> None:
    conversations = source.conversations()
    left_out = 0 if whole else max(0, len(conversations) - 2 * SHOWN_ENDS)
    shown = conversations[: 2 * SHOWN_ENDS] if left_out else conversations
    rows: list[Sequence[str]] = [
        (
            conversation.id,
            figures.shorten(conversation.title or "(unnamed)", 40),
            conversation.subtitle,
            figures.moment(conversation.updated_at),
            figures.count(conversation.message_count),
            figures.count(conversation.request_count),
            figures.count(conversation.fold_count),
            figures.count(conversation.error_count),
            figures.count(conversation.usage.input),
            figures.share(conversation.usage.hit_ratio),
        )
        for conversation in shown
    ]
    if left_out:
        rows.append(("…", f"{figures.count(left_out)} more, shown by --all", *[""] * 8))
    columns = (
        "id",
        "title",
        "model",
        "last",
        ">messages",
        ">requests",
        ">folds",
        ">errors",
        ">tokens in",
        ">hit",
    )
    print_table("Conversations", columns, rows)


def _print_requests(requests: Sequence[RequestRecord], facts: _Facts, *, whole: bool) -> None:
    described = cast(Sequence[Mapping[str, object]], facts["requests"])
    left_out = 0 if whole else max(0, len(requests) - 2 * SHOWN_ENDS)
    shown = [*requests[:SHOWN_ENDS], *requests[-SHOWN_ENDS:]] if left_out else requests
    rows: list[Sequence[str]] = [
        (
            str(request.number),
            f"{request.run_id or ''}/{request.step_number or ''}",
            request.model,
            request.state.value,
            request.purpose.value + (" (folded)" if described[request.index]["summary_boundary"] else ""),
            figures.count(cast(int, described[request.index]["prompt_messages"])),
            figures.count(cast(int, described[request.index]["prompt_chars"])),
            figures.count(cast(int, described[request.index]["tool_calls"])),
            figures.count(request.usage.input),
            figures.count(request.usage.new),
            figures.count(request.usage.cache_read),
            figures.count(request.usage.cache_write),
            figures.share(request.usage.hit_ratio),
            figures.count(request.usage.output),
        )
        for request in shown
    ]
    if left_out:
        middle = f"… {figures.count(left_out)} more, shown by --all"
        rows.insert(SHOWN_ENDS, ("…", "", middle, *[""] * (len(rows[0]) - 3)))
    columns = (">#", "run/step", "model", "state", "purpose", ">messages", ">chars", ">calls")
    print_table("Requests", columns + tuple(f">{name}" for name in _USAGE_COLUMNS), rows)
    total = sum_usage(request.usage for request in requests)
    console().print(f"{figures.count(len(requests))} requests: {figures.tokens(total)}\n", markup=False)


def _captured_outputs(source: Source) -> dict[str, tuple[int, int, int]]:
    """Parts, envelopes and bytes of the tool outputs of a capture, by tool."""
    found: defaultdict[str, tuple[int, int, int]] = defaultdict(lambda: (0, 0, 0))
    for summary in source.conversations():
        for message in source.load(summary.id).messages.values():
            for part in message.parts:
                if isinstance(part, ToolPart) and part.has_output:
                    parts, envelopes, octets = found[part.tool_name or "(no name)"]
                    octets += utf8_length(dumps(part.output))
                    found[part.tool_name or "(no name)"] = (
                        parts + 1,
                        envelopes + (part.envelope is not None),
                        octets,
                    )
    return dict(found)


def _print_tools(tools: Mapping[str, tuple[int, int, int]]) -> None:
    ordered = sorted(tools.items(), key=lambda item: -item[1][2])
    rows = [
        (name, figures.count(parts), figures.count(envelopes), figures.size(octets))
        for name, (parts, envelopes, octets) in ordered
    ]
    print_table("Tool outputs", ("tool", ">parts", ">envelopes", ">bytes"), rows)


def _print_database(facts: _Facts) -> None:
    outputs = cast(Mapping[str, Mapping[str, Mapping[str, int]]], facts["tool_outputs"])
    _print_tools(
        {
            name: (counts["parts"], counts.get("envelopes", 0), counts.get("output_bytes", 0))
            for name, counts in outputs["by_tool"].items()
        }
    )
    for title, key in (
        ("Topics", "topics"),
        ("Messages", "messages"),
        ("Envelopes", "envelopes"),
        ("Blob folder", "disk"),
        ("Usage", "usage"),
    ):
        print_table(title, ("", ">"), _flat(cast(_Facts, facts[key])))
    compaction = cast(Sequence[_Facts], facts["compaction"])
    _print_rows("Folds", compaction, "message topic status summary_chars is_boundary_of_active_path")
    anchors = cast(Sequence[_Facts], facts["anchors"])
    _print_rows("Compaction anchors", anchors, "message phase status foldedCount preTokens postTokens")


def _print_rows(title: str, rows: Sequence[_Facts], names: str) -> None:
    columns = names.split()
    print_table(title, columns, [[str(row.get(name, "")) for name in columns] for row in rows])


def _flat(facts: _Facts) -> list[tuple[str, str]]:
    """Single figures, mappings of figures, and how many entries a list has."""
    rows: list[tuple[str, str]] = []
    for name, value in facts.items():
        label = name.replace("_", " ")
        if isinstance(value, Mapping):
            if len(value) <= 8:
                rows += [
                    (f"{label}: {key}", str(item)) for key, item in value.items() if isinstance(item, int)
                ]
        elif isinstance(value, list):
            rows.append((label, f"{len(value)} entries" if value else "none"))
        else:
            rows.append((label, figures.count(value) if isinstance(value, int) else str(value)))
    return rows
