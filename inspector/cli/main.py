"""The `context-inspector` command: parse, dispatch, and turn a `Problem` into one line on stderr.

Exit codes: 0 done · 1 done with a negative answer (or interrupted) · 2 bad input or usage.
"""

from __future__ import annotations

import argparse
import difflib
import os
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress

from inspector import __version__
from inspector.cli.commands import Command, load_commands
from inspector.cli.output import make_lossless, set_redaction, write_error
from inspector.cli.parsing import PROGRAM, Parser, describe
from inspector.model.failures import describe_failure
from inspector.model.problems import Problem

EXIT_NEGATIVE = 1
EXIT_BAD_INPUT = 2

_SHOWS_NO_DATA = ("open", "demo", "shot", "reference")
"""Commands that print nothing of a source."""


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command line; returns the exit code and never raises for what the environment did."""
    make_lossless()
    _end_well_on_signals()
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(arguments)
    except Problem as problem:
        write_error(f"{PROGRAM}: {problem}")
        return EXIT_BAD_INPUT
    except KeyboardInterrupt:
        write_error(f"{PROGRAM}: interrupted")
        return EXIT_NEGATIVE
    except BrokenPipeError:
        _forget_stdout()  # the reader (head, less) has seen enough
        return 0
    except Exception as error:  # noqa: BLE001 - the last resort: whatever happened is told in one line
        _forget_stdout()
        write_error(f"{PROGRAM}: {describe_failure(error)}")
        return EXIT_BAD_INPUT


def build_parser(commands: Sequence[Command]) -> argparse.ArgumentParser:
    """The whole command line as an argparse parser."""
    parser = Parser(prog=PROGRAM)
    describe(
        parser,
        "See what an LLM chat application really sends to its model: open a conversation database or an "
        "AI SDK DevTools capture in a window, or look at it from the shell. Sources are only ever read.",
        (
            ("", "open the window"),
            (".devtools/generations.json", "open the window on a capture"),
            ("demo", "open the window on bundled demo data"),
            ("info PATH --json", "what is inside, for scripts"),
            ("COMMAND --help", "what a command can do"),
        ),
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    choices = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in commands:
        child = choices.add_parser(command.NAME, help=command.HELP)
        command.configure(child)
        if command.NAME not in _SHOWS_NO_DATA:
            child.add_argument(
                "--no-redact", action="store_true", help="leave secrets, mail addresses and home folders in"
            )
        child.set_defaults(run=command.run)
    return parser


def _end_well_on_signals() -> None:
    """Let a terminated run remove its temporary copies: the default action ends the process at once."""

    def leave(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, leave)


def _forget_stdout() -> None:
    """Keep the interpreter's final flush quiet when nobody reads or the disk is full."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(arguments: list[str]) -> int:
    commands = load_commands()
    words = _with_command(arguments, [command.NAME for command in commands])
    try:
        options = build_parser(commands).parse_args(words)
    except SystemExit as leaving:  # --help and --version print and exit
        return leaving.code if isinstance(leaving.code, int) else 0
    set_redaction(not getattr(options, "no_redact", False))
    code: int = options.run(options)
    if sys.stdout is not None:
        sys.stdout.flush()  # here, where a full disk can still be told
    return code


def _with_command(arguments: list[str], names: list[str]) -> list[str]:
    """Put `open` before a bare path; no words at all open the empty window."""
    if not arguments:
        return ["open"]
    word = arguments[0]
    if word in names or word.startswith("-"):
        return arguments
    if os.path.lexists(word) or os.sep in word or "." in word:
        return ["open", *arguments]
    close = difflib.get_close_matches(word, names, n=1)
    suggestion = f"; did you mean {close[0]}" if close else ""
    raise Problem("unknown-command", {"word": word, "suggestion": suggestion, "program": PROGRAM})
