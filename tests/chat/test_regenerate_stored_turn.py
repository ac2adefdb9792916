"""An answer is made again from what was stored with it, or from today's settings, side by side."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.models import Channel, Turn
from apps.chat.regenerate_stored_turn import Versions, replay_turn
from apps.chat.turn_state.turn_events import TurnDone
from apps.documents.models import Chunk, Document
from apps.llm.models import Prompt, PromptVersion
from apps.llm.prompts.prompt_store import publish_version
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from tests.chat.conftest import Collect

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"


@pytest.fixture
def turn(collect: Collect) -> Turn:
    """Answered by the built-in model, which says the same to the same passages."""
    create_default_profiles()
    done = collect(AskedQuestion(QUESTION))[-1]
    assert isinstance(done, TurnDone)
    assert done.state == "done"
    return Turn.objects.get(pk=done.turn)


def test_with_what_was_stored_the_answer_is_the_same_word_for_word(turn: Turn) -> None:
    prompt = Prompt.objects.get(slug="answer")
    newer = PromptVersion.objects.create(
        prompt=prompt, number=99, system="Neu.", user="{context}\n{history}\n{question}\n{language}"
    )
    publish_version(prompt, newer)
    Profile.objects.update(threshold=1.0)
    made = replay_turn(turn, Versions.STORED)
    assert isinstance(made.end, TurnDone)
    assert made.end.answer == turn.answer
    assert made.end.prompt_version == turn.prompt_versions["answer"] != "answer/99"
    assert made.differences == []
    again = Turn.objects.get(pk=made.end.turn)
    assert again.conversation.channel == Channel.REVIEW
    assert again.conversation_id != turn.conversation_id
    today = replay_turn(turn, Versions.TODAY)
    assert isinstance(today.end, TurnDone)
    assert today.end.prompt_version == "answer/99"


def test_a_prompt_that_the_profile_brought_is_that_of_the_answer(collect: Collect, profile: Profile) -> None:
    profile.quote_form = "numbers"
    done = collect(AskedQuestion(QUESTION))[-1]
    assert isinstance(done, TurnDone)
    wording = {"system": "Neu.", "user": "{context}\n{history}\n{question}\n{language}"}
    prompt = Prompt.objects.get(slug="answer-numbers")
    publish_version(prompt, PromptVersion.objects.create(prompt=prompt, number=99, **wording))
    made = replay_turn(Turn.objects.get(pk=done.turn), Versions.STORED)
    assert isinstance(made.end, TurnDone)
    assert (made.end.prompt_version, made.end.answer) == ("answer-numbers/1", done.answer)
    assert made.differences == []


def test_what_no_longer_exists_is_named(turn: Turn) -> None:
    Turn.objects.filter(pk=turn.pk).update(prompt_versions={"answer": "answer/77"}, model="gone")
    Chunk.objects.filter(pk=turn.passages[0]["chunk"]).delete()
    turn.refresh_from_db()
    differences = " ".join(replay_turn(turn, Versions.STORED).differences)
    assert "answer/77" in differences
    assert "gone" in differences
    assert f"1 von {len(turn.passages)}" in differences or f"1 of {len(turn.passages)}" in differences


def test_a_follow_up_is_made_again_with_what_was_said_before(turn: Turn, collect: Collect) -> None:
    done = collect(AskedQuestion("Wie ist sie zu zahlen?", token=turn.conversation.token))[-1]
    assert isinstance(done, TurnDone)
    second = Turn.objects.get(pk=done.turn)
    made = replay_turn(second, Versions.STORED)
    assert isinstance(made.end, TurnDone)
    assert (made.end.query, made.end.answer) == (second.query, second.answer)


def test_the_console_shows_both_answers_and_what_made_them(turn: Turn, client: Client, fees: Document) -> None:
    client.force_login(User.objects.create_superuser("admin"))
    address = reverse("admin:chat_turn_replay", args=[turn.pk])
    assert QUESTION in client.get(address).content.decode()
    before = Turn.objects.count()
    page = client.post(address, {"versions": "stored"}).content.decode()
    assert Turn.objects.count() == before + 1
    assert turn.model in page
    assert "30,70" in page
    assert (
        address in client.get(reverse("admin:chat_conversation_change", args=[turn.conversation_id])).content.decode()
    )


def test_others_may_not_make_answers_again(turn: Turn, client: Client) -> None:
    client.force_login(User.objects.create_user("editor", is_staff=True))
    assert client.post(reverse("admin:chat_turn_replay", args=[turn.pk])).status_code == 403
