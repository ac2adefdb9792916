"""Rows written by hand are those that the models describe."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.chat.answer_or_refusal.turn_conclusion import Conclusion
from apps.chat.answering import store_turn
from apps.chat.answering.store_turn import close_abandoned_turns
from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.models import Citation, Conversation, SecondReading, Turn, TurnState
from apps.chat.turn_state.turn_events import TurnDone
from apps.database import single_round_trip_writes
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Document
from tests import factories
from tests.chat.conftest import Collect
from tests.fakes.models import FakeLanguageModel


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


GOOD = 'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"'


def test_what_is_withdrawn_while_the_answer_is_written_does_not_stay_in_it(
    collect: Collect, fees: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    conclude = store_turn.conclude_turn

    def withdraw_before(*arguments: Any) -> Conclusion:
        withdraw_documents([fees.pk])
        return conclude(*arguments)

    monkeypatch.setattr(store_turn, "conclude_turn", withdraw_before)
    end = collect("Wie hoch ist die Gebühr für einen Anwohnerparkausweis?", model=FakeLanguageModel(GOOD))[-1]
    assert isinstance(end, TurnDone)
    turn = Turn.objects.select_related("conversation").get(pk=end.turn)
    assert (turn.state, turn.answer) == (TurnState.DONE, "[Quelle zurückgezogen]")
    [citation] = turn.citations.all()
    assert (citation.reason, citation.quote, citation.following, citation.verified) == ("withdrawn", "", "", False)
    assert "30,70" not in f"{turn.answer_html}{turn.sentences}{turn.warnings}{end.as_json()}"
    assert end == load_turn_done_event(turn)
    assert not SecondReading.objects.exists()


def test_a_contradiction_with_a_document_that_is_withdrawn_meanwhile_is_not_shown(
    collect: Collect, fees: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = factories.document(["Die Gebühr beträgt 99 Euro."], title="Alt")
    conclude = store_turn.conclude_turn

    def withdraw_before(*arguments: Any) -> Conclusion:
        withdraw_documents([other.pk])
        met = {"kind": "conflict", "text": "99 Euro", "documents": [fees.pk, other.pk]}
        return replace(conclude(*arguments), warnings=[met])

    monkeypatch.setattr(store_turn, "conclude_turn", withdraw_before)
    end = collect("Wie hoch ist die Gebühr für einen Anwohnerparkausweis?", model=FakeLanguageModel(GOOD))[-1]
    assert isinstance(end, TurnDone)
    assert (end.warnings, Turn.objects.get().warnings) == ((), [])
    assert "30,70" in end.answer
