"""Tool rules of a replay: a user's tools.toml over the application's own, the settings over both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.model.settings import ReplaySettings
from inspector.pipeline.codecs import TextFieldCodec
from inspector.pipeline.tool_registry import user_tools_path
from inspector.replay import rules


@pytest.fixture(autouse=True)
def own_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    user_tools_path().parent.mkdir(parents=True)
    user_tools_path().write_text('[[tool]]\nname = "web_search"\nin_flight = false\n', encoding="utf-8")
    rules._base.cache_clear()
    rules._registry.cache_clear()
    yield
    rules._base.cache_clear()
    rules._registry.cache_clear()


def test_a_users_tool_stands_where_the_settings_leave_it_alone() -> None:
    registry = rules.in_flight_registry(ReplaySettings().codecs)
    assert not registry.rule("web_search").in_flight
    assert registry.rule("read_file").codec == TextFieldCodec("text")


def test_a_setting_goes_before_a_users_tool() -> None:
    settings = ReplaySettings().with_assignments(["codecs.web_search=text-field:body@in-flight"])
    assert rules.in_flight_registry(settings.codecs).rule("web_search").codec == TextFieldCodec("body")
    assert not rules.storage_registry(settings.codecs).rule("web_search").truncatable
