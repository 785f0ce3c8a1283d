"""Every text of the window has a Chinese translation, and the compiled catalogues are those of the sources."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from inspector.app.wording import units
from inspector.gui.i18n import Catalogue, Language, resolve, switch_language
from tests.tools.update_translations import CATALOGUES, update

CHINESE = CATALOGUES / "context_inspector_zh_CN.ts"


def messages(catalogue: Path) -> Iterator[tuple[str, ElementTree.Element]]:
    for context in ElementTree.parse(catalogue).getroot().iter("context"):
        name = context.findtext("name") or ""
        yield from ((name, message) for message in context.iter("message"))


def texts(message: ElementTree.Element) -> tuple[str, list[str]]:
    translation = message.find("translation")
    assert translation is not None
    forms = [form.text or "" for form in translation.findall("numerusform")]
    return message.findtext("source") or "", forms or [translation.text or ""]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Chinese catalogue, brought up to date with the source."""
    copy = tmp_path_factory.mktemp("catalogues") / CHINESE.name
    shutil.copy(CHINESE, copy)
    update(copy, "zh_CN")
    return copy


def test_every_text_of_the_source_is_translated(fresh: Path) -> None:
    missing = [(name, texts(message)[0]) for name, message in messages(fresh) if not all(texts(message)[1])]
    assert not missing, "run `python -m tests.tools.update_translations` and translate these"


def test_translations_keep_the_placeholders(fresh: Path) -> None:
    wrong = []
    for name, message in messages(fresh):
        source, translated = texts(message)
        wanted = sorted(re.findall(r"\{\w*\}|%n", source))
        filled = (text for text in translated if text)
        wrong += [(name, source) for text in filled if sorted(re.findall(r"\{\w*\}|%n", text)) != wanted]
    assert not wrong


@pytest.mark.parametrize("language", ["zh_CN", "en"])
def test_compiled_catalogues_are_those_of_the_sources(language: str, tmp_path: Path) -> None:
    source = CATALOGUES / f"context_inspector_{language}.ts"
    compiled = tmp_path / "fresh.qm"
    tool = Path(sys.executable).with_name("pyside6-lrelease")
    subprocess.run([str(tool), "-silent", str(source), "-qm", str(compiled)], check=True)
    assert compiled.read_bytes() == source.with_suffix(".qm").read_bytes()


def test_english_has_plural_forms() -> None:
    assert units.messages(1) == "1 message"
    assert units.messages(12345) == "12\u202f345 messages"


def test_chinese_can_be_switched_on_and_off() -> None:
    switch_language(Language.CHINESE)
    try:
        assert units.messages(3) == "3 条消息"
        assert QCoreApplication.translate("Actions", "&File") == "文件(&F)"
    finally:
        switch_language(Language.ENGLISH)
    assert units.messages(3) == "3 messages"


def test_a_catalogue_that_is_rewritten_meanwhile_does_no_harm(tmp_path: Path, qapp: QCoreApplication) -> None:
    path = tmp_path / "copy.qm"
    shutil.copy(CHINESE.with_suffix(".qm"), path)
    catalogue = Catalogue(qapp)
    assert catalogue.read(path)
    path.write_bytes(b"")
    assert catalogue.translate("Actions", "&File") == "文件(&F)"
    assert not Catalogue(qapp).read(tmp_path / "nothing.qm")


def test_a_choice_is_taken_over_the_system() -> None:
    assert resolve(Language.CHINESE) is Language.CHINESE
    assert resolve(Language.SYSTEM) in (Language.CHINESE, Language.ENGLISH)


def test_problem_templates_are_in_the_catalogue() -> None:
    translator = QTranslator()
    assert translator.load(str(CHINESE.with_suffix(".qm")))
    assert "没有" in translator.translate(
        "Problems", "{path}: no such file or folder. Check the path or drop the file onto the window."
    )
