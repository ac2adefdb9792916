"""Answers a question: load, rephrase, search, stream, prove, store. One generator of events for every channel."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import replace

from asgiref.sync import SyncToAsync, ThreadSensitiveContext, sync_to_async
from django.db import DatabaseError, connections
from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.admission.admit_question import NotAdmitted
from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.ai_notices import TABLE_ARITHMETIC
from apps.chat.answering import store_turn
from apps.chat.answering.conclude_turn import may_show_places, places_found
from apps.chat.answering.conversation_history import MOST_TOKENS, turns_to_remember
from apps.chat.answering.fallback_notices import cut_reply
from apps.chat.answering.load_turn_inputs import (
    AlreadyAsked,
    FixedAnswerFound,
    ReplayedInput,
    TurnSnapshot,
    UnknownConversation,
    load_turn,
    rerouted_to_graph,
)
from apps.chat.answering.stop_signal import Stopped, StopSignal
from apps.chat.answering.turn_draft import TurnDraft
from apps.chat.answering.turn_events import CitationsFound, Event, Step, StepStarted, TextDelta, TurnDone, TurnFailed
from apps.chat.fixed_answers.find_fixed_answer import FixedReply, find_fixed_answer
from apps.chat.fixed_answers.render_card import card_html, card_text
from apps.chat.models import TurnState
from apps.chat.nearest_passages.similar_sentences import similar_sentences
from apps.chat.proof.citation_numbers import NumberedText
from apps.chat.reply_stream.detect_runaway_reply import RunawayReplyDetector
from apps.chat.reply_stream.stream_filter import ReplyFilter
from apps.chat.sentence_numbers.number_sentences import frame_with_numbers
from apps.chat.table_answers.answer_from_tables import answer_from_tables
from apps.chat.translation.language_names import language_name
from apps.database.async_access import in_database, in_database_again, shared_threads
from apps.llm.call_ledger import Ledger
from apps.llm.current_turn import CURRENT_TURN, NO_TURN, CurrentTurn
from apps.llm.errors import ModelError
from apps.llm.observers import turn_ended
from apps.llm.prompt_definitions import PROMPTS
from apps.llm.prompts.delimit_quoted_text import conversation as conversation_text
from apps.llm.prompts_and_models import NO_TRIAL, TrialConfiguration
from apps.llm.types import Completion, Embedder, LanguageModel, Message, ShortenableMessages
from apps.retrieval.models import Profile
from apps.retrieval.query.expand_opening_hours_questions import in_words_of_offices
from apps.retrieval.query.types import Found, SearchStep
from apps.retrieval.search.active_profile import NoActiveProfile
from apps.retrieval.search.assemble_context import Frame, build_context
from apps.retrieval.search.load_search_setup import Settings
from apps.retrieval.search.search import clean, find
from apps.retrieval.search.search_two_wordings import interleaved
from apps.text.estimate_tokens import estimate_tokens
from apps.text.grammar.asked_operation import operation_of
from apps.text.plausibility.source_overlap import keeps_subject

TURN_SECONDS = 110.0
"""A turn ends before that, whatever its models do."""
REPLY_TOKENS = 2_048
SPARE_TOKENS = 200
"""What frames and chat formats add to the prompt."""
RETRY_AFTER = 5.0
LONGEST_QUERY = 500
LENGTHS = {
    "short": "Antworten Sie in höchstens drei kurzen Sätzen.",
    "detailed": "Antworten Sie ausführlich, mit allen Bedingungen und Ausnahmen.",
}
"""Rooms on chat platforms may want another length than the prompt's."""


@asynccontextmanager
async def turn_context() -> AsyncIterator[None]:
    """The turn's database work goes to the shared threads, so that turns do not queue behind one another.

    Other synchronous work within gets a thread of its own; its connection is given back at the end. Enter it in the
    task that reads the events.
    """
    async with ThreadSensitiveContext() as context:
        with shared_threads():
            try:
                yield
            finally:
                if (turn := CURRENT_TURN.get()).started:
                    turn_ended(turn)
                # Work that is called without an event loop gets the context back: the next line belongs to no turn.
                CURRENT_TURN.set(NO_TURN)
                if context in SyncToAsync.context_to_thread_executor:
                    await asyncio.shield(sync_to_async(connections.close_all)())


