"""Answers a question: load, rephrase, search, stream, prove, store. One generator of events for every channel."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager, suppress

from asgiref.sync import SyncToAsync, ThreadSensitiveContext, sync_to_async
from django.db import DatabaseError, connections

from apps.chat.admission.admit_question import NotAdmitted
from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.ai_notices import TABLE_ARITHMETIC
from apps.chat.answer_or_refusal.places_to_read import may_show_places, one_passage_per_page
from apps.chat.answering import store_turn
from apps.chat.answering.answer_prompt import prompt_messages
from apps.chat.answering.store_turn_start_and_end import (
    end_turn,
    finish_despite_cancellation,
    insert_turn,
    store_unread_turn,
)
from apps.chat.answering.stream_model_reply import stream_reply
from apps.chat.answering.turn_failed_event import failed_event
from apps.chat.fixed_answers.crisis_classifier.classify_message import Crisis, classify_message, suspicious_parts
from apps.chat.fixed_answers.find_fixed_answer import FixedReply, find_fixed_answer
from apps.chat.fixed_answers.render_card import card_html, card_text
from apps.chat.models import Channel, TurnState
from apps.chat.models.fixed_answers import FixedAnswer, load_own_fixed_answers
from apps.chat.nearest_passages.similar_sentences import similar_sentences
from apps.chat.question_search.is_about_whole_collection import reroute_question_about_whole
from apps.chat.question_search.rephrase_question import rephrase_question
from apps.chat.question_search.search_all_wordings import search_question
from apps.chat.reply_parsing.number_citations import NumberedText
from apps.chat.reply_stream.strip_quotes_and_markdown import ReplyFilter
from apps.chat.table_answers.answer_from_tables import answer_from_tables
from apps.chat.turn_state.conversation_ownership import UnknownConversation
from apps.chat.turn_state.load_turn_inputs import (
    FixedAnswerFound,
    ReplayedInput,
    TurnOverrides,
    TurnSnapshot,
    load_turn_snapshot,
)
from apps.chat.turn_state.stop_signal import Stopped, StopSignal
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.chat.turn_state.turn_events import Event, HelpOffered, Step, StepStarted, TextDelta, TurnDone
from apps.database.async_access import retry_in_database, run_in_database, use_shared_threads
from apps.llm.call_ledger import Ledger
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK
from apps.llm.current_turn import CURRENT_TURN, NO_TURN, CurrentTurn
from apps.llm.errors import ModelError
from apps.llm.prompts_and_models_in_use import NO_TRIAL, TrialConfiguration
from apps.llm.question_and_call_observers import notify_turn_ended
from apps.llm.transport.priority_semaphore import call_rank
from apps.llm.types import Completion, Embedder, LanguageModel
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile
from apps.text.grammar.detect_asked_operation import asked_operation

TURN_SECONDS = 110.0
"""A turn ends before that, whatever its models do."""


async def answer_in_background(question: AskedQuestion, model: LanguageModel | None = None) -> TurnDone | None:
    """Nobody waits for it: it takes a place like other work in the background, and the last one."""
    call_rank.set(LAST_RANK)
    end: TurnDone | None = None
    async with turn_context(), aclosing(stream_turn_events(question, model=model)) as events:
        async for event in events:
            end = event if isinstance(event, TurnDone) else end
    return end


@asynccontextmanager
async def turn_context() -> AsyncIterator[None]:
    """The turn's database work goes to the shared threads, so that turns do not queue behind one another.

    Other synchronous work within gets a thread of its own; its connection is given back at the end. Enter it in the
    task that reads the events.
    """
    async with ThreadSensitiveContext() as context:
        with use_shared_threads():
            try:
                yield
            finally:
                if (turn := CURRENT_TURN.get()).started:
                    notify_turn_ended(turn)
                # Work that is called without an event loop gets the context back: the next line belongs to no turn.
                CURRENT_TURN.set(NO_TURN)
                if context in SyncToAsync.context_to_thread_executor:
                    await asyncio.shield(sync_to_async(connections.close_all)())


async def stream_turn_events(
    ask: AskedQuestion,
    *,
    model: LanguageModel | None = None,
    embedder: Embedder | None = None,
    profile: Profile | None = None,
    stop: StopSignal | None = None,
    given: ReplayedInput | None = None,
    trial: TrialConfiguration = NO_TRIAL,
) -> AsyncGenerator[Event, None]:
    """Events of one turn; the last one is Done or Failed. Calls models, reads and writes the database.

    Prompts, profile, history and models are those of the beginning; a `trial` takes the place of those in force. A
    reader who leaves (the generator is closed) or stops ends the model's stream; what was written so far is stored as
    interrupted.
    Raises AlreadyAsked, UnknownCollection, UnknownAlgorithm, always before any model call but that for the question.
    """
    stop = stop or StopSignal()
    ledger = Ledger()
    started = time.perf_counter()
    overrides = TurnOverrides(model, embedder, profile, given, trial)
    crisis = await detect_crisis(ask)
    try:
        snapshot = await run_in_database(load_turn_snapshot, ask, ledger, overrides, crisis=crisis)
    except FixedAnswerFound as found:
        yield fixed_event(ask, found.reply)
        return
    except (UnknownConversation, NotAdmitted, NoActiveProfile, DatabaseError) as error:
        for event in await events_without_turn(ask, crisis, error):
            yield event
        return
    draft = begin_turn(snapshot, ledger, started)
    timer = asyncio.get_running_loop().call_later(TURN_SECONDS, stop.set, "deadline")
    # Beside the search: the row is there before the answer begins, and no reader waits for its commit.
    insertion = asyncio.ensure_future(insert_turn(draft))
    try:
        if snapshot.help_offered:
            yield HelpOffered(snapshot.help_offered, str(draft.turn_id), snapshot.conversation.token)
        async with aclosing(reply_events(draft, insertion, stop, model)) as events:
            async for event in events:
                yield event
    except Stopped:
        draft.stopped = stop.reason
    except ModelError as error:
        draft.error, draft.broken = (error, None) if draft.searched else (None, error)
    except DatabaseError as error:
        draft.broken = error
    except (GeneratorExit, asyncio.CancelledError):
        draft.stopped = "left"
        await asyncio.shield(store_unread_turn(draft, insertion))
        raise
    finally:
        timer.cancel()
    for event in await finish_despite_cancellation(end_turn(draft, insertion)):
        yield event


async def detect_crisis(ask: AskedQuestion) -> Crisis | None:
    """Outside of the database's threads, which wait for no model. What the staff asks again is none."""
    if ask.channel == Channel.REVIEW or not suspicious_parts(ask.text):
        return None
    return await asyncio.to_thread(classify_message, ask.text)


