"""A gap of which staff may read a part shows them that part: in its name, its list, its page, its search."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from apps.chat.models import Channel, Conversation, Turn
from apps.chat.models.knowledge_gaps import Gap
from apps.documents.models import Readers
from config.console.roles import create_groups
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)
FIRST, CLOSED, OPEN = "Was kostet die Miete von Ehrenfried?", "Was kostet es bei Ehrenfried?", "Was kostet das denn?"


def asked(conversation: Conversation, question: str, **fields: Any) -> Turn:
    number = conversation.turns.count() + 1
    return Turn.objects.create(conversation=conversation, number=number, question=question, **fields)


@pytest.fixture
def place() -> dict[str, object]:
    """A passage of a document that is closed to editors."""
    create_groups()
    collection = factories.collection("personal", readers=Readers.GROUPS)
    document = factories.document(["Ehrenfried wohnt hier."], collection=collection, embed=False)
    return {"document": document.pk, "chunk": 0, "external_id": "x", "title": "T", "page": 1}


@pytest.fixture
def gap(place: dict[str, object]) -> Gap:
    """Two of its questions follow an answer made of a closed document, one is open; its trial is closed as well."""
    gap = Gap.objects.create(question=FIRST, count=3)
    conversation = Conversation.objects.create()
    asked(conversation, "Wo wohnt er?", answer="Kornhausgasse", state="done", passages=[place])
    asked(conversation, "Und was kostet die Miete?", query=FIRST, state="refused", gap=gap)
    asked(conversation, CLOSED, state="refused", gap=gap)
    asked(Conversation.objects.create(), OPEN, state="refused", gap=gap)
    trial = Conversation.objects.create(channel=Channel.REVIEW)
    gap.answer = asked(trial, FIRST, answer="Die Kornhausgasse kostet nichts.", state="done", passages=[place])
    gap.checked_at = gap.answer.created_at
    gap.save()
    return gap


def client_of(group: str) -> Client:
    person = User.objects.create_user(group, is_staff=True)
    person.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(person)
    return client


def addresses(gap: Gap) -> list[str]:
    pages = [reverse(f"admin:chat_gap_{page}", args=[gap.pk]) for page in ("change", "history")]
    lists = [reverse("admin:chat_gap_changelist"), reverse("admin:chat_conversation_changelist") + "?channel=review"]
    return [*pages, *lists, reverse("admin:console_search") + "?q=kostet"]


def test_an_editor_reads_what_is_open_of_it(gap: Gap) -> None:
    client = client_of("editor")
    texts = {address: client.get(address).content.decode() for address in addresses(gap)}
    for address, text in texts.items():
        assert not any(secret in text for secret in ("Ehrenfried", "Kornhausgasse")), address
        assert OPEN in text or "conversation" in address, address


def test_an_administrator_reads_all_of_it(gap: Gap) -> None:
    text = client_of("administrator").get(addresses(gap)[0]).content.decode()
    assert all(each in text for each in (FIRST, CLOSED, OPEN, "Die Kornhausgasse kostet nichts."))


def test_a_search_finds_it_by_its_open_words_alone(gap: Gap) -> None:
    def found(words: str) -> int:
        return client.get(reverse("admin:chat_gap_changelist"), {"q": words}).context["cl"].result_count

    client = client_of("editor")
    assert found("denn kostet") == 1
    assert found("Ehrenfried") == found("kostet Miete") == 0


def test_the_question_asked_anew_is_closed_though_its_answer_is_open(gap: Gap) -> None:
    Turn.objects.filter(pk=gap.answer_id).update(passages=[])
    client = client_of("editor")
    for address in addresses(gap):
        assert "Ehrenfried" not in client.get(address).content.decode(), address


def test_what_an_editor_saves_leaves_its_name_as_it_is(gap: Gap) -> None:
    address = reverse("admin:chat_gap_change", args=[gap.pk])
    assert client_of("editor").post(address, {"state": "open", "owner": "", "note": "n"}).status_code == 302
    gap.refresh_from_db()
    assert (gap.question, gap.note) == (FIRST, "n")


def test_a_gap_made_of_a_closed_topic_is_closed(place: dict[str, object]) -> None:
    asked(Conversation.objects.create(), CLOSED, state="done", passages=[place])
    Gap.objects.create(question=CLOSED)
    Gap.objects.create(question=OPEN)
    text = client_of("editor").get(reverse("admin:chat_gap_changelist")).content.decode()
    assert OPEN in text
    assert CLOSED not in text
