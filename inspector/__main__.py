"""`python -m inspector` is the same command as `context-inspector`."""

from __future__ import annotations

from inspector.cli.main import run

if __name__ == "__main__":
    raise SystemExit(run())
