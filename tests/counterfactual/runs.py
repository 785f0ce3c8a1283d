"""Recorded runs of conversations: where they lie, which settings they had, what the application sent.

Two layouts are read. `cases`: `<conversation>/<setting>/{sent.json, db/, capture/}`. `pairs`:
`<case>/<run>/{recorded.json, Data/, wire/, app/}`. Any folder that holds such runs will do, however deep.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from inspector.model.settings import ReplaySettings
from inspector.pipeline.compaction.window import resolve_requested_max_output

CASES_FILE: Final = "sent.json"
PAIRS_FILE: Final = "recorded.json"
_CASES_DATA_PATH: Final = "/Users/kim/Library/Application Support/CherryStudio/Data/Files"
_WIDE_WINDOW: Final = 100_000
"""A window from which on the recorded conversations never come near a fold."""
_FULL_THRESHOLD: Final = 50_000
_PREFIX: Final = "chat.context_settings."


class Lane(StrEnum):
    """What a replay starts from."""

    DB = "db"
    WIRE = "wire"
    APP = "app"
    WIRE_BLOBS = "wire+blobs"
    APP_BLOBS = "app+blobs"

    @property
    def capture(self) -> str:
        """The capture it reads: "wire" or "app"; "" for a database."""
        return "" if self is Lane.DB else self.value.removesuffix("+blobs")

    @property
    def has_blobs(self) -> bool:
        """Whether the blobs are given to it."""
        return self is not Lane.DB and self.value.endswith("+blobs")


class Kind(StrEnum):
    """What a run's settings and conversation put to the test."""

    TRIM = "trim"
    WINDOW = "window"
    FOLD = "fold"
    ATTACHMENT = "attachment"


@dataclass(frozen=True, slots=True)
class Sent:
    """One request that the application sent; turn and step are 1-based.

    Attributes:
        input_tokens: as the provider reported; None = not reported.
    """

    turn: int
    step: int
    prompt: list[Any]
    input_tokens: int | None = None


@dataclass(frozen=True, slots=True, order=True)
class FoldEvent:
    """A fold that was made before a request (its place in the run, from 0)."""

    request: int
    phase: str


@dataclass(frozen=True)
class Run:
    """One conversation under one set of settings.

    Attributes:
        folder: where it lies.
        is_pair: of the `pairs` layout.
    """

    folder: Path
    is_pair: bool

    @property
    def conversation(self) -> str:
        """Name shared by the runs of one conversation."""
        return self.folder.parent.name

    @property
    def name(self) -> str:
        """Name of its settings."""
        return self.folder.name

    @cached_property
    def truth(self) -> Mapping[str, Any]:
        """What was recorded of it, as it lies in its file."""
        content = (self.folder / (PAIRS_FILE if self.is_pair else CASES_FILE)).read_bytes()
        truth: Mapping[str, Any] = json.loads(content)
        return truth

    def source(self, lane: Lane) -> Path | None:
        """What a lane opens; None where the run has none."""
        if lane is Lane.DB:
            path = self.folder if self.is_pair else self.folder / "db"
            return path if path.is_dir() else None
        path = self.folder / (lane.capture if self.is_pair else "capture")
        is_cases_app = not self.is_pair and lane.capture == "app"
        return path if path.is_dir() and not is_cases_app else None

    @property
    def blobs(self) -> Path | None:
        """Its blob folder; None where it left none."""
        base = self.folder if self.is_pair else self.folder / "db"
        return next((path for path in base.rglob("Files") if path.is_dir()), None)

    @cached_property
    def requests(self) -> tuple[Sent, ...]:
        """What was sent, in order; turns are counted by those that sent something."""
        recorded = self.truth["requests"]
        numbers = {turn: number for number, turn in enumerate(dict.fromkeys(r["turn"] for r in recorded), 1)}
        first = 0 if self.is_pair else 1
        return tuple(
            Sent(
                turn=numbers[request["turn"]],
                step=request["step"] + first,
                prompt=request["prompt"],
                input_tokens=_input_tokens(request),
            )
            for request in recorded
        )

    @cached_property
    def folds(self) -> tuple[FoldEvent, ...]:
        """Folds that happened, each with the request it came before."""
        if not self.is_pair:
            return tuple(self._case_folds())
        events = [e for e in (*self.truth["turnStart"], *self.truth["inLoop"]) if e["status"] == "done"]
        return tuple(sorted(self._pair_fold(event) for event in events))

    def _pair_fold(self, event: Mapping[str, Any]) -> FoldEvent:
        before = event.get("beforeRequest")
        turns = [request["turn"] for request in self.truth["requests"]]
        return FoldEvent(turns.index(event["turn"]) if before is None else before, event["phase"])

    def _case_folds(self) -> Iterator[FoldEvent]:
        """Each fold of a turn at the first of its requests whose summary is another one than before."""
        pending = [event for event in self.truth["folds"] if event["status"] == "done"]
        summary = ""
        for index, request in enumerate(self.truth["requests"]):
            found = _opening_text(request["prompt"])
            if found != summary and found and pending and pending[0]["turn"] <= request["turn"]:
                yield FoldEvent(index, pending.pop(0)["phase"])
            summary = found

    @cached_property
    def settings(self) -> ReplaySettings:
        """The run's settings as a replay takes them; summaries come from a script or nobody."""
        return _pair_settings(self.truth) if self.is_pair else _case_settings(self.truth["setting"])

    @cached_property
    def replies(self) -> tuple[str, ...]:
        """What the summariser answered, in order."""
        if self.is_pair:
            return tuple(call["reply"] for call in self.truth["summarizer"])
        text, calls = self.truth["summary_text"], self.truth["summariser_calls"]
        count = len(calls) if isinstance(calls, list) else calls
        return tuple(f"Summary {number}: {text}" for number in range(1, count + 1))

    @property
    def next_reply(self) -> str:
        """What it would have answered to one more call."""
        if self.is_pair:
            return "<summary>Nobody wrote this.</summary>"
        return f"Summary {len(self.replies) + 1}: {self.truth['summary_text']}"

    @cached_property
    def kind(self) -> Kind:
        """What it puts to the test."""
        if any('Attached file "' in text for text in _user_texts(self.requests)):
            return Kind.ATTACHMENT
        if self.settings.max_messages is not None:
            return Kind.WINDOW
        return Kind.FOLD if self.has_fold_events else Kind.TRIM

    @property
    def has_fold_events(self) -> bool:
        """Whether a fold was made or tried."""
        if self.is_pair:
            return bool(self.truth["turnStart"] or self.truth["inLoop"])
        return bool(self.truth["folds"])

    @cached_property
    def is_full(self) -> bool:
        """Whether its settings cut and folded as little as any."""
        settings = self.settings
        if settings.max_messages is not None:
            return False
        narrow = settings.context_window is not None and settings.context_window < _WIDE_WINDOW
        return not settings.pipeline or (settings.truncate_threshold >= _FULL_THRESHOLD and not narrow)


