"""Sentences of plain language that no rule derives: `checked` by a measured reader alone, and never against a rule."""

from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse

from apps.chat.models import ReaderCalibration
from apps.chat.models.service_settings import ServiceRules
from apps.evaluation.second_reader_calibration.labelled_cases import collect_labelled_cases
from apps.evaluation.second_reader_calibration.measure_reader import begin_calibration, measure_reader
from apps.llm.call_ledger import Ledger
from apps.llm.create_initial_models import create_first_rows
from apps.llm.models import ChatModel, Endpoint, ModelCall, ModelOrder
from apps.llm.prompts.delimit_quoted_text import parse_block
from apps.simplify.rewriting.rewrite_outcome import RewriteOutcome
from apps.simplify.rewriting.rewrite_request import RewriteRequest
from apps.simplify.rewriting.rewrite_text import rewrite_to_end
from tests.chat.second_reader.conftest import calibrate
from tests.evaluation.conftest import person
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.fakes.second_readers import asked, honest, reading, talker, yes_sayer

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = "Einwendungen können bis zwei Wochen nach Ablauf der Auslegungsfrist bei der Gemeinde erhoben werden."
AFTER = "Wer Einwendungen hat, findet bei der Gemeinde bis zwei Wochen nach Ablauf der Auslegungsfrist Gehör."
OTHER_OFFICE = "Einwendungen können Sie bis zwei Wochen nach Ablauf der Auslegungsfrist beim Landratsamt erheben."
ENGLISH = "Where the applicant is under eighteen, the signature of a parent or guardian is needed."
PLAIN_ENGLISH = "If the applicant is under 18, a parent or guardian must say yes in writing."
FALSE_CASES = {(case.claim, "\n\n".join(case.quotes)) for case in collect_labelled_cases("de") if not case.is_supported}
Reader = Callable[[Request], str]


@pytest.fixture
def server(openai_server: FakeOpenAIServer, transactional_db: None) -> FakeOpenAIServer:
    """One model writes plain language, another one reads."""
    create_first_rows()
    endpoint = Endpoint.objects.create(name="fake", base_url=openai_server.base_url, api_key_variable="")
    for purpose, name in (("simplify", "schreiber"), ("second_reader", "leser-7b")):
        model = ChatModel.objects.create(endpoint=endpoint, name=name, context_window=16_000)
        ModelOrder.objects.update_or_create(purpose=purpose, position=1, defaults={"model": model})
    return openai_server


def speaks(server: FakeOpenAIServer, after: str, reader: Reader) -> None:
    server.default_reply = lambda request: reader(request) if parse_block("zitat", request.prompt) else after


def knows_false_cases(request: Request) -> str:
    """Refuses what it refused when it was measured, and finds everything else supported."""
    return reading("not_said") if asked(request) in FALSE_CASES else yes_sayer(request)


def measured(**columns: object) -> ReaderCalibration:
    """A good measurement: it refused every false case."""
    refused = {case.key: "not_said" for case in collect_labelled_cases("de") if not case.is_supported}
    return calibrate(**{"verdicts": refused, **columns})


def rewritten(before: str = BEFORE) -> RewriteOutcome:
    return async_to_sync(rewrite_to_end)(RewriteRequest(text=before), ledger=Ledger())


def level(before: str = BEFORE) -> str:
    [sentence] = rewritten(before).sentences
    assert (sentence.before, sentence.kept_original) == (before, False)
    return str(sentence.level)


def readings(server: FakeOpenAIServer) -> list[tuple[str, str]]:
    return [asked(request) for request in server.chat_requests if parse_block("zitat", request.prompt)]


def test_a_faithful_sentence_that_no_rule_derives_is_checked_both_ways(server: FakeOpenAIServer) -> None:
    measured()
    speaks(server, AFTER, knows_false_cases)
    [sentence] = rewritten().as_json()["sentences"]
    assert (sentence["level"], sentence["text"]) == ("checked", AFTER)
    assert sentence["differences"]
    control, *both = readings(server)
    assert control in FALSE_CASES
    assert both == [(AFTER, BEFORE), (BEFORE, AFTER)]
    assert ModelCall.objects.filter(purpose="second_reader", reference="simplify:second-reader").count() == 3


def test_without_a_measurement_the_reader_is_asked_nothing(server: FakeOpenAIServer) -> None:
    speaks(server, AFTER, knows_false_cases)
    assert (level(), readings(server)) == ("please_read", [])


@pytest.mark.parametrize("columns", [{"kappa": 0.79}, {"model": "leser-70b"}, {"prompt_version": "second-reader/0"}])
def test_a_bad_measurement_or_one_of_another_reader_counts_for_nothing(
    server: FakeOpenAIServer, columns: dict[str, object]
) -> None:
    measured(**columns)
    speaks(server, AFTER, knows_false_cases)
    assert (level(), readings(server)) == ("please_read", [])


