"""Runs recorded input/output vectors of the reference against our functions.

`python -m tests.golden FILE…` takes `.jsonl` or `.jsonl.gz` files; a file's name (up to the first dot or `-`)
names the adapter in `tests/golden/adapters` that maps each line's input to our functions.
"""
