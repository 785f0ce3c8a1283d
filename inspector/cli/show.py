"""`context-inspector show PATH`: the timeline of a topic, conversation or run in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.parsing import add_source_arguments, describe, some_text
from inspector.sources.base import Source

if TYPE_CHECKING:
    from inspector.analysis.findings.place_text import LinePlace

NAME = "show"
HELP = "print the timeline of a topic, conversation or run"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `show`."""
    describe(
        parser,
        "Print the turns of one conversation with tool outputs collapsed to a line. Without a choice, the only "
        "conversation is shown, or the choices are listed.",
        (
            ("generations.json", "the conversation of a capture"),
            ("Data --topic 'release notes'", "a topic by id, start of its id, or part of its name"),
            ("generations.json --run 20261130093209939-741f713f --turn 2", "one turn of one run"),
            ("'Data:01a0…/4: flood warning …'", "the turn that a line of lint is about"),
            ("generations.json --where 'error 137'", "when a text came into the prompt, and when it left"),
        ),
    )
    add_source_arguments(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--topic", metavar="ID", help="topic or conversation: id, start of the id, or part of the name"
    )
    which.add_argument("--run", dest="run_id", metavar="ID", help="run of a capture: id or start of it")
    parser.add_argument("--turn", metavar="N", type=int, help="only the Nth turn, counted from 1")
    parser.add_argument("--full", action="store_true", help="unfold tool outputs and long texts")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--composition", action="store_true", help="what fills every prompt, in characters by kind"
    )
    what.add_argument(
        "--where",
        metavar="TEXT",
        type=some_text,
        help="where a text was at every request: not yet, present, trimmed, folded or gone",
    )


def run(options: argparse.Namespace) -> int:
    """Open, choose, print."""
    from inspector.cli.sources import opened

    place = _place_on(options)
    with opened(options) as source:
        if place is not None:
            _choose_place(source, place, options)
        if options.composition or options.where is not None:
            _show_contents(source, options)
        else:
            from inspector.cli.timeline import show

            show(source, topic=options.topic, run_id=options.run_id, turn=options.turn, full=options.full)
    return 0


def _place_on(options: argparse.Namespace) -> LinePlace | None:
    """The place that PATH names when it is a line of `lint`; PATH is then the source it begins with."""
    from inspector.analysis.findings.place_text import parse_line

    place = None if options.path.exists() else parse_line(str(options.path))
    if place is not None:
        options.path = Path(place.path)
    return place


def _choose_place(source: Source, place: LinePlace, options: argparse.Namespace) -> None:
    from inspector.analysis.findings.place_text import find_place

    where = find_place(source, place)
    if where is None:
        return
    options.topic = options.topic or where.topic
    path = [message.id for message in source.load(where.topic or "").path()]
    if options.turn is None and where.message_id in path:
        options.turn = path.index(where.message_id) + 1


def _show_contents(source: Source, options: argparse.Namespace) -> None:
    from inspector.cli.contents import print_composition, print_whereabouts
    from inspector.cli.timeline import choose, list_choices

    chosen = choose(source, topic=options.topic, run_id=options.run_id)
    if chosen is None:
        list_choices(source)
    elif options.composition:
        print_composition(source, chosen.id)
    else:
        print_whereabouts(source, chosen.id, options.where)
