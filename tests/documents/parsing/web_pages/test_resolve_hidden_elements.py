"""Drafts that a page hides are no text of it; panels that a visitor can open are."""

import pytest

from apps.documents.parsing.formats.html_to_markdown import page_to_markdown

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
    text = page_to_markdown(page(body))
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
    text = page_to_markdown(page(body))
    assert HIDDEN in text
    assert "Zeiten" in text


def test_a_fragment_stays_one_and_keeps_the_text_behind_what_it_hides() -> None:
    assert page_to_markdown("<p>Eins <span hidden>zwei</span> drei.</p>") == "Eins drei."


@pytest.mark.parametrize("hides", ["hidden", 'style="display: none"'])
@pytest.mark.parametrize("tag", ["html", "body", "main"])
def test_a_page_that_a_script_shows_is_read(tag: str, hides: str) -> None:
    assert BEHIND in page_to_markdown(page("").replace(f"<{tag}>", f"<{tag} {hides}>"))


def test_the_classes_of_the_whole_page_fold_no_part_of_it() -> None:
    source = page(f"<p hidden>{HIDDEN}</p>").replace("<main>", '<main class="tabs">')
    assert HIDDEN not in page_to_markdown(source.replace("<body>", '<body class="wp-tab collapse">'))


UNSEEN = [
    f'<p style="display:none">{HIDDEN}</p>',
    f'<p style="visibility: hidden">{HIDDEN}</p>',
    f'<div style="font-size:0">{HIDDEN}</div>',
    f'<div style="font-size:0px !important"><b>{HIDDEN}</b></div>',
    f'<div style="color:white;background:white">{HIDDEN}</div>',
    f'<div style="color:#FFF; background-color: #ffffff">{HIDDEN}</div>',
    f'<div style="position:absolute;left:-9999px">{HIDDEN}</div>',
    f"<style>/* a */ .a, p#b {{ display: none }}</style><p class='x a'>{HIDDEN}</p>",
    f"<style>.a {{ display: none }} p#b {{ visibility:hidden }}</style><p id='b'>{HIDDEN}</p>",
    f"<style>@media print {{ .c {{ color: red }} }} div.a {{ font-size: 0 }}</style><div class='a'>{HIDDEN}</div>",
]
SEEN = [
    f'<p style="font-size:6px">{HIDDEN}</p>',
    f'<p style="font-size:0.8em">{HIDDEN}</p>',
    f'<div style="font-size:0"><p style="font-size:16px">{HIDDEN}</p></div>',
    f'<div style="font-size:0"><p class="text">{HIDDEN}</p></div>',
    f'<div style="background:#003366"><h2 style="color:white">{HIDDEN}</h2></div>',
    f'<p style="color:white;background:navy">{HIDDEN}</p>',
    f'<div style="color:white;background:white"><p style="color:black">{HIDDEN}</p></div>',
    f'<p style="position:absolute;left:-20px">{HIDDEN}</p>',
    f'<p style="position:relative;left:40px;visibility:visible">{HIDDEN}</p>',
    f'<p aria-hidden="true">{HIDDEN}</p>',
    f'<div style="visibility:hidden"><p style="visibility:visible">{HIDDEN}</p></div>',
    f"<style>@media print {{ .a {{ display: none }} }}</style><p class='a'>{HIDDEN}</p>",
    f"<style>.js .a {{ display: none }} .b p {{ display:none }}</style><p class='a b'>{HIDDEN}</p>",
    f"<style>.a {{ display: none }} .a.open {{ display: block }}</style><p class='a'>{HIDDEN}</p>",
    f"<style>.accordion-text {{ display: none }}</style><p class='accordion-text'>{HIDDEN}</p>",
    f"<style>.a {{ color: white }}</style><h2 class='a'>{HIDDEN}</h2>",
    f"<style>.a {{ display: none</style><p class='a'>{HIDDEN}</p>",
]


@pytest.mark.parametrize("body", UNSEEN)
def test_what_a_style_lets_nobody_see_is_left_out(body: str) -> None:
    for text in (page_to_markdown(page(body)), page_to_markdown(f"{body}<p>{BEHIND}</p>")):
        assert HIDDEN not in text
        assert BEHIND in text


@pytest.mark.parametrize("body", SEEN)
def test_what_is_small_or_pale_or_may_be_shown_is_text(body: str) -> None:
    assert HIDDEN in page_to_markdown(f"{body}<p>{BEHIND}</p>")


def test_style_sheets_without_an_end_keep_nobody_busy() -> None:
    for sheet in ("{" * 100_000, "a{" * 50_000, ".a{}" * 50_000, "/*" * 50_000, "x" * 100_000):
        assert BEHIND in page_to_markdown(f"<style>{sheet}</style><p>{BEHIND}</p>")
