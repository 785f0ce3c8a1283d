"""What a tool line says of its blobs, and which lines an excerpt shows."""

from __future__ import annotations

import pytest

from inspector.app.timeline.blobs import blob_key
from inspector.gui.views.timeline.outputs import EXCERPT_LINES, blob_verdict, head_lines, tail_lines
from inspector.model import BlobRef, BlobState


def ref(name: str) -> BlobRef:
    return BlobRef("/0/content", name, f"vfs_{name}.txt", "h", "t", 100, 3)


REFS = [ref("a"), ref("b")]


def states(*found: BlobState) -> dict[tuple[str, str], BlobState]:
    return {blob_key(blob): state for blob, state in zip(REFS, found, strict=False)}


def test_blobs_that_agree_are_verified() -> None:
    assert blob_verdict(REFS, states(BlobState.OK, BlobState.OK)) == ("2 blobs · verified", "muted")


def test_nothing_is_claimed_before_all_are_checked() -> None:
    assert blob_verdict(REFS, states(BlobState.OK)) == ("2 blobs", "muted")


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (BlobState.MISSING_ENTRY, "entry is missing"),
        (BlobState.MISSING_FILE, "file is missing"),
        (BlobState.HASH_DIFFERS, "hash differs"),
        (BlobState.SIZE_DIFFERS, "size differs"),
        (BlobState.REFUSED, "not a store blob"),
    ],
)
def test_one_bad_blob_is_named_as_an_error(state: BlobState, text: str) -> None:
    assert blob_verdict(REFS, states(BlobState.OK, state)) == (f"2 blobs · {text}", "error")


@pytest.mark.parametrize("state", [BlobState.UNCHECKED, BlobState.NO_FOLDER])
def test_what_could_not_be_checked_is_no_error_and_not_verified(state: BlobState) -> None:
    text, tone = blob_verdict(REFS, states(BlobState.OK, state))
    assert tone == "muted"
    assert "verified" not in text


def test_excerpts_show_the_outermost_lines_that_hold_something() -> None:
    text = "\n".join(["one", "", "two", "  ", "three", "four", "five"])
    assert head_lines(text) == ["one", "two", "three"]
    assert tail_lines(text) == ["three", "four", "five"]
    assert len(head_lines("x\n" * 50)) == EXCERPT_LINES
    assert head_lines("") == tail_lines("") == []
