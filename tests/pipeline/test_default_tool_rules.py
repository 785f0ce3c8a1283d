"""The replay settings' default tool rules are those of the tool registry."""

from __future__ import annotations

from inspector.model.settings import ReplaySettings
from inspector.model.tool_rule import CodecKind
from inspector.pipeline.codecs import Codec, EntitiesCodec, TextFieldCodec
from inspector.pipeline.tool_registry import built_in_registry


def codec_of(kind: CodecKind, key: str) -> Codec:
    return EntitiesCodec(key) if kind is CodecKind.ENTITIES else TextFieldCodec(key)


def test_settings_and_registry_name_the_same_tools_with_the_same_codecs() -> None:
    declared = {rule.name: (rule.codec, rule.in_flight) for rule in built_in_registry().rules.values()}
    defaults = {
        rule.tool: (codec_of(rule.codec, rule.key), rule.in_flight) for rule in ReplaySettings().codecs
    }
    assert defaults == declared
