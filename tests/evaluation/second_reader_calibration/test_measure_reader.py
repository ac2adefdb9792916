"""A reader is measured on the labelled cases: who is honest passes, who always agrees or cannot be read does not."""

import json
from contextlib import nullcontext, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from apps.chat.models import ReaderCalibration
from apps.chat.second_reader.second_reader_models import calibrated_languages
from apps.evaluation.second_reader_calibration import measure_reader as module
from apps.evaluation.second_reader_calibration.measure_reader import (
    CalibrationIsBusy,
    NoReader,
    begin_calibration,
    measure_reader,
)
from apps.evaluation.tasks import calibrate, sweep
from apps.llm.models import ChatModel, ModelCall, ModelOrder
from config.bridges.system_card import build_system_card
from config.monitoring.service_status import service_status
from tests.evaluation.conftest import person
from tests.fakes.openai_server import FakeOpenAIServer
from tests.fakes.second_readers import Labels, honest, talker, yes_sayer

pytestmark = pytest.mark.django_db(transaction=True)


def measured(language: str = "en") -> ReaderCalibration:
    """The smaller of the two sets, unless a test is about both."""
    calibration = begin_calibration(language)
    measure_reader(calibration)
    calibration.refresh_from_db()
    return calibration


def test_an_honest_reader_is_calibrated_in_the_language_it_was_measured_in(
    server: FakeOpenAIServer, labels: Labels
) -> None:
    server.default_reply = honest(labels)
    found = measured()
    assert (found.state, found.total, found.kappa, found.false_supported, found.unreadable) == (
        "finished",
        100,
        1,
        0,
        0,
    )
    assert (found.model, found.endpoint, found.prompt_version) == ("leser-7b", server.base_url, "second-reader-en/1")
    assert found.suffices
    assert calibrated_languages() == ["en"]
    assert len(server.chat_requests) == 100
    assert ModelCall.objects.filter(purpose="second_reader", reference=f"calibration:{found.pk}").count() == 100


def test_who_finds_everything_supported_is_not(server: FakeOpenAIServer) -> None:
    server.default_reply = yes_sayer
    found = measured()
    assert found.state == "finished"
    assert found.kappa is not None
    assert found.kappa < 0.05
    assert found.false_supported == 1.0
    assert calibrated_languages() == []


def test_who_cannot_be_read_is_not(server: FakeOpenAIServer) -> None:
    server.default_reply = talker
    found = measured()
    assert (found.unreadable, found.missed, found.false_supported) == (100, 1.0, 0.0)
    assert calibrated_languages() == []


def test_another_model_begins_at_zero(server: FakeOpenAIServer, labels: Labels) -> None:
    server.default_reply = honest(labels)
    measured()
    ChatModel.objects.filter(name="leser-7b").update(name="leser-70b")
    assert calibrated_languages() == []
    state = build_system_card()["second_reader"]["readers"]
    assert [(one["model"], one["calibrated"], one["cases"]) for one in state] == [("leser-70b", False, 0)] * 2


def test_a_newer_and_worse_measurement_of_the_same_reader_counts(server: FakeOpenAIServer, labels: Labels) -> None:
    server.default_reply = honest(labels)
    measured()
    server.default_reply = yes_sayer
    measured()
    assert calibrated_languages() == []


def test_a_measurement_whose_process_was_killed_goes_on(server: FakeOpenAIServer, labels: Labels) -> None:
    server.default_reply = honest(labels)
    calibration = begin_calibration("en")

    def die(done: int, total: int) -> None:
        if done >= 40:
            raise SystemExit

    with pytest.raises(SystemExit):
        measure_reader(calibration, die)
    calibration.refresh_from_db()
    assert (calibration.state, calibration.done, calibration.suffices) == ("running", 40, False)
    sweep()
    calibration.refresh_from_db()
    assert (calibration.state, calibration.done, calibration.kappa) == ("finished", 100, 1.0)
    assert len(server.chat_requests) == 100


def test_a_server_that_fails_ends_it_with_the_reason_and_it_goes_on_later(
    server: FakeOpenAIServer, labels: Labels
) -> None:
    server.default_reply = honest(labels)
    server.reply(*[honest(labels)] * 16)
    server.fault("401")
    broken = measured()
    assert broken.state == "failed"
    assert broken.error
    assert 16 <= broken.done < 24
    assert calibrated_languages() == []
    server.clear()
    server.default_reply = honest(labels)
    again = measured()
    assert (again.pk, again.state, again.error) == (broken.pk, "finished", "")
    assert len(server.chat_requests) == 100 - broken.done


@pytest.mark.parametrize("end", [ZeroDivisionError("division by zero"), SystemExit()], ids=["a fault", "a kill"])
def test_a_measurement_that_never_gets_on_is_given_up_after_three_attempts(
    server: FakeOpenAIServer, labels: Labels, monkeypatch: pytest.MonkeyPatch, end: BaseException
) -> None:
    server.default_reply = honest(labels)
    calibration = begin_calibration("en")

    def ends(*_given: object) -> None:
        raise end

    with monkeypatch.context() as broken:
        broken.setattr(module, "measure_open_cases", ends)
        for _minute in range(5):
            with suppress(ZeroDivisionError, SystemExit):
                sweep()
    calibration.refresh_from_db()
    assert (calibration.state, calibration.attempts) == ("failed", 3)
    assert "3" in calibration.error
    assert measured().state == "finished", "a person begins it anew"


