"""Before a model, a row or a log sees a question: personal data, limits, budget and the switch for outages."""

import threading
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest

from apps.chat.admission import daily_budgets
from apps.chat.admission.admit_question import NotAdmitted, admit_question
from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.admission.daily_budgets import SPENDING_METER, SpendingMeter
from apps.chat.models import Channel, Conversation, Turn
from apps.chat.models.rate_allowances import Allowances
from apps.chat.models.service_settings import PersonalData, ServiceRules
from apps.chat.turn_state.turn_events import TurnDone, TurnFailed
from apps.llm.daily_spend import Spend
from apps.llm.models import ModelCall
from tests.chat.conftest import Collect
from tests.fakes.models import FakeLanguageModel

IBAN = "DE89370400440532013000"
STRANGER = "203.0.113.7"


@pytest.fixture(autouse=True)
def _fresh_meter(monkeypatch: pytest.MonkeyPatch) -> None:
    SPENDING_METER.forget()
    monkeypatch.setattr(
        "apps.chat.admission.admit_question.VISITOR_QUESTIONS", Allowances("questions", capacity=3, per_second=0.01)
    )


def set_rules(**values: object) -> None:
    ServiceRules.objects.update_or_create(pk=1, defaults=values)


def test_neither_model_nor_database_nor_log_gets_what_is_masked(
    collect: Collect, caplog: pytest.LogCaptureFixture
) -> None:
    model = FakeLanguageModel("Sie beträgt 30,70 Euro [1].")
    with caplog.at_level("DEBUG"):
        collect(AskedQuestion(f"Wie hoch ist die Gebühr für {IBAN}?"), model=model)
    assert IBAN not in "".join(message.text for call in model.calls for message in call)
    turn = Turn.objects.get()
    assert turn.question == "Wie hoch ist die Gebühr für [IBAN]?"
    assert IBAN not in str(Turn.objects.values().get())
    assert IBAN not in caplog.text


def test_a_question_with_personal_data_can_be_refused_as_a_whole(collect: Collect) -> None:
    set_rules(personal_data=PersonalData.BLOCK)
    model = FakeLanguageModel()
    [end] = collect(AskedQuestion(f"Geht {IBAN}?", language="en"), model=model)
    assert isinstance(end, TurnFailed)
    assert (end.code, "IBAN" in end.message) == ("personal_data", True)
    assert not model.calls
    assert not Conversation.objects.exists()


def test_the_rules_may_leave_them_in(db: None) -> None:
    set_rules(personal_data=PersonalData.KEEP)
    assert admit_question(AskedQuestion(f"Geht {IBAN}?")).text == f"Geht {IBAN}?"


def test_a_visitor_waits_when_asking_too_fast_and_others_do_not(db: None) -> None:
    for _ in range(3):
        admit_question(AskedQuestion("Wie hoch?", address=STRANGER))
    with pytest.raises(NotAdmitted, match=r"wait|warten") as refused:
        admit_question(AskedQuestion("Wie hoch?", address=STRANGER))
    assert refused.value.retry_after
    admit_question(AskedQuestion("Wie hoch?", address="203.0.113.8"))


@pytest.mark.parametrize("address", ["", "127.0.0.1", "::1"])
def test_who_stands_for_many_is_not_limited(db: None, address: str) -> None:
    for _ in range(10):
        admit_question(AskedQuestion("Wie hoch?", address=address))


def test_a_new_address_of_the_same_network_is_the_same_visitor(db: None) -> None:
    for last in range(3):
        admit_question(AskedQuestion("Wie hoch?", address=f"2001:db8:1:2::{last}"))
    with pytest.raises(NotAdmitted):
        admit_question(AskedQuestion("Wie hoch?", address="2001:db8:1:2:ffff::9"))


def test_above_the_daily_number_there_are_passages_but_no_model(db: None) -> None:
    set_rules(visitor_per_day=1)
    assert admit_question(AskedQuestion("Wie hoch?", address=STRANGER)).withheld == ""
    assert admit_question(AskedQuestion("Wie hoch?", address=STRANGER)).withheld == "visitor"
    assert admit_question(AskedQuestion("Wie hoch?", address="203.0.113.9")).withheld == ""


def test_all_questions_of_a_day_are_counted_together(db: None) -> None:
    set_rules(questions_per_day=1)
    assert admit_question(AskedQuestion("Wie hoch?")).withheld == ""
    assert admit_question(AskedQuestion("Wie hoch?")).withheld == "budget"


def test_who_has_used_up_their_own_questions_takes_none_of_the_others(db: None) -> None:
    set_rules(questions_per_day=2, visitor_per_day=1)
    said = [admit_question(AskedQuestion("Wie hoch?", address=STRANGER)).withheld for _number in range(3)]
    assert said == ["", "visitor", "visitor"]
    assert admit_question(AskedQuestion("Wie hoch?")).withheld == ""
    assert admit_question(AskedQuestion("Wie hoch?")).withheld == "budget"


@pytest.mark.parametrize("limit", [{"tokens_per_day": 100}, {"cost_per_day": Decimal("0.50")}])
def test_a_spent_budget_withholds_the_model(db: None, limit: dict[str, object]) -> None:
    set_rules(**limit)
    assert admit_question(AskedQuestion("Wie hoch?")).withheld == ""
    ModelCall.objects.create(
        purpose="answer", model="m", outcome="ok", input_tokens=90, output_tokens=20, cost=1, seconds=1
    )
    SPENDING_METER.forget()
    assert admit_question(AskedQuestion("Wie hoch?")).withheld == "budget"
    assert admit_question(AskedQuestion("Wie hoch?", channel=Channel.COMMAND)).withheld == ""


def test_the_sum_of_the_day_is_not_looked_up_for_each_question(
    db: None, django_assert_num_queries: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    real = daily_budgets.spend_today
    monkeypatch.setattr(daily_budgets, "spend_today", lambda: looked.append(1) or real())
    set_rules(tokens_per_day=100)
    for _ in range(5):
        admit_question(AskedQuestion("Wie hoch?"))
    assert len(looked) == 1


def test_nobody_waits_while_another_looks_up_the_sum_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    meter, is_looking, may_end = SpendingMeter(), threading.Event(), threading.Event()
    sums = iter([Spend(Decimal(1), 0), Spend(Decimal(2), 0)])

    def slow() -> Spend:
        is_looking.set()
        assert may_end.wait(10)
        return next(sums)

    may_end.set()
    monkeypatch.setattr(daily_budgets, "spend_today", slow)
    monkeypatch.setattr(daily_budgets, "REFRESHED_EVERY", 0.0)
    assert meter.spent().cost == 1
    is_looking.clear()
    may_end.clear()
    with ThreadPoolExecutor() as threads:
        looking = threads.submit(meter.spent)
        assert is_looking.wait(10)
        assert threads.submit(meter.spent).result(5).cost == 1
        may_end.set()
        assert looking.result(10).cost == 2


def test_when_answers_are_off_the_documents_still_answer(collect: Collect) -> None:
    set_rules(answers_are_on=False)
    *_, end = collect(AskedQuestion("Wie hoch ist die Gebühr für einen Anwohnerparkausweis?", language="en"))
    assert isinstance(end, TurnDone)
    assert end.state == "done_without_llm"
    assert "switched off" in end.answer
    assert "30,70 Euro" in end.answer
    assert end.citations
