"""Rows written by hand are those that the models describe."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.chat.answering.store_turn import close_abandoned_turns
from apps.chat.models import Citation, Conversation, Turn, TurnState
from apps.database import single_round_trip_writes


@pytest.mark.django_db
def test_conversation_turn_and_citations_are_written_in_one_round_trip(django_assert_num_queries: object) -> None:
    conversation = Conversation(language="en")
    turn = Turn(conversation=conversation, number=1, question="Wie hoch?", profile={"slug": "hybrid"})
    citations = [Citation(turn=turn, number=number, external_id="a.pdf") for number in (1, 2)]
    with django_assert_num_queries(1):  # type: ignore[operator]
        parts = [
            single_round_trip_writes.insert([conversation]),
            single_round_trip_writes.insert([turn]),
            single_round_trip_writes.insert(citations),
        ]
        assert single_round_trip_writes.execute_together(parts) == 2
    stored = Turn.objects.select_related("conversation").get()
    assert (stored.question, stored.profile, stored.conversation.language) == ("Wie hoch?", {"slug": "hybrid"}, "en")
    assert stored.conversation.token == conversation.token
    assert stored.citations.count() == 2


@pytest.mark.django_db
def test_an_update_sets_what_it_names_and_nothing_else() -> None:
    turn = Turn.objects.create(conversation=Conversation.objects.create(), number=1, question="Was?")
    assert (
        single_round_trip_writes.execute_together(
            [single_round_trip_writes.update(Turn, turn.pk, {"answer": "Das.", "steps": [{"name": "x"}]})]
        )
        == 1
    )
    turn.refresh_from_db()
    assert (turn.question, turn.answer, turn.steps) == ("Was?", "Das.", [{"name": "x"}])


@pytest.mark.django_db
def test_when_one_part_fails_none_is_written() -> None:
    conversation = Conversation()
    twice = [Turn(conversation=conversation, number=1, question="a"), Turn(conversation=conversation, number=1)]
    with pytest.raises(IntegrityError), transaction.atomic():
        single_round_trip_writes.execute_together(
            [single_round_trip_writes.insert([conversation]), single_round_trip_writes.insert(twice)]
        )
    assert not Conversation.objects.exists()


@pytest.mark.django_db
def test_a_clock_that_is_ahead_ends_nobody_elses_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = Turn.objects.create(
        conversation=Conversation.objects.create(), number=1, question="Was?", state=TurnState.RUNNING
    )
    two_hours_later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: two_hours_later)
    assert close_abandoned_turns() == 0
    turn.refresh_from_db()
    assert turn.state == TurnState.RUNNING
