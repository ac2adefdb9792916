"""Subscribing on the page: double opt-in, one click to leave, nobody else's answers, quotes by the viewer's rights."""

import re
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.chat.models import (
    AnswerChange,
    Citation,
    Conversation,
    NotificationState,
    Subscription,
    SubscriptionQuote,
    SubscriptionWay,
    Turn,
    TurnState,
)
from apps.chat.subscriptions.notifications import send_notifications
from apps.chat.subscriptions.notifications.send_notifications import send_owed_notifications
from apps.documents.fetching.post_signed_webhook import NotTakenError
from apps.documents.models import Document, Readers
from tests import factories

pytestmark = pytest.mark.django_db
QUOTE = "Die Gebühr beträgt drei Euro"


@pytest.fixture(autouse=True)
def mail_server(settings: Any) -> None:
    settings.EMAIL_HOST = "localhost"


@pytest.fixture
def document() -> Document:
    return factories.document(title="Gebühren", external_id="gebuehren.pdf", embed=False)


def turn_of(document: Document, user: User | None = None, state: str = TurnState.DONE) -> Turn:
    turn = Turn.objects.create(
        conversation=Conversation.objects.create(user=user),
        number=1,
        question="Wie hoch ist die Gebühr?",
        answer=f"{QUOTE} [1].",
        answer_html="<p>…</p>",
        state=state,
        passages=[{"document": document.pk, "page": 1, "chunk": document.current_revision.chunks.first().pk}],  # type: ignore[union-attr]
        sentences=[{"text": QUOTE, "level": "verbatim", "citations": [1], "differences": []}],
    )
    Citation.objects.create(turn=turn, number=1, document=document, page=1, quote=QUOTE, verified=True)
    return turn


def subscribe(client: Client, turn: Turn, way: str, **values: str) -> Any:
    form = {"conversation": turn.conversation.token, "turn": str(turn.pk), "way": way, **values}
    return client.post(reverse("chat:subscribe"), form)


def change_of(
    subscription: Subscription, document: Document, now: str = "Die Gebühr beträgt vier Euro"
) -> AnswerChange:
    change = AnswerChange.objects.create(subscription=subscription, next_attempt_at=subscription.created_at)
    for is_new, quote in ((False, QUOTE), (True, "Die Gebühr beträgt vier Euro")):
        SubscriptionQuote.objects.create(
            subscription=subscription, change=change, is_new=is_new, document=document, page=1, quote=quote
        )
    return change


def page_in(text: str) -> str:
    found = re.search(r"/subscriptions/[\w-]+/", text)
    assert found
    return found[0]


def test_an_address_hears_nothing_before_its_reader_has_confirmed(client: Client, document: Document) -> None:
    page = subscribe(client, turn_of(document), "mail", address="anna@example.org")
    subscription = Subscription.objects.get()
    assert subscription.confirmed_at is None
    assert subscription.token not in page.content.decode(), "whoever typed the address must not confirm it"
    [asked] = mail.outbox
    assert asked.to == ["anna@example.org"]
    address = page_in(asked.body)
    client.get(address)
    assert Subscription.objects.get().confirmed_at is None, "programs that open links confirm nothing"
    client.post(f"{address}confirm")
    assert Subscription.objects.get().confirmed_at is not None


def test_no_stranger_sends_texts_and_links_by_a_mail_of_ours(client: Client, document: Document) -> None:
    turn = turn_of(document)
    turn.question = (
        "Ihr Konto läuft ab: https://boese.example/anmelden www.boese.example a@boese.example " + "mehr " * 200
    )
    turn.save()
    subscribe(client, turn, "mail", address="anna@example.org")
    [asked] = mail.outbox
    foreign = asked.body.replace(page_in(asked.body), "")
    assert "Ihr Konto läuft ab" in foreign
    assert not re.search(r"boese\.\S|/boese|@boese|www\.\S", foreign)
    assert len(foreign) < 1_000


