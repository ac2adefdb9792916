"""Requests that nobody foresaw, to every address: never an answer of 500, never a traceback in the log."""

import logging

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.documents.models import Document
from tests.attacks.generated_requests import addresses, generated_requests
from tests.attacks.request_trial import CALLERS, collected_tracebacks, try_requests

SEED, REQUESTS = 19, 260


@pytest.mark.django_db
@pytest.mark.parametrize("caller", CALLERS)
def test_no_request_is_answered_with_500_or_leaves_a_traceback(caller: str, fees: Document) -> None:
    trial = try_requests(caller, REQUESTS, SEED, [str(fees.pk), str(fees.collection_id)])
    assert trial.requests == REQUESTS
    assert trial.server_errors == []
    assert trial.tracebacks == []
    assert trial.statuses[200] > 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/admin/documents/document/?created_at__year=99999999999",
        "/admin/documents/document/?_facets=1&status__exact=%00",
        "/admin/chat/turn/?created_at__year=99999999999",
        "/admin/chat/platformuser/?name__range=one",
        "/admin/llm/modelcall/?seconds__range=1",
        "/admin/documents/document/?reason_detail__range=%0D%0AX:%20y",
        "/admin/documents/document/?reason_detail__range=a,b,c",
        "/admin/evaluation/suite/1/?_to_field=",
        "/admin/simplify/protectedword/export/?next=1",
        "/?question=%00",
    ],
)
def test_parameters_that_no_database_takes_are_refused(address: str) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("root"))
    with collected_tracebacks() as tracebacks:
        assert client.get(address).status_code in (302, 400)
    assert tracebacks == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/admin/simplify/texttype/", {"action": "delete_selected", "_selected_action": "*"}),
        ("/admin/documents/collection/", {"action": "delete_selected", "_selected_action": "NaN"}),
        ("/admin/chat/conversation/", {"action": "delete_selected", "_selected_action": "½"}),
        ("/admin/chat/platformuser/add/", {"user": "("}),
        ("/admin/documents/source/add/", {"settings": "[" * 3_000, "options": "[" * 3_000}),
    ],
)
def test_forms_with_keys_that_are_none_are_refused(address: str, form: dict[str, str]) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("root"))
    with collected_tracebacks() as tracebacks:
        assert client.post(address, form).status_code in (200, 302, 400)
    assert tracebacks == []


@pytest.mark.django_db
def test_a_foreign_host_and_a_refused_page_are_a_line_each_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_user("reader", is_staff=True))
    with collected_tracebacks() as tracebacks, caplog.at_level(logging.WARNING):
        assert client.get("/", headers={"host": "evil.example"}).status_code == 400
        assert client.get("/admin/auth/user/").status_code == 403
    assert tracebacks == []
    assert len(caplog.records) >= 2


@pytest.mark.django_db
def test_a_message_id_with_a_nul_is_answered(client: Client, fees: Document) -> None:
    assert client.post("/", {"question": "Was kostet der Ausweis?", "message_id": "a\0b"}).status_code == 200


def test_the_same_seed_makes_the_same_requests_for_every_address() -> None:
    first, second = ([*generated_requests(50, 3)] for _ in range(2))
    assert first == second
    assert len(addresses()) > 150
    assert any("changelist" in str(one) or one.parameters for one in addresses())


def test_the_collector_sees_a_traceback() -> None:
    with collected_tracebacks() as tracebacks:
        try:
            raise KeyError("x")
        except KeyError:
            logging.getLogger("apps.chat").exception("It failed.")
    assert len(tracebacks) == 1
