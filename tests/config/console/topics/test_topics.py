"""The topic board: what is alike is one topic, nobody is recognised, and something is made of it in two clicks."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from apps.chat.models import Channel, Conversation, Gap, Turn
from apps.documents.models import Readers
from tests import factories
from tests.config.console.home.test_home_page import member_of

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/topics/"


def ask(*questions: str, **values: object) -> None:
    """Each in a conversation of its own."""
    channel = values.pop("channel", Channel.WEB)
    days = values.pop("days", 0)
    for text in questions:
        conversation = Conversation.objects.create(channel=channel)
        turn = Turn.objects.create(conversation=conversation, number=1, question=text, **{"state": "done", **values})
        Turn.objects.filter(pk=turn.pk).update(created_at=timezone.now() - timedelta(days=days))  # type: ignore[arg-type]


DOGS = ("Wie hoch ist die Hundesteuer?", "Was kostet die Hundesteuer?", "Hundesteuer: wie hoch?")
BINS = ("Wann wird der Sperrmüll abgeholt?", "Wie melde ich Sperrmüll an?", "Sperrmüll anmelden?")


def rows(client: Client) -> dict[str, tuple[int, int, int, int]]:
    found = client.get(ADDRESS).context["topics"]
    return {row.name: (row.count, row.this_week, row.week_before, row.refused_percent) for row in found}


def test_what_is_alike_is_one_topic_with_its_trend_and_refusals(admin_client: Client) -> None:
    ask(*DOGS)
    ask(*DOGS[:1], days=10)
    ask(*BINS, state="refused")
    found = rows(admin_client)
    assert len(found) == 2
    dogs = next(value for name, value in found.items() if "Hundesteuer" in name)
    bins = next(value for name, value in found.items() if "Sperrmüll" in name)
    assert (dogs, bins) == ((4, 3, 1, 0), (3, 3, 0, 100))


def test_what_two_people_asked_is_no_topic(admin_client: Client) -> None:
    ask(*DOGS[:2])
    assert rows(admin_client) == {}


def test_one_person_who_asks_often_makes_no_topic(admin_client: Client) -> None:
    conversation = Conversation.objects.create(channel=Channel.WEB)
    for number, text in enumerate(DOGS, start=1):
        Turn.objects.create(conversation=conversation, number=number, question=text, state="done")
    assert rows(admin_client) == {}


def test_what_the_staff_asked_does_not_count(admin_client: Client) -> None:
    ask(*DOGS, channel=Channel.REVIEW)
    assert rows(admin_client) == {}


def test_names_that_one_person_wrote_and_numbers_stand_nowhere(admin_client: Client) -> None:
    ask(
        "Wie hoch ist die Hundesteuer für Bello Kowalczyk?",
        "Hundesteuer, meine Mail ist a.meier@example.org, wie hoch?",
        "Hundesteuer wie hoch, IBAN DE02120300000000202051?",
    )
    page = admin_client.get(ADDRESS).content.decode().lower()
    assert "hundesteuer" in page
    assert not any(word in page for word in ("kowalczyk", "bello", "meier", "de0212"))


def test_answers_made_from_closed_documents_are_no_topic_of_others() -> None:
    document = factories.document(["Geheim."])
    document.collection.readers = Readers.GROUPS
    document.collection.save()
    ask(*DOGS, passages=[{"document": document.pk}])
    assert rows(member_of("editor")) == {}


def test_a_gap_is_made_by_one_button_and_not_twice(admin_client: Client) -> None:
    ask(*DOGS)
    [topic] = admin_client.get(ADDRESS).context["topics"]
    for _time in range(2):
        reply = admin_client.post(f"{ADDRESS}gap/", {"example": topic.example})
        gap = Gap.objects.get()
        assert reply["Location"] == f"/admin/chat/gap/{gap.pk}/change/"
    admin_client.post(f"{ADDRESS}gap/", {"example": "erfunden"})
    assert Gap.objects.count() == 1


def test_the_button_leads_to_the_gap_that_the_questions_are_in_by_now(admin_client: Client) -> None:
    ask(*DOGS)
    [topic] = admin_client.get(ADDRESS).context["topics"]
    gap = Gap.objects.create(question="Hundesteuer")
    Turn.objects.update(gap=gap)
    reply = admin_client.post(f"{ADDRESS}gap/", {"example": topic.example})
    assert reply["Location"] == f"/admin/chat/gap/{gap.pk}/change/"


def test_a_case_and_a_fixed_answer_begin_with_the_words_of_the_topic(admin_client: Client) -> None:
    ask(*DOGS)
    [topic] = admin_client.get(ADDRESS).context["topics"]
    assert topic.example in admin_client.get(topic.case_url).content.decode()
    assert "Hundesteuer" in admin_client.get(topic.fixed_answer_url).content.decode()


def test_who_may_see_no_gaps_sees_no_topics(client: Client) -> None:
    client.force_login(User.objects.create_user("reader", is_staff=True))
    assert client.get(ADDRESS).status_code == 403
