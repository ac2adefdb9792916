"""Drafts that a page hides are no text of it; panels that a visitor can open are."""

import pytest

from apps.documents.parsing.formats.html import to_markdown

AROUND = "Der Bewohnerparkausweis kostet 30 Euro im Jahr und gilt für ein Fahrzeug in einem Gebiet. " * 4
BEHIND = "Besucher bekommen Tageskarten am Automaten."
HIDDEN = "Donnerstag ist von 14 bis 18 Uhr geöffnet."


def page(body: str) -> str:
    return f"<html><body><main><h1>Parken</h1><p>{AROUND}</p>{body}<p>{BEHIND}</p></main></body></html>"


@pytest.mark.parametrize(
    "body",
    [
        f"<p hidden>{HIDDEN}</p>",
        f'<div hidden=""><p>{HIDDEN}</p></div>',
        f'<div hidden id="entwurf"><p>{HIDDEN}</p></div>',
        f'<p style="color: red; display: none">{HIDDEN}</p>',
        f'<div class="panel"><p hidden>{HIDDEN}</p></div>',
        f'<div class="menu-collapsed table-box mitteilung"><p hidden>{HIDDEN}</p></div>',
        f'<p hidden class="stabpanels">{HIDDEN}</p>',
    ],
)
def test_what_nothing_opens_is_left_out(body: str) -> None:
    text = to_markdown(page(body))
    assert HIDDEN not in text
    assert BEHIND in text


@pytest.mark.parametrize(
    "body",
    [
        f'<h2><button aria-controls="a">Zeiten</button></h2><div id="a" hidden><p>{HIDDEN}</p></div>',
        f'<h2><a href="#a">Zeiten</a></h2><div id="a" style="display:none"><p>{HIDDEN}</p></div>',
        f'<h2><span data-bs-target="#a">Zeiten</span></h2><div id="a" hidden><p>{HIDDEN}</p></div>',
        f'<h2>Zeiten</h2><div role="tabpanel" hidden><p>{HIDDEN}</p></div>',
        f'<div class="c-accordion"><button>Zeiten</button><div style="display:none"><p>{HIDDEN}</p></div></div>',
        f'<h2>Zeiten</h2><div class="accordionItem"><div hidden><p>{HIDDEN}</p></div></div>',
        f'<h2>Zeiten</h2><div class="tab-pane" hidden><p>{HIDDEN}</p></div>',
        f'<h2>Zeiten</h2><div hidden="until-found"><p>{HIDDEN}</p></div>',
    ],
)
def test_what_a_visitor_can_open_is_text(body: str) -> None:
    text = to_markdown(page(body))
    assert HIDDEN in text
    assert "Zeiten" in text


def test_a_fragment_stays_one_and_keeps_the_text_behind_what_it_hides() -> None:
    assert to_markdown("<p>Eins <span hidden>zwei</span> drei.</p>") == "Eins drei."


@pytest.mark.parametrize("hides", ["hidden", 'style="display: none"'])
@pytest.mark.parametrize("tag", ["html", "body", "main"])
def test_a_page_that_a_script_shows_is_read(tag: str, hides: str) -> None:
    assert BEHIND in to_markdown(page("").replace(f"<{tag}>", f"<{tag} {hides}>"))


def test_the_classes_of_the_whole_page_fold_no_part_of_it() -> None:
    source = page(f"<p hidden>{HIDDEN}</p>").replace("<main>", '<main class="tabs">')
    assert HIDDEN not in to_markdown(source.replace("<body>", '<body class="wp-tab collapse">'))