def test_a_measurement_that_gets_on_between_kills_is_never_given_up(server: FakeOpenAIServer, labels: Labels) -> None:
    server.default_reply = honest(labels)
    calibration = begin_calibration("en")
    for number in range(1, 6):

        def die(done: int, total: int, end: int = 8 * number) -> None:
            if done >= end:
                raise SystemExit

        with pytest.raises(SystemExit):
            measure_reader(calibration, die)
    sweep()
    calibration.refresh_from_db()
    assert calibration.state == "finished"


def test_what_broke_off_before_a_newer_measurement_is_not_taken_up_again(server: FakeOpenAIServer) -> None:
    broken = begin_calibration("en")
    ReaderCalibration.objects.filter(pk=broken.pk).update(state="failed")
    newer = begin_calibration("en", anew=True)
    ReaderCalibration.objects.filter(pk=newer.pk).update(state="finished")
    assert begin_calibration("en").pk not in (broken.pk, newer.pk)


def test_two_processes_do_not_measure_the_same(server: FakeOpenAIServer) -> None:
    calibration = begin_calibration("en")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "advisory_lock", lambda *arguments: nullcontext(False))
        with pytest.raises(CalibrationIsBusy):
            measure_reader(calibration)
        calibrate(calibration.pk)
    calibration.refresh_from_db()
    assert calibration.state == "waiting"
    assert server.requests == []


def test_without_a_model_there_is_nothing_to_measure(server: FakeOpenAIServer) -> None:
    calibration = begin_calibration("en")
    ModelOrder.objects.all().delete()
    with pytest.raises(NoReader):
        begin_calibration("en")
    measure_reader(calibration)
    assert (calibration.state, bool(calibration.error)) == ("failed", True)
    with pytest.raises(CommandError, match=r"No model is connected|Es ist kein Modell verbunden"):
        call_command("calibrate_reader", "--language", "en", stdout=StringIO())


def test_the_command_measures_and_says_what_came(server: FakeOpenAIServer, labels: Labels) -> None:
    server.default_reply = honest(labels)
    output = StringIO()
    call_command("calibrate_reader", "--language", "en", "--json", stdout=output, stderr=StringIO())
    [row] = json.loads(output.getvalue())["calibrations"]
    assert (row["model"], row["language"], row["kappa"], row["calibrated"]) == ("leser-7b", "en", 1.0, True)
    output = StringIO()
    server.default_reply = yes_sayer
    call_command("calibrate_reader", "--language", "en", stdout=output, stderr=StringIO())
    assert "not calibrated, its verdicts stay hidden" in output.getvalue()


def test_card_and_status_show_the_figures(server: FakeOpenAIServer, labels: Labels) -> None:
    server.default_reply = honest(labels)
    found = measured()
    for shown in (build_system_card()["second_reader"], service_status()["second_reader"]):
        assert shown["on"]
        by_language = {one["language"]: one for one in shown["readers"]}
        assert by_language["en"] == {
            "model": "leser-7b", "prompt_version": "second-reader-en/1", "language": "en", "calibrated": True,
            "cases": 100, "kappa": 1.0, "false_supported": 0.0, "missed": 0.0, "measured": found.finished_at,
        }  # fmt: skip
        assert (by_language["de"]["calibrated"], by_language["de"]["kappa"]) == (False, None)


def test_cases_of_the_operator_count(server: FakeOpenAIServer, labels: Labels, tmp_path: Path, settings: Any) -> None:
    row = {"sentence": "It is free.", "quotes": ["It costs nothing."], "label": "lie", "language": "en"}
    (tmp_path / "own.jsonl").write_text(json.dumps(row), "utf-8")
    settings.READER_CASES = [str(tmp_path / "own.jsonl")]
    server.default_reply = honest({**labels, ("It is free.", "It costs nothing."): True})
    found = measured()
    assert found.total == 101
    assert found.kappa is not None
    assert 0.95 < found.kappa < 1


class TestInTheConsole:
    def test_it_is_begun_with_a_button_and_shows_its_progress(
        self, server: FakeOpenAIServer, client: Client, labels: Labels
    ) -> None:
        client.force_login(person("evaluator"))
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
        address = reverse("admin:chat_readercalibration_changelist")
        shown = client.get(address).content.decode()
        assert "Measure the second reader" in shown
        assert "not calibrated, its verdicts stay hidden" in shown
        response = client.post(reverse("admin:chat_readercalibration_measure"))
        assert response["Location"] == address
        assert [row.language for row in ReaderCalibration.objects.order_by("pk")] == ["de", "en"]
        shown = client.get(address).content.decode()
        assert "0 / 100" in shown
        assert 'http-equiv="refresh"' in shown
        server.default_reply = honest(labels)
        calibrate(ReaderCalibration.objects.get(language="en").pk)
        shown = client.get(address).content.decode()
        assert "100 / 100" in shown
        assert "calibrated, its verdicts are shown" in shown

    def test_who_may_only_look_measures_nothing(self, server: FakeOpenAIServer, client: Client) -> None:
        client.force_login(person("editor"))
        assert client.post(reverse("admin:chat_readercalibration_measure")).status_code == 403
        assert not ReaderCalibration.objects.exists()
