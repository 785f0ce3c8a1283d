"""Settings as TOML files: one table a group, what is not set left out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from inspector.model.outputs import write_output
from inspector.model.problems import Problem, register_templates
from inspector.model.setting_spec import Group
from inspector.model.settings import SETTINGS, ReplaySettings, settings_from
from inspector.model.user_files import read_user_text

register_templates(
    {
        "bad-settings-file": (
            "{path}: not a settings file: {found}. "
            "Expected TOML with lines such as truncate_threshold = 20000, as saved by this program."
        )
    }
)


def settings_to_toml(settings: ReplaySettings) -> str:
    """TOML of settings, one table a group, in declared order."""
    values = settings.to_dict()
    tables: dict[str, dict[str, Any]] = {}
    for spec in SETTINGS:
        if values[spec.name] is not None:
            tables.setdefault(str(spec.group), {})[spec.name] = values[spec.name]
    return tomli_w.dumps(tables)


def settings_from_toml(text: str) -> ReplaySettings:
    """Settings of TOML, in tables of groups or flat; raises `Problem` naming what is wrong."""
    flat: dict[str, Any] = {}
    for name, value in tomllib.loads(text).items():
        is_group = isinstance(value, Mapping) and name in set(Group)
        flat.update(value if is_group else {name: value})
    return settings_from(flat)


def save_settings(path: Path, settings: ReplaySettings) -> None:
    """Write a settings file; raises `Problem`."""
    write_output(path, settings_to_toml(settings))


def load_settings(path: Path) -> ReplaySettings:
    """Read a settings file; raises `Problem`."""
    text = read_user_text(path, "bad-settings-file")
    try:
        return settings_from_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise Problem("bad-settings-file", {"path": str(path), "found": str(error)}) from error
