"""Every language of the interface has every text that the public meets, with the same placeholders and all plurals."""

import re
import shutil
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils.translation import ngettext, override, to_locale

from bin.public_texts import TEMPLATE, public_texts

FOLDER = Path(settings.BASE_DIR) / "locale"
PLACEHOLDER = re.compile(r"%\([a-z_]+\)(?:\.\d+)?[sdf]|%[sd]")
PLAIN_GERMAN = "de-simple"
TRANSLATED = [code for code, _name in settings.LANGUAGES if code not in ("de", "en", PLAIN_GERMAN)]
LONGEST_PLAIN_SENTENCE = 12
"""Words."""


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(FOLDER / to_locale(language) / "LC_MESSAGES" / "django.po"))


def texts_of(entry: polib.POEntry) -> list[str]:
    return [entry.msgstr, *entry.msgstr_plural.values()] if not entry.msgid_plural else [*entry.msgstr_plural.values()]


def msgids(file: polib.POFile) -> set[str]:
    return {entry.msgid for entry in file if not entry.obsolete}


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_of_the_public_is_missing(language: str) -> None:
    file = catalogue(language)
    assert msgids(polib.pofile(str(TEMPLATE))) - msgids(file) == set()
    assert [entry.msgid for entry in file if "fuzzy" in entry.flags or not all(texts_of(entry))] == []


def test_plain_german_has_texts_of_the_public_only() -> None:
    assert msgids(catalogue(PLAIN_GERMAN)) <= msgids(polib.pofile(str(TEMPLATE)))


@pytest.mark.parametrize("language", [*TRANSLATED, PLAIN_GERMAN])
def test_translations_keep_the_placeholders(language: str) -> None:
    wrong = [
        text
        for entry in catalogue(language)
        for text in texts_of(entry)
        if sorted(PLACEHOLDER.findall(text)) != sorted(PLACEHOLDER.findall(entry.msgid))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", [*TRANSLATED, PLAIN_GERMAN])
def test_every_form_of_a_plural_is_there(language: str) -> None:
    file = catalogue(language)
    forms = int(re.findall(r"nplurals=(\d)", file.metadata["Plural-Forms"])[0])
    assert {len(entry.msgstr_plural) for entry in file if entry.msgid_plural} == {forms}


@pytest.mark.parametrize("language", [*TRANSLATED, PLAIN_GERMAN])
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    compiled = polib.mofile(str(FOLDER / to_locale(language) / "LC_MESSAGES" / "django.mo"))
    written = {entry.msgid: texts_of(entry) for entry in catalogue(language)}
    assert {entry.msgid: texts_of(entry) for entry in compiled} == written


def test_plurals_follow_the_language() -> None:
    one, many = "%(shown)s document can be searched.", "%(shown)s documents can be searched."
    with override("uk"):
        assert [ngettext(one, many, count) for count in (1, 3, 7)] == [
            "Пошук охоплює %(shown)s документ.",
            "Пошук охоплює %(shown)s документи.",
            "Пошук охоплює %(shown)s документів.",
        ]


def test_sentences_in_plain_german_are_short() -> None:
    sentences = [
        sentence
        for entry in catalogue(PLAIN_GERMAN)
        for text in texts_of(entry)
        for sentence in re.split(r"(?<=[.:?!])\s+", text)
    ]
    assert [one for one in sentences if len(one.split()) > LONGEST_PLAIN_SENTENCE] == []


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="xgettext is not installed (package gettext)")
def test_the_template_holds_every_text_of_the_public_files() -> None:
    missing = msgids(public_texts()) - msgids(polib.pofile(str(TEMPLATE)))
    assert missing == set(), "Collect them: python bin/public_texts.py, and translate them in locale/*/LC_MESSAGES."
