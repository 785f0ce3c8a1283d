"""A report as one HTML file that needs nothing else: styles and charts inside, light and dark, fit to print."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from inspector.reports.geometry import HEIGHT, WIDTH, lay_out
from inspector.reports.model import MEANINGS, Report
from inspector.reports.tables import shown, texts

if TYPE_CHECKING:
    from jinja2 import Template


def to_html(report: Report) -> str:
    """The page."""
    return _template().render(report=report, meanings=MEANINGS)


@lru_cache(maxsize=1)
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    folder = files("inspector.reports").joinpath("templates")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    # Written by us, so the one text that is not escaped.
    environment.globals["style"] = Markup(folder.joinpath("report.css").read_text(encoding="utf-8"))
    environment.globals.update(lay_out=lay_out, width=WIDTH, height=HEIGHT, texts=texts)
    environment.filters["shown"] = shown
    return environment.from_string(folder.joinpath("report.html.j2").read_text(encoding="utf-8"))
