"""A backfill that dies in the middle: run as `python -m tests.store.backfill_child SOURCE OUT STEP NUMBER`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from inspector.sources.conversation_db import open_conversation_db
from inspector.store.backfill import backfill
from inspector.store.copy_folder import CopyFolder
from inspector.store.steps import Step

THRESHOLD = 5000


def main(source: str, out: str, step: str, number: str) -> None:
    left = int(number)

    def die_there(happened: Step, subject: str) -> None:
        nonlocal left
        left -= happened.value == step
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    opened = open_conversation_db(source)
    backfill(opened, CopyFolder.open(Path(out), opened, THRESHOLD), observer=die_there)


if __name__ == "__main__":
    main(*sys.argv[1:])
