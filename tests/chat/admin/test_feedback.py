"""Feedback: one for each turn and person, listed with the way to a case."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from apps.chat.models import Conversation, Feedback, Turn, TurnState
from apps.chat.models.service_settings import PersonalData, ServiceRules
from apps.chat.store_feedback import store_feedback


@pytest.fixture
def turn(db: None) -> Turn:
    return Turn.objects.create(
        conversation=Conversation.objects.create(), number=1, question="Was kostet das?", state=TurnState.DONE
    )


def test_a_person_has_one_opinion_of_a_turn_and_may_change_it(turn: Turn) -> None:
    store_feedback(turn, "up", [], "")
    store_feedback(turn, "down", ["wrong"], "Das stimmt nicht.")
    store_feedback(turn, "up", [], "", person="slack:U1")
    assert set(Feedback.objects.values_list("person", "rating")) == {("", "down"), ("slack:U1", "up")}


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (PersonalData.MASK, "Schreiben Sie an [E-Mail-Adresse]!"),
        (PersonalData.BLOCK, "Schreiben Sie an [E-Mail-Adresse]!"),
        (PersonalData.KEEP, "Schreiben Sie an eva@stadt.example!"),
    ],
)
def test_personal_data_in_a_comment_are_treated_like_those_in_a_question(turn: Turn, rule: str, kept: str) -> None:
    ServiceRules.objects.update_or_create(pk=1, defaults={"personal_data": rule})
    store_feedback(turn, "down", [], "Schreiben Sie an eva@stadt.example!")
    assert Feedback.objects.get().comment == kept


def test_the_list_shows_question_reasons_and_comment_and_leads_to_a_case(turn: Turn, client: Client) -> None:
    store_feedback(turn, "down", ["wrong"], "Das stimmt nicht.")
    client.force_login(User.objects.create_superuser("admin"))
    page = client.get(reverse("admin:chat_feedback_changelist")).content.decode()
    assert "Was kostet das?" in page
    assert "Das stimmt nicht." in page
    assert str(turn.pk) in page
    assert "from-turn" in page
