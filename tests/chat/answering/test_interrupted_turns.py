"""Turns that somebody stops or leaves, or whose storing fails: kept once, noted once."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from contextlib import aclosing

import pytest
from asgiref.sync import ThreadSensitiveContext, async_to_sync, sync_to_async
from django.db import DatabaseError, OperationalError, connection

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering import answer_question, store_turn, store_turn_start_and_end
from apps.chat.answering.answer_question import stream_turn_events, turn_context
from apps.chat.models import Conversation, Turn, TurnState
from apps.chat.privacy.delete_conversations import delete_conversations
from apps.chat.turn_state.stop_signal import StopSignal
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.chat.turn_state.turn_events import Event, TextDelta, TurnDone, TurnFailed
from apps.database import async_access
from apps.database.async_access import run_in_database
from apps.documents.models import Document
from apps.llm.models import ModelCall
from apps.retrieval.models import Profile
from tests.chat.answering.test_answer_question import GOOD, QUESTION, done
from tests.chat.conftest import Collect
from tests.fakes.models import FakeLanguageModel, Held


def test_stop_ends_the_models_stream_and_keeps_the_text(collect: Collect, profile: Profile) -> None:
    model = FakeLanguageModel(Held("Die Gebühr beträgt"))
    stop = StopSignal()

    async def stopped() -> list[Event]:
        events: list[Event] = []
        async with turn_context():
            async for event in stream_turn_events(AskedQuestion(QUESTION), model=model, profile=profile, stop=stop):
                events.append(event)
                if isinstance(event, TextDelta):
                    asyncio.get_running_loop().call_later(0.05, stop.set)
        return events

    end = done(asyncio.run(stopped()))
    assert model.open_streams == 0
    assert (end.state, end.answer) == ("interrupted", "Die Gebühr beträgt")
    assert Turn.objects.get(pk=end.turn).state == "interrupted"


def test_a_reader_who_leaves_ends_the_models_stream(profile: Profile, fees: Document) -> None:
    model = FakeLanguageModel(Held("Die Gebühr beträgt"))

    async def leave() -> None:
        async with (
            turn_context(),
            aclosing(stream_turn_events(AskedQuestion(QUESTION), model=model, profile=profile)) as events,
        ):
            async for event in events:
                if isinstance(event, TextDelta):
                    return

    asyncio.run(leave())
    assert model.open_streams == 0
    turn = Turn.objects.get()
    assert turn.state == "interrupted"
    assert "Die Gebühr beträgt".startswith(turn.answer)
    assert turn.answer


def test_a_cancelled_task_stores_its_turn_too(profile: Profile, fees: Document) -> None:
    model = FakeLanguageModel(Held("Die Gebühr beträgt"))

    async def cancel() -> None:
        seen = asyncio.Event()

        async def read() -> None:
            async with (
                turn_context(),
                aclosing(stream_turn_events(AskedQuestion(QUESTION), model=model, profile=profile)) as events,
            ):
                async for event in events:
                    if isinstance(event, TextDelta):
                        seen.set()

        task = asyncio.create_task(read())
        await seen.wait()
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert model.open_streams == 0
    assert Turn.objects.get().state == "interrupted"


@pytest.mark.parametrize(("piece", "state"), [("insert_turn", "interrupted"), ("complete_turn", "done")])
def test_a_task_that_is_cancelled_while_it_waits_for_its_database_stores_its_turn(
    fees: Document, profile: Profile, monkeypatch: pytest.MonkeyPatch, piece: str, state: str
) -> None:
    """As a caller of the interface does who gives up: the turn would count as running for three minutes."""
    store, begun, is_back = getattr(store_turn, piece), threading.Event(), threading.Event()

    def away(*arguments: object) -> object:
        begun.set()
        is_back.wait(10)
        return store(*arguments)

    async def read() -> None:
        model = FakeLanguageModel(GOOD)
        async with (
            turn_context(),
            aclosing(stream_turn_events(AskedQuestion(QUESTION), model=model, profile=profile)) as events,
        ):
            async for _event in events:
                pass

    async def cancel() -> None:
        task = asyncio.create_task(read())
        await asyncio.to_thread(begun.wait, 10)
        task.cancel()
        for _ in range(10):  # until the task and those that it waits for have heard of it
            await asyncio.sleep(0)
        is_back.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    monkeypatch.setattr(store_turn, piece, away)
    asyncio.run(cancel())
    assert [turn.state for turn in Turn.objects.all()] == [state]


def test_what_is_stored_although_its_confirmation_was_lost_is_not_stored_twice(
    collect: Collect, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def twice(work: Callable[..., object], *arguments: object) -> object:
        await run_in_database(work, *arguments)
        return await run_in_database(work, *arguments)

    monkeypatch.setattr(store_turn_start_and_end, "retry_in_database", twice)
    end = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))
    turn = Turn.objects.get()
    assert (str(turn.pk), turn.state, turn.answer) == (end.turn, TurnState.DONE, end.answer)
    assert turn.citations.count() == 1
    assert ModelCall.objects.filter(reference=f"turn:{turn.pk}").count() == 1


def test_a_failure_is_noted_once(collect: Collect, monkeypatch: pytest.MonkeyPatch) -> None:
    async def twice(work: Callable[..., object], *arguments: object) -> object:
        await run_in_database(work, *arguments)
        return await run_in_database(work, *arguments)

    async def failing(*arguments: object) -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(store_turn_start_and_end, "retry_in_database", twice)
    monkeypatch.setattr(answer_question, "search_question", failing)
    assert isinstance(collect(QUESTION)[-1], TurnFailed)
    assert [turn.state for turn in Turn.objects.all()] == [TurnState.FAILED]


@pytest.fixture
def database_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection is cut before each of the first five attempts to store an end, for longer than a turn waits."""
    store, tries = store_turn.complete_turn, []

    def cut_before_storing(draft: TurnDraft, ended: float) -> TurnDone:
        tries.append(ended)
        with connection.cursor() as cursor:
            if len(tries) < 6:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return store(draft, ended)

    monkeypatch.setattr(async_access, "PATIENCE", 0.1)
    monkeypatch.setattr(async_access, "PAUSE", 0.06)
    monkeypatch.setattr(store_turn, "complete_turn", cut_before_storing)