async def answer(
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
    try:
        snapshot = await in_database(
            load_turn, ask, ledger, model=model, embedder=embedder, profile=profile, given=given, trial=trial
        )
    except FixedAnswerFound as found:
        yield fixed_event(ask, found.reply)
        return
    except (UnknownConversation, NotAdmitted, NoActiveProfile, DatabaseError) as error:
        reply = find_fixed_answer(ask.text, ask.language or "de", ()) if isinstance(error, DatabaseError) else None
        yield fixed_event(ask, reply) if reply else failed_event(error, ask.language)
        return
    draft = begun(snapshot, ledger, started)
    timer = asyncio.get_running_loop().call_later(TURN_SECONDS, stop.set, "deadline")
    # Beside the search: the row is there before the answer begins, and no reader waits for its commit.
    insertion = asyncio.ensure_future(insert_turn(draft))
    try:
        async with aclosing(steps_to_reply(draft, insertion, stop, model)) as events:
            async for event in events:
                yield event
    except Stopped:
        draft.stopped = stop.reason
    except ModelError as error:
        draft.error, draft.broken = (error, None) if draft.searched else (None, error)
    except DatabaseError as error:
        draft.broken = error
    except (GeneratorExit, asyncio.CancelledError):
        draft.stopped = "reader"
        await asyncio.shield(abandon(draft, insertion))
        raise
    finally:
        timer.cancel()
    for event in await final_events(draft, insertion):
        yield event


def begun(snapshot: TurnSnapshot, ledger: Ledger, started: float) -> TurnDraft:
    """The turn: its id stands in the log from now on, and its calls wait behind others of the same asker."""
    draft = TurnDraft(snapshot, ledger, started, query=snapshot.given.query or snapshot.ask.text)
    draft.record_time("load", started)
    ask = snapshot.ask
    asker = f"{ask.channel}:{ask.address or (ask.user.pk if ask.user else ask.token)}"
    CURRENT_TURN.set(CurrentTurn(str(draft.turn_id), asker, started))
    return draft


async def steps_to_reply(
    draft: TurnDraft, insertion: "asyncio.Future[None]", stop: StopSignal, model: LanguageModel | None
) -> AsyncGenerator[Event, None]:
    """The events of a turn up to the model's last word. Raises Stopped, AlreadyAsked, ModelError, DatabaseError."""
    await route_question(draft, stop, model)
    if draft.snapshot.rephraser:
        yield step_started(draft, "rephrasing")
        await rephrase(draft, stop)
    yield step_started(draft, "searching")
    await search(draft, stop)
    await insertion
    messages = draft.messages = prompt_messages(draft)
    worked_out = await work_out(draft)
    draft.pages_read = asyncio.ensure_future(read_pages(draft))
    if worked_out:
        yield TextDelta(worked_out)
    elif draft.used:
        yield step_started(draft, "answering")
        async with aclosing(stream(draft, messages, stop)) as texts:
            async for text in texts:
                yield TextDelta(text)
    yield step_started(draft, "checking")
    if may_show_places(draft):
        with stop:
            draft.similar = await similar_sentences(draft.query, places_found(draft), draft.snapshot.search.embedder)


async def work_out(draft: TurnDraft) -> str:
    """What code works out from the tables that were found, as it is shown; empty when that is not asked or not certain.

    No model is asked then: cells are added up by a rule, not by one that may miscount.
    """
    if operation_of(draft.query) is None:
        return ""
    reply = await in_database_again(answer_from_tables, draft.query, draft.used, draft.snapshot.conversation.language)
    if reply is None:
        return ""
    draft.used, draft.is_worked_out = reply.passages, True
    draft.completion = Completion(reply.text, TABLE_ARITHMETIC)
    draft.record_time("first_token", draft.started)
    numbered = NumberedText(draft.numbering())
    return numbered.feed(ReplyFilter().feed(reply.text)) + numbered.finish()


async def insert_turn(draft: TurnDraft) -> None:
    """Stores what was asked. Raises AlreadyAsked."""
    # Until the search waits, too: its statements are sent first, for they are what the reader waits for.
    await asyncio.sleep(0)
    await in_database_again(store_turn.insert_turn, draft)


async def read_pages(draft: TurnDraft) -> None:
    """Reads what the answer is held against, while the model writes."""
    # Until the turn waits: the model is asked first.
    await asyncio.sleep(0)
    await in_database_again(store_turn.read_pages, draft)


async def route_question(draft: TurnDraft, stop: StopSignal, model: LanguageModel | None) -> None:
    """Where its words leave open whether the question is about the whole, a model may be asked."""
    if (guide := draft.snapshot.guide) is None:
        return
    since = time.perf_counter()
    with stop:
        is_about_the_whole = await guide.is_global(draft.ask.text)
    if is_about_the_whole:
        seconds = time.perf_counter() - since
        draft.snapshot = await in_database(rerouted_to_graph, draft.snapshot, model, seconds)


async def rephrase(draft: TurnDraft, stop: StopSignal) -> None:
    """A follow-up as a question that can be searched on its own; when that fails, the question as typed."""
    snapshot = draft.snapshot
    if snapshot.rephraser is None or snapshot.rephrase_prompt is None:
        return
    since = time.perf_counter()
    history_turns = turns_to_remember(snapshot.past, budget_tokens=history_budget(snapshot.rephraser))
    messages = snapshot.rephrase_prompt.messages(
        history=conversation_text(history_turns),
        question=draft.ask.text,
        language=language_name(snapshot.conversation.language),
    )
    with suppress(ModelError), stop:
        completion = await snapshot.rephraser.complete(messages)
        draft.rephrased_by = completion.model
        line = searchable_line(completion.text)
        if line and keeps_subject(line, draft.ask.text, [text for turn in history_turns for text in turn]):
            draft.query = line
        else:
            draft.unsure_query = line
    draft.record_time("rephrase", since)


def searchable_line(text: str) -> str:
    """The first line of what the model wrote; empty when that is no question somebody would type."""
    line = next((line.strip(" \"'„“”«»") for line in text.splitlines() if line.strip()), "")
    return line if len(line) <= LONGEST_QUERY else ""


async def translate(draft: TurnDraft, stop: StopSignal) -> None:
    """The question in the language of the documents, when it is in another and a model can say it in theirs."""
    translator = draft.snapshot.translator
    if translator is None:
        return
    since = time.perf_counter()
    with stop:
        draft.translation = await translator.translated(draft.query, draft.snapshot.search.query.languages)
    if draft.translation:
        draft.record_time("translate", since)


async def search(draft: TurnDraft, stop: StopSignal) -> None:
    since = time.perf_counter()
    if draft.snapshot.given.passages is not None:
        draft.passages, draft.searched = draft.snapshot.given.passages, True
        return
    found = await found_for(draft, stop)
    draft.passages, draft.steps, draft.notes = found.passages, found.steps, found.notes
    draft.searched = True
    embedding = sum(step.seconds for step in found.steps if step.name == "embed")
    draft.seconds["embed"] = round(embedding, 5)
    draft.record_time("search", since + embedding + draft.seconds.get("translate", 0.0))


async def found_for(draft: TurnDraft, stop: StopSignal) -> Found:
    """By the question; by both wordings when a model has changed what it asks, or said it in another language."""
    settings = draft.snapshot.search
    # The search begins before anybody has told the language: what it finds is wanted whatever that is.
    begun = begin_search(clean(draft.query), settings)
    try:
        await translate(draft, stop)
        with stop:
            if draft.translation:
                found = interleaved(*await asyncio.gather(find(clean(draft.translation), settings), begun))
                step = SearchStep("translate", draft.seconds["translate"], 1, detail={"also": draft.translation})
                return replace(found, steps=[step, *found.steps])
            if other := other_wording(draft):
                return interleaved(*await asyncio.gather(begun, find(other, settings)))
            return await begun
    finally:
        begun.cancel()


def begin_search(text: str, settings: Settings) -> "asyncio.Future[Found]":
    begun = asyncio.ensure_future(find(text, settings))
    # Where the turn ends meanwhile nobody asks what became of it.
    begun.add_done_callback(lambda done: done.cancelled() or done.exception())
    return begun


def other_wording(draft: TurnDraft) -> str:
    """Another wording of the question that is searched as well; empty when there is none."""
    return clean(draft.unsure_query or in_words_of_offices(draft.query))


def prompt_messages(draft: TurnDraft) -> list[Message]:
    """The messages of the answer; what of the passages fits the model becomes `draft.used`."""
    snapshot = draft.snapshot
    turns = turns_to_remember(snapshot.past, budget_tokens=history_budget(snapshot.model))
    values = {"question": draft.query, "history": conversation_text(turns), "language": language_and_length(draft)}
    if "notes" in PROMPTS[snapshot.answer_prompt.slug].variables:
        values["notes"] = draft.notes
    wordings = [snapshot.answer_prompt, *(own for _model, own in snapshot.answer_prompt.by_model)]
    taken = max(tokens_of(wording.messages(context="", **values)) for wording in wordings)
    room = snapshot.model.context_window - reply_budget(snapshot.model) - taken - SPARE_TOKENS
    budget = max(0, min(room, snapshot.search.limits.context_tokens))
    context = build_context(draft.passages, budget_tokens=budget, frame=frame_of(snapshot))
    draft.used = context.used
    messages = snapshot.answer_prompt.messages(context=context.text, **values)
    return ShortenableMessages(messages, lambda: shorter_messages(draft, values))


def tokens_of(messages: Sequence[Message]) -> int:
    return sum(estimate_tokens(message.text) for message in messages)


def shorter_messages(draft: TurnDraft, values: dict[str, str]) -> list[Message] | None:
    """Half of what the model was given of the passages, the best of them, and nothing of the conversation.

    None when not even that is left. `draft.used` becomes what is in it.
    """
    tokens = sum(estimate_tokens(passage.text) for passage in draft.used)
    context = build_context(draft.used, budget_tokens=tokens // 2, frame=frame_of(draft.snapshot))
    if not context.used:
        return None
    draft.used = context.used
    return draft.snapshot.answer_prompt.messages(context=context.text, **{**values, "history": ""})


def frame_of(snapshot: TurnSnapshot) -> Frame | None:
    return frame_with_numbers if snapshot.numbers_sentences else None


def reply_budget(model: LanguageModel) -> int:
    return min(REPLY_TOKENS, model.context_window // 4)


def history_budget(model: LanguageModel) -> int:
    return min(MOST_TOKENS, model.context_window // 4)


def language_and_length(draft: TurnDraft) -> str:
    """What follows the last line of the prompt: the language, and how long the answer should be."""
    wish = LENGTHS.get(draft.ask.length, "")
    name = language_name(draft.snapshot.conversation.language)
    return f"{name}. {wish}" if wish else name


async def stream(draft: TurnDraft, messages: list[Message], stop: StopSignal) -> AsyncGenerator[str, None]:
    """What may be shown of the reply, as it comes. The model's own stream is closed whatever happens."""
    since = time.perf_counter()
    shown, numbered, watch = ReplyFilter(), NumberedText(draft.numbering()), RunawayReplyDetector()
    numbered_for = draft.used
    pieces = draft.snapshot.model.stream(messages)
    try:
        while True:
            with stop:
                piece = await anext(pieces, None)
            if piece is None:
                break
            if isinstance(piece, Completion):
                draft.completion = piece
                continue
            if not draft.pieces:
                draft.record_time("first_token", draft.started)
            if draft.used is not numbered_for:
                # The prompt had to be shortened before the first word came.
                numbered, numbered_for = NumberedText(draft.numbering()), draft.used
            draft.pieces.append(piece)
            if watch.feed(piece):
                # What was written before it is proved like any answer; nobody reads the rest, and nobody pays for it.
                await close(pieces)
                draft.completion = cut_reply(draft, watch.kept)
                return
            text = numbered.feed(shown.feed(piece))
            if text:
                yield text
        rest = numbered.feed(shown.finish()) + numbered.finish()
        if rest:
            yield rest
    finally:
        draft.record_time("answer", since)
        await close(pieces)


async def close(pieces: AsyncIterator[str | Completion]) -> None:
    """Ends the call to the model, which then stands in the ledger."""
    if isinstance(pieces, AsyncGenerator):
        await pieces.aclose()


async def final_events(draft: TurnDraft, insertion: "asyncio.Future[None]") -> list[Event]:
    """The last events, once the turn is stored. Raises AlreadyAsked."""
    ended = time.perf_counter()
    try:
        await insertion
        if draft.pages_read is not None:
            await draft.pages_read
        if draft.broken is None:
            done: TurnDone = await in_database_again(store_turn.complete_turn, draft, ended)
            return [CitationsFound(done.citations), done]
        await in_database_again(store_turn.mark_failed, draft)
    except DatabaseError as error:
        draft.broken = error
    return [failed_event(draft.broken, draft.snapshot.conversation.language, draft)]


async def abandon(draft: TurnDraft, insertion: "asyncio.Future[None]") -> None:
    """Stores what there is when nobody reads any more."""
    with suppress(AlreadyAsked, DatabaseError):
        await insertion
        if draft.pages_read is not None:
            await draft.pages_read
        await in_database_again(store_turn.complete_turn, draft, time.perf_counter())


def step_started(draft: TurnDraft, step: Step) -> StepStarted:
    return StepStarted(step, turn=str(draft.turn_id), conversation=draft.snapshot.conversation.token)


def fixed_event(ask: AskedQuestion, reply: FixedReply) -> TurnDone:
    """The card as the only event: there is no turn, and the conversation stays the one it was."""
    return TurnDone("", ask.token or "", TurnState.DONE, card_text(reply), card_html(reply), fixed=reply)


def failed_event(error: Exception, language: str | None, draft: TurnDraft | None = None) -> TurnFailed:
    """The error as people may read it; what the server or the database said is not shown."""
    with translation.override(language or translation.get_language()):
        match error:
            case UnknownConversation():
                failed = TurnFailed(
                    "unknown_conversation", _("This conversation is not known. Please begin a new one.")
                )
            case NotAdmitted():
                failed = TurnFailed(error.code, str(error), error.retry_after)
            case NoActiveProfile():
                failed = TurnFailed("not_configured", _("The search is not set up yet: no profile is active."))
            case ModelError():
                text = _("The search cannot be reached at the moment. Please try again in a minute.")
                failed = TurnFailed("search_unavailable", text, error.retry_after)
            case _:
                text = _("The database cannot be reached at the moment. Please try again in a minute.")
                failed = TurnFailed("database_unavailable", text, RETRY_AFTER)
    if draft is None:
        return failed
    return replace(failed, turn=str(draft.turn_id), conversation=draft.snapshot.conversation.token)