def test_the_word_has_both_quotes_and_leaves_by_one_click(client: Client, document: Document) -> None:
    subscribe(client, turn_of(document), "mail", address="anna@example.org")
    subscription = Subscription.objects.get()
    change_of(subscription, document)
    mail.outbox.clear()
    assert send_owed_notifications() == 1
    [word] = mail.outbox
    html = str(word.alternatives[0][0])
    for text in (word.body, html):
        assert QUOTE in text
        assert "Die Gebühr beträgt vier Euro" in text
    assert html.count("<td>") == 2
    assert word.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    strict = Client(enforce_csrf_checks=True)
    address = word.extra_headers["List-Unsubscribe"].strip("<>").partition("//")[2].partition("/")[2]
    assert strict.post(f"/{address}", {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Subscription.objects.count() == SubscriptionQuote.objects.count() == 0
    assert strict.post(f"/{address}").status_code == 200


def test_an_address_is_asked_once_an_hour(client: Client, document: Document) -> None:
    subscribe(client, turn_of(document), "mail", address="anna@example.org")
    again = subscribe(client, turn_of(document), "mail", address="Anna@example.org")
    assert again.status_code == 400
    assert len(mail.outbox) == 1


def test_a_mail_that_cannot_be_sent_is_tried_again_later(
    client: Client, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscribe(client, turn_of(document), "mail", address="anna@example.org")
    change_of(Subscription.objects.get(), document)
    monkeypatch.setattr("django.core.mail.EmailMessage.send", lambda *_: (_ for _ in ()).throw(OSError("away")))
    assert send_owed_notifications() == 0
    change = AnswerChange.objects.get()
    assert (change.state, change.attempts, change.error) == (NotificationState.OWED, 1, "away")
    assert send_owed_notifications() == 0
    assert AnswerChange.objects.get().attempts == 1, "not before its time"


def changes_for(document: Document, client: Client, *names: str, way: str = SubscriptionWay.MAIL) -> list[AnswerChange]:
    """One for each of the subscribers, in their order."""
    for name in names:
        subscribe(client, turn_of(document), "mail", address=f"{name}@example.org")
    Subscription.objects.update(way=way)
    return [change_of(subscription, document) for subscription in Subscription.objects.order_by("pk")]


def attempts_and_states() -> list[tuple[int, str]]:
    return list(AnswerChange.objects.order_by("pk").values_list("attempts", "state"))


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (TimeoutError("timed out"), 2),
        (SMTPRecipientsRefused({"a@b.example": (452, b"full")}), 3),
    ],
    ids=["away", "refused"],
)
def test_a_mail_server_that_is_away_is_waited_for_twice_in_a_look(
    client: Client, document: Document, monkeypatch: pytest.MonkeyPatch, error: Exception, tries: int
) -> None:
    changes_for(document, client, "anna", "bela", "cleo")
    monkeypatch.setattr("django.core.mail.EmailMessage.send", lambda *_: (_ for _ in ()).throw(error))
    assert send_owed_notifications() == 0
    assert [attempts for attempts, _state in attempts_and_states()] == [1, 1, tries - 2]


def test_a_mail_that_is_refused_for_good_is_offered_once_where_another_one_is_taken(
    client: Client, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes_for(document, client, "anna", "bela", "cleo")
    refused = SMTPRecipientsRefused({"a@example.org": (550, b"unknown")})
    send = EmailMessage.send

    def refuse_all_but_bela(letter: EmailMessage) -> int:
        if letter.to != ["bela@example.org"]:
            raise refused
        return send(letter)

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse_all_but_bela)
    assert send_owed_notifications() == 1
    assert attempts_and_states() == [(1, "owed"), (1, "sent"), (1, "failed")]


def test_a_silent_receiver_of_webhooks_keeps_no_chat_platform_back(
    client: Client, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_webhooks, last = changes_for(document, client, "anna", "bela", "cleo", way=SubscriptionWay.WEBHOOK)
    Subscription.objects.update(address="https://silent.example/hook")
    Subscription.objects.filter(pk=last.subscription_id).update(way=SubscriptionWay.PLATFORM)
    tried: list[str] = []

    def stay_silent(url: str, *_: object, **_values: object) -> None:
        tried.append(url)
        raise NotTakenError("download_timeout", seconds=15)

    monkeypatch.setattr(Subscription, "signing_secret", lambda self: "secret")
    monkeypatch.setattr(send_notifications, "post_signed_webhook", stay_silent)
    monkeypatch.setitem(send_notifications.SENDERS, SubscriptionWay.PLATFORM, lambda *_: None)
    assert send_owed_notifications() == 1
    assert tried == ["https://silent.example/hook"]
    assert attempts_and_states() == [(1, "owed"), (0, "owed"), (1, "sent")]


def test_mails_that_wait_for_their_server_keep_nothing_else_back(
    client: Client, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_mails, last = changes_for(document, client, "anna", "bela", "cleo")
    Subscription.objects.filter(pk=last.subscription_id).update(way=SubscriptionWay.WEBHOOK)
    monkeypatch.setitem(send_notifications.SENDERS, SubscriptionWay.WEBHOOK, lambda *_: None)
    monkeypatch.setattr("django.core.mail.EmailMessage.send", lambda *_: (_ for _ in ()).throw(OSError("away")))
    assert send_owed_notifications() == 1
    last.refresh_from_db()
    assert last.state == NotificationState.SENT


@pytest.mark.parametrize(
    "address",
    [
        "no address", "a@b", "anna@example.org\nBcc: x@example.org", "", "root@localhost", "root@[127.0.0.1]",
        "root@[IPv6:::1]", '"\x0b"@example.org', '"a\x01"@example.org',
    ],
)  # fmt: skip
def test_what_is_no_address_gets_nothing(client: Client, document: Document, address: str) -> None:
    assert subscribe(client, turn_of(document), "mail", address=address).status_code == 400
    assert (mail.outbox, Subscription.objects.count()) == ([], 0)


def test_who_is_signed_in_gets_mail_at_the_address_of_the_account(client: Client, document: Document) -> None:
    user = User.objects.create_user("anna", email="anna@stadt.example")
    client.force_login(user)
    subscribe(client, turn_of(document, user), "mail", address="somebody@else.example")
    assert [one.to for one in mail.outbox] == [["anna@stadt.example"]]


def test_a_feed_tells_the_changes_and_shows_closed_quotes_to_nobody_else(client: Client) -> None:
    user = User.objects.create_superuser("anna")
    closed = factories.document(
        title="Akte", collection=factories.collection("zu", readers=Readers.GROUPS), embed=False
    )
    client.force_login(user)
    page = subscribe(client, turn_of(closed, user), "feed").content.decode()
    change_of(Subscription.objects.get(), closed)
    address = f"{page_in(page)}feed"
    assert QUOTE in client.get(address).content.decode()
    assert "atom" in client.get(address)["Content-Type"]
    anonymous = Client().get(address).content.decode()
    assert "<entry>" in anonymous
    assert QUOTE not in anonymous
    assert "vier Euro" not in Client().get(page_in(page)).content.decode()


def test_nobody_subscribes_to_somebody_elses_answer(client: Client, document: Document) -> None:
    owner = User.objects.create_user("owner")
    assert subscribe(client, turn_of(document, owner), "feed").status_code == 404
    mine, other = turn_of(document), turn_of(document)
    form = {"conversation": mine.conversation.token, "turn": str(other.pk), "way": "feed"}
    assert client.post(reverse("chat:subscribe"), form).status_code == 404
    assert Subscription.objects.count() == 0


def test_an_incomplete_answer_has_no_subscribers(client: Client, document: Document) -> None:
    assert subscribe(client, turn_of(document, state=TurnState.INTERRUPTED), "feed").status_code == 400


def test_visitors_name_no_webhooks_and_staff_only_listed_ones(
    client: Client, document: Document, settings: Any
) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example.org"]
    assert subscribe(client, turn_of(document), "webhook", address="https://hooks.example.org/x").status_code == 400
    user = User.objects.create_user("anna")
    client.force_login(user)
    turn = turn_of(document, user)
    assert subscribe(client, turn, "webhook", address="https://169.254.169.254/x").status_code == 400
    page = subscribe(client, turn, "webhook", address="https://hooks.example.org/x").content.decode()
    made = Subscription.objects.get()
    assert made.signing_secret().startswith("whsec_")
    assert made.signing_secret() in page
    again = subscribe(client, turn, "webhook", address="https://hooks.example.org/x").content.decode()
    assert made.signing_secret() in again, "two clicks, and the second page is seen"
    Subscription.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    later = subscribe(client, turn, "webhook", address="https://hooks.example.org/x").content.decode()
    assert made.signing_secret() not in later
    assert Subscription.objects.count() == 1
    # Who reads the database cannot sign, and a row that is changed to lead elsewhere has no secret.
    assert made.secret == ""
    assert made.signing_secret() not in made.sealed_secret
    made.address = "https://evil.example.org/x"
    assert made.signing_secret() == ""


def test_a_page_of_a_token_that_is_none_is_not_found(client: Client) -> None:
    assert client.get("/subscriptions/nothing/").status_code == 404
    assert client.get("/subscriptions/nothing/feed").status_code == 404


def test_who_may_read_nothing_of_a_change_gets_no_word(client: Client, document: Document) -> None:
    subscribe(client, turn_of(document), "mail", address="anna@example.org")
    change_of(Subscription.objects.get(), document)
    Document.objects.filter(pk=document.pk).update(reader_groups=[], reader_users=[])
    mail.outbox.clear()
    assert send_owed_notifications() == 0
    assert (mail.outbox, AnswerChange.objects.get().state) == ([], NotificationState.FAILED)


def test_who_may_no_longer_sign_in_gets_no_word_that_was_owed(client: Client, document: Document) -> None:
    person = User.objects.create_user("anna", "anna@example.org")
    client.force_login(person)
    subscribe(client, turn_of(document, person), "mail")
    change_of(Subscription.objects.get(), document)
    mail.outbox.clear()
    User.objects.filter(pk=person.pk).update(is_active=False)
    assert send_owed_notifications() == 0
    assert mail.outbox == []
    User.objects.filter(pk=person.pk).update(is_active=True)
    assert send_owed_notifications() == 1


def test_the_form_without_a_way_offers_mail_and_feed(client: Client, document: Document) -> None:
    page = subscribe(client, turn_of(document), "").content.decode()
    assert 'value="mail"' in page
    assert 'value="feed"' in page
    assert 'value="webhook"' not in page
