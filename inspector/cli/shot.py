"""`context-inspector shot PATH -o x.png`: render the window without a screen."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from inspector.cli.parsing import PATH_HELP, describe
from inspector.model.outputs import check_output, protect

NAME = "shot"
HELP = "render the window to a PNG, without a screen"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `shot`."""
    describe(
        parser,
        "Render the window on PATH to a PNG file. Needs no screen, so it works in CI and over SSH.",
        (
            ("generations.json -o window.png", "as the window opens"),
            ("Data -o dark.png --theme dark --size 1920x1200", "dark, larger"),
        ),
    )
    parser.add_argument("path", metavar="PATH", type=Path, help=PATH_HELP)
    parser.add_argument("-o", "--output", metavar="PNG", type=Path, required=True, help="file to write")
    parser.add_argument(
        "--size", metavar="WxH", type=parse_size, default=(1440, 900), help="default: 1440x900"
    )
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--language", choices=("en", "zh_CN"), default="en")
    parser.add_argument("--topic", metavar="ID", help="conversation to show; default: the first")
    parser.add_argument("--select", metavar="KEY", help="timeline row to select; default: the last turn")


def parse_size(text: str) -> tuple[int, int]:
    """`1440x900` as pixels; both between 200 and 10 000."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 1440x900")
    size = int(width), int(height)
    if not all(200 <= side <= 10_000 for side in size):
        raise argparse.ArgumentTypeError(f"{text}: sides must be between 200 and 10000 pixels")
    return size


def run(options: argparse.Namespace) -> int:
    """Check both paths first, then render."""
    from inspector.sources.detect import detect

    protect(detect(options.path).path)
    output: Path = options.output
    check_output(output)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from inspector.gui.shot import render

    render(
        options.path,
        output,
        size=options.size,
        theme=options.theme,
        language=options.language,
        conversation=options.topic,
        select=options.select,
    )
    return 0
