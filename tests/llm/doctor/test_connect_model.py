"""Two administrators connect models at once: neither loses what the other has stored."""

from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Thread
from typing import Any

import pytest
from django.db import DatabaseError, connection

from apps.llm import create_initial_models
from apps.llm.doctor.connect_model import chat_model_row, connect_model, endpoint_at_address
from apps.llm.models import ChatModel, Endpoint, Purpose
from apps.llm.models.chat_models import ordered_model_ids

URL = "https://models.example/v1"


def connect(name: str, key: str = "") -> tuple[Any, ...]:
    """All that is known when the model has answered; nothing of it is stored."""
    endpoint = endpoint_at_address(URL, key)
    return endpoint, chat_model_row(endpoint, name), Purpose.DEFAULT, bool(key)


@pytest.mark.django_db
@pytest.mark.parametrize(("first", "second"), [("m", "n"), ("m", "m")])
def test_a_server_that_both_connect_is_stored_once_with_the_key_that_one_typed(first: str, second: str) -> None:
    one, other = connect(first, "sk-one"), connect(second)
    connect_model(*one)
    connect_model(*other)
    endpoint = Endpoint.objects.get()
    assert endpoint.api_key() == "sk-one"
    assert sorted(ChatModel.objects.filter(endpoint=endpoint).values_list("name", flat=True)) == sorted({first, second})
    assert (
        ordered_model_ids(Purpose.DEFAULT)[0] == ChatModel.objects.get(endpoint=endpoint, name=second).pk == other[1].pk
    )


@pytest.mark.django_db
def test_what_somebody_changes_while_a_model_is_tried_stays() -> None:
    connect_model(*connect("m", "sk-one"))
    again = connect("m")
    Endpoint.objects.update(max_concurrency=3, is_remote=False, sealed_key="", name="Rechenzentrum")
    ChatModel.objects.filter(name="m").update(label="Groß", max_output_tokens=900)
    again[1].context_window = 8_000
    connect_model(*again)
    endpoint = Endpoint.objects.get()
    assert (endpoint.max_concurrency, endpoint.is_remote, endpoint.sealed_key) == (3, False, "")
    row = ChatModel.objects.get(name="m")
    assert (row.label, row.max_output_tokens, row.context_window, row.endpoint) == ("Groß", 900, 8_000, endpoint)


@pytest.mark.django_db
@pytest.mark.parametrize(("window", "longest_reply"), [(8_000, 3_000), (4_000, 2_000)])
def test_the_longest_reply_that_was_entered_stays_as_far_as_it_leaves_room(window: int, longest_reply: int) -> None:
    later = connect("m")
    connect_model(*connect("m"))
    ChatModel.objects.filter(name="m").update(max_output_tokens=3_000)
    later[1].context_window = window
    connect_model(*later)
    assert ChatModel.objects.get(name="m").max_output_tokens == longest_reply


@pytest.mark.django_db(transaction=True)
def test_both_models_are_in_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    both, failures = Barrier(2, timeout=1), list[Exception]()

    def read_at_the_same_time(purpose: str) -> list[int]:
        found = ordered_model_ids(purpose)
        with suppress(BrokenBarrierError):
            both.wait()
        return found

    def store(*given: Any) -> None:
        try:
            connect_model(*given)
        except DatabaseError as error:
            failures.append(error)
        finally:
            connection.close()

    monkeypatch.setattr(create_initial_models, "ordered_model_ids", read_at_the_same_time)
    people = [Thread(target=store, args=connect(name)) for name in ("m", "n")]
    for person in people:
        person.start()
    for person in people:
        person.join(30)
    assert failures == []
    assert set(ChatModel.objects.filter(name__in="mn").values_list("pk", flat=True)) <= set(
        ordered_model_ids(Purpose.DEFAULT)
    )
