"""A disliked answer becomes a case; when the case passes with what is in force, one note is owed."""

import uuid
from typing import Any

import pytest

from apps.chat.models import Conversation, Delivery, Feedback, Interaction, PlatformUser, Room, Turn, TurnState
from apps.chat.models.platform_rooms_and_people import ImprovementNote
from apps.evaluation.models import Case, Dialogue, Draft, DraftState, Run, Suite
from config.bridges.notify_of_fixed_cases import process_fixed_cases


@pytest.fixture
def turn(db: None) -> Turn:
    conversation = Conversation.objects.create(channel="slack")
    made = Turn.objects.create(conversation=conversation, number=1, question="Was kostet es?", state=TurnState.DONE)
    room = Room.objects.create(platform="slack", workspace="T1", external_id="D1", kind="direct")
    asker = PlatformUser.objects.create(platform="slack", workspace="T1", external_id="U1")
    Interaction.objects.create(platform="slack", room=room, asker=asker, conversation=conversation, turn=made, text="x")
    Feedback.objects.create(turn=made, person="slack:U1", rating="down")
    return made


@pytest.fixture
def case(turn: Turn) -> Case:
    suite = Suite.objects.create(slug="pruefung", name="Prüfung")
    return Case.objects.create(suite=suite, question="Was kostet es?", source="feedback", note=f"turn {turn.pk}")


def run_of(case: Case, *, passed: bool, state: str = "finished", **values: object) -> Run:
    run = Run.objects.create(kind="dialogues", state=state, suite=case.suite, **values)
    Dialogue.objects.create(run=run, number=1, case=case, question=case.question, passed=passed)
    return run


def owed() -> int:
    return Delivery.objects.filter(purpose="note").count()


def test_a_note_is_owed_once_when_the_case_passes(case: Case) -> None:
    process_fixed_cases()
    run_of(case, passed=False)
    run_of(case, passed=True, state="running")
    process_fixed_cases()
    assert owed() == 0
    run_of(case, passed=True)
    process_fixed_cases()
    run_of(case, passed=True)
    process_fixed_cases()
    assert owed() == 1


def test_a_trial_that_passes_fixes_nothing_for_anybody(case: Case) -> None:
    process_fixed_cases()
    run_of(case, passed=True, configuration={"variant": "prompt answer/7"})
    process_fixed_cases()
    assert owed() == 0
    run_of(case, passed=True, configuration={"variant": ""})
    process_fixed_cases()
    assert owed() == 1


def test_a_draft_that_passes_counts_once_it_is_published(case: Case) -> None:
    process_fixed_cases()
    draft = Draft.objects.create(kind="prompt", target="answer", digest="x")
    run_of(case, passed=True, draft=draft, configuration={"variant": f"draft:{draft.pk}"})
    process_fixed_cases()
    assert owed() == 0
    Draft.objects.update(state=DraftState.PUBLISHED)
    process_fixed_cases()
    assert owed() == 1


def test_who_wants_no_notes_is_owed_none(case: Case) -> None:
    PlatformUser.objects.update(wants_notes=False)
    run_of(case, passed=True)
    process_fixed_cases()
    assert owed() == 0


def test_a_case_without_an_answer_promises_nothing(case: Case) -> None:
    Case.objects.update(note="turn of the century")
    process_fixed_cases()
    run_of(case, passed=True)
    process_fixed_cases()
    assert owed() == 0


def test_cases_whose_answers_were_deleted_cost_three_queries_however_many_they_are(
    case: Case, django_assert_max_num_queries: Any
) -> None:
    process_fixed_cases()
    for number in range(9):
        Case.objects.create(suite=case.suite, question=f"{number}?", source="feedback", note=f"turn {uuid.uuid4()}")
    with django_assert_max_num_queries(4):
        process_fixed_cases()
    assert ImprovementNote.objects.count() == 1
