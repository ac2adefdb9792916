"""Conducts one dialogue: the opening question, the assistant's replies, the simulated visitor's lines, the judge.

Every step is stored; called again, a dialogue resumes where it stopped and pays for no finished call twice.
"""

import asyncio
from collections.abc import Sequence

from asgiref.sync import sync_to_async
from django.db import transaction

from apps.evaluation.dialogues.ask_assistant import delete_orphaned_turns
from apps.evaluation.dialogues.check_case_requirements import CheckedTurn, case_failures
from apps.evaluation.dialogues.dialogue_setup import DialogueSetup
from apps.evaluation.dialogues.judge_turn import judge_turn
from apps.evaluation.dialogues.run_items_concurrently import RunBudgetSpent
from apps.evaluation.dialogues.vote_on_dialogue_aspects import critique_dialogue
from apps.evaluation.judging.record_model_calls import CallPlace, RecordedCalls, is_stand_in
from apps.evaluation.models import Dialogue, DialogueState, DialogueTurn
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.planning.personas import clean_visitor_line, contains_done_marker
from apps.evaluation.statistics.judge_scores import mean
from apps.llm.errors import ModelError, model_error
from apps.llm.types import Message, append_messages

PERSONA_TEMPERATURE = 0.7


async def conduct_dialogue(setup: DialogueSetup, dialogue: Dialogue, calls: RecordedCalls) -> None:
    """To the end of the dialogue. Raises RunBudgetSpent when what was begun is stored; model errors become states."""
    turns = await sync_to_async(resume_turns)(dialogue, calls)
    async with asyncio.TaskGroup() as judging:
        for turn in turns:
            judging.create_task(judge_turn(setup, dialogue, turn, calls))
        while setup.may_go_on() and (following := await next_turn(setup, dialogue, turns, calls)):
            turns.append(following)
            judging.create_task(judge_turn(setup, dialogue, following, calls))
    if not dialogue.ended_by or any(turn.state == DialogueTurnState.OPEN for turn in turns):
        raise RunBudgetSpent
    if setup.critic:
        if not setup.may_go_on():
            raise RunBudgetSpent
        dialogue.aspects = await critique_dialogue(setup.critic, dialogue, turns, calls)
    await sync_to_async(finish_dialogue)(dialogue, turns)


def resume_turns(dialogue: Dialogue, calls: RecordedCalls) -> list[DialogueTurn]:
    """The turns there are, with what a process that died left half done cleared away. A few queries."""
    calls.load()
    delete_orphaned_turns(dialogue)
    return list(dialogue.turns.order_by("number"))


async def next_turn(
    setup: DialogueSetup, dialogue: Dialogue, turns: Sequence[DialogueTurn], calls: RecordedCalls
) -> DialogueTurn | None:
    """The turn that follows, stored; None when the dialogue has ended, with `ended_by` set."""
    number = len(turns) + 1
    if turns and not turns[-1].is_answered:
        dialogue.ended_by = "failure"
        return None
    if number > setup.turns:
        dialogue.ended_by = "turns"
        return None
    place = CallPlace(calls, f"turn {number}", number)
    said = dialogue.question
    if turns:
        try:
            said = await generate_visitor_line(setup, dialogue, turns, place)
        except ModelError as error:
            dialogue.ended_by = "failure"
            return await sync_to_async(create_failed_turn)(dialogue, number, error)
        if not said or contains_done_marker(said):
            dialogue.ended_by = "visitor"
            return None
    return await setup.assistant.reply(dialogue, number, said, place)


async def generate_visitor_line(
    setup: DialogueSetup, dialogue: Dialogue, turns: Sequence[DialogueTurn], place: CallPlace
) -> str:
    """What the visitor says next; its model sees the roles swapped, its own lines as the assistant's.

    Raises ModelError, also when the built-in model stood in: a run must not be a mixture of two visitors.
    """
    prompt = setup.persona_prompts[dialogue.language]
    persona = setup.persona_texts.get((dialogue.persona, dialogue.language), "")
    messages = append_messages(prompt.messages(persona=persona, question=dialogue.question), swap_roles(turns))
    model = place.wrap("persona", setup.persona_model)
    completion = await model.complete(messages, temperature=PERSONA_TEMPERATURE)
    if is_stand_in(setup.persona_model, completion):
        raise model_error("unreachable", setup.persona_model.name)
    return clean_visitor_line(completion.text)


def swap_roles(turns: Sequence[DialogueTurn]) -> list[Message]:
    return [message for turn in turns for message in (Message("assistant", turn.said), Message("user", turn.reply))]


def create_failed_turn(dialogue: Dialogue, number: int, error: ModelError) -> DialogueTurn:
    return DialogueTurn.objects.create(
        dialogue=dialogue, number=number, said="", state=DialogueTurnState.FAILED, reason=f"persona {error.code}"
    )


def finish_dialogue(dialogue: Dialogue, turns: Sequence[DialogueTurn]) -> None:
    """The score of the dialogue and whether it passed. Replies as they came are not kept. Two statements."""
    scores = [turn.score for turn in turns if turn.score is not None]
    dialogue.score = mean(scores) if scores else None
    checked = [
        CheckedTurn(
            turn.reply,
            turn.chat_state == "refused",
            not turn.is_answered,
            [(passage["external_id"], passage["page"]) for passage in turn.passages],
        )
        for turn in turns
    ]
    dialogue.failures = [
        *case_failures(checked, dialogue.expectation, dialogue.score),
        *(f"aspect: {each['aspect']}" for each in dialogue.aspects if each["holds"] is False),
    ]
    dialogue.passed = not dialogue.failures
    dialogue.state = DialogueState.DONE
    with transaction.atomic():
        dialogue.save(update_fields=["score", "aspects", "failures", "passed", "state", "ended_by"])
        dialogue.calls.update(text="")
