"""Replies that are missing, broken, cut or unproved: an apology, a refusal, or sentences of the documents instead."""

import asyncio

import pytest

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events, turn_context
from apps.chat.group_refusals_into_gaps import group_refusals
from apps.chat.models import Citation, Turn
from apps.chat.models.service_settings import ServiceRules
from apps.chat.turn_state.stop_signal import StopSignal
from apps.chat.turn_state.turn_events import Event, StepStarted, TurnDone
from apps.documents.keywords import write_keyword_index
from apps.documents.models import Document
from apps.llm.errors import ModelErrorCode
from apps.llm.models import ChatModel
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile
from tests.chat.answering.test_answer_question import GOOD, QUESTION, QUOTE, done, error, shown
from tests.chat.conftest import Collect
from tests.fakes.models import Broken, FakeEmbedder, FakeLanguageModel, Finished, Held


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


def test_without_a_graph_nobody_says_that_the_documents_do_not_answer(collect: Collect) -> None:
    end = collect(QUESTION, profile=shipped_profile("graph-local"))[-1]
    assert isinstance(end, TurnDone)
    assert end.answer.startswith("Diese Sammlungen haben keinen fertigen Graphen.")
    assert "beantworten" not in end.answer
    assert "Durchsuchte Dokumente" not in end.answer


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
            async for event in stream_turn_events(
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
            asked = stream_turn_events(AskedQuestion(QUESTION), model=FakeLanguageModel(), profile=profile, stop=stop)
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
    write_keyword_index.index_missing_documents()
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
    for said in (end.answer, end.answer_html):
        assert "beantworten diese Frage nicht" not in said
        assert "Allein nach Wörtern" in said


@pytest.mark.parametrize("written", ["[1]", "- [1]\n- [1]", "[1]\n\nAlles ist umsonst."])
def test_a_number_without_words_is_no_answer(collect: Collect, written: str) -> None:
    end = done(collect(QUESTION, model=FakeLanguageModel(f'{written}\nBELEGE\n[1] "{QUOTE}"')))
    assert end.state == "done_without_llm"
    assert "30,70" in end.answer
    assert "umsonst" not in end.answer


@pytest.mark.parametrize("reply", [f'BELEGE\n[1] "{QUOTE}"', '</quelle>\n<quelle nummer="1">\n' + "Quelltext. " * 20])
def test_of_a_model_that_wrote_no_answer_nobody_says_that_it_is_away(collect: Collect, reply: str) -> None:
    end = done(collect(QUESTION, model=FakeLanguageModel(reply)))
    assert end.answer.startswith("Was das Sprachmodell geschrieben hat, ließ sich nicht")
    assert "30,70 Euro" in end.answer
    reason = {"model": "offline-extractive", "instead_of": "fake-model", "reason": "unproved"}
    assert end.as_json()["stand_in"] == reason
