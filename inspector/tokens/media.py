"""Token costs of images, audio and video, by the dialect of the endpoint (PIPELINE §1.3)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from inspector.wire import JsonValue


class Dialect(StrEnum):
    """Whose rules an endpoint counts by."""

    ANTHROPIC = "anthropic"
    OPENAI = "openai"
    GOOGLE = "google"
    OLLAMA = "ollama"


class MediaKind(StrEnum):
    """Media with a duration."""

    AUDIO = "audio"
    VIDEO = "video"


@dataclass(frozen=True, slots=True)
class ImageSize:
    """Pixels of an image."""

    width: float
    height: float


_ENDPOINTS: Final = {
    "anthropic-messages": Dialect.ANTHROPIC,
    "google-generate-content": Dialect.GOOGLE,
    "ollama-chat": Dialect.OLLAMA,
    "ollama-generate": Dialect.OLLAMA,
}
_UNKNOWN_IMAGE: Final = {
    Dialect.ANTHROPIC: 1590,
    Dialect.OPENAI: 765,
    Dialect.GOOGLE: 258,
    Dialect.OLLAMA: 1000,
}
_UNKNOWN_SECONDS: Final = {MediaKind.AUDIO: 60.0, MediaKind.VIDEO: 40.0}
_AUDIO_RATE: Final = 32
_VIDEO_RATE: Final = 258
_OPENAI_VIDEO_RATE: Final = 170


def dialect_for_endpoint(endpoint: JsonValue) -> Dialect:
    """The dialect of an endpoint type such as `anthropic-messages`; unknown and absent ones are OpenAI's."""
    return _ENDPOINTS.get(endpoint, Dialect.OPENAI) if isinstance(endpoint, str) else Dialect.OPENAI


def dialect_for_model(provider: Mapping[str, JsonValue], model: Mapping[str, JsonValue]) -> Dialect:
    """The dialect of a model: its first own endpoint type, else its provider's default chat endpoint."""
    endpoints = model.get("endpointTypes")
    if isinstance(endpoints, list) and endpoints:
        return dialect_for_endpoint(endpoints[0])
    return dialect_for_endpoint(provider.get("defaultChatEndpoint"))


def image_tokens(dialect: Dialect, size: ImageSize | None = None) -> int:
    """Cost of an image; of unknown size, the dialect's flat figure. A side of 0 counts as one pixel."""
    if size is None:
        return _UNKNOWN_IMAGE[dialect]
    size = ImageSize(max(1, size.width), max(1, size.height))
    match dialect:
        case Dialect.ANTHROPIC:
            return _anthropic_image(size)
        case Dialect.OPENAI:
            return _openai_image(size)
        case Dialect.GOOGLE:
            return _google_image(size)
        case Dialect.OLLAMA:
            return _UNKNOWN_IMAGE[dialect]


def media_tokens(dialect: Dialect, kind: MediaKind, seconds: float | None = None) -> int:
    """Cost of audio or video; an unknown or impossible duration counts as 60 s of audio, 40 s of video."""
    if seconds is None or not 0 < seconds < math.inf:
        seconds = _UNKNOWN_SECONDS[kind]
    if kind == MediaKind.AUDIO:
        return math.ceil(seconds * _AUDIO_RATE)
    return math.ceil(seconds * (_OPENAI_VIDEO_RATE if dialect == Dialect.OPENAI else _VIDEO_RATE))


def tokens_of_media_type(dialect: Dialect, media_type: str) -> int | None:
    """Cost of a file of unknown dimensions by its media type; None when it is no image, audio or video."""
    if media_type.startswith("image/"):
        return image_tokens(dialect)
    for kind in MediaKind:
        if media_type.startswith(f"{kind}/"):
            return media_tokens(dialect, kind)
    return None


def _anthropic_image(size: ImageSize) -> int:
    longest, area = max(size.width, size.height), size.width * size.height
    factor = min(1.0, 1568 / longest, math.sqrt(1_150_000 / area))
    return math.ceil(_rounded(size.width * factor) * _rounded(size.height * factor) / 750)


def _openai_image(size: ImageSize) -> int:
    factor = min(1.0, 2048 / max(size.width, size.height))
    factor *= min(1.0, 768 / (min(size.width, size.height) * factor))
    return 85 + 170 * math.ceil(_rounded(size.width * factor) / 512) * math.ceil(
        _rounded(size.height * factor) / 512
    )


def _google_image(size: ImageSize) -> int:
    if size.width <= 384 and size.height <= 384:
        return 258
    unit = max(1, math.floor(min(size.width, size.height) / 1.5))
    return 258 * math.ceil(size.width / unit) * math.ceil(size.height / unit)


def _rounded(edge: float) -> int:
    # Math.round: halves go up.
    return max(1, math.floor(edge + 0.5))
