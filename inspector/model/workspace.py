"""A workspace: what somebody was looking at and under which settings, as a small TOML file (`*.ctxi`).

It names its source and holds nothing of it. The source is looked for where it lay, then at the same place relative to
the workspace, so that a folder holding both can be moved.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import tomli_w

from inspector.model.outputs import protect, write_output
from inspector.model.problems import Problem, register_templates
from inspector.model.settings import ReplaySettings
from inspector.model.settings_files import settings_from_toml, settings_to_toml
from inspector.model.user_files import io_problem, read_user_text

SUFFIX: Final = ".ctxi"
FORMAT: Final = "context-inspector workspace"
VERSION: Final = 1
_LARGEST: Final = 4 * 1024 * 1024

register_templates(
    {
        "bad-workspace": "{path}: not a workspace: {found}. Expected a file saved by File → Save workspace.",
        "workspace-newer": (
            "{path}: a workspace of version {found}; this program reads versions up to {expected}. Update the program."
        ),
        "workspace-source": (
            "{path}: its source {source} is not there. Put it back, or open the source itself and save anew."
        ),
    }
)


@dataclass(frozen=True, slots=True)
class KeptProbe:
    """A fact to track.

    Attributes:
        name: what results call it.
        pattern: text to find, or the regular expression's source.
        is_regex: how `pattern` is meant.
    """

    name: str
    pattern: str
    is_regex: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """What is kept.

    Attributes:
        source: the opened file, absolute.
        conversation, leaf, row: ids of conversation, branch leaf and timeline row on screen; "" = none.
        settings: settings on the controls (B); None = the session's own.
        pinned: settings A; None = no comparison.
        probes: facts to track.
        layout: state of the window's parts by name, as base64.
    """

    source: Path
    conversation: str = ""
    leaf: str = ""
    row: str = ""
    settings: ReplaySettings | None = None
    pinned: ReplaySettings | None = None
    probes: tuple[KeptProbe, ...] = ()
    layout: Mapping[str, str] = field(default_factory=dict)


def is_workspace(path: Path) -> bool:
    """Whether a path is named like a workspace."""
    return path.suffix.lower() == SUFFIX


def save_workspace(path: Path, workspace: Workspace) -> None:
    """Write a workspace; raises `Problem` when it cannot be written or would lie beside the source."""
    protect(workspace.source)
    write_output(path, workspace_to_toml(workspace, path.absolute().parent))


def load_workspace(path: Path) -> Workspace:
    """Read a workspace and find its source; raises `Problem`."""
    try:
        if path.stat().st_size > _LARGEST:
            raise Problem("bad-workspace", {"path": str(path), "found": "it is larger than any workspace"})
    except OSError as error:
        raise io_problem(path, error) from error
    return workspace_from_toml(read_user_text(path, "bad-workspace"), path)


def workspace_to_toml(workspace: Workspace, folder: Path) -> str:
    """TOML of a workspace that will lie in a folder."""
    source = {"path": str(workspace.source), "relative": os.path.relpath(workspace.source, folder)}
    view = {"conversation": workspace.conversation, "leaf": workspace.leaf, "row": workspace.row}
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "source": source,
        "view": {name: value for name, value in view.items() if value},
        "probes": [
            {"name": probe.name, "pattern": probe.pattern, "regex": probe.is_regex}
            for probe in workspace.probes
        ],
        "layout": dict(workspace.layout),
    }
    sides = {"a": workspace.pinned, "b": workspace.settings}
    settings = {side: _plain(one) for side, one in sides.items() if one is not None}
    return tomli_w.dumps({**document, "settings": settings})


def workspace_from_toml(text: str, path: Path) -> Workspace:
    """The workspace in a text read from `path`; raises `Problem`."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Problem("bad-workspace", {"path": str(path), "found": str(error)}) from error
    if document.get("format") != FORMAT:
        raise Problem("bad-workspace", {"path": str(path), "found": "it does not say that it is one"})
    version = document.get("version")
    if not isinstance(version, int) or version > VERSION:
        found = {"path": str(path), "found": str(version), "expected": str(VERSION)}
        raise Problem("workspace-newer", found)
    view, settings = _table(document, "view", path), _table(document, "settings", path)
    return Workspace(
        source=_found(_table(document, "source", path), path),
        conversation=str(view.get("conversation", "")),
        leaf=str(view.get("leaf", "")),
        row=str(view.get("row", "")),
        settings=_settings(settings, "b", path),
        pinned=_settings(settings, "a", path),
        probes=_probes(document, path),
        layout={name: str(state) for name, state in _table(document, "layout", path).items()},
    )


def _found(source: Mapping[str, Any], path: Path) -> Path:
    """The source where it lay, else where it lies relative to the workspace."""
    named = [source.get("path"), source.get("relative")]
    if not isinstance(named[0], str) or not isinstance(named[1], str):
        raise Problem("bad-workspace", {"path": str(path), "found": "it names no source"})
    places = [Path(named[0]), Path(os.path.normpath(path.absolute().parent / named[1]))]
    for place in places:
        if place.exists():
            return place
    raise Problem("workspace-source", {"path": str(path), "source": named[0]})


def _plain(settings: ReplaySettings) -> dict[str, Any]:
    return tomllib.loads(settings_to_toml(settings))


def _settings(tables: Mapping[str, Any], side: str, path: Path) -> ReplaySettings | None:
    if side not in tables:
        return None
    table = _table(tables, side, path)
    return settings_from_toml(tomli_w.dumps(dict(table)))


def _table(tables: Mapping[str, Any], name: str, path: Path) -> Mapping[str, Any]:
    value = tables.get(name, {})
    if not isinstance(value, Mapping):
        raise Problem("bad-workspace", {"path": str(path), "found": f"{name} is no table"})
    return value


def _probes(document: Mapping[str, Any], path: Path) -> tuple[KeptProbe, ...]:
    listed = document.get("probes", [])
    if not isinstance(listed, list) or not all(isinstance(probe, Mapping) for probe in listed):
        raise Problem("bad-workspace", {"path": str(path), "found": "probes is no list of tables"})
    return tuple(
        KeptProbe(str(probe.get("name", "")), str(probe.get("pattern", "")), probe.get("regex") is True)
        for probe in listed
    )
