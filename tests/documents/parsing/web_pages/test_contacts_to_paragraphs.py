"""Contacts beside the text of a page are read with it; those of the whole site are not."""

import pytest

from apps.documents.parsing.formats.html_to_markdown import page_to_markdown
from apps.documents.parsing.web_pages.contacts_to_paragraphs import contacts_to_paragraphs
from tests.processor_time import at_most

TEXT = "<p>Wenn Sie umziehen, müssen Sie Ihren Wohnsitz innerhalb von zwei Wochen ummelden. Das ist kostenlos.</p>" * 3
PAGE = f"<html><body><main><h1>Ummelden</h1>{TEXT}{{}}</main>{{}}</body></html>"
CALL = "Telefon: 03341 123-0"
ADDRESS = f"<address>Bürgeramt<br>Markt 1<br>{CALL}</address>"


@pytest.mark.parametrize(
    "part",
    [
        f"<aside><h3>Kontakt</h3>{ADDRESS}</aside>",
        f"<div class='c-contact'>{ADDRESS}</div>",
        f"<aside class='sidebar'><p>Bürgeramt, {CALL}, <a href='mailto:a@b.example'>a@b.example</a></p></aside>",
    ],
    ids=["aside", "by its class", "by its links"],
)
def test_a_contact_beside_the_text_is_read(part: str) -> None:
    assert CALL in page_to_markdown(PAGE.format(part, ""))


@pytest.mark.parametrize(
    "parts",
    [("", f"<footer>{ADDRESS}</footer>"), (f"<aside><p>Was andere lesen: {CALL}</p></aside>", "")],
    ids=["of the site", "no contact"],
)
def test_other_parts_beside_the_text_stay_out(parts: tuple[str, str]) -> None:
    assert CALL not in page_to_markdown(PAGE.format(*parts))


def test_a_page_of_contacts_is_read_in_linear_time() -> None:
    with at_most(8):
        contacts_to_paragraphs(f"<html><body>{ADDRESS * 10_000}</body></html>")
        contacts_to_paragraphs(f"{'<div class=contact>' * 5_000}{ADDRESS}")
