"""Has the judge score a turn as often as the run asks and stores the verdicts, while the dialogue goes on."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from asgiref.sync import sync_to_async
from django.utils.translation import gettext as _

from apps.database import single_round_trip_writes
from apps.evaluation.dialogues.dialogue_setup import DialogueSetup
from apps.evaluation.judging.ask_judge import Judgement, judge_reply
from apps.evaluation.judging.record_model_calls import CallPlace, RecordedCalls
from apps.evaluation.models import Dialogue, DialogueTurn, Verdict
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.statistics.judge_scores import join_marks
from apps.text.strip_unstorable_characters import strip_unstorable


async def judge_turn(setup: DialogueSetup, dialogue: Dialogue, turn: DialogueTurn, calls: RecordedCalls) -> None:
    """Asks the judge as often as the run says, all at once, and stores the verdicts.

    A turn that was judged is left alone, and one for which there is no money left stays open. Whether a question
    that no document answers was refused is seen without a judge, who may think little of any refusal.
    """
    if turn.state != DialogueTurnState.OPEN:
        return
    if not setup.judges:
        await sync_to_async(store_verdicts)(turn, [], setup)
        return
    if turn.number == 1 and dialogue.expectation.get("must_refuse"):
        await sync_to_async(store_refusal)(turn)
        return
    if not setup.may_go_on():
        return
    judged = await ask_judges(setup, dialogue, turn, CallPlace(calls, f"judge {turn.number}", turn.number))
    await asyncio.shield(sync_to_async(store_verdicts)(turn, judged, setup))


async def ask_judges(setup: DialogueSetup, dialogue: Dialogue, turn: DialogueTurn, place: CallPlace) -> list[Judgement]:
    """One for each time that the run says; what the claims of the answer are worth is noted with the turn."""
    model = place.wrap("judge", setup.judge_model)
    # The reference is of the case's own question, which only the first turn asks.
    reference = dialogue.expectation.get("reference", "") if turn.number == 1 else ""
    judged = await asyncio.gather(
        *(
            judge_reply(
                model,
                setup.judge_prompt,
                question=turn.said,
                answer=turn.reply,
                passages=turn.passages,
                reference=reference,
                language=dialogue.language,
            )
            for _repetition in range(setup.judges)
        )
    )
    if setup.claim_judge and turn.chat_state != "refused":
        claim_judge = replace(setup.claim_judge, model=place.wrap("judge", setup.claim_judge.model))
        contexts = [passage["text"] for passage in turn.passages]
        turn.claims = await claim_judge.measure(turn.said, turn.reply, contexts, reference)
    return judged


def store_refusal(turn: DialogueTurn) -> None:
    """Full marks for a refusal, none for an answer. One statement."""
    refused = turn.chat_state == "refused"
    turn.state, turn.score = DialogueTurnState.SCORED, float(refused)
    turn.reason = _("Refused, as it had to be.") if refused else _("Answered, though it had to be refused.")
    turn.save(update_fields=["state", "score", "reason"])


def store_verdicts(turn: DialogueTurn, judged: Sequence[Judgement], setup: DialogueSetup) -> None:
    """Stores the verdicts in one statement. The turn is scored when at least half of the judgements could be read."""
    rows = [
        Verdict(
            turn=turn,
            repetition=number,
            state=each.state,
            overall=each.marks.overall if each.marks else None,
            criteria=each.marks.criteria if each.marks else {},
            reason=each.marks.reason if each.marks else each.error,
            raw=strip_unstorable(each.raw),
            model=each.model,
            prompt_version=setup.judge_prompt.for_model(each.model).label,
        )
        for number, each in enumerate(judged, start=1)
    ]
    marks = [each.marks for each in judged if each.marks]
    score = join_marks(marks, setup.vote) if 2 * len(marks) >= len(judged) else None
    turn.state = judged_turn_state(judged, score is not None)
    if score:
        turn.score, turn.criteria, turn.reason = score.score, score.criteria, score.reason
    elif judged:
        turn.reason = next((each.error for each in judged if each.error), "")
    columns = {name: getattr(turn, name) for name in ("state", "score", "criteria", "reason", "claims")}
    verdicts = [single_round_trip_writes.insert(rows)] if rows else []
    single_round_trip_writes.execute_together(
        [*verdicts, single_round_trip_writes.update(DialogueTurn, turn.pk, columns)]
    )


def judged_turn_state(judged: Sequence[Judgement], is_scored: bool) -> DialogueTurnState:
    if is_scored:
        return DialogueTurnState.SCORED
    if not judged:
        return DialogueTurnState.SKIPPED
    unreadable = any(each.state == DialogueTurnState.UNPARSABLE for each in judged)
    return DialogueTurnState.UNPARSABLE if unreadable else DialogueTurnState.FAILED
