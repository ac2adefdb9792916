"""A turn before the judge as often as wanted, and what came of it stored: beside the dialogue, which goes on."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from asgiref.sync import sync_to_async

from apps.database import batched_statements
from apps.evaluation.dialogues.participants import Desk
from apps.evaluation.judging.call_recorder import Calls, Place
from apps.evaluation.judging.judge import Judged, judge
from apps.evaluation.models import Dialogue, DialogueTurn, Verdict
from apps.evaluation.models.runs import TurnState
from apps.evaluation.statistics.scores import joined


async def judge_turn(desk: Desk, dialogue: Dialogue, turn: DialogueTurn, calls: Calls) -> None:
    """Asks the judge as often as wanted, all at once, and stores what came.

    A turn that was judged is left alone, and one for which there is no money left stays open.
    """
    if turn.state != TurnState.OPEN:
        return
    if not desk.judges:
        await sync_to_async(store_verdicts)(turn, [], desk)
        return
    if not desk.may_go_on():
        return
    place = Place(calls, f"judge {turn.number}", turn.number)
    model = place.wrap("judge", desk.judge_model)
    judged = await asyncio.gather(
        *(
            judge(
                model,
                desk.judge_prompt,
                question=turn.said,
                answer=turn.reply,
                passages=turn.passages,
                reference=dialogue.expectation.get("reference", "") if turn.number == 1 else "",
                language=dialogue.language,
            )
            for _ in range(desk.judges)
        )
    )
    reference = dialogue.expectation.get("reference", "") if turn.number == 1 else ""
    if desk.anatomist and turn.chat_state != "refused":
        anatomist = replace(desk.anatomist, model=place.wrap("judge", desk.anatomist.model))
        contexts = [passage["text"] for passage in turn.passages]
        turn.claims = await anatomist.measure(turn.said, turn.reply, contexts, reference)
    await asyncio.shield(sync_to_async(store_verdicts)(turn, judged, desk))


def store_verdicts(turn: DialogueTurn, judged: Sequence[Judged], desk: Desk) -> None:
    """Sync, one statement. The turn is scored when at least half of the judgements could be read."""
    rows = [
        Verdict(
            turn=turn,
            repetition=number,
            state=each.state,
            overall=each.marks.overall if each.marks else None,
            criteria=each.marks.criteria if each.marks else {},
            reason=each.marks.reason if each.marks else each.error,
            raw=each.raw.replace("\0", ""),
            model=each.model,
            prompt_version=desk.judge_prompt.label,
        )
        for number, each in enumerate(judged, start=1)
    ]
    marks = [each.marks for each in judged if each.marks]
    score = joined(marks, desk.vote) if 2 * len(marks) >= len(judged) else None
    turn.state = state_of(judged, score is not None)
    if score:
        turn.score, turn.criteria, turn.reason = score.score, score.criteria, score.reason
    elif judged:
        turn.reason = next((each.error for each in judged if each.error), "")
    columns = {name: getattr(turn, name) for name in ("state", "score", "criteria", "reason", "claims")}
    verdicts = [batched_statements.insert(rows)] if rows else []
    batched_statements.run([*verdicts, batched_statements.update(DialogueTurn, turn.pk, columns)])


def state_of(judged: Sequence[Judged], is_scored: bool) -> TurnState:
    if is_scored:
        return TurnState.SCORED
    if not judged:
        return TurnState.SKIPPED
    unreadable = any(each.state == TurnState.UNPARSABLE for each in judged)
    return TurnState.UNPARSABLE if unreadable else TurnState.FAILED
