"""`context-inspector reference [TOPIC]`: the reference that ships with the program, in the terminal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from inspector.cli.parsing import describe

if TYPE_CHECKING:
    from inspector.reports.reference import Section

NAME = "reference"
HELP = "print the reference: pipeline, formats, provider caches, causes, detectors, settings"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `reference`."""
    describe(
        parser,
        "Print a page of the reference, a section of it, or what is known of a cause, a detector or a setting. "
        "Without a topic, the pages and their sections are listed.",
        (
            ("", "what there is"),
            ("pipeline 11", "one section, as code and findings cite it (PIPELINE §11)"),
            ("system-time", "a cause, a detector or a setting by its id"),
            ("--search 'lone surrogate'", "sections that hold all the words"),
        ),
    )
    parser.add_argument("topic", metavar="TOPIC", nargs="*", help="page, section, cause, detector or setting")
    parser.add_argument("--search", metavar="WORDS", help="list the sections that hold all these words")


def run(options: argparse.Namespace) -> int:
    """Print the text, the sections found, or the contents; 1 = nothing was found."""
    from inspector.cli.output import write_line
    from inspector.reports import reference

    if options.search is not None:
        found = reference.search(options.search)
        for section in found:
            write_line(f"{_name(section)}  {section.title}")
        return 0 if found else 1
    if options.topic:
        write_line(reference.find(" ".join(options.topic)).text)
        return 0
    for page in reference.pages():
        write_line(f"{page.id}: {page.title}")
        for section in page.sections[1:]:
            write_line(f"  {_name(section)}  {section.title}")
    return 0


def _name(section: Section) -> str:
    return f"{section.page} {section.number}".rstrip()
