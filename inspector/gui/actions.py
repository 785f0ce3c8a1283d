"""The declared actions as Qt actions of one window, with the menus made of them.

What an action does is a bound method the window registers under the action's id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from inspector.app.actions import ACTIONS, ActionSpec, MenuId, Needs, Scope
from inspector.app.i18n import translate

Handlers = Mapping[str, Callable[[], None]]


class ActionRegistry(QObject):
    """The declared actions as Qt actions of one window.

    Attributes:
        by_id: every action.
    """

    def __init__(self, window: QWidget, timeline: QWidget) -> None:
        super().__init__(window)
        self.by_id: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        for spec in ACTIONS:
            action = self._make(spec)
            (timeline if spec.scope is Scope.TIMELINE else window).addAction(action)
            self.by_id[spec.id] = action
        self.retranslate()

    def bind(self, handlers: Handlers) -> None:
        """Say what the actions do; raises `KeyError` when one does nothing."""
        for spec in ACTIONS:
            self.by_id[spec.id].triggered.connect(handlers[spec.id])

    def enable(self, there: Needs) -> None:
        """Enable what `there` allows."""
        for spec in ACTIONS:
            self.by_id[spec.id].setEnabled(spec.needs & there == spec.needs)

    def check(self, action_id: str, checked: bool = True) -> None:
        """Show a state without triggering the action."""
        self.by_id[action_id].setChecked(checked)

    def retranslate(self) -> None:
        """Word all actions in the language in force."""
        for spec in ACTIONS:
            self.by_id[spec.id].setText(translate("Actions", spec.text))

    def fill(self, bar: QMenuBar, extra: Mapping[str, QMenu]) -> None:
        """Build the menus anew; `extra` are ready-made menus that follow the action of the given id."""
        bar.clear()
        for menu_id in MenuId:
            menu = bar.addMenu(translate("Actions", menu_id.value))
            menu.setObjectName(f"menu-{menu_id.name.lower()}")
            submenus: dict[str, QMenu] = {}
            for spec in ACTIONS:
                if spec.menu is menu_id:
                    self._list(spec, menu, submenus)
                    if spec.id in extra:
                        menu.addMenu(extra[spec.id])

    def _list(self, spec: ActionSpec, menu: QMenu, submenus: dict[str, QMenu]) -> None:
        if spec.separated:
            menu.addSeparator()
        if not spec.submenu:
            menu.addAction(self.by_id[spec.id])
            return
        if spec.submenu not in submenus:
            submenus[spec.submenu] = menu.addMenu(translate("Actions", spec.submenu))
        submenus[spec.submenu].addAction(self.by_id[spec.id])

    def _make(self, spec: ActionSpec) -> QAction:
        action = QAction(self)
        action.setObjectName(spec.id)
        action.setCheckable(spec.checkable)
        action.setShortcuts([QKeySequence(keys) for keys in spec.shortcuts])
        if spec.scope is Scope.TIMELINE:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        if spec.exclusive:
            if spec.exclusive not in self._groups:
                self._groups[spec.exclusive] = QActionGroup(self)
            self._groups[spec.exclusive].addAction(action)
        return action
