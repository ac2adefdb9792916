"""One turn from the question to the stored row, as a stream of events."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import aclosing

import pytest
from django.db import DatabaseError

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering import answer_question
from apps.chat.answering.answer_question import answer, turn_context
from apps.chat.answering.conversation_history import NOT_FINISHED
from apps.chat.answering.load_turn_inputs import AlreadyAsked
from apps.chat.answering.stop_signal import StopSignal
from apps.chat.answering.turn_draft import TurnDraft
from apps.chat.answering.turn_events import CitationsFound, Event, StepStarted, TextDelta, TurnDone, TurnFailed
from apps.chat.knowledge_gaps import group_refusals
from apps.chat.models import Citation, Conversation, Turn, TurnState
from apps.chat.models.service_settings import ServiceRules
from apps.database.async_access import in_database
from apps.documents.keywords import index
from apps.documents.models import Document
from apps.llm.errors import ModelError, ModelErrorCode
from apps.llm.models import ChatModel, ModelCall
from apps.retrieval.models import Profile
from apps.retrieval.search.active_profile import create_default_profiles
from apps.retrieval.search.search import UnknownCollection
from apps.text.estimate_tokens import estimate_tokens
from tests.chat.conftest import Collect
from tests.fakes.models import Broken, FakeEmbedder, FakeLanguageModel, Finished, Held

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"
QUOTE = "beträgt 30,70 Euro im Jahr"
GOOD = f'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "{QUOTE}"'


def error(code: ModelErrorCode = "timeout") -> ModelError:
    return ModelError("kaputt", code=code, temporary=True)


def done(events: list[Event]) -> TurnDone:
    assert isinstance(events[-1], TurnDone)
    return events[-1]


def shown(events: list[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def test_a_question_is_answered_step_by_step(collect: Collect) -> None:
    events = collect(QUESTION, model=FakeLanguageModel(GOOD))
    steps = [event.step for event in events if isinstance(event, StepStarted)]
    assert steps == ["searching", "answering", "checking"]
    assert isinstance(events[-2], CitationsFound)
    assert shown(events).strip() == "Die Gebühr beträgt 30,70 Euro [1]."


def test_the_answer_cites_the_page_it_used(collect: Collect, fees: Document) -> None:
    model = FakeLanguageModel(GOOD)
    end = done(collect(QUESTION, model=model))
    [citation] = end.citations
    assert (citation.external_id, citation.page, citation.quote, citation.verified) == ("gebuehren.pdf", 1, QUOTE, True)
    assert citation.url.startswith(f"/documents/{fees.pk}/pages/1/?quote=")
    assert f'href="{citation.url}"' in end.answer_html
    assert "Anwohnerparkausweis" in model.calls[0][-1].text  # the model saw the page


def test_everything_that_made_the_answer_is_stored(collect: Collect) -> None:
    end = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))
    turn = Turn.objects.get(pk=end.turn)
    assert turn.state == TurnState.DONE
    assert turn.question == turn.query == QUESTION
    assert turn.answer == "Die Gebühr beträgt 30,70 Euro [1]."
    assert turn.answer_html == end.answer_html
    assert turn.model == "fake-model"
    assert turn.algorithm == turn.profile["slug"] == "chunks-only"
    assert turn.prompt_versions == {"answer": "answer/1"}
    assert [passage["page"] for passage in turn.passages] == [1]
    assert turn.seconds.keys() >= {"rephrase", "embed", "search", "answer", "check", "total", "first_token"}
    assert turn.finished_at is not None
    assert turn.citations.get().quote == QUOTE
    assert ModelCall.objects.filter(reference=f"turn:{turn.pk}").exists()


def test_a_follow_up_is_searched_as_a_question_of_its_own(collect: Collect) -> None:
    first = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))
    model = FakeLanguageModel("Wie ist die Gebühr für den Anwohnerparkausweis zu zahlen?", "Bar [1].")
    events = collect(AskedQuestion("Und wie zahle ich?", token=first.conversation), model=model)
    assert [event.step for event in events if isinstance(event, StepStarted)][:2] == ["rephrasing", "searching"]
    end = done(events)
    assert end.conversation == first.conversation
    assert end.query == "Wie ist die Gebühr für den Anwohnerparkausweis zu zahlen?"
    assert Turn.objects.get(pk=end.turn).number == 2
    assert QUESTION in model.calls[0][-1].text
    assert "Die Gebühr beträgt 30,70 Euro" in model.calls[1][-1].text


def test_a_rephrased_question_in_words_that_nobody_said_is_searched_beside_the_question_itself(
    collect: Collect,
) -> None:
    first = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))
    asked = "Und die Gebühr für Anwohner?"
    model = FakeLanguageModel("Welche Vorteile hat ein gesunder Lebensstil?", GOOD)
    end = done(collect(AskedQuestion(asked, token=first.conversation), model=model))
    assert (end.state, end.query) == ("done", asked)
    assert "Lebensstil" not in model.calls[1][-1].text
    assert "30,70 Euro" in model.calls[1][-1].text


def test_when_rephrasing_fails_the_question_is_searched_as_typed(collect: Collect) -> None:
    first = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))
    model = FakeLanguageModel(Broken(error()), GOOD)
    end = done(collect(AskedQuestion("Und die Gebühr für Anwohner?", token=first.conversation), model=model))
    assert end.state == "done"
    assert end.query == "Und die Gebühr für Anwohner?"


def test_an_interrupted_answer_is_no_answer_for_the_next_question(collect: Collect) -> None:
    first = done(
        collect(QUESTION, model=FakeLanguageModel(Broken(error("interrupted"), "Die Gebühr beträgt dreihundert")))
    )
    model = FakeLanguageModel("Gebühr?", GOOD)
    collect(AskedQuestion("Und nun?", token=first.conversation), model=model)
    assert "dreihundert" not in model.calls[1][-1].text
    assert NOT_FINISHED in model.calls[1][-1].text


@pytest.mark.parametrize("code", ["timeout", "rate_limited", "server_error", "garbage", "empty", "circuit_open"])
def test_without_a_language_model_readers_get_an_apology_and_what_was_found(
    collect: Collect, code: ModelErrorCode
) -> None:
    end = done(collect(QUESTION, model=FakeLanguageModel(Broken(error(code)))))
    assert end.state == Turn.objects.get(pk=end.turn).state == "done_without_llm"
    assert Turn.objects.get(pk=end.turn).error == code
    assert end.citations[0].quote == "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr."
    assert "href" not in end.answer_html


def test_what_a_broken_stream_has_said_stays_and_is_marked(collect: Collect) -> None:
    events = collect(QUESTION, model=FakeLanguageModel(Broken(error("interrupted"), "Die Gebühr beträgt 30,70 Euro")))
    end = done(events)
    assert end.state == "interrupted"
    assert shown(events) == end.answer == "Die Gebühr beträgt 30,70 Euro"
    assert "answer-notice" in end.answer_html


@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_a_cut_answer_says_so(collect: Collect, reason: str) -> None:
    end = done(collect(QUESTION, model=FakeLanguageModel(Finished(GOOD, reason))))  # type: ignore[arg-type]
    assert end.state == "done"
    assert "answer-notice" in end.answer_html


def test_a_model_that_finds_no_answer_leads_to_an_honest_refusal(collect: Collect) -> None:
    events = collect(
        "Was kostet die Gebühr für Boote im Jahr?",
        model=FakeLanguageModel("KEINE_ANTWORT\nDazu steht nichts in den Quellen."),
    )
    end = done(events)
    assert end.state == "refused"
    assert shown(events) == ""
    assert end.citations == ()
    assert "citation" not in end.answer_html
    assert f'<a href="{end.nearest[0]["url"]}">' in end.answer_html
    assert [item["external_id"] for item in end.nearest] == ["gebuehren.pdf"]
    assert end.as_json()["refused"] is True


def test_without_any_passage_no_model_is_asked(collect: Collect) -> None:
    model = FakeLanguageModel()
    end = done(collect(AskedQuestion("???"), model=model))
    assert end.state == "refused"
    assert model.calls == []


def test_of_signs_that_are_no_words_nobody_says_that_the_documents_do_not_answer_them(collect: Collect) -> None:
    end = collect("😀🎉 ?!")[-1]
    assert isinstance(end, TurnDone)
    assert end.state == "refused"
    assert end.answer.startswith("Die Frage enthält keine Wörter.")
    assert "beantworten" not in end.answer


def test_when_proof_leaves_nothing_sentences_of_the_documents_take_its_place(collect: Collect) -> None:
    end = done(collect(QUESTION, model=FakeLanguageModel("Sie ist kostenlos zu haben [1].")))
    assert end.state == Turn.objects.get(pk=end.turn).state == "done_without_llm"
    assert "30,70 Euro" in end.citations[0].quote
    assert end.answer.startswith("Was das Sprachmodell geschrieben hat, ließ sich nicht")
    assert "kostenlos" not in end.answer + end.answer_html
    reason = {"model": "offline-extractive", "instead_of": "fake-model", "reason": "unproved"}
    assert end.as_json()["stand_in"] == reason
    assert Citation.objects.filter(turn=end.turn, verified=False).get().reason == "no_quote"
    assert group_refusals() == 0


@pytest.mark.parametrize("begun", ["", "Die Gebühr ist"])
def test_when_a_model_is_too_slow_for_the_turn_sentences_of_the_documents_take_its_place(
    fees: Document, profile: Profile, begun: str
) -> None:
    async def too_slow() -> list[Event]:
        events, stop = list[Event](), StopSignal()
        async with turn_context():
            async for event in answer(
                AskedQuestion(QUESTION), model=FakeLanguageModel(Held(begun)), profile=profile, stop=stop
            ):
                events.append(event)
                if isinstance(event, StepStarted) and event.step == "answering":
                    asyncio.get_running_loop().call_later(0.05, stop.set, "deadline")
        return events

    end = done(asyncio.run(too_slow()))
    assert end.state == "done_without_llm"
    assert "30,70 Euro" in end.citations[0].quote
    reason = {"model": "offline-extractive", "instead_of": "fake-model", "reason": "timeout"}
    assert end.as_json()["stand_in"] == reason


def test_a_turn_that_ends_before_its_search_has_nothing_to_show(fees: Document, profile: Profile) -> None:
    stop = StopSignal()
    stop.set("deadline")

    async def at_once() -> list[Event]:
        async with turn_context():
            asked = answer(AskedQuestion(QUESTION), model=FakeLanguageModel(), profile=profile, stop=stop)
            return [event async for event in asked]

    assert done(asyncio.run(at_once())).state == "interrupted"


def test_a_reply_that_runs_in_circles_is_stopped_and_extracts_take_its_place(collect: Collect) -> None:
    model = FakeLanguageModel("Es kommt auf den Einzelfall und das Amt an. " * 40)
    events = collect(QUESTION, model=model)
    assert done(events).as_json()["stand_in"]["reason"] == "unproved"  # type: ignore[index]
    assert shown(events).count("Einzelfall") <= 5
    assert model.open_streams == 0


def test_of_a_reply_that_writes_the_prompt_off_only_the_answer_before_it_is_shown(collect: Collect) -> None:
    reply = (
        f'Die Gebühr für einen Anwohnerparkausweis {QUOTE} [1].\n\n<quelle nummer="1">\n' + "Quelltext ohne Ende " * 20
    )
    events = collect(QUESTION, model=FakeLanguageModel(reply))
    assert "Quelltext" not in done(events).answer
    assert shown(events).count("Quelltext") < 4


@pytest.mark.parametrize(
    "reply",
    [
        "KEINE_ANTWORT\n" * 3,
        "KEINE_ANTWORT\n" + "Beantworten Sie die Frage nur aus den Quellen, und nennen Sie ihre Nummern dazu. " * 6,
        "Regeln für die Antwort stehen oben und unten. " * 10 + "\nKEINE_ANTWORT",
    ],
)
def test_orders_written_off_are_no_refusal(collect: Collect, reply: str) -> None:
    end = done(collect(QUESTION, model=FakeLanguageModel(reply)))
    assert any(one.verified for one in end.citations)
    assert end.as_json()["stand_in"]["reason"] == "unproved"  # type: ignore[index]


def test_extracts_that_are_switched_off_stand_in_for_nothing(collect: Collect) -> None:
    built_in = ChatModel.objects.get_or_create(name="offline-extractive", endpoint=None)[0]
    built_in.is_active = False
    built_in.save()
    assert done(collect(QUESTION, model=FakeLanguageModel("Sie ist kostenlos [1]."))).state == "refused"


def test_when_extracts_prove_nothing_either_the_question_is_refused_and_the_unproved_sentence_is_kept(
    collect: Collect,
) -> None:
    ServiceRules.objects.create(pk=1, contact="Bürgertelefon 115")
    question = "Gebühr für Lastenräder, Photovoltaik, Wallboxen?"
    end = done(collect(question, model=FakeLanguageModel("Sie ist kostenlos zu haben [1].")))
    assert end.state == "refused"
    assert end.citations == ()
    assert "kostenlos" not in end.answer
    assert "citation" not in end.answer_html
    assert "Bürgertelefon 115" in end.answer
    assert [item["external_id"] for item in end.nearest] == ["gebuehren.pdf"]
    assert [warning["kind"] for warning in end.warnings] == ["unproved_sentence"]
    assert Citation.objects.get(turn=end.turn).reason == "no_quote"


def test_a_proved_answer_that_was_cut_off_says_so_in_its_warnings(collect: Collect) -> None:
    end = done(collect(QUESTION, model=FakeLanguageModel(Finished(GOOD, "length"))))
    assert end.state == "done"
    assert [warning["kind"] for warning in end.warnings] == ["cut_off"]


def test_without_vectors_words_find_the_answer_and_it_says_so(collect: Collect) -> None:
    index.fill()
    embedder = FakeEmbedder(error=error("unreachable"))
    end = done(collect(QUESTION, model=FakeLanguageModel(GOOD), embedder=embedder))
    assert end.state == "done"
    assert [warning["kind"] for warning in end.warnings] == ["words_only"]
    assert end.warnings[0]["text"] in end.answer_html
    turn = Turn.objects.get(pk=end.turn)
    assert {"failed": "unreachable", "instead": "keyword"} in [step.get("detail") for step in turn.steps]


def test_a_refusal_says_too_that_words_alone_were_searched(collect: Collect) -> None:
    end = done(collect("Zebrastreifen", model=FakeLanguageModel(), embedder=FakeEmbedder(error=error("unreachable"))))
    assert end.state == "refused"
    assert [warning["kind"] for warning in end.warnings] == ["words_only"]


def test_the_same_message_is_never_answered_twice(collect: Collect) -> None:
    ask = AskedQuestion(QUESTION, message_id="m-1", opening_key="visitor")
    first = done(collect(ask, model=FakeLanguageModel(GOOD)))
    for again in (ask, AskedQuestion(QUESTION, message_id="m-1", token=first.conversation)):
        with pytest.raises(AlreadyAsked) as asked:
            collect(again, model=FakeLanguageModel())
        assert str(asked.value.turn.pk) == first.turn
    assert Turn.objects.count() == Conversation.objects.count() == 1


def test_two_tabs_that_ask_at_once_both_get_their_turn(collect: Collect, profile: Profile) -> None:
    first = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))

    async def ask(message_id: str) -> Event:
        async with turn_context():
            model = FakeLanguageModel(QUESTION, GOOD)
            ask = AskedQuestion(QUESTION, message_id=message_id, token=first.conversation)
            return [event async for event in answer(ask, model=model, profile=profile)][-1]

    async def both() -> list[Event]:
        return await asyncio.gather(ask("a"), ask("b"))

    assert [event.state for event in asyncio.run(both()) if isinstance(event, TurnDone)] == ["done", "done"]
    assert sorted(Turn.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_a_foreign_and_an_unknown_conversation_look_the_same(collect: Collect, admin_user: object) -> None:
    foreign = Conversation.objects.create(user=admin_user)  # type: ignore[misc]
    answers = [
        collect(AskedQuestion(QUESTION, token=token), model=FakeLanguageModel()) for token in (foreign.token, "unknown")
    ]
    assert answers[0] == answers[1]
    assert isinstance(answers[0][0], TurnFailed)
    assert answers[0][0].code == "unknown_conversation"


def test_an_unknown_collection_is_named(collect: Collect) -> None:
    with pytest.raises(UnknownCollection, match="nirgends"):
        collect(AskedQuestion(QUESTION, collections=["nirgends"]), model=FakeLanguageModel())


def test_a_turn_keeps_the_profile_of_its_beginning(collect: Collect) -> None:
    create_default_profiles()
    Profile.objects.filter(is_active=True).update(algorithm="chunks-only")

    async def switch_meanwhile() -> list[Event]:
        events: list[Event] = []
        async with turn_context():
            async for event in answer(AskedQuestion(QUESTION), model=FakeLanguageModel(GOOD)):
                if isinstance(event, StepStarted) and event.step == "answering":
                    await Profile.objects.filter(is_active=True).aupdate(algorithm="summaries-then-chunks")
                events.append(event)
        return events

    assert done(asyncio.run(switch_meanwhile())).algorithm == "chunks-only"
    assert done(collect(QUESTION, model=FakeLanguageModel(GOOD), profile=None)).algorithm == "summaries-then-chunks"


def test_stop_ends_the_models_stream_and_keeps_the_text(collect: Collect, profile: Profile) -> None:
    model = FakeLanguageModel(Held("Die Gebühr beträgt"))
    stop = StopSignal()

    async def stopped() -> list[Event]:
        events: list[Event] = []
        async with turn_context():
            async for event in answer(AskedQuestion(QUESTION), model=model, profile=profile, stop=stop):
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
        async with turn_context(), aclosing(answer(AskedQuestion(QUESTION), model=model, profile=profile)) as events:
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
                aclosing(answer(AskedQuestion(QUESTION), model=model, profile=profile)) as events,
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


def test_a_small_model_gets_a_small_context(collect: Collect) -> None:
    model = FakeLanguageModel("KEINE_ANTWORT", context_window=2_200)
    end = done(collect(QUESTION, model=model))
    assert end.state == "refused"
    assert sum(estimate_tokens(message.text) for message in model.calls[0]) <= 2_200 - 550


def test_what_is_stored_although_its_confirmation_was_lost_is_not_stored_twice(
    collect: Collect, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def twice(work: Callable[..., object], *arguments: object) -> object:
        await in_database(work, *arguments)
        return await in_database(work, *arguments)

    monkeypatch.setattr(answer_question, "in_database_again", twice)
    end = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))
    turn = Turn.objects.get()
    assert (str(turn.pk), turn.state, turn.answer) == (end.turn, TurnState.DONE, end.answer)
    assert turn.citations.count() == 1
    assert ModelCall.objects.filter(reference=f"turn:{turn.pk}").count() == 1


def test_a_failure_is_noted_once(collect: Collect, monkeypatch: pytest.MonkeyPatch) -> None:
    async def twice(work: Callable[..., object], *arguments: object) -> object:
        await in_database(work, *arguments)
        return await in_database(work, *arguments)

    async def failing(*arguments: object) -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(answer_question, "in_database_again", twice)
    monkeypatch.setattr(answer_question, "search", failing)
    assert isinstance(collect(QUESTION)[-1], TurnFailed)
    assert [turn.state for turn in Turn.objects.all()] == [TurnState.FAILED]


def test_what_is_logged_while_it_is_written_names_the_turn(
    collect: Collect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def logging_search(draft: TurnDraft, stop: StopSignal) -> None:
        logging.getLogger("apps.test").warning("slow")
        draft.searched = True

    monkeypatch.setattr(answer_question, "search", logging_search)
    collect(QUESTION, model=FakeLanguageModel(GOOD))
    [record] = [each for each in caplog.records if each.name == "apps.test"]
    assert record.__dict__["turn"] == str(Turn.objects.get().pk)
