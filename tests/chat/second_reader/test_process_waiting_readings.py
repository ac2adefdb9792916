"""Sentences that rules leave open are read again after the answer, and raised only by a reader who was measured."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django_q.models import OrmQ

from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.models import Citation, ReaderCalibration, SecondReading, Turn
from apps.chat.models.service_settings import ServiceRules
from apps.chat.privacy.export_conversation import conversation_text
from apps.chat.second_reader.process_waiting_readings import process_waiting_readings
from apps.chat.second_reader.second_reader_models import SECOND_READER_PROMPTS, calibrated_languages, second_reader_for
from apps.chat.second_reader.second_reading_queue import claim_readings, delete_old_readings
from apps.chat.tasks import read_sentences, wake_second_reader
from apps.chat.web.chat_websocket import build_levels_frame
from apps.chat.web.websocket_messages import BadFrame, LevelsFrame
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Document
from apps.llm.models import ChatModel, Endpoint, ModelCall, ModelOrder, Prompt, PromptVersion
from apps.llm.prompts.prompt_store import publish_version
from tests.chat.conftest import Collect
from tests.chat.second_reader.conftest import CLAIM, QUOTE, Answered, calibrate, only_reading
from tests.fakes.models import FakeLanguageModel
from tests.fakes.openai_server import FakeOpenAIServer
from tests.fakes.second_readers import accuser, asked, reading, talker, yes_sayer

pytestmark = pytest.mark.django_db(transaction=True)


def level_of(turn: Turn) -> str:
    turn.refresh_from_db()
    return str(turn.sentences[0]["level"])


def test_a_supported_sentence_is_checked_everywhere(server: FakeOpenAIServer, answered: Answered) -> None:
    calibrate()
    turn = answered()
    assert server.requests == []
    server.default_reply = yes_sayer
    assert process_waiting_readings() == 1
    assert level_of(turn) == "checked"
    assert (turn.conversation.language, turn.answer_html.count("proof-level")) == ("de", 1)
    assert 'class="proof-level checked" data-sentence="0">✓ belegt – von einem zweiten Leser geprüft</small>' in (
        turn.answer_html
    )
    assert "<q" not in turn.answer_html
    assert load_turn_done_event(turn).as_json()["sentences"][0]["level"] == "checked"
    assert "✓ belegt: 1 von 1 Sätzen." in conversation_text(turn.conversation)
    found = only_reading()
    assert (found.verdict, found.words, found.is_shown, found.model) == ("supported", QUOTE, True, "leser-7b")


def test_it_is_given_the_sentence_and_the_quotes_and_nothing_else(server: FakeOpenAIServer, answered: Answered) -> None:
    calibrate()
    turn = answered()
    server.default_reply = yes_sayer
    process_waiting_readings()
    [request] = server.chat_requests
    assert asked(request) == (CLAIM, QUOTE)
    assert turn.question not in request.system + request.prompt
    call = ModelCall.objects.get(purpose="second_reader")
    assert (call.reference, call.prompt_version) == (f"turn:{turn.pk}", "second-reader/1")


def test_who_knows_the_conversation_is_told_the_levels_of_now(server: FakeOpenAIServer, answered: Answered) -> None:
    calibrate()
    turn = answered()
    frame, token = LevelsFrame(str(turn.pk)), turn.conversation.token
    before = build_levels_frame(frame, {token}, "")
    assert (before["waiting"], before["sentences"][0]["level"]) == (1, "quoted")
    server.default_reply = yes_sayer
    process_waiting_readings()
    after = build_levels_frame(frame, {token}, "")
    assert (after["type"], after["waiting"], after["sentences"][0]["level"]) == ("levels", 0, "checked")
    assert "proof-level checked" in after["answer_html"]
    for tokens in (set(), {"foreign"}):
        with pytest.raises(BadFrame):
            build_levels_frame(frame, tokens, "")


def test_a_reader_who_was_never_measured_is_asked_nothing(server: FakeOpenAIServer, answered: Answered) -> None:
    turn = answered()
    server.default_reply = yes_sayer
    assert process_waiting_readings() == 0
    assert not SecondReading.objects.exists()
    assert (level_of(turn), server.requests) == ("quoted", [])


def test_a_reader_whose_measurement_was_bad_is_asked_nothing(server: FakeOpenAIServer, answered: Answered) -> None:
    calibrate(kappa=0.5)
    answered()
    assert not SecondReading.objects.exists()


def test_what_nobody_is_asked_about_takes_nothing_from_the_day(server: FakeOpenAIServer, answered: Answered) -> None:
    ServiceRules(pk=1, readings_per_day=1).save()
    calibration = calibrate()
    answered()
    calibration.delete()
    assert process_waiting_readings() == 1
    assert (only_reading().state, server.requests) == ("failed", [])
    calibrate()
    answered()
    server.default_reply = yes_sayer
    assert process_waiting_readings() == 1
    assert len(server.chat_requests) == 1


@pytest.mark.parametrize("changed", ["model", "endpoint", "prompt", "language"])
def test_the_calibration_of_another_reader_counts_for_nothing(
    server: FakeOpenAIServer, answered: Answered, changed: str
) -> None:
    calibration = calibrate()
    turn = answered()
    if changed == "language":
        ReaderCalibration.objects.filter(pk=calibration.pk).update(language="en")
    if changed == "model":
        ChatModel.objects.filter(name="leser-7b").update(name="leser-70b")
    elif changed == "endpoint":
        Endpoint.objects.update(base_url=server.base_url.replace("127.0.0.1", "localhost"))
    elif changed == "prompt":
        prompt = Prompt.objects.get(slug=SECOND_READER_PROMPTS["de"])
        old = prompt.published
        assert old is not None
        publish_version(prompt, PromptVersion.objects.create(prompt=prompt, system=old.system + "\nJa?", user=old.user))
    assert "de" not in calibrated_languages()
    server.default_reply = yes_sayer
    assert process_waiting_readings() == 1
    assert (level_of(turn), server.chat_requests) == ("quoted", [])


def test_the_rules_overrule_a_calibrated_reader(server: FakeOpenAIServer, collect: Collect) -> None:
    calibrate()
    lie = f'Wer als Anwohner dort parken möchte, zahlt 20 Euro im Monat [1].\nBELEGE\n[1] "{QUOTE[:-1]}"'
    collect("Was kostet der Ausweis?", model=FakeLanguageModel(lie))
    turn = Turn.objects.get()
    before = level_of(turn)
    server.default_reply = yes_sayer
    process_waiting_readings()
    assert level_of(turn) == before != "checked"


def test_a_contradiction_is_shown_with_the_quote(server: FakeOpenAIServer, answered: Answered) -> None:
    calibrate()
    turn = answered()
    server.default_reply = accuser
    process_waiting_readings()
    assert level_of(turn) == "contradicted"
    assert "die Quelle sagt etwas anderes, findet ein zweiter Leser" in turn.answer_html
    assert "30,70 Euro im Jahr</q>" in turn.answer_html


def test_what_cannot_be_read_or_quotes_what_is_not_there_is_no_verdict(
    server: FakeOpenAIServer, answered: Answered
) -> None:
    calibrate()
    for reply in (talker, lambda request: reading("supported", "steht nirgends")):
        SecondReading.objects.all().delete()
        turn = answered()
        server.default_reply = reply
        assert process_waiting_readings() == 1
        assert (only_reading().state, only_reading().verdict, level_of(turn)) == ("unreadable", "", "quoted")
    # It is not asked again because of what it said.
    assert process_waiting_readings() == 0


def test_a_model_that_is_away_changes_nothing_and_is_left_after_three_attempts(
    server: FakeOpenAIServer, answered: Answered
) -> None:
    calibrate()
    turn = answered()
    server.fault("401", times=1000)
    for attempt in (1, 2, 3):
        process_waiting_readings()
        assert only_reading().attempts == attempt
        assert process_waiting_readings() == 0
        SecondReading.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert (only_reading().state, level_of(turn)) == ("failed", "quoted")


def test_what_a_killed_worker_held_is_read_by_the_next_one(server: FakeOpenAIServer, answered: Answered) -> None:
    calibrate()
    turn = answered()
    assert len(claim_readings(8)) == 1
    server.default_reply = yes_sayer
    assert process_waiting_readings() == 0
    SecondReading.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert process_waiting_readings() == 1
    assert level_of(turn) == "checked"


def test_what_nobody_reads_within_a_day_is_dropped(server: FakeOpenAIServer, answered: Answered) -> None:
    calibrate()
    turn = answered()
    SecondReading.objects.update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    assert process_waiting_readings() == 0
    assert delete_old_readings() == 1
    assert level_of(turn) == "quoted"


def test_the_budget_of_a_day_is_kept(server: FakeOpenAIServer, answered: Answered) -> None:
    ServiceRules(pk=1, readings_per_day=1).save()
    calibrate()
    answered()
    answered()
    server.default_reply = yes_sayer
    assert process_waiting_readings() == 1
    assert len(server.chat_requests) == 1
    assert SecondReading.objects.filter(state="waiting").count() == 1
    ServiceRules.objects.update(readings_per_day=0, tokens_per_day=1)
    assert process_waiting_readings() == 0
    ServiceRules.objects.update(tokens_per_day=0)
    assert process_waiting_readings() == 1


def test_nobody_is_asked_where_it_is_off_or_no_model_is_connected(server: FakeOpenAIServer, answered: Answered) -> None:
    ServiceRules(pk=1, second_reader_is_on=False).save()
    calibrate()
    answered()
    assert not SecondReading.objects.exists()
    ServiceRules.objects.update(second_reader_is_on=True)
    # The built-in model is asked for everything else, and is no reader.
    ModelOrder.objects.all().delete()
    assert second_reader_for("de") is None
    answered()
    assert not SecondReading.objects.exists()


def test_a_withdrawn_document_takes_along_what_the_reader_was_given(
    server: FakeOpenAIServer, answered: Answered, fees: Document
) -> None:
    calibrate()
    turn = answered()
    withdraw_documents([fees.pk])
    assert not SecondReading.objects.exists()
    row = SecondReading.objects.create(turn=turn, place=0, claim=CLAIM, quotes=[QUOTE])
    server.default_reply = yes_sayer
    process_waiting_readings()
    row.refresh_from_db()
    assert (row.verdict, row.is_shown, level_of(turn)) == ("supported", False, "without_source")
    assert not Citation.objects.filter(verified=True).exists()


def test_a_sentence_that_points_back_is_not_given_to_the_reader(server: FakeOpenAIServer, collect: Collect) -> None:
    calibrate()
    said = f'Das macht für den Ausweis jährlich 30,70 Euro [1].\nBELEGE\n[1] "{QUOTE[:-1]}"'
    collect("Was kostet der Ausweis?", model=FakeLanguageModel(said))
    assert not SecondReading.objects.exists()


def test_the_worker_is_woken_only_when_there_is_something_to_read(server: FakeOpenAIServer, answered: Answered) -> None:
    wake_second_reader()
    assert not OrmQ.objects.exists()
    calibrate()
    answered()
    wake_second_reader()
    wake_second_reader()
    assert OrmQ.objects.count() == 1
    server.default_reply = yes_sayer
    read_sentences()
    assert only_reading().state == "read"


def test_the_legend_names_the_level_only_where_it_can_occur(server: FakeOpenAIServer, client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert "checked by a second reader" not in client.get("/").content.decode()
    calibrate()
    assert calibrated_languages() == ["de"]
    assert "checked by a second reader" in client.get("/").content.decode()
