"""Word when an answer changes, in a real browser: from the bell below the answer to the page with both quotes."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from apps.chat.models import AnswerChange, Conversation, Subscription, SubscriptionQuote, Turn
from tests.end_to_end.city import QUESTION, TAX_SENTENCE
from tests.end_to_end.conftest import Site
from tests.end_to_end.public_pages.test_chat_page import ask, serious

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
WISH = "Bescheid geben, wenn sich diese Antwort ändert"
SHAPES = [
    pytest.param(id="desktop", marks=pytest.mark.visitor(viewport={"width": 1280, "height": 800})),
    pytest.param(id="phone", marks=pytest.mark.visitor(viewport={"width": 360, "height": 740}, has_touch=True)),
]
on_every_screen = pytest.mark.parametrize((), SHAPES)


def check_page(page: Page) -> None:
    """Nothing is wider than the screen, and nothing keeps somebody out."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []


@on_every_screen
def test_who_subscribes_gets_the_feed_and_the_way_back_and_out(page: Page) -> None:
    page.goto("/")
    answer = ask(page).locator(".answer-text").inner_text()
    page.get_by_role("button", name=WISH).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(WISH)
    expect(page.get_by_text(QUESTION)).to_be_visible()
    check_page(page)
    page.get_by_role("button", name="Als Feed abonnieren").click()
    feed = page.get_by_label("Adresse des Feeds").input_value()
    assert page.request.get(feed).headers["content-type"].startswith("application/atom+xml")
    own_page = page.get_by_role("link", name="Seite dieses Abonnements").get_attribute("href")
    check_page(page)
    page.get_by_role("button", name="Zurück zum Gespräch").click()
    expect(page.locator(".answer-text")).to_have_text(answer)
    page.goto(str(own_page))
    page.get_by_role("button", name="Dieses Abonnement beenden").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Das Abonnement ist beendet und wurde gelöscht.")
    assert page.request.get(feed).status == 404
    page.get_by_role("link", name="Meine Gespräche").wait_for()


def test_who_ends_it_at_once_goes_back_to_the_conversation(page: Page) -> None:
    page.goto("/")
    answer = ask(page).locator(".answer-text").inner_text()
    page.get_by_role("button", name=WISH).click()
    page.get_by_role("button", name="Als Feed abonnieren").click()
    page.get_by_role("button", name="Dieses Abonnement beenden").click()
    page.get_by_role("button", name="Zurück zum Gespräch").click()
    expect(page.locator(".answer-text")).to_have_text(answer)


@pytest.fixture(scope="module")
def subscriptions(site: Site, django_db_blocker: DjangoDbBlocker) -> dict[str, str]:
    """Pages of a subscription whose answer has changed, and of one by mail that waits to be confirmed."""
    with django_db_blocker.unblock():
        turn = Turn.objects.create(conversation=Conversation.objects.create(), number=1, question=QUESTION)
        told = Subscription.objects.create(
            turn=turn, way="feed", question=QUESTION, language="de", confirmed_at=turn.created_at
        )
        change = AnswerChange.objects.create(subscription=told)
        for is_new, quote in ((False, TAX_SENTENCE.replace("144", "132")), (True, TAX_SENTENCE)):
            SubscriptionQuote.objects.create(
                subscription=told, change=change, is_new=is_new, document_id=site.city.statute, page=2, quote=quote
            )
        waits = Subscription.objects.create(
            turn=turn, way="mail", address="anna@example.org", question=QUESTION, language="de"
        )
    return {"told": f"/subscriptions/{told.token}/", "waits": f"/subscriptions/{waits.token}/"}


@on_every_screen
def test_both_quotes_stand_there_and_lead_to_their_page(page: Page, subscriptions: dict[str, str]) -> None:
    page.goto(subscriptions["told"])
    for amount in ("132 Euro", "144 Euro"):
        expect(page.get_by_text(amount)).to_be_visible()
    check_page(page)
    # The word travels by mail, so its links are whole; the server of the test has another address.
    proof = urlsplit(str(page.get_by_role("link", name="Hundesteuersatzung").last.get_attribute("href")))
    page.goto(f"{proof.path}?{proof.query}")
    expect(page.locator("mark")).to_contain_text("144 Euro")


def test_who_reads_the_mail_confirms_by_a_button(page: Page, subscriptions: dict[str, str]) -> None:
    page.goto(subscriptions["waits"])
    page.get_by_role("button", name="Ja,").click()
    expect(page.get_by_role("status")).to_contain_text("Sie bekommen Bescheid")
