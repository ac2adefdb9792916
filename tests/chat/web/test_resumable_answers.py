"""An answer as numbered frames: text is grouped, readers may come and go, and the answer goes on without them."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.models import Channel, Conversation, Turn, TurnState
from apps.chat.turn_state.answering_process_liveness import name_of_this_process
from apps.chat.turn_state.stop_signal import StopSignal
from apps.chat.turn_state.turn_events import Event, StepStarted, TextDelta, TurnDone, TurnFailed
from apps.chat.web import resumable_answers
from apps.chat.web.resumable_answers import LiveAnswer, LiveAnswers
from tests.waiting import until

STATUS = StepStarted("answering", turn="t", conversation="token")
DONE = TurnDone(turn="t", conversation="token", state="done", answer="", answer_html="")


async def frames(run: LiveAnswer, after: int = 0) -> list[dict[str, Any]]:
    return [json.loads(frame) async for frame in run.follow(after)]


async def test_the_first_text_goes_at_once_and_the_next_are_grouped() -> None:
    run = LiveAnswer("m")
    for piece in ("Die ", "Gebühr ", "beträgt ", "drei Euro."):
        run.publish(TextDelta(piece))
    run.publish(DONE)
    assert [(frame["type"], frame.get("text")) for frame in await frames(run)] == [
        ("delta", "Die "),
        ("delta", "Gebühr beträgt drei Euro."),
        ("done", None),
    ]


async def test_grouped_text_does_not_wait_for_more() -> None:
    run = LiveAnswer("m")
    run.publish(TextDelta("Die "))
    run.publish(TextDelta("Gebühr"))
    reader = run.follow()
    async with asyncio.timeout(5):
        assert [json.loads(await anext(reader))["text"] for _ in range(2)] == ["Die ", "Gebühr"]
    run.end()
    assert [frame async for frame in reader] == []


async def test_two_readers_get_the_same_and_a_late_one_gets_the_rest() -> None:
    run = LiveAnswer("m")
    early = asyncio.create_task(frames(run))
    await asyncio.sleep(0)
    run.publish(STATUS)
    run.publish(TextDelta("Text"))
    run.publish(DONE)
    everything = await early
    assert [frame["seq"] for frame in everything] == [1, 2, 3]
    assert {frame["id"] for frame in everything} == {"m"}
    assert await frames(run, after=2) == everything[2:]
    # Silence would look like a lost connection.
    assert await frames(run, after=99) == everything[2:]


async def test_an_answer_goes_on_when_its_reader_has_left() -> None:
    run = LiveAnswer("m")
    run.publish(STATUS)
    first = asyncio.create_task(frames(run))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    run.publish(TextDelta("Drei Euro."))
    run.publish(DONE)
    assert run.stop.reason is None
    assert [frame["type"] for frame in await frames(run, after=1)] == ["delta", "done"]


async def test_a_stored_answer_is_numbered_from_where_the_reader_stopped() -> None:
    run = LiveAnswer("m", first=8)
    run.publish(STATUS)
    run.publish(DONE)
    assert [frame["seq"] for frame in await frames(run, after=7)] == [8, 9]


def turn_of_another_process() -> Turn:
    return Turn.objects.create(
        conversation=Conversation.objects.create(channel=Channel.WEB),
        number=1,
        question="Was?",
        state=TurnState.RUNNING,
    )


@pytest.mark.django_db(transaction=True)
async def test_nobody_waits_for_the_turn_of_another_process_when_the_reader_has_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[Turn] = []
    monkeypatch.setattr(resumable_answers, "POLL_SECONDS", 0.02)
    monkeypatch.setattr(resumable_answers, "ended_turn", lambda turn: looks.append(turn))
    turn = await sync_to_async(turn_of_another_process)()
    run = LiveAnswers().replay(turn, after=0)
    reader = asyncio.create_task(frames(run))
    await until(lambda: len(looks) > 2)
    assert not run.finished
    reader.cancel()
    assert run.task is not None
    await asyncio.wait_for(run.task, 5)
    assert run.is_lost


@pytest.mark.django_db(transaction=True)
async def test_who_comes_back_behind_the_end_of_the_process_that_answered_is_told_at_once() -> None:
    turn = await sync_to_async(turn_of_another_process)()
    await Turn.objects.filter(pk=turn.pk).aupdate(process=f"{name_of_this_process()}0")
    shown = await asyncio.wait_for(frames(LiveAnswers().replay(turn, after=2)), 5)
    assert [(frame["type"], frame.get("code")) for frame in shown] == [("error", "abandoned")]
    assert "Bitte fragen Sie" in shown[0]["message"] or "ask again" in shown[0]["message"]


@pytest.mark.parametrize("turn", ["", "5b0c"])
async def test_what_failed_for_want_of_the_database_may_be_asked_again_under_the_same_id(
    turn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = [TurnFailed("database_unavailable", "Später.", turn=turn), DONE]

    async def answer(_ask: AskedQuestion, *, stop: StopSignal) -> AsyncGenerator[Event, None]:
        assert stop.reason is None
        yield STATUS
        yield ends.pop(0)

    monkeypatch.setattr(resumable_answers, "stream_turn_events", answer)
    answers, ask = LiveAnswers(), AskedQuestion("Was kostet das?", message_id="m", token="token")
    assert [frame["type"] for frame in await frames(answers.start(ask, "key"))] == ["status", "error"]
    failed = answers.latest("token")
    await asyncio.sleep(0.01)
    assert answers.latest("token") is failed
    assert [frame["type"] for frame in await frames(answers.start(ask, "key"))] == ["status", "done"]