def test_who_agrees_with_everything_does_not_pass_the_measurement_and_checks_nothing(server: FakeOpenAIServer) -> None:
    speaks(server, PLAIN_ENGLISH, yes_sayer)
    calibration = begin_calibration("en")
    measure_reader(calibration)
    calibration.refresh_from_db()
    assert (calibration.state, calibration.kappa, calibration.suffices) == ("finished", 0, False)
    before = len(readings(server))
    assert level(ENGLISH) == "please_read"
    assert len(readings(server)) == before


def test_an_honest_reader_exchanged_for_one_that_agrees_with_everything_checks_nothing(
    server: FakeOpenAIServer,
) -> None:
    labels = {(case.claim, "\n\n".join(case.quotes)): case.is_supported for case in collect_labelled_cases("en")}
    server.default_reply = honest(labels)
    calibration = begin_calibration("en")
    measure_reader(calibration)
    calibration.refresh_from_db()
    assert calibration.suffices
    speaks(server, PLAIN_ENGLISH, honest({**labels, (PLAIN_ENGLISH, ENGLISH): True, (ENGLISH, PLAIN_ENGLISH): True}))
    assert level(ENGLISH) == "checked"
    speaks(server, PLAIN_ENGLISH, yes_sayer)
    assert level(ENGLISH) == "please_read"


DAMAGES = {
    "number": "Einwendungen sind bei der Gemeinde möglich, und zwar bis drei Wochen nach dem Ende der Auslegungsfrist.",
    "unit": "Einwendungen sind bei der Gemeinde möglich, und zwar bis zwei Monate nach dem Ende der Auslegungsfrist.",
    "negation": "Einwendungen sind bei der Gemeinde nicht möglich, bis zwei Wochen nach Ende der Auslegungsfrist.",
    "modality": "Einwendungen müssen bis zwei Wochen nach Ende der Auslegungsfrist bei der Gemeinde erhoben werden.",
    "limit": "Einwendungen sind bei der Gemeinde möglich.",
}


@pytest.mark.parametrize("damaged", DAMAGES.values(), ids=DAMAGES)
def test_the_rules_overrule_a_measured_reader(server: FakeOpenAIServer, damaged: str) -> None:
    measured()
    speaks(server, damaged, knows_false_cases)
    [sentence] = rewritten().sentences
    assert sentence.level in ("please_read", "kept")
    assert readings(server) == []


CONDITION = "Der Zuschuss entfällt, wenn die antragstellende Person den Haushalt der Eltern verlässt."
ROLES = "Die Gemeinde erstattet dem Verein nach Vorlage der Belege die Kosten."


@pytest.mark.parametrize(
    ("before", "damaged"),
    [
        (CONDITION, "Der Zuschuss fällt weg, und die Person verlässt den Haushalt."),
        (ROLES, "Der Verein erstattet der Gemeinde die Kosten, nachdem er die Belege vorgelegt hat."),
    ],
    ids=["condition", "role"],
)
def test_conditions_and_roles_are_the_rules_own(server: FakeOpenAIServer, before: str, damaged: str) -> None:
    measured()
    speaks(server, damaged, knows_false_cases)
    [sentence] = rewritten(before).sentences
    assert sentence.level in ("please_read", "kept")


def test_what_leaves_something_out_is_not_checked_by_who_notices_it(server: FakeOpenAIServer) -> None:
    measured()
    speaks(server, OTHER_OFFICE, lambda request: reading("not_said") if asked(request)[0] == BEFORE else
           knows_false_cases(request))  # fmt: skip
    assert level() == "please_read"


def test_what_cannot_be_read_is_no_verdict_and_a_model_that_is_away_checks_nothing(server: FakeOpenAIServer) -> None:
    measured()
    speaks(server, AFTER, talker)
    assert level() == "please_read"


def test_the_day_s_sentences_are_shared_with_answers(server: FakeOpenAIServer) -> None:
    ServiceRules(pk=1, readings_per_day=3).save()
    measured()
    speaks(server, AFTER, knows_false_cases)
    assert [level(), level()] == ["checked", "please_read"]
    assert len(readings(server)) == 3


def test_a_long_text_written_in_a_process_of_its_own_is_checked_too(server: FakeOpenAIServer) -> None:
    measured()
    text = "\n\n".join([BEFORE, *(f"Die Stelle Nummer {number} ist montags geöffnet." for number in range(1, 51))])
    server.default_reply = lambda request: (
        knows_false_cases(request)
        if parse_block("zitat", request.prompt)
        else parse_block("text", request.prompt).replace(BEFORE, AFTER)
    )
    levels = [str(sentence.level) for sentence in rewritten(text).sentences if sentence.before]
    assert (levels[0], set(levels[1:])) == ("checked", {"unchanged"})


def test_the_page_says_who_has_checked_the_sentence(server: FakeOpenAIServer, client: Client) -> None:
    measured()
    speaks(server, AFTER, knows_false_cases)
    client.force_login(person("editor"))
    page = client.post(reverse("simplify:page"), {"text": BEFORE, "pass": "first"}).content.decode()
    assert '<p class="rewrite-level checked">von einem zweiten Modell geprüft</p>' in page
    assert "Bitte vergleichen" not in page
