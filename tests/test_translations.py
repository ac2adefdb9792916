"""People see German: every text of the product is translated, and the compiled catalogue is the written one."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale" / "de" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\([a-z_]+\)[sd]|%[sd]|\{[a-z_]+\}")


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def test_every_text_has_a_translation(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []


def test_translations_keep_the_placeholders(catalogue: polib.POFile) -> None:
    wrong = [
        entry.msgid
        for entry in catalogue
        if entry.msgstr and set(PLACEHOLDER.findall(entry.msgid)) != set(PLACEHOLDER.findall(entry.msgstr))
    ]
    assert wrong == []


def test_people_are_addressed_formally(catalogue: polib.POFile) -> None:
    informal = re.compile(r"\b(du|dein|deine|deinen|dir|dich)\b")
    assert [entry.msgstr for entry in catalogue if informal.search(entry.msgstr)] == []


def test_the_compiled_catalogue_is_the_written_one(catalogue: polib.POFile) -> None:
    compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")))
    written = {key(entry): entry.msgstr or entry.msgstr_plural for entry in catalogue.translated_entries()}
    assert {key(entry): entry.msgstr or entry.msgstr_plural for entry in compiled} == written


def key(entry: polib.POEntry | polib.MOEntry) -> tuple[str | None, str]:
    """The same word may have another meaning in another context."""
    return entry.msgctxt, entry.msgid


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="xgettext is not installed (package gettext)")
def test_the_catalogue_holds_every_text_of_the_code(catalogue: polib.POFile, tmp_path: Path) -> None:
    copy = tmp_path / "project"
    ignored = shutil.ignore_patterns(
        ".git", ".*_cache", ".venv", "var", "node_modules", "__pycache__", "tests", "benchmarks", "examples"
    )
    shutil.copytree(ROOT, copy, ignore=ignored)
    command = [sys.executable, "manage.py", "makemessages", "--locale", "de", "--no-obsolete", "--no-location"]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)
    fresh = polib.pofile(str(copy / "locale" / "de" / "LC_MESSAGES" / "django.po"))
    known = {entry.msgid for entry in catalogue if not entry.obsolete}
    assert [entry.msgid for entry in fresh if entry.msgid not in known] == []
