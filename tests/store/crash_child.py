"""A process that dies in the middle: run as `python -m tests.store.crash_child DATABASE FOLDER ACTION STEP NUMBER`.

It kills itself, as hard as the kernel can, right after the NUMBERth time STEP happened; exits 0 when that never comes.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from inspector.store.blob_store import BlobStore
from inspector.store.collector import collect
from inspector.store.steps import Step

NOW = 10_000_000
TEXTS = ("first blob\n" * 40, "second blob 中文 😀\n" * 40)
MESSAGE = "message"


def main(database: str, folder: str, action: str, step: str, number: str) -> None:
    left = int(number)

    def die_there(happened: Step, subject: str) -> None:
        nonlocal left
        left -= happened.value == step
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    store = BlobStore(Path(database), Path(folder), clock=lambda: NOW, observer=die_there)
    if action == "put":
        for text in TEXTS:
            store.put(text, message_id=MESSAGE)
    else:
        collect(store, NOW)


if __name__ == "__main__":
    main(*sys.argv[1:])
