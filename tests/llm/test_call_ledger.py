"""The ledger: nothing is lost, costs come from the price of the day."""

import datetime
import threading
from decimal import Decimal

import pytest
from django.db import DatabaseError
from django.utils import timezone

from apps.llm import call_ledger as ledger_module
from apps.llm.call_ledger import Ledger
from apps.llm.models import ModelCall, Price
from apps.llm.types import CallRecord, Usage


def record(model: str = "gross", *, endpoint: str = "default", purpose: str = "answer") -> CallRecord:
    return CallRecord(purpose, model, endpoint, outcome="ok", seconds=0.5, usage=Usage(2_000_000, 500_000))


def price(model: str, days_ago: int, per_input: str, per_output: str) -> None:
    day = timezone.localdate() - datetime.timedelta(days=days_ago)
    Price.objects.create(
        model_name=model, valid_from=day, input_per_million=Decimal(per_input), output_per_million=Decimal(per_output)
    )


@pytest.mark.django_db
def test_a_call_costs_what_the_newest_price_that_has_begun_says() -> None:
    price("gross", 400, "9", "9")
    price("gross", 10, "0.15", "0.60")
    price("gross", -10, "7", "7")
    ledger = Ledger()
    ledger.add(record())
    ledger.save("turn:1")
    call = ModelCall.objects.get()
    # 2 million tokens at 0.15 and half a million at 0.60.
    assert call.cost == Decimal("0.60")
    assert (call.reference, call.input_tokens, call.output_tokens) == ("turn:1", 2_000_000, 500_000)
    assert ledger.totals() == {"calls": 1, "input_tokens": 2_000_000, "output_tokens": 500_000, "cost": Decimal("0.6")}


@pytest.mark.django_db
def test_without_a_price_the_cost_is_unknown_and_built_in_models_cost_nothing() -> None:
    ledger = Ledger()
    ledger.add(record("ohne-preis"))
    ledger.add(record("offline-extractive", endpoint=""))
    ledger.save()
    assert dict(ModelCall.objects.values_list("model", "cost")) == {"ohne-preis": None, "offline-extractive": 0}


@pytest.mark.django_db
def test_saving_empties_it_but_totals_go_on() -> None:
    ledger = Ledger()
    ledger.add(record(purpose="tag"))
    ledger.save("document:1")
    ledger.save("document:1")
    ledger.add(record(purpose="embed"))
    assert len(ledger.records) == 1
    assert ModelCall.objects.count() == 1
    assert ledger.totals()["calls"] == 2
    assert ledger.calls_by_purpose() == {"tag": 1, "embed": 1}


@pytest.mark.django_db
def test_any_number_of_calls_is_stored_in_one_statement(django_assert_num_queries: object) -> None:
    ledger = Ledger()
    for _ in range(50):
        ledger.add(record())
    with django_assert_num_queries(1):  # type: ignore[operator]
        ledger.save()


@pytest.mark.django_db
def test_calls_survive_a_database_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(records: object, reference: str) -> None:
        raise DatabaseError

    ledger = Ledger()
    ledger.add(record())
    with monkeypatch.context() as patched:
        patched.setattr(ledger_module, "store_call_records", fail)
        with pytest.raises(DatabaseError):
            ledger.save()
    ledger.save()
    assert ModelCall.objects.count() == 1


def test_threads_may_share_it() -> None:
    ledger = Ledger()
    threads = [threading.Thread(target=lambda: [ledger.add(record()) for _ in range(500)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ledger.totals()["calls"] == len(ledger.records) == 4_000
