"""Which ends of a question count as an answer of the assistant, and which as a model that did not answer."""

from typing import Any

import pytest

from apps.chat.models import Channel, Conversation, Turn, TurnState
from apps.chat.turn_state.turn_events import TurnDone
from apps.evaluation.dialogues.ask_assistant import store_turn
from apps.evaluation.dialogues.conduct_dialogue import finish_dialogue
from apps.evaluation.dialogues.dialogue_results import dialogue_run_result
from apps.evaluation.models import Dialogue, Run, RunKind

pytestmark = pytest.mark.django_db

AWAY = {"kind": "stand_in", "text": "…", "model": "offline-extractive", "instead_of": "large", "reason": "unreachable"}


@pytest.mark.parametrize(
    ("warnings", "state"),
    [([], "open"), ([AWAY | {"reason": "unproved"}], "open"), ([AWAY], "failed")],
    ids=["places that the built-in model names", "extracts for an unproved answer", "a model that is away"],
)
def test_what_readers_get_while_every_model_answers_is_an_answer(warnings: list[dict[str, Any]], state: str) -> None:
    conversation = Conversation.objects.create(channel=Channel.REVIEW)
    turn = Turn.objects.create(
        conversation=conversation,
        number=1,
        question="Was kostet ein Ausweis?",
        state=TurnState.DONE_WITHOUT_LLM,
        answer="Diese Stellen wurden gefunden.",
        warnings=warnings,
    )
    run = Run.objects.create(kind=RunKind.DIALOGUES)
    dialogue = Dialogue.objects.create(run=run, number=1, question=turn.question)
    end = TurnDone(str(turn.pk), conversation.token, turn.state, turn.answer, "", warnings=tuple(warnings))
    stored = store_turn(dialogue, 1, turn.question, end)
    assert (stored.state, stored.is_answered) == (state, state == "open")


def test_extracts_in_place_of_a_model_that_is_away_meet_no_requirement() -> None:
    """They hold the required words: they were cut out of the documents."""
    run = Run.objects.create(kind=RunKind.DIALOGUES)
    dialogue = Dialogue.objects.create(
        run=run, number=1, question="Was kostet ein Ausweis?", expectation={"required": ["37 Euro"]}
    )
    conversation = Conversation.objects.create(channel=Channel.REVIEW)
    turn = Turn.objects.create(
        conversation=conversation, number=1, question=dialogue.question, state=TurnState.DONE_WITHOUT_LLM,
        answer="Der Ausweis kostet 37 Euro.", warnings=[AWAY],
        sentences=[{"text": "Der Ausweis kostet 37 Euro.", "level": "verbatim"}],
    )  # fmt: skip
    end = TurnDone(str(turn.pk), conversation.token, turn.state, turn.answer, "", warnings=(AWAY,))
    finish_dialogue(dialogue, [store_turn(dialogue, 1, turn.question, end)])
    assert (dialogue.passed, dialogue.failures) == (False, ["failed"])
    result = dialogue_run_result(run)
    assert result["cases"] == {"passed": 0, "failed": 1, "broken_controls": []}
    assert result["metrics"] == {}
