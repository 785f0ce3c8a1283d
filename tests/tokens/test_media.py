"""Media costs by dialect: the arithmetic of the tables at their edges."""

from __future__ import annotations

import math

import pytest

from inspector.tokens import (
    Dialect,
    ImageSize,
    MediaKind,
    dialect_for_endpoint,
    dialect_for_model,
    image_tokens,
    media_tokens,
    tokens_of_media_type,
)

ALL = (Dialect.ANTHROPIC, Dialect.OPENAI, Dialect.GOOGLE, Dialect.OLLAMA)


@pytest.mark.parametrize(
    ("size", "costs"),
    [
        (None, (1590, 765, 258, 1000)),
        (ImageSize(0, 0), (1, 255, 258, 1000)),
        (ImageSize(512, 512), (350, 255, 1032, 1000)),
        (ImageSize(384, 384), (197, 255, 258, 1000)),
        (ImageSize(1920, 1080), (1533, 1105, 1548, 1000)),
        (ImageSize(1443, 2975), (1534, 1445, 2064, 1000)),
        (ImageSize(3, 9000), (3, 765, 2322000, 1000)),
    ],
)
def test_images_by_size(size: ImageSize | None, costs: tuple[int, ...]) -> None:
    assert tuple(image_tokens(dialect, size) for dialect in ALL) == costs


@pytest.mark.parametrize("seconds", [None, 0, -1, math.nan, math.inf])
def test_an_impossible_duration_counts_as_the_usual_one(seconds: float | None) -> None:
    assert [media_tokens(dialect, MediaKind.AUDIO, seconds) for dialect in ALL] == [1920] * 4
    assert [media_tokens(dialect, MediaKind.VIDEO, seconds) for dialect in ALL] == [10320, 6800, 10320, 10320]


def test_durations_round_up() -> None:
    assert media_tokens(Dialect.GOOGLE, MediaKind.VIDEO, 0.01) == 3
    assert media_tokens(Dialect.OPENAI, MediaKind.AUDIO, 1.01) == 33


@pytest.mark.parametrize(
    ("media_type", "cost"),
    [
        ("image/png", 1590),
        ("audio/mpeg", 1920),
        ("video/mp4", 10320),
        ("text/plain", None),
        ("IMAGE/PNG", None),
    ],
)
def test_media_types_are_told_apart_by_their_lower_case_prefix(media_type: str, cost: int | None) -> None:
    assert tokens_of_media_type(Dialect.ANTHROPIC, media_type) == cost


def test_dialects_of_endpoints_and_models() -> None:
    assert dialect_for_endpoint("ollama-generate") is Dialect.OLLAMA
    assert dialect_for_endpoint(None) is Dialect.OPENAI
    provider = {"defaultChatEndpoint": "anthropic-messages"}
    assert dialect_for_model(provider, {}) is Dialect.ANTHROPIC
    assert dialect_for_model(provider, {"endpointTypes": []}) is Dialect.ANTHROPIC
    assert dialect_for_model(provider, {"endpointTypes": ["google-generate-content"]}) is Dialect.GOOGLE
