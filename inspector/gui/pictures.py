"""Charts as pictures: the widget itself paints them, as pixels or as vectors."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from inspector.gui import theme
from inspector.gui.charts.bar_chart import BarChart
from inspector.gui.charts.probe_matrix import ProbeMatrix
from inspector.gui.charts.sweep_chart import SweepChart
from inspector.model import Problem
from inspector.model.outputs import write_output
from inspector.model.problems import register_templates

CHART_TYPES: Final = (BarChart, ProbeMatrix, SweepChart)
"""Widgets that are charts."""

_SCALE: Final = 2
"""Pixels of a picture per pixel of the window, so that it stays sharp in print."""

register_templates(
    {
        "picture-format": "{path}: no picture format; expected a name that ends in .png or .svg.",
        "picture-too-large": "A picture of {size} pixels cannot be made. Make the window smaller.",
    }
)


class PictureFormat(StrEnum):
    """Formats; the values are the endings of their files."""

    PNG = "png"
    SVG = "svg"


def charts_in(widget: QWidget) -> list[QWidget]:
    """The charts inside a widget, those on screen first; charts that never had a size are left out."""
    found = [child for child in widget.findChildren(QWidget) if isinstance(child, CHART_TYPES)]
    drawn = [chart for chart in found if not chart.size().isEmpty()]
    return sorted(drawn, key=lambda chart: not chart.isVisible())


def save_picture(chart: QWidget, path: Path) -> None:
    """Write a chart as it looks in the window; raises `Problem`."""
    ending = path.suffix.lower().removeprefix(".")
    if ending not in set(PictureFormat):
        raise Problem("picture-format", {"path": str(path)})
    write_output(path, _svg(chart) if ending == PictureFormat.SVG else png_bytes(_painted(chart)))


def png_bytes(picture: QImage) -> bytes:
    """A picture as the bytes of a PNG file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not picture.save(buffer, "PNG"):  # type: ignore[call-overload]  # the stubs want bytes, Qt wants text
        raise Problem("picture-too-large", {"size": f"{picture.width()}×{picture.height()}"})
    return bytes(data.data())


def _painted(chart: QWidget) -> QImage:
    picture = QImage(chart.size() * _SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(_SCALE)
    picture.fill(theme.current().surface)
    painter = QPainter(picture)
    chart.render(painter, QPoint())
    painter.end()
    return picture


def _svg(chart: QWidget) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(chart.size()))
    generator.setViewBox(QRect(QPoint(), chart.size()))
    generator.setTitle(chart.accessibleName())
    painter = QPainter(generator)
    painter.fillRect(chart.rect(), theme.current().surface)
    chart.render(painter, QPoint())
    painter.end()
    return bytes(data.data())
