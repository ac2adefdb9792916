"""The box of a refusal links what it names, and nothing in it is markup that somebody wrote."""

import pytest

from apps.chat.rendering.refusal_box import contact_address, refusal_html

NEAREST = [{"label": "Satzung <b>, Seite 2", "url": "/documents/7/pages/2/"}]


def test_the_nearest_pages_are_links() -> None:
    html = refusal_html(["Nichts gefunden."], "Am nächsten:", NEAREST, "", "")
    assert '<a href="/documents/7/pages/2/">Satzung &lt;b&gt;, Seite 2</a>' in html


@pytest.mark.parametrize(
    ("contact", "address"),
    [
        ("Bürgerbüro, Telefon 0123 4567-89", "tel:0123456789"),
        ("buergerbuero@stadt.example, 0123 45678", "mailto:buergerbuero@stadt.example"),
        ("https://stadt.example/kontakt.", "https://stadt.example/kontakt"),
        ("Bürgertelefon 115", "tel:115"),
        ("Zimmer 12 im Rathaus", ""),
    ],
)
def test_the_contact_opens_what_it_names(contact: str, address: str) -> None:
    assert contact_address(contact) == address


def test_a_contact_without_an_address_is_said_in_words() -> None:
    html = refusal_html(["Nichts."], "", [], "Zimmer 12", "Bitte fragen Sie hier: Zimmer 12")
    assert "<a " not in html
    assert "Zimmer 12" in html
