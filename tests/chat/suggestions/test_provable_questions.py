"""What is suggested is answered when it is asked, by the page it comes from; everything else is left out."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from apps.chat.models import Conversation, Turn
from apps.chat.models.rate_allowances import VISITOR_CALLS
from apps.chat.models.visitor_fingerprints import visitor_fingerprint
from apps.documents.models import Collection, Readers
from tests import factories

PAGE = (
    "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr. "
    "Die Gebühr für einen Handwerkerparkausweis beträgt 120,00 Euro im Jahr."
)
ASKED, NEXT = (
    "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?",
    "Wie hoch ist die Gebühr für einen Handwerkerparkausweis?",
)


@pytest.fixture
def collection(transactional_db: None) -> Collection:
    collection = factories.collection("stadt")
    factories.document([PAGE], collection=collection, title="Parken", external_id="parken.pdf")
    return collection


def ask(client: Client, question: str) -> str:
    answer = client.post("/", {"question": question, "message_id": "m"}, headers={"accept-language": "de"})
    return answer.content.decode()


def suggested(client: Client, **values: str) -> list[str]:
    turn = Turn.objects.latest("created_at")
    body = {"conversation": turn.conversation.token, "turn": str(turn.pk)} | values
    answer = client.post(reverse("chat:suggestions"), body)
    assert answer.status_code == 200
    return [one["text"] for one in answer.json()["questions"]]


def test_below_an_answer_stands_what_its_document_answers_beside_it(client: Client, collection: Collection) -> None:
    html = ask(client, ASKED)
    assert "30,70 Euro" in html
    assert f'name="example" value="{NEXT}" form="composer"' in html
    assert suggested(client) == [NEXT]
    assert "120,00 Euro" in ask(Client(), NEXT)


def test_a_refusal_offers_a_question_that_shares_its_words(client: Client, collection: Collection) -> None:
    ask(client, "Wie viele Elefanten haben einen Anwohnerparkausweis?")
    assert Turn.objects.get().state == "refused"
    assert suggested(client)[:1] == [ASKED]


def test_what_shares_no_word_with_a_refused_question_is_not_offered(client: Client, collection: Collection) -> None:
    html = ask(client, "Was ist ein Zyklotron?")
    assert suggested(client) == []
    assert 'data-slot="suggestions"' in html
    assert not re.search(r'name="example" value="[^"]+" form="composer"', html)


def test_an_example_that_the_documents_do_not_answer_is_not_offered(client: Client, collection: Collection) -> None:
    Collection.objects.filter(pk=collection.pk).update(
        example_questions=["Wie beantrage ich einen Anwohnerparkausweis für Elefanten in Rom?", NEXT]
    )
    ask(client, "Wie viele Elefanten haben Anwohnerparkausweis und Handwerkerparkausweis?")
    assert Turn.objects.get().state == "refused"
    assert set(suggested(client)) == {ASKED, NEXT}


def test_nothing_is_told_of_documents_that_were_closed_meanwhile(client: Client, collection: Collection) -> None:
    ask(client, ASKED)
    Collection.objects.update(readers=Readers.STAFF)
    assert suggested(client) == []


def test_nothing_is_suggested_for_turns_of_others_or_of_nobody(client: Client, collection: Collection) -> None:
    ask(client, ASKED)
    other = Conversation.objects.create()
    assert suggested(client) == [NEXT]
    assert suggested(client, conversation=other.token) == []
    assert suggested(client, conversation="nobody") == []
    assert suggested(client, turn="nothing") == []


def test_a_visitor_who_asks_too_much_gets_none(client: Client, collection: Collection) -> None:
    ask(client, ASKED)
    while not VISITOR_CALLS.take(visitor_fingerprint("192.0.2.9")):
        pass
    turn = Turn.objects.get()
    body = {"conversation": turn.conversation.token, "turn": str(turn.pk)}
    answer = client.post(reverse("chat:suggestions"), body, REMOTE_ADDR="192.0.2.9")
    assert answer.json() == {"questions": []}
