"""Nothing raises through Qt: what fails while Qt paints or asks is shown as unreadable and told once.

An exception that leaves a method Qt called ends in Qt's own code, and an unfinished painter can end the program.
"""

from __future__ import annotations

import functools
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar, cast

from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

F = TypeVar("F", bound=Callable[..., Any])

_told: set[tuple[str, int]] = set()
_MOST_TOLD: Final = 100


def guarded(method: F) -> F:
    """A method Qt calls (`paint`, `paintEvent`, `data`, `event`, `eventFilter`, `sizeHint` …) that never raises."""
    fall_back = _FALL_BACKS.get(method.__name__, _nothing)

    @functools.wraps(method)
    def safe(self: Any, *arguments: Any, **named: Any) -> Any:
        painter = next((one for one in arguments if isinstance(one, QPainter)), None)
        if painter is not None:
            painter.save()
        failed = False
        try:
            return method(self, *arguments, **named)
        except Exception as error:  # noqa: BLE001 - whatever it is, Qt must not see it
            tell_once(error)
            failed = True
        finally:
            if painter is not None:
                painter.restore()
            if failed:
                # Behind the handler, so that the trace no longer holds a painter of the method alive.
                with suppress(Exception):
                    fall_back(self, arguments)
        return _VALUES.get(method.__name__, _nothing)(self, arguments)

    return cast(F, safe)


def tell_once(error: Exception) -> None:
    """Hand a failure to the last resort (`sys.excepthook`) unless one of the same place was."""
    frames = traceback.extract_tb(error.__traceback__)
    place = (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
    if place not in _told and len(_told) < _MOST_TOLD:
        _told.add(place)
        sys.excepthook(type(error), error, error.__traceback__)
    error.__traceback__ = None


def unreadable() -> str:
    """What stands where something could not be shown."""
    return QCoreApplication.translate("Guard", "unreadable")


def _nothing(_self: Any, _arguments: tuple[Any, ...]) -> Any:
    """There is nothing to show and nothing to say."""
    return None


def _paint_item(_self: Any, arguments: tuple[Any, ...]) -> None:
    painter = next(one for one in arguments if isinstance(one, QPainter))
    for one in arguments:
        if isinstance(one, QStyleOptionViewItem | QRect):
            rect = one.rect if isinstance(one, QStyleOptionViewItem) else one
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, unreadable())
            return


def _paint_widget(self: Any, _arguments: tuple[Any, ...]) -> None:
    surface = self.viewport() if hasattr(self, "viewport") else self
    if isinstance(surface, QWidget):
        painter = QPainter(surface)
        painter.drawText(surface.rect(), Qt.AlignmentFlag.AlignCenter, unreadable())
        painter.end()


def _display_value(_self: Any, arguments: tuple[Any, ...]) -> Any:
    role = arguments[1] if len(arguments) > 1 else Qt.ItemDataRole.DisplayRole
    return unreadable() if role == Qt.ItemDataRole.DisplayRole else None


_FALL_BACKS: Final[dict[str, Callable[[Any, tuple[Any, ...]], Any]]] = {
    "paint": _paint_item,
    "paintEvent": _paint_widget,
}
_VALUES: Final[dict[str, Callable[[Any, tuple[Any, ...]], Any]]] = {
    "data": _display_value,
    "event": lambda _self, _arguments: False,
    "eventFilter": lambda _self, _arguments: False,
    "viewportEvent": lambda _self, _arguments: False,
    "helpEvent": lambda _self, _arguments: False,
}