@pytest.mark.usefixtures("database_away")
def test_an_answer_is_stored_once_the_database_is_back(fees: Document, profile: Profile) -> None:
    async def asked() -> list[Event]:
        async with turn_context():
            events = stream_turn_events(AskedQuestion(QUESTION), model=FakeLanguageModel(GOOD), profile=profile)
            told = [event async for event in events]
            await asyncio.gather(*store_turn_start_and_end.STORED_LATER)
        return told

    failed = asyncio.run(asked())[-1]
    assert isinstance(failed, TurnFailed)
    assert failed.code == "database_unavailable"
    turn = Turn.objects.get()
    assert (str(turn.pk), turn.state, turn.citations.count()) == (failed.turn, TurnState.DONE, 1)
    assert ModelCall.objects.filter(reference=f"turn:{turn.pk}").count() == 1


def test_an_answer_that_took_long_is_stored_once_the_database_is_back(
    fees: Document, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, is_back = store_turn.complete_turn, threading.Event()

    def away_at_first(draft: TurnDraft, ended: float) -> TurnDone:
        if not is_back.is_set():
            raise OperationalError("gone")
        return store(draft, ended)

    async def asked() -> None:
        async with turn_context():
            events = stream_turn_events(AskedQuestion(QUESTION), model=FakeLanguageModel(GOOD), profile=profile)
            async for _event in events:
                pass
            is_back.set()
            await asyncio.gather(*store_turn_start_and_end.STORED_LATER)

    monkeypatch.setattr(async_access, "PATIENCE", 0.1)
    monkeypatch.setattr(async_access, "PAUSE", 0.06)
    monkeypatch.setattr(store_turn_start_and_end, "LAST_ATTEMPT", 0.0)
    monkeypatch.setattr(store_turn, "complete_turn", away_at_first)
    asyncio.run(asked())
    assert Turn.objects.get().state == TurnState.DONE


@pytest.mark.usefixtures("database_away")
def test_what_a_reader_left_is_stored_once_the_database_is_back(fees: Document, profile: Profile) -> None:
    async def leave() -> None:
        model = FakeLanguageModel(Held("Die Gebühr beträgt"))
        async with turn_context():
            async with aclosing(stream_turn_events(AskedQuestion(QUESTION), model=model, profile=profile)) as events:
                async for event in events:
                    if isinstance(event, TextDelta):
                        break
            await asyncio.gather(*store_turn_start_and_end.STORED_LATER)

    asyncio.run(leave())
    assert [turn.state for turn in Turn.objects.all()] == [TurnState.INTERRUPTED]


@pytest.mark.usefixtures("database_away")
def test_an_end_that_cannot_be_stored_is_told_to_the_log(
    fees: Document, profile: Profile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def asked() -> None:
        async with turn_context():
            events = stream_turn_events(AskedQuestion(QUESTION), model=FakeLanguageModel(GOOD), profile=profile)
            async for _event in events:
                pass
            monkeypatch.setattr(store_turn, "complete_turn", lambda _draft, _ended: {}["a fault"])
            await asyncio.gather(*store_turn_start_and_end.STORED_LATER, return_exceptions=True)

    asyncio.run(asked())
    assert "The end of an answer was not stored" in caplog.text
    assert "KeyError" in caplog.text


def test_those_that_are_stored_later_wait_for_one_another(
    fees: Document, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, told, at_once, most = store_turn.complete_turn, threading.Event(), [0], [0]

    def away_until_told(draft: TurnDraft, ended: float) -> TurnDone:
        if not told.is_set():
            raise OperationalError("gone")
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        time.sleep(0.05)
        at_once[0] -= 1
        return store(draft, ended)

    async def ask() -> Event:
        async with turn_context():
            events = stream_turn_events(AskedQuestion(QUESTION), model=FakeLanguageModel(GOOD), profile=profile)
            return [event async for event in events][-1]

    async def all_asked() -> list[Event]:
        last = await asyncio.gather(*(ask() for _ in range(3)))
        told.set()
        await asyncio.gather(*store_turn_start_and_end.STORED_LATER)
        return last

    monkeypatch.setattr(async_access, "PATIENCE", 0.1)
    monkeypatch.setattr(async_access, "PAUSE", 0.06)
    monkeypatch.setattr(store_turn, "complete_turn", away_until_told)
    assert all(isinstance(event, TurnFailed) for event in asyncio.run(all_asked()))
    assert [turn.state for turn in Turn.objects.all()] == [TurnState.DONE] * 3
    assert most == [1]


def test_what_is_logged_while_it_is_written_names_the_turn(
    collect: Collect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def logging_search(draft: TurnDraft, stop: StopSignal) -> None:
        logging.getLogger("apps.test").warning("slow")
        draft.searched = True

    monkeypatch.setattr(answer_question, "search_question", logging_search)
    collect(QUESTION, model=FakeLanguageModel(GOOD))
    [record] = [each for each in caplog.records if each.name == "apps.test"]
    assert record.__dict__["turn"] == str(Turn.objects.get().pk)


@pytest.mark.usefixtures("database_away")
def test_an_answer_to_a_request_without_a_turn_context_is_stored_after_its_end(
    fees: Document, profile: Profile
) -> None:
    """As the interface and the page without script ask: within a thread of the request, which ends with it."""

    async def last_event() -> Event:
        return [
            one
            async for one in stream_turn_events(AskedQuestion(QUESTION), model=FakeLanguageModel(GOOD), profile=profile)
        ][-1]

    async def request() -> Event:
        async with ThreadSensitiveContext():
            failed = await sync_to_async(async_to_sync(last_event))()
        await asyncio.gather(*store_turn_start_and_end.STORED_LATER)
        return failed

    failed = asyncio.run(request())
    assert isinstance(failed, TurnFailed)
    turn = Turn.objects.get()
    assert (str(turn.pk), turn.state) == (failed.turn, TurnState.DONE)


@pytest.mark.usefixtures("database_away")
def test_what_was_deleted_meanwhile_is_not_stored_again(fees: Document, profile: Profile) -> None:
    async def ask_and_delete() -> None:
        async with turn_context():
            _events = [
                one
                async for one in stream_turn_events(
                    AskedQuestion(QUESTION), model=FakeLanguageModel(GOOD), profile=profile
                )
            ]
            await run_in_database(delete_conversations, Conversation.objects.all())
            await asyncio.gather(*store_turn_start_and_end.STORED_LATER)

    asyncio.run(ask_and_delete())
    assert not Conversation.objects.exists()
    assert not Turn.objects.exists()
