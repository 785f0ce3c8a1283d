"""Following a file: quiet first, not for ever, again after a bad read, and then rest."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from inspector.model.problems import Problem
from inspector.sources.devtools import CaptureSource
from inspector.sources.follow import LONGEST_WAIT_SECONDS, QUIET_SECONDS, Follower
from tests.sources.devtools.writing import capture, step, text


class Recorded:
    """A source that answers from a script."""

    def __init__(self, path: Path, *answers: bool | Problem) -> None:
        self.path = path
        self.answers = list(answers)
        self.calls = 0

    def refresh(self) -> bool:
        self.calls += 1
        answer = self.answers.pop(0) if self.answers else False
        if isinstance(answer, Problem):
            raise answer
        return answer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_text("0")
    return path


def test_an_unchanged_file_is_left_alone(path: Path) -> None:
    source = Recorded(path, True)
    follower = Follower(source)
    assert not any(follower.poll(second / 10) for second in range(50))
    assert source.calls == 0


def test_a_change_is_read_once_the_file_is_quiet(path: Path) -> None:
    source = Recorded(path, True)
    follower = Follower(source)
    path.write_text("01")
    assert not follower.poll(0.0)
    assert not follower.poll(QUIET_SECONDS / 2)
    path.write_text("012")
    assert not follower.poll(QUIET_SECONDS)
    assert not follower.poll(1.5 * QUIET_SECONDS)
    assert follower.poll(2 * QUIET_SECONDS)
    assert source.calls == 1


def test_a_file_that_never_rests_is_read_all_the_same(path: Path) -> None:
    source = Recorded(path, True)
    follower = Follower(source)
    now, read = 0.0, False
    while not read and now < 2 * LONGEST_WAIT_SECONDS:
        path.write_text("x" * int(now * 100 + 2))
        read = follower.poll(now)
        now += QUIET_SECONDS / 3
    assert read
    assert now <= LONGEST_WAIT_SECONDS + QUIET_SECONDS


def test_a_half_written_file_is_tried_again_and_then_left(path: Path) -> None:
    source = Recorded(path, False, Problem("path-missing", {"path": "x"}), True)
    follower = Follower(source)
    path.write_text("01")
    reads = [moment / 10 for moment in range(100) if follower.poll(moment / 10)]
    assert source.calls == 3
    assert len(reads) == 1
    assert not follower.behind


def test_a_file_that_stays_bad_is_not_read_for_ever(path: Path) -> None:
    source = Recorded(path)
    follower = Follower(source)
    path.write_text("01")
    assert not any(follower.poll(moment / 10) for moment in range(3000))
    assert 2 < source.calls < 12


def test_a_log_beside_the_file_counts(path: Path) -> None:
    source = Recorded(path, True)
    follower = Follower(source)
    path.with_name("file-wal").write_text("frames")
    follower.poll(0.0)
    assert follower.poll(1.0)


def test_a_capture_is_followed_through_half_written_states(tmp_path: Path) -> None:
    def written(count: int) -> bytes:
        steps = [step(f"s{n}", [text("user", "x" * 5000)]) for n in range(count)]
        return capture(tmp_path / "elsewhere", *steps).read_bytes()

    path = capture(tmp_path, step("s0", [text("user", "x" * 5000)]))
    source = CaptureSource.open(path)
    follower = Follower(source)
    now, shown = 0.0, [len(source.requests())]
    for count in range(2, 6):
        whole = written(count)
        for part, polls in ((whole[: len(whole) // 3], 4), (whole, 8)):
            path.write_bytes(part)
            for _ in range(polls):
                now += 0.1
                if follower.poll(now):
                    shown.append(len(source.requests()))
    assert shown == [1, 2, 3, 4, 5]
    assert source.notices == []


def test_run_calls_back_until_it_is_stopped(path: Path) -> None:
    stop = threading.Event()
    follower = Follower(Recorded(path, True))
    path.write_text("01")
    thread = threading.Thread(target=follower.run, args=(stop.set, stop), kwargs={"interval": 0.01})
    thread.start()
    thread.join(timeout=20)
    assert not thread.is_alive()
