"""What can go wrong outside the program, told so that a person can act (FORMATS).

Layers below the window raise `Problem` with an id and arguments; the command line words it with the English
templates below, the window translates the same templates. A bug of ours is never a Problem.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

TEMPLATES: Final[dict[str, str]] = {
    "path-missing": "{path}: no such file or folder. Check the path or drop the file onto the window.",
    "path-no-permission": (
        "{path}: permission denied. Copy the file to a place you can read, or change its rights."
    ),
    "path-is-directory": (
        "{path}: a folder with neither a conversation database, a .devtools capture nor a session in it. "
        "Choose cherrystudio.sqlite, a Data folder, .devtools/generations.json, or a folder such as ~/.claude."
    ),
    "file-empty": "{path}: the file is empty; expected a DevTools capture or a conversation database.",
    "file-binary": (
        "{path}: binary data that is neither SQLite nor JSON; "
        "expected a DevTools capture (generations.json) or a conversation database (cherrystudio.sqlite)."
    ),
    "not-a-capture": (
        "{path}: JSON, but not a DevTools capture: expected an object with `runs` and `steps` lists, "
        "found {found}. Choose the generations.json inside a .devtools folder."
    ),
    "not-json": (
        "{path}: not readable as JSON at byte {offset}: {found}. The file may be damaged or half-written."
    ),
    "not-a-conversation-db": (
        "{path}: a SQLite database without the tables `topic` and `message` of a conversation database; "
        "found {found}."
    ),
    "db-damaged": "{path}: the database is damaged ({found}). What is still readable is shown.",
    "db-locked": "{path}: the database is locked by another program. Close it there or try again.",
    "bad-setting": "Setting {name}: {value} is not allowed; expected {expected}.",
    "unknown-setting": "There is no setting called {name}. Did you mean {suggestion}?",
    "no-such-item": "{path}: there is no {what} {name} in it; {available}.",
    "write-failed": "{path}: could not be written: {found}.",
    "would-overwrite": "{path}: exists already; choose another name.",
    "io-failed": "{path}: could not be read: {found}.",
}
"""Template per problem id; `{names}` are the keys of `Problem.arguments`."""


@dataclass(eq=False)
class Problem(Exception):  # noqa: N818 - the word the user sees; not frozen: tracebacks are set on it
    """The environment's error: a file, a permission, a setting.

    Attributes:
        id: key into `TEMPLATES`, or any id a layer registers with `register_templates`.
        arguments: values for the template.
    """

    id: str
    arguments: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return TEMPLATES[self.id].format_map(self.arguments)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should know about an opened source; same ids and wording as `Problem`.

    Attributes:
        id: key into `TEMPLATES`.
        arguments: values for the template.
        severity: "info", "warning" or "error".
    """

    id: str
    arguments: dict[str, str] = field(default_factory=dict)
    severity: str = "warning"

    def __str__(self) -> str:
        return TEMPLATES[self.id].format_map(self.arguments)


def register_templates(templates: dict[str, str]) -> None:
    """Add problem templates of another layer; an id may be registered once with one wording."""
    for key, text in templates.items():
        if TEMPLATES.setdefault(key, text) != text:
            raise ValueError(f"problem id {key!r} has two wordings")
