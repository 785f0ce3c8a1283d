"""Media a model does not take become a line of text (PIPELINE §9).

Case matters: a media type such as `AUDIO/mp3` is not recognised, and images in a person's message are not
looked at here at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inspector.pipeline.conversion.parts import JsonObject, part_type
from inspector.wire import JsonValue

IMAGE_ITEMS: Final = frozenset({"image-data", "image-url", "image-file-id"})
"""Items of a content output that are images by their type."""
_FILE_ITEMS: Final = frozenset({"media", "file-data"})
_DIALECTS_WITH_MEDIA_RESULTS: Final = frozenset({"anthropic", "google"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaCapabilities:
    """Which media a model takes."""

    image: bool
    video: bool
    audio: bool

    def takes(self, kind: str) -> bool:
        """Whether the model takes a kind: `image`, `video` or `audio`."""
        return {"image": self.image, "video": self.video, "audio": self.audio}[kind]


NO_MEDIA: Final = MediaCapabilities(image=False, video=False, audio=False)


def tool_result_capabilities(capabilities: MediaCapabilities, dialect: str) -> MediaCapabilities:
    """Which media the model takes inside a tool result: its own in dialects that can carry any, else none."""
    return capabilities if dialect in _DIALECTS_WITH_MEDIA_RESULTS else NO_MEDIA


def omitted_note(kind: str) -> str:
    """What stands in for a medium that was left out."""
    return f"[{kind} attachment omitted: this model does not accept {kind} input]"


def acceptable_part(part: JsonObject, capabilities: MediaCapabilities) -> JsonObject:
    """The UI part, or a text part in its place."""
    kind = _sound_or_film(part) if part_type(part) == "file" else None
    return part if kind is None or capabilities.takes(kind) else _note(kind)


def acceptable_output(output: JsonObject, capabilities: MediaCapabilities) -> JsonObject:
    """The model output, its content items replaced where need be; itself when none is."""
    value = output.get("value")
    if output.get("type") != "content" or not isinstance(value, list):
        return output
    items = [_acceptable_item(item, capabilities) for item in value]
    changed = any(item is not before for item, before in zip(items, value, strict=True))
    return {**output, "value": items} if changed else output


def _acceptable_item(item: JsonValue, capabilities: MediaCapabilities) -> JsonValue:
    if not isinstance(item, dict):
        return item
    item_type = item.get("type")
    kind = "image" if item_type in IMAGE_ITEMS else _sound_or_film(item) if item_type in _FILE_ITEMS else None
    return item if kind is None or capabilities.takes(kind) else _note(kind)


def _sound_or_film(item: JsonObject) -> str | None:
    media_type = item.get("mediaType")
    if not isinstance(media_type, str):
        return None
    return next((kind for kind in ("audio", "video") if media_type.startswith(f"{kind}/")), None)


def _note(kind: str) -> JsonObject:
    return {"type": "text", "text": omitted_note(kind)}
