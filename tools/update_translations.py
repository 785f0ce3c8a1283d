"""Bring the translation catalogues up to date with the source and compile them.

Run as `python -m tools.update_translations`. Texts come from `tr` and `translate` calls below `inspector/gui` and from
the problem templates of all layers, which are English data there and are worded by the window.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import tempfile
from pathlib import Path

import inspector
from inspector.model.problems import TEMPLATES

ROOT = Path(inspector.__file__).parent.parent
CATALOGUES = ROOT / "resources" / "translations"
LANGUAGES = ("zh_CN", "en")


def main() -> int:
    """Update and compile every catalogue; returns lupdate's or lrelease's exit code."""
    for language in LANGUAGES:
        catalogue = CATALOGUES / f"context_inspector_{language}.ts"
        update(catalogue, language)
        subprocess.run([_tool("lrelease"), "-silent", str(catalogue)], check=True)
    return 0


def update(catalogue: Path, language: str) -> None:
    """Merge the texts of the source into a catalogue; English holds plural forms alone."""
    with tempfile.TemporaryDirectory() as folder:
        templates = Path(folder) / "templates.py"
        templates.write_text(template_source(), encoding="utf-8")
        sources = [*map(str, sorted((ROOT / "inspector" / "gui").rglob("*.py"))), str(templates)]
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
            [_tool("lupdate"), "-silent", *plural, *options, *sources, "-ts", str(catalogue)], check=True
        )


def template_source() -> str:
    """The problem templates of all layers as calls that lupdate understands."""
    layers = (path for path in sorted((ROOT / "inspector").rglob("*.py")) if "cli" not in path.parts)
    for path in layers:
        if "register_templates(" in path.read_text(encoding="utf-8"):
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    return "\n".join(f'QT_TRANSLATE_NOOP("Problems", {text!r})' for text in TEMPLATES.values())


def _tool(name: str) -> str:
    return str(Path(sys.executable).with_name(f"pyside6-{name}"))


if __name__ == "__main__":
    raise SystemExit(main())
