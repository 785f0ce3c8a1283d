"""`context-inspector demo`: the window on bundled demo data (one capture, one conversation database)."""

from __future__ import annotations

import argparse

from inspector.cli.parsing import describe

NAME = "demo"
HELP = "open the window on bundled demo data"


def configure(parser: argparse.ArgumentParser) -> None:
    """`demo` takes no arguments."""
    describe(
        parser,
        "Open the window on a small capture and a small conversation database that ship with the program.",
        (("", "look around without any data of your own"),),
    )


def run(options: argparse.Namespace) -> int:
    """Hand over to the window."""
    from inspector.gui.app import run_window

    return run_window(None, demo=True)