async def events_without_turn(ask: AskedQuestion, crisis: Crisis | None, error: Exception) -> list[Event]:
    """What is said where no turn begins: whoever is in need is answered all the same, without the database by what
    comes with the service."""
    is_away = isinstance(error, DatabaseError)
    rows: Sequence[FixedAnswer] = ()
    if crisis and not is_away:
        with suppress(DatabaseError):
            rows = await run_in_database(load_own_fixed_answers)
    reply = find_fixed_answer(ask.text, ask.language or "de", rows, crisis) if is_away or crisis else None
    if reply and not reply.is_beside_answer:
        return [fixed_event(ask, reply)]
    offered = [HelpOffered(reply, "", ask.token or "")] if reply else []
    return [*offered, failed_event(error, ask.language)]


def begin_turn(snapshot: TurnSnapshot, ledger: Ledger, started: float) -> TurnDraft:
    """The turn: from now on log lines carry its id, and its calls wait behind others of the same asker."""
    draft = TurnDraft(snapshot, ledger, started, query=snapshot.given.query or snapshot.ask.text)
    draft.record_time("load", started)
    ask = snapshot.ask
    asker = f"{ask.channel}:{ask.address or (ask.user.pk if ask.user else ask.token)}"
    CURRENT_TURN.set(CurrentTurn(str(draft.turn_id), asker, started))
    return draft


async def reply_events(
    draft: TurnDraft, insertion: "asyncio.Future[None]", stop: StopSignal, model: LanguageModel | None
) -> AsyncGenerator[Event, None]:
    """The events of a turn up to the model's last word. Raises Stopped, AlreadyAsked, ModelError, DatabaseError."""
    await reroute_question_about_whole(draft, stop, model)
    if draft.snapshot.rephraser:
        yield step_started_event(draft, "rephrasing")
        await rephrase_question(draft, stop)
    yield step_started_event(draft, "searching")
    await search_question(draft, stop)
    messages = draft.messages = prompt_messages(draft)
    # Whoever is cancelled takes along what it waits for, and nobody would store the end of a row without that.
    await asyncio.shield(insertion)
    worked_out = await compute_table_answer(draft)
    draft.pages_read = asyncio.ensure_future(load_pages_while_answering(draft))
    if worked_out:
        yield TextDelta(worked_out)
    elif draft.used:
        yield step_started_event(draft, "answering")
        async with aclosing(stream_reply(draft, messages, stop)) as texts:
            async for text in texts:
                yield TextDelta(text)
    yield step_started_event(draft, "checking")
    if may_show_places(draft):
        with stop:
            draft.similar = await similar_sentences(
                draft.query, one_passage_per_page(draft), draft.snapshot.search.embedder
            )


async def compute_table_answer(draft: TurnDraft) -> str:
    """What code works out from the tables that were found, as it is shown; empty when that is not asked or not certain.

    No model is asked then: cells are added up by a rule, not by one that may miscount.
    """
    if asked_operation(draft.query) is None:
        return ""
    reply = await retry_in_database(answer_from_tables, draft.query, draft.used, draft.snapshot.conversation.language)
    if reply is None:
        return ""
    draft.used, draft.is_worked_out = reply.passages, True
    draft.completion = Completion(reply.text, TABLE_ARITHMETIC)
    draft.record_time("first_token", draft.started)
    numbered = NumberedText(draft.numbering())
    return numbered.feed(ReplyFilter().feed(reply.text)) + numbered.finish()


async def load_pages_while_answering(draft: TurnDraft) -> None:
    """Loads what the answer will be checked against while the model writes."""
    # Until the turn waits: the model is asked first.
    await asyncio.sleep(0)
    await retry_in_database(store_turn.load_pages_and_conflicts, draft)


def step_started_event(draft: TurnDraft, step: Step) -> StepStarted:
    return StepStarted(step, turn=str(draft.turn_id), conversation=draft.snapshot.conversation.token)


def fixed_event(ask: AskedQuestion, reply: FixedReply) -> TurnDone:
    """The card as the only event: there is no turn, and the conversation stays the one it was."""
    return TurnDone("", ask.token or "", TurnState.DONE, card_text(reply), card_html(reply), fixed=reply)
