"""The reference that ships with the program: pages as written, and tables made from the declared data.

Pages are Markdown files under `resources/reference`; the pages of causes, detectors and settings are made from the
tables that the program itself runs by, so they cannot fall behind. Sections are cited as *PAGE §n*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from inspector.analysis.findings.registry import built_in_detectors
from inspector.analysis.prefix.causes import CAUSES
from inspector.model.problems import Problem, register_templates
from inspector.model.setting_spec import value_text
from inspector.model.settings import SETTINGS
from inspector.resources import resource

register_templates(
    {"no-such-page": "The reference has no page or section {name}. Pages: {pages}."},
)

_HEADING: Final = re.compile(r"^(#{1,2}) +(.*)$", re.MULTILINE)
_SECTION: Final = re.compile(r"§?(\d+(?:\.\d+)?|[A-Z])\b")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under one heading.

    Attributes:
        page: id of its page.
        number: what it is cited by (`11`, `6.8`, `B`); "" for sections without a number.
        title: the heading without its number.
        text: Markdown, heading included.
    """

    page: str
    number: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the reference.

    Attributes:
        id: what it is called by (`pipeline`).
        title: its first heading.
        text: Markdown.
    """

    id: str
    title: str
    text: str

    @property
    def sections(self) -> list[Section]:
        """Its parts in order; the first holds the title and what precedes the first heading of its own."""
        starts = [match.start() for match in _HEADING.finditer(self.text)]
        ends = [*starts[1:], len(self.text)]
        return [self._section(self.text[start:end]) for start, end in zip(starts, ends, strict=True)]

    def _section(self, text: str) -> Section:
        heading = text.partition("\n")[0].lstrip("#").strip()
        number = _SECTION.match(heading)
        is_numbered = number is not None and (heading.startswith("§") or self.id in _LETTERED)
        title = heading[number.end() :].strip() if number is not None and is_numbered else heading
        return Section(self.id, number[1] if number is not None and is_numbered else "", title, text.strip())


@cache
def pages() -> tuple[Page, ...]:
    """Every page, in the order of the contents."""
    return tuple(_page(name) for name in _WRITTEN) + tuple(_made(name) for name in _MADE)


def page(name: str) -> Page:
    """A page by id; raises `Problem("no-such-page")`."""
    found = next((one for one in pages() if one.id == name.lower()), None)
    if found is None:
        raise _unknown(name)
    return found


def find(topic: str) -> Page | Section:
    """A page, a section (`pipeline 11`, `pipeline §11`), a cause or a detector; raises `Problem("no-such-page")`."""
    name, _, number = topic.strip().partition(" ")
    for one in pages():
        if one.id == name.lower():
            wanted = number.strip().lstrip("§").strip()
            return one if not wanted else _one_of(one.sections, wanted, topic)
    return _one_of([section for one in pages() for section in one.sections], topic.strip(), topic)


def search(words: str) -> list[Section]:
    """Sections that hold every word, any case; those with a word in their title first."""
    wanted = words.casefold().split()
    found = [
        section
        for one in pages()
        for section in one.sections
        if wanted and all(word in section.text.casefold() for word in wanted)
    ]
    return sorted(found, key=lambda section: not any(word in section.title.casefold() for word in wanted))


def _one_of(sections: Iterable[Section], wanted: str, topic: str) -> Section:
    name = wanted.casefold()
    for section in sections:
        if name in (section.number.casefold(), section.title.casefold()):
            return section
    raise _unknown(topic)


def _unknown(name: str) -> Problem:
    return Problem("no-such-page", {"name": name, "pages": ", ".join(one.id for one in pages())})


_WRITTEN: Final = (
    "pipeline",
    "formats",
    "sources",
    "provider-cache",
    "glossary",
    "architecture",
    "extending",
)
_LETTERED: Final = frozenset({"formats", "sources"})
"""Pages whose sections go by letters."""


def _page(name: str) -> Page:
    text = resource("reference", f"{name}.md").read_text(encoding="utf-8")
    return Page(name, text.partition("\n")[0].lstrip("# "), text)


def _made(name: str) -> Page:
    title, intro, parts = _MADE[name]
    return Page(name, title, "\n\n".join((f"# {title}", intro, *parts())) + "\n")


def _causes() -> Iterator[str]:
    for cause, info in CAUSES.items():
        kind = (
            "Breaks the prefix." if info.breaks else "The normal course, or nothing that costs cached tokens."
        )
        lines = (f"## {cause.value}", f"**{info.title}.** {kind}", info.remedy)
        yield "\n\n".join(line for line in lines if line)


def _detectors() -> Iterator[str]:
    for detector in sorted(built_in_detectors(), key=lambda one: one.id):
        yield (
            f"## {detector.id}\n\n**{detector.title}** ({detector.severity.value}). {detector.meaning}\n\n"
            f"What to do: {detector.remedy}"
        )


def _settings() -> Iterator[str]:
    for spec in SETTINGS:
        default = value_text(spec.default) if not isinstance(spec.default, tuple) else "none"
        yield f"## {spec.name}\n\n{spec.help}\n\nDefault: {default}. Allowed: {spec.expected}."


_MADE: Final[dict[str, tuple[str, str, Callable[[], Iterator[str]]]]] = {
    "causes": (
        "Causes",
        "Why a request did or did not find its prefix in the cache, by the id that tables and JSON show.",
        _causes,
    ),
    "detectors": ("Detectors", "What findings look for, by the id that `lint` shows.", _detectors),
    "settings": ("Settings", "Every setting of a replay, as `--set name=value` takes it.", _settings),
}
