"""The codecs and tools that vectors declare, as ours."""

from __future__ import annotations

from typing import Any

from inspector.pipeline.codecs import Codec, EntitiesCodec, TextFieldCodec
from inspector.pipeline.in_flight_trim import ToolPolicy


def codec_of(declared: dict[str, Any]) -> Codec:
    """`{"type":"entities","contentKey"}` or `{"type":"text","textKey"}`."""
    if declared["type"] == "entities":
        return EntitiesCodec(declared["contentKey"])
    return TextFieldCodec(declared["textKey"])


def policy_of(declared: Any) -> ToolPolicy:
    """An entry of `perTool`: a bare name preserves the tool's results, an object overrides."""
    if isinstance(declared, str):
        return ToolPolicy(name=declared, preserve=True)
    return ToolPolicy(
        name=declared["name"],
        threshold=declared.get("threshold"),
        head_chars=declared.get("headChars"),
        tail_chars=declared.get("tailChars"),
        codec=codec_of(declared["codec"]) if "codec" in declared else None,
    )