def find_runs(folder: Path) -> list[Run]:
    """Every run below a folder, in order of conversation and settings."""
    truths = [*folder.rglob(CASES_FILE), *folder.rglob(PAIRS_FILE)]
    runs = [Run(path.parent, path.name == PAIRS_FILE) for path in truths]
    return sorted(runs, key=lambda run: run.folder)


def _input_tokens(request: Mapping[str, Any]) -> int | None:
    if "input_tokens" in request:
        found = request["input_tokens"]
    else:
        found = (request.get("usage") or {}).get("input")
    return found if isinstance(found, int) else None


def _opening_text(prompt: list[Any]) -> str:
    """The summary a prompt opens with; "" = none."""
    for message in prompt:
        if message["role"] == "user":
            texts = [part.get("text", "") for part in message["content"]]
            return next((text for text in texts if "The summary below covers" in text[:300]), "")
    return ""


def _user_texts(requests: tuple[Sent, ...]) -> Iterator[str]:
    for request in requests:
        for message in request.prompt:
            if message["role"] == "user":
                yield from (part.get("text", "") for part in message["content"])


def _case_settings(setting: Mapping[str, Any]) -> ReplaySettings:
    limit = resolve_requested_max_output(
        assistant={"settings": setting["assistant"]} if setting["assistant"] else None,
        model={"maxOutputTokens": setting["model_max_output_tokens"]},
        endpoint=setting["endpoint"],
    )
    return ReplaySettings(
        pipeline=setting["enabled"],
        truncate_threshold=setting["truncate_threshold"],
        max_messages=setting["max_messages"],
        compaction=setting["compress"],
        compressor_window=setting["compressor_window"],
        context_window=setting["context_window"],
        max_output_tokens=int(limit or 0),
        cache_breakpoints=False,
        data_path=_CASES_DATA_PATH,
    )


def _pair_settings(truth: Mapping[str, Any]) -> ReplaySettings:
    given = truth["settings"]
    override = given.get("override") or {}

    def chosen(name: str, key: str) -> Any:
        return override[key] if key in override else given[_PREFIX + name]

    limits = [request.get("maxOutputTokens") for request in truth["requests"]]
    compressor = "none" if given["noCompressor"] else "failing" if given["failing"] else "recorded"
    return ReplaySettings(
        pipeline=chosen("enabled", "enabled"),
        truncate_threshold=chosen("truncate_threshold", "truncateThreshold"),
        max_messages=chosen("max_messages", "maxMessages"),
        compaction=(override.get("compress") or {}).get("enabled", given[f"{_PREFIX}compress.enabled"]),
        compressor=compressor,
        compressor_window=given["compressorWindow"],
        context_window=given["contextWindow"],
        max_output_tokens=next((limit for limit in limits if limit), 0),
        data_path=truth["dataPath"],
    )
