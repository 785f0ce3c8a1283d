"""Bring the translation catalogues up to date with the source and compile them.

`python -m tests.tools.update_translations` merges new texts and compiles; `--missing` prints what has no Chinese yet
as a JSON object, `--fill FILE` takes that object back with its values filled in. Texts come from `tr` and `translate`
calls of the layers app and gui, from the problem templates of all layers, the causes of broken prefixes, the detectors'
findings and the settings' sentences, which are English data there and are worded by the window. English plural forms
are made from `(s)`, which is wrong for verbs: mend those in the catalogue, where finished texts are left alone.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import inspector
from inspector.analysis.findings.registry import built_in_detectors
from inspector.analysis.prefix.causes import CAUSES, REMARKS
from inspector.model.problems import TEMPLATES
from inspector.model.settings import SETTINGS

ROOT = Path(inspector.__file__).parent.parent
CATALOGUES = ROOT / "resources" / "translations"
LANGUAGES = ("zh_CN", "en")
WORDED = ("app", "gui")
"""Layers whose texts go through the translator."""

_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'


def main() -> int:
    """Update, fill and compile every catalogue; returns 1 when texts are left without a translation."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.update_translations", description=__doc__)
    parser.add_argument("--missing", action="store_true", help="print untranslated texts as JSON")
    parser.add_argument("--fill", type=Path, metavar="FILE", help="JSON object: text → translation")
    options = parser.parse_args()
    known = json.loads(options.fill.read_text(encoding="utf-8")) if options.fill else {}
    for language in LANGUAGES:
        path = catalogue(language)
        update(path, language)
        fill(path, known if language != "en" else None)
        update(path, language)  # again, for the layout of the file that lupdate writes
        compile_catalogue(path)
    missing = {source(message): "" for message in unfinished(catalogue("zh_CN"))}
    if options.missing:
        sys.stdout.write(json.dumps(missing, ensure_ascii=False, indent=1) + "\n")
    return 1 if missing else 0


def catalogue(language: str) -> Path:
    """The source file of a catalogue."""
    return CATALOGUES / f"context_inspector_{language}.ts"


def update(path: Path, language: str) -> None:
    """Merge the texts of the source into a catalogue; English holds plural forms alone."""
    with tempfile.TemporaryDirectory() as folder:
        templates = Path(folder) / "templates.py"
        templates.write_text(template_source(), encoding="utf-8")
        worded = [path for layer in WORDED for path in sorted((ROOT / "inspector" / layer).rglob("*.py"))]
        sources = [*map(str, worded), str(templates)]
        options = [
            "-source-language",
            "en",
            "-target-language",
            language,
            "-locations",
            "none",
            "-no-obsolete",
        ]
        plural = ["-pluralonly"] if language == "en" else []
        subprocess.run(
            [_tool("lupdate"), "-silent", *plural, *options, *sources, "-ts", str(path)], check=True
        )


def compile_catalogue(path: Path) -> None:
    """Write the compiled catalogue beside its source, at one stroke: a running program has the old one mapped."""
    fresh = path.with_suffix(".qm.new")
    subprocess.run([_tool("lrelease"), "-silent", str(path), "-qm", str(fresh)], check=True)
    fresh.replace(path.with_suffix(".qm"))


def fill(path: Path, known: dict[str, str] | None) -> None:
    """Put translations into what is unfinished; None = English plural forms from the text itself."""
    root = ElementTree.parse(path).getroot()
    for message in _unfinished(root):
        translation = message.find("translation")
        forms = _english(source(message)) if known is None else [known.get(source(message), "")]
        if translation is None or not all(forms):
            continue
        translation.attrib.pop("type", None)
        slots = translation.findall("numerusform") or [translation]
        for slot, form in zip(slots, forms, strict=False):
            slot.text = form
    body = ElementTree.tostring(root, encoding="unicode")
    path.write_text(f"{_HEAD}{body}\n", encoding="utf-8")


def unfinished(path: Path) -> Iterator[ElementTree.Element]:
    """Messages of a catalogue that have no translation yet."""
    yield from _unfinished(ElementTree.parse(path).getroot())


def _unfinished(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    for message in root.iter("message"):
        translation = message.find("translation")
        if translation is not None and translation.get("type") == "unfinished":
            yield message


def source(message: ElementTree.Element) -> str:
    """The English text of a message."""
    return message.findtext("source") or ""


def template_source() -> str:
    """What the window words of other layers' data, as calls that lupdate understands."""
    layers = [path for path in sorted((ROOT / "inspector").rglob("*.py")) if "cli" not in path.parts]
    written = {path: path.read_text(encoding="utf-8") for path in layers}
    for path, text in written.items():
        if "register_templates(" in text:
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    # The command line, which is not worded anew, may have been imported and have added its own.
    below = "".join(written.values())
    texts = [("Problems", text) for key, text in TEMPLATES.items() if f'"{key}"' in below]
    texts += [("Causes", text) for text in cause_texts()]
    texts += [("Findings", text) for text in finding_texts()]
    texts += [("SettingHelp", text) for text in setting_texts()]
    return "\n".join(f'QT_TRANSLATE_NOOP("{context}", {text!r})' for context, text in texts)


def cause_texts() -> list[str]:
    """Titles, sentences and remedies of all causes of broken prefixes, and all remarks, each once."""
    texts = [
        text
        for info in CAUSES.values()
        for text in (info.title, info.detail, info.remedy, *info.variants.values())
    ]
    texts += REMARKS.values()
    return list(dict.fromkeys(text for text in texts if text))


def setting_texts() -> list[str]:
    """Sentences of all settings and what it means that they are not set, each once."""
    texts = [text for spec in SETTINGS for text in (spec.help, spec.unset)]
    return list(dict.fromkeys(text for text in texts if text))


def finding_texts() -> list[str]:
    """Titles of the program's own detectors and the templates of their findings, each once."""
    texts = [detector.title for detector in built_in_detectors()]
    for detector in built_in_detectors():
        for wording in detector.wordings.values():
            texts += [wording.message, wording.explanation, wording.remedy]
    return list(dict.fromkeys(texts))


def _english(text: str) -> list[str]:
    """Singular and plural of nouns: `%n message(s)` → `%n message`, `%n messages`; mend verbs by hand."""
    return [text.replace("(s)", "").replace("(es)", ""), text.replace("(s)", "s").replace("(es)", "es")]


def _tool(name: str) -> str:
    return str(Path(sys.executable).with_name(f"pyside6-{name}"))


if __name__ == "__main__":
    raise SystemExit(main())
