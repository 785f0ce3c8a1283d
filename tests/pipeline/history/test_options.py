"""Options of a request: the capped threshold, the window, who drops."""

from __future__ import annotations

import math

import pytest

from inspector.pipeline.compaction.settings import ContextSettings
from inspector.pipeline.history.options import RequestOptions, build_request_options


def build(
    settings: ContextSettings | None = None,
    window: object = None,
    max_tokens: float | None = None,
    has_compressor: bool = False,
) -> RequestOptions:
    options = build_request_options(
        settings or ContextSettings(),
        context_window=window,
        max_tokens=max_tokens,
        has_compressor=has_compressor,
    )
    assert options is not None
    return options


@pytest.mark.parametrize(
    ("window", "max_tokens", "threshold"),
    [
        (None, None, 50_000),
        (16_000, None, 4_800),
        (16_000, 8_000, 2_400),
        (1_000, None, 2_000),
        (math.nan, None, 50_000),
    ],
)
def test_the_threshold_is_capped_by_a_known_window(
    window: object, max_tokens: float | None, threshold: float
) -> None:
    assert build(window=window, max_tokens=max_tokens).trim.budget.threshold == threshold


def test_the_window_slides_only_when_compression_is_on_and_nobody_summarises() -> None:
    assert build(window=1_000).sliding_window
    assert not build(window=1_000, has_compressor=True).sliding_window
    assert not build(ContextSettings(compress=False), window=1_000).sliding_window
    assert not build().sliding_window


def test_the_pipeline_may_be_off_or_someone_elses() -> None:
    assert build_request_options(ContextSettings(enabled=False)) is None
    assert build_request_options(ContextSettings(), owned_by_caller=True) is None
