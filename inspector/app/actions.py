"""Everything the window can do, declared once as data; menus, palette, shortcuts and their help are made from it.

A declaration names what it needs (`Needs`); the window says what there is, and actions are enabled accordingly.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntFlag, auto
from typing import Final

from inspector.app.i18n import QT_TRANSLATE_NOOP


class Needs(IntFlag):
    """What must be there for an action to make sense."""

    NOTHING = 0
    SOURCE = auto()
    CONVERSATION = auto()
    SELECTION = auto()
    BLOB = auto()
    RUNS = auto()
    BRANCHES = auto()
    RECENT = auto()


class MenuId(Enum):
    """The menus, in order; the values are their titles."""

    FILE = QT_TRANSLATE_NOOP("Actions", "&File")
    EDIT = QT_TRANSLATE_NOOP("Actions", "&Edit")
    VIEW = QT_TRANSLATE_NOOP("Actions", "&View")
    GO = QT_TRANSLATE_NOOP("Actions", "&Go")
    HELP = QT_TRANSLATE_NOOP("Actions", "&Help")


class Scope(Enum):
    """Where a shortcut works: single keys that mean something else elsewhere belong to the timeline."""

    WINDOW = auto()
    TIMELINE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpec:
    """One action.

    Attributes:
        id: stable name; groups of choices share the text before the dot.
        text: English, with an ellipsis when a dialog follows.
        menu: where it is listed.
        shortcuts: portable key sequences, the first is shown.
        needs: when it is enabled.
        checkable: it is a state.
        exclusive: name of the group of which one is checked.
        submenu: English title of the submenu it lies in; "" = in the menu itself.
        separated: a line goes before it.
        scope: where its shortcut works.
    """

    id: str
    text: str
    menu: MenuId
    shortcuts: tuple[str, ...] = ()
    needs: Needs = Needs.NOTHING
    checkable: bool = False
    exclusive: str = ""
    submenu: str = ""
    separated: bool = False
    scope: Scope = Scope.WINDOW


_THEME: Final = QT_TRANSLATE_NOOP("Actions", "Theme")
_LANGUAGE: Final = QT_TRANSLATE_NOOP("Actions", "Language")
_GROUPING: Final = QT_TRANSLATE_NOOP("Actions", "Group by")

ACTIONS: Final[tuple[ActionSpec, ...]] = (
    ActionSpec(
        id="open", text=QT_TRANSLATE_NOOP("Actions", "Open file…"), menu=MenuId.FILE, shortcuts=("Ctrl+O",)
    ),
    ActionSpec(
        id="open-folder",
        text=QT_TRANSLATE_NOOP("Actions", "Open folder…"),
        menu=MenuId.FILE,
        shortcuts=("Ctrl+Shift+O",),
    ),
    ActionSpec(
        id="reopen",
        text=QT_TRANSLATE_NOOP("Actions", "Reopen the last one"),
        menu=MenuId.FILE,
        shortcuts=("Ctrl+Shift+T",),
        needs=Needs.RECENT,
    ),
    ActionSpec(
        id="demo-capture", text=QT_TRANSLATE_NOOP("Actions", "Open the demo capture"), menu=MenuId.FILE
    ),
    ActionSpec(
        id="demo-database", text=QT_TRANSLATE_NOOP("Actions", "Open the demo database"), menu=MenuId.FILE
    ),
    ActionSpec(
        id="follow",
        text=QT_TRANSLATE_NOOP("Actions", "Follow live"),
        menu=MenuId.FILE,
        shortcuts=("Ctrl+L",),
        needs=Needs.SOURCE,
        checkable=True,
        separated=True,
    ),
    ActionSpec(
        id="reload",
        text=QT_TRANSLATE_NOOP("Actions", "Reload"),
        menu=MenuId.FILE,
        shortcuts=("Ctrl+R",),
        needs=Needs.SOURCE,
    ),
    ActionSpec(
        id="save-copy",
        text=QT_TRANSLATE_NOOP("Actions", "Save a copy of the file…"),
        menu=MenuId.FILE,
        needs=Needs.SOURCE,
    ),
    ActionSpec(
        id="export",
        text=QT_TRANSLATE_NOOP("Actions", "Export a report…"),
        menu=MenuId.FILE,
        shortcuts=("Ctrl+Shift+X",),
        needs=Needs.CONVERSATION,
        separated=True,
    ),
    ActionSpec(
        id="save-picture",
        text=QT_TRANSLATE_NOOP("Actions", "Save a chart as a picture…"),
        menu=MenuId.FILE,
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="open-workspace",
        text=QT_TRANSLATE_NOOP("Actions", "Open workspace…"),
        menu=MenuId.FILE,
        separated=True,
    ),
    ActionSpec(
        id="save-workspace",
        text=QT_TRANSLATE_NOOP("Actions", "Save workspace…"),
        menu=MenuId.FILE,
        shortcuts=("Ctrl+Shift+S",),
        needs=Needs.SOURCE,
    ),
    ActionSpec(
        id="close",
        text=QT_TRANSLATE_NOOP("Actions", "Close"),
        menu=MenuId.FILE,
        shortcuts=("Ctrl+W",),
        needs=Needs.SOURCE,
        separated=True,
    ),
    ActionSpec(id="quit", text=QT_TRANSLATE_NOOP("Actions", "Quit"), menu=MenuId.FILE, shortcuts=("Ctrl+Q",)),
    ActionSpec(
        id="copy-text",
        text=QT_TRANSLATE_NOOP("Actions", "Copy as text"),
        menu=MenuId.EDIT,
        shortcuts=("Ctrl+C",),
        needs=Needs.SELECTION,
        scope=Scope.TIMELINE,
    ),
    ActionSpec(
        id="copy-json",
        text=QT_TRANSLATE_NOOP("Actions", "Copy as JSON"),
        menu=MenuId.EDIT,
        shortcuts=("Ctrl+Shift+C",),
        needs=Needs.SELECTION,
    ),
    ActionSpec(
        id="save-blob",
        text=QT_TRANSLATE_NOOP("Actions", "Save the full text as…"),
        menu=MenuId.EDIT,
        shortcuts=("Ctrl+S",),
        needs=Needs.BLOB,
    ),
    ActionSpec(
        id="find",
        text=QT_TRANSLATE_NOOP("Actions", "Search this session"),
        menu=MenuId.EDIT,
        shortcuts=("Ctrl+F",),
        needs=Needs.SOURCE,
        separated=True,
    ),
    ActionSpec(
        id="find-next",
        text=QT_TRANSLATE_NOOP("Actions", "Next hit"),
        menu=MenuId.EDIT,
        shortcuts=("F3", "Ctrl+G"),
        needs=Needs.SOURCE,
    ),
    ActionSpec(
        id="find-previous",
        text=QT_TRANSLATE_NOOP("Actions", "Previous hit"),
        menu=MenuId.EDIT,
        shortcuts=("Shift+F3", "Ctrl+Shift+G"),
        needs=Needs.SOURCE,
    ),
    ActionSpec(
        id="filter",
        text=QT_TRANSLATE_NOOP("Actions", "Filter the list"),
        menu=MenuId.EDIT,
        shortcuts=("Ctrl+Shift+F",),
        needs=Needs.SOURCE,
    ),
    ActionSpec(
        id="palette",
        text=QT_TRANSLATE_NOOP("Actions", "Command palette"),
        menu=MenuId.VIEW,
        shortcuts=("Ctrl+P",),
    ),
    ActionSpec(
        id="toggle-row",
        text=QT_TRANSLATE_NOOP("Actions", "Unfold or fold"),
        menu=MenuId.VIEW,
        shortcuts=("Space",),
        needs=Needs.SELECTION,
        scope=Scope.TIMELINE,
        separated=True,
    ),
    ActionSpec(
        id="unfold-all",
        text=QT_TRANSLATE_NOOP("Actions", "Unfold all turns"),
        menu=MenuId.VIEW,
        shortcuts=("Ctrl+Shift+E",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="fold-all",
        text=QT_TRANSLATE_NOOP("Actions", "Fold all turns"),
        menu=MenuId.VIEW,
        shortcuts=("Ctrl+E",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="diff",
        text=QT_TRANSLATE_NOOP("Actions", "Diff to the previous request"),
        menu=MenuId.VIEW,
        shortcuts=("Ctrl+D",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="presenter",
        text=QT_TRANSLATE_NOOP("Actions", "Citation skeletons"),
        menu=MenuId.VIEW,
        shortcuts=("Ctrl+Shift+P",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="group.conversations",
        text=QT_TRANSLATE_NOOP("Actions", "Conversations"),
        menu=MenuId.VIEW,
        needs=Needs.RUNS,
        checkable=True,
        exclusive="group",
        submenu=_GROUPING,
        separated=True,
    ),
    ActionSpec(
        id="group.runs",
        text=QT_TRANSLATE_NOOP("Actions", "Runs"),
        menu=MenuId.VIEW,
        needs=Needs.RUNS,
        checkable=True,
        exclusive="group",
        submenu=_GROUPING,
    ),
    ActionSpec(
        id="requests",
        text=QT_TRANSLATE_NOOP("Actions", "Turns or requests"),
        menu=MenuId.VIEW,
        shortcuts=("Ctrl+T",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="dock",
        text=QT_TRANSLATE_NOOP("Actions", "Replay panel"),
        menu=MenuId.VIEW,
        shortcuts=("F5",),
        checkable=True,
    ),
    ActionSpec(
        id="compare",
        text=QT_TRANSLATE_NOOP("Actions", "Compare settings A and B"),
        menu=MenuId.VIEW,
        shortcuts=("Ctrl+B",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="largest-difference",
        text=QT_TRANSLATE_NOOP("Actions", "Largest difference between A and B"),
        menu=MenuId.GO,
        shortcuts=("Ctrl+Shift+D",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="maximise",
        text=QT_TRANSLATE_NOOP("Actions", "Maximise the pane, or restore all"),
        menu=MenuId.VIEW,
        shortcuts=("Ctrl+Shift+M",),
        needs=Needs.SOURCE,
    ),
    ActionSpec(
        id="full-screen",
        text=QT_TRANSLATE_NOOP("Actions", "Full screen"),
        menu=MenuId.VIEW,
        shortcuts=("F11",),
        checkable=True,
    ),
    *(
        ActionSpec(
            id=f"theme.{name}",
            text=text,
            menu=MenuId.VIEW,
            checkable=True,
            exclusive="theme",
            submenu=_THEME,
            separated=name == "system",
        )
        for name, text in (
            ("system", QT_TRANSLATE_NOOP("Actions", "As the system")),
            ("light", QT_TRANSLATE_NOOP("Actions", "Light")),
            ("dark", QT_TRANSLATE_NOOP("Actions", "Dark")),
        )
    ),
    *(
        ActionSpec(
            id=f"language.{name}",
            text=text,
            menu=MenuId.VIEW,
            checkable=True,
            exclusive="language",
            submenu=_LANGUAGE,
        )
        for name, text in (
            ("system", QT_TRANSLATE_NOOP("Actions", "As the system")),
            ("en", QT_TRANSLATE_NOOP("Actions", "English")),
            ("zh_CN", QT_TRANSLATE_NOOP("Actions", "简体中文 (Simplified Chinese)")),
        )
    ),
    ActionSpec(
        id="next-turn",
        text=QT_TRANSLATE_NOOP("Actions", "Next turn"),
        menu=MenuId.GO,
        shortcuts=("J",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="previous-turn",
        text=QT_TRANSLATE_NOOP("Actions", "Previous turn"),
        menu=MenuId.GO,
        shortcuts=("K",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="next-finding",
        text=QT_TRANSLATE_NOOP("Actions", "Next finding"),
        menu=MenuId.GO,
        shortcuts=("N",),
        needs=Needs.SOURCE,
    ),
    ActionSpec(
        id="previous-finding",
        text=QT_TRANSLATE_NOOP("Actions", "Previous finding"),
        menu=MenuId.GO,
        shortcuts=("Shift+N",),
        needs=Needs.SOURCE,
    ),
    ActionSpec(
        id="next-cache-break",
        text=QT_TRANSLATE_NOOP("Actions", "Next cache miss"),
        menu=MenuId.GO,
        shortcuts=("M",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="previous-cache-break",
        text=QT_TRANSLATE_NOOP("Actions", "Previous cache miss"),
        menu=MenuId.GO,
        shortcuts=("Shift+M",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="next-problem",
        text=QT_TRANSLATE_NOOP("Actions", "Next turn with a problem"),
        menu=MenuId.GO,
        shortcuts=("Alt+N",),
        needs=Needs.CONVERSATION,
    ),
    ActionSpec(
        id="branch",
        text=QT_TRANSLATE_NOOP("Actions", "Choose a branch…"),
        menu=MenuId.GO,
        shortcuts=("Ctrl+Shift+B",),
        needs=Needs.BRANCHES,
    ),
    ActionSpec(
        id="next-conversation",
        text=QT_TRANSLATE_NOOP("Actions", "Next conversation"),
        menu=MenuId.GO,
        shortcuts=("Alt+Down",),
        needs=Needs.SOURCE,
        separated=True,
    ),
    ActionSpec(
        id="previous-conversation",
        text=QT_TRANSLATE_NOOP("Actions", "Previous conversation"),
        menu=MenuId.GO,
        shortcuts=("Alt+Up",),
        needs=Needs.SOURCE,
    ),
    ActionSpec(
        id="shortcuts",
        text=QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"),
        menu=MenuId.HELP,
        shortcuts=("F1",),
    ),
    ActionSpec(
        id="reference",
        text=QT_TRANSLATE_NOOP("Actions", "Reference"),
        menu=MenuId.HELP,
        shortcuts=("Shift+F1",),
    ),
    ActionSpec(id="about", text=QT_TRANSLATE_NOOP("Actions", "About Context Inspector"), menu=MenuId.HELP),
)
