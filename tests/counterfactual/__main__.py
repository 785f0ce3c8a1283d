"""Replay every recorded run under the settings of every other run of its conversation and compare with the truth.

Exits 1 if a request differs.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tests.counterfactual.checking import check, folder_of
from tests.counterfactual.report import misses, table
from tests.counterfactual.runs import Lane

_LANES: Final[dict[str, tuple[Lane, ...]]] = {
    "db": (Lane.DB,),
    "wire": (Lane.WIRE,),
    "app": (Lane.APP,),
    "blobs": (Lane.WIRE_BLOBS, Lane.APP_BLOBS),
}


def main(arguments: list[str] | None = None) -> int:
    """Check the folders given."""
    parser = argparse.ArgumentParser(prog="python -m tests.counterfactual", description=__doc__)
    parser.add_argument(
        "folders",
        nargs="+",
        type=Path,
        metavar="FOLDER",
        help="folder of recorded runs, or one packed as .tar.xz",
    )
    parser.add_argument(
        "--lane", choices=_LANES, action="append", help="what to replay from (default: everything)"
    )
    parser.add_argument("--processes", type=int, default=2, help="how many at once (default 2)")
    parser.add_argument(
        "--options", action="store_true", help="compare providerOptions too, but for cache marks"
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="every miss, not the first of each replay"
    )
    options = parser.parse_args(arguments)
    lanes = [lane for name in options.lane or _LANES for lane in _LANES[name]]
    with ExitStack() as stack:
        folders = [stack.enter_context(folder_of(path)) for path in options.folders]
        outcomes = check(folders, lanes, processes=options.processes, options=options.options)
    if not outcomes:
        print("no recorded runs here", file=sys.stderr)
        return 2
    for line in misses(outcomes, verbose=options.verbose):
        print(line)
    for line in table(outcomes):
        print(line)
    return 1 if any(outcome.misses for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
