"""What a chapter prints in bold is the name of a button, a field, a column or a state: it stands on the pages named."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from config.handbook.chapters import CHAPTERS, FOLDER, LANGUAGES, handbook_chapter
from tests.config.handbook.console import filled_console, folded, texts_of

pytestmark = pytest.mark.django_db

BOLD = re.compile(r"\*\*(.+?)\*\*")
ADDRESS = re.compile(r"\]\((/[a-z][^)\s]*)\)")

FURTHER_PAGES = {
    "upload": ["documents/document/upload/", "documents/document/{document}/change/"],
    "sources": ["documents/collection/add/", "documents/source/add/?kind=cms", "documents/source/{source}/change/"],
    "prompts": [
        "llm/prompt/{prompt}/change/",
        "llm/prompt/{prompt}/versions/2/",
        "evaluation/draft/{draft}/change/",
        "evaluation/suite/{suite}/change/",
    ],
    "profiles": ["retrieval/profile/try/", "retrieval/profile/{profile}/change/"],
    "protected-words": [
        "simplify/protectedword/add/",
        "simplify/protectedword/import/",
        "simplify/synonym/add/",
        "simplify/wordlist/{list}/change/",
    ],
    "gaps": ["chat/conversation/{conversation}/change/", "chat/fixedanswer/add/"],
    "suites": [
        "evaluation/suite/{suite}/change/",
        "evaluation/case/add/",
        "evaluation/run/start/",
        "evaluation/run/{run}/change/",
    ],
    "reviews": ["evaluation/review/turn/{reply}/"],
    "models": [
        "llm/endpoint/add/",
        "llm/chatmodel/add/",
        "llm/price/add/",
        "llm/embeddingmodel/add/",
        "documents/collection/add/",
    ],
    "channels": ["chat/room/add/", "chat/room/doctor/", "chat/platformuser/add/"],
    "people": [
        "documents/collection/add/",
        "documents/document/{document}/change/",
        "auth/user/add/",
        "auth/user/{user}/change/",
        "documents/collection/add/",
        "config/groupassignment/",
        "config/groupassignment/add/",
        "config/apitoken/add/",
    ],
    "graph": ["graph/graphindex/{graph}/change/", "retrieval/profile/{profile}/change/"],
    "operation": ["config/apitoken/add/"],
}
"""Below /admin/, beside those that the chapter has a link to."""


def test_every_name_in_bold_stands_on_the_pages_of_its_chapter(admin_client: Client) -> None:
    rows = filled_console()
    pages: dict[tuple[str, str], set[str]] = {}

    def texts(address: str, language: str) -> set[str]:
        if (address, language) not in pages:
            reply = admin_client.get(address, headers={"accept-language": language}, follow=True)
            assert reply.status_code == 200, address
            pages[address, language] = texts_of(reply.content.decode())
        return pages[address, language]

    unknown = []
    for language in LANGUAGES:
        for name in CHAPTERS:
            text = handbook_chapter(name, language).text
            further = [f"/admin/{address.format(**rows)}" for address in FURTHER_PAGES.get(name, [])]
            shown = set().union(*(texts(address, language) for address in [*ADDRESS.findall(text), *further]))
            unknown += [f"{language}/{name}: {bold}" for bold in BOLD.findall(text) if folded(bold) not in shown]
    assert unknown == [], "; ".join(unknown)
    assert len(pages) > 100


def test_pictures_show_names_that_the_pages_still_have(admin_client: Client) -> None:
    """docs/handbook/pictures.py writes down which buttons, fields and columns it has photographed."""
    rows = filled_console()
    seen = json.loads((FOLDER / "pictures" / "seen.json").read_text(encoding="utf-8"))
    gone = []
    for picture, found in seen.items():
        language = picture.partition("/")[0]
        address = f"/admin/{found['address'].format(**rows)}"
        shown = texts_of(admin_client.get(address, headers={"accept-language": language}, follow=True).content.decode())
        gone += [f"{picture}: {name}" for name in found["names"] if folded(name) not in shown]
    assert gone == [], "Make the pictures anew: docs/handbook/pictures.py"


def test_a_name_that_no_page_has_is_found_out() -> None:
    assert folded("Absenden:") in texts_of('<input type="submit" value="Absenden">')
    assert folded("Abschicken") not in texts_of("<p>Sie können es abschicken.</p><button>Absenden</button>")


def test_both_languages_have_the_same_chapters() -> None:
    files = {language: sorted(path.stem for path in Path(FOLDER / language).glob("*.md")) for language in LANGUAGES}
    assert files["de"] == files["en"] == sorted(CHAPTERS)


@pytest.mark.parametrize("name", CHAPTERS)
def test_both_languages_of_a_chapter_have_the_same_parts(name: str) -> None:
    parts = {
        language: [
            re.findall(r"^#+ ", text, re.MULTILINE),
            ADDRESS.findall(text),
            sorted(re.findall(r"\(([a-z-]+\.md)", text)),
            re.findall(r"pictures/\w\w/([a-z-]+)", text),
        ]
        for language in LANGUAGES
        for text in [handbook_chapter(name, language).text]
    }
    assert parts["de"] == parts["en"]
