"""`fs_read` serves exact paths, whole lines and honest refusals."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inspector.pipeline.read_back import (
    AllowList,
    DiskFiles,
    FsReadCode,
    FsReadError,
    FsReadText,
    fs_read,
    fs_read_model_output,
)


@pytest.fixture
def blob(tmp_path: Path) -> Path:
    path = tmp_path / "blob.txt"
    path.write_bytes(b"".join(b"line %d\n" % number for number in range(1, 11)))
    return path


def read(path: object, *allowed: object, **options: int) -> FsReadText | FsReadError:
    files = DiskFiles()
    return fs_read(
        str(path),
        allowed=AllowList.of([str(item) for item in allowed or (path,)], files),
        files=files,
        **options,
    )


def refusal(result: FsReadText | FsReadError) -> FsReadCode:
    assert isinstance(result, FsReadError)
    return result.code


def test_a_page_carries_its_numbers_and_where_it_stands(blob: Path) -> None:
    assert read(blob, offset=9, limit=5) == FsReadText("     9\tline 9\n    10\tline 10", 9, 10, 10)


def test_the_model_is_told_how_to_go_on_while_lines_remain(blob: Path) -> None:
    page = read(blob, offset=2, limit=1)
    assert fs_read_model_output(page.to_json())["value"] == (
        "     2\tline 2\n\n[showing lines 2-2 of 10; 8 more — call again with offset=3 to continue]"
    )
    assert fs_read_model_output(read(blob, offset=10).to_json())["value"] == "    10\tline 10"


def test_a_refusal_reaches_the_model_as_an_error_text(blob: Path) -> None:
    assert fs_read_model_output(read(blob, offset=11).to_json()) == {
        "type": "error-text",
        "value": "[Error: offset-out-of-range] offset 11 is past end of file — it has only 10 lines.",
    }


def test_exact_paths_only(blob: Path) -> None:
    assert refusal(read("blob.txt", blob)) is FsReadCode.RELATIVE_PATH
    assert refusal(read(blob, blob.parent)) is FsReadCode.ACCESS_DENIED
    assert refusal(read(f"{blob}\0", blob)) is FsReadCode.ACCESS_DENIED
    assert refusal(read(blob.parent, blob.parent)) is FsReadCode.NOT_A_FILE
    blob.unlink()
    assert refusal(read(blob)) is FsReadCode.NOT_FOUND


def test_spellings_and_links_of_an_allowed_path_are_the_same_path(blob: Path) -> None:
    link = blob.with_name("link.txt")
    link.symlink_to(blob)
    for asked, allowed in [
        (f"//{blob}/", blob),
        (blob.parent / "x/../blob.txt", blob),
        (link, blob),
        (blob, link),
    ]:
        assert isinstance(read(asked, allowed, limit=1), FsReadText)


def test_a_path_of_windows_is_absolute_and_simply_not_there() -> None:
    assert refusal(read(r"C:\data\x.txt", r"C:\data\.\x.txt")) is FsReadCode.NOT_FOUND


def test_an_answer_over_the_cap_recommends_a_limit_that_fits(blob: Path) -> None:
    blob.write_text("x" * 93 + "\n" * 1 + ("y" * 93 + "\n") * 99)
    error = read(blob, cap=1000)
    assert refusal(error) is FsReadCode.OUTPUT_TOO_LARGE
    assert "at most `limit: 7` lines per call" in str(error)
    assert isinstance(read(blob, offset=1, limit=7, cap=1000), FsReadText)


def test_one_line_over_the_cap_is_said_to_be_out_of_reach(blob: Path) -> None:
    blob.write_text("y" * 101)
    assert "Line 1 alone is 108 chars — above the per-call cap (100)" in str(read(blob, cap=100))


@pytest.mark.parametrize("paged", [False, True])
def test_sizes_have_two_limits(blob: Path, paged: bool) -> None:
    os.truncate(blob, 0)
    blob.write_bytes(b"abcdefg\n" * (5 * 1024 * 128) + b"z")
    result = read(blob, **({"offset": 655361} if paged else {}))
    assert (
        result == FsReadText("655361\tz", 655361, 655361, 655361) if paged else refusal(result) == "too-large"
    )
    os.truncate(blob, 50 * 1024 * 1024 + 1)
    assert refusal(read(blob, offset=1)) is FsReadCode.TOO_LARGE


def test_a_file_that_cannot_be_opened_is_a_parse_error(blob: Path) -> None:
    class Locked(DiskFiles):
        def read(self, path: str) -> bytes:
            raise PermissionError(13, "Permission denied", path)

    files = Locked()
    result = fs_read(str(blob), allowed=AllowList.of([str(blob)], files), files=files)
    assert refusal(result) is FsReadCode.PARSE_ERROR
    assert "Permission denied" in str(result)
