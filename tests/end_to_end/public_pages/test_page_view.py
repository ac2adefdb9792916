"""The page view in a real browser: one mark, its place on the picture, readable for everybody."""

from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.end_to_end.city import TAX_SENTENCE
from tests.end_to_end.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def address(site: Site, quote: str = TAX_SENTENCE) -> str:
    return f"/documents/{site.city.statute}/pages/2/?{urlencode({'quote': quote})}"


def test_the_quote_is_marked_in_the_text_and_on_the_picture(page: Page, site: Site) -> None:
    page.goto(address(site))
    expect(page.locator("mark")).to_have_count(1)
    expect(page.locator("mark")).to_have_text(TAX_SENTENCE.rstrip("."))
    expect(page.locator("mark")).to_be_in_viewport()
    picture = page.locator(".sheet img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 500
    sheet, place = picture.bounding_box(), page.locator("rect.quote-place").first.bounding_box()
    assert sheet is not None
    assert place is not None
    assert sheet["x"] < place["x"] < sheet["x"] + sheet["width"]
    assert sheet["y"] < place["y"] < sheet["y"] + sheet["height"]
    assert place["width"] > 50
    assert place["height"] < 40


def test_it_says_when_the_quote_is_not_there(page: Page, site: Site) -> None:
    page.goto(address(site, "Die Steuer beträgt 999 Euro im Jahr."))
    expect(page.locator(".quote-notice.missing")).to_be_visible()
    expect(page.locator("mark, rect.quote-place")).to_have_count(0)


def test_the_keyboard_turns_the_pages(page: Page, site: Site) -> None:
    page.goto(address(site))
    page.locator("[rel=next]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/pages/3/")
    expect(page.locator("[rel=next]")).to_have_count(0)


def test_the_first_stop_of_the_keyboard_skips_the_header(page: Page, site: Site) -> None:
    page.goto(f"/documents/{site.city.hours}/pages/1/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    expect(page.locator(".skip-link")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_document_without_paper_shows_its_text_only(page: Page, site: Site) -> None:
    page.goto(f"/documents/{site.city.hours}/pages/1/")
    expect(page.locator(".reading")).to_contain_text("Meldebescheinigung kostet acht Euro")
    expect(page.locator(".sheet")).to_have_count(0)


@pytest.mark.visitor(viewport={"width": 320, "height": 640})
def test_it_fits_a_narrow_screen(page: Page, site: Site) -> None:
    page.goto(address(site))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize(
    "colours",
    [pytest.param(name, marks=pytest.mark.visitor(color_scheme=name)) for name in ("light", "dark")],
)
def test_axe_finds_nothing_serious(page: Page, site: Site, colours: str) -> None:
    page.goto(address(site))
    assert serious(page) == []


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in {"serious", "critical"}]
