"""One alarm and one all-clear for each outage, and everybody who looks can see it."""

from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.llm.models import ChatModel, Endpoint, ModelCall, ModelOrder, ModelOutage
from config.monitoring.model_server_alarms import watch
from config.notifications.models import Notification
from config.notifications.notify_people import watch as tell_people
from config.notifications.preferences import store_choices
from tests.chat.conftest import Collect
from tests.chat.conftest import collect as collect
from tests.chat.conftest import fees as fees
from tests.chat.conftest import profile as profile
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(openai_server: FakeOpenAIServer, settings: Settings) -> FakeOpenAIServer:
    """Down, with two administrators who have an address and an editor who has one, too."""
    settings.EMAIL_HOST = "mail.example"
    endpoint = Endpoint.objects.create(name="down", base_url=openai_server.base_url, api_key_variable="")
    ModelOrder.objects.all().delete()
    model = ChatModel.objects.create(name="large", endpoint=endpoint)
    ModelOrder.objects.create(purpose="default", model=model, position=1)
    for name, group in [("anna", "administrator"), ("edda", "editor"), ("nora", "administrator")]:
        address = f"{name}@city.example" if name != "nora" else ""
        User.objects.create_user(name, address, is_staff=True).groups.set(Group.objects.filter(name=group))
    User.objects.create_superuser("root", "root@city.example")
    return openai_server


def test_a_wrong_key_alarms_once_and_its_repair_is_told_once(
    server: FakeOpenAIServer, collect: Collect, caplog: pytest.LogCaptureFixture
) -> None:
    server.fault("401", times=4)
    for _ in range(3):
        collect("Wie hoch ist die Gebühr?")
    assert len(server.chat_requests) == 1, "the first refusal opens the circuit"
    assert [outage.reason for outage in ModelOutage.objects.all()] == ["unauthorised"], "with the first answer"
    for _ in range(3):
        watch()
        tell_people()
    assert [letter.to for letter in mail.outbox] == [["anna@city.example"], ["root@city.example"]]
    assert "lehnt den Schlüssel ab" in mail.outbox[0].body
    server.clear()
    for _ in range(3):
        forget_circuits()
        watch()
        tell_people()
    assert len(mail.outbox) == 4
    assert "antwortet wieder" in mail.outbox[2].body
    assert "Er war vom" in mail.outbox[2].body
    levels = [record.levelname for record in caplog.records if record.name.endswith("alarm_mail")]
    assert levels == ["ERROR", "WARNING"]


def test_each_administrator_chooses_and_an_alarm_address_gets_one_mail(
    server: FakeOpenAIServer, settings: Settings
) -> None:
    settings.ALARM_ADDRESSES = ["night@city.example", "root@city.example"]
    server.fault("500", times=9)
    store_choices(User.objects.get(username="anna"), {"console-model_server": "on"})
    ModelOutage.objects.create(endpoint="down", reason="timeout")
    watch()
    tell_people()
    assert [letter.to for letter in mail.outbox] == [["night@city.example", "root@city.example"]]
    assert Notification.objects.filter(person__username="anna", read_at=None).count() == 1
    store_choices(User.objects.get(username="anna"), {"mail-model_server": "on"})
    ModelOutage.objects.update(ended_at=timezone.now(), began_at=timezone.now() - timedelta(days=3))
    watch()
    tell_people()
    assert [letter.to for letter in mail.outbox[1:]] == [settings.ALARM_ADDRESSES, ["anna@city.example"]]


def forget_circuits() -> None:
    """The pause of an open circuit is over."""
    from apps.llm.transport.circuit_breaker import reset_circuit_breakers

    reset_circuit_breakers()


def test_health_metrics_and_admin_name_it(client: Client, server: FakeOpenAIServer) -> None:
    watch()
    assert client.get("/readyz").json()["model_outages"] == []
    ModelOutage.objects.create(endpoint="down", reason="unauthorised")
    answer = client.get("/readyz").json()
    assert answer["checks"]["models"] is False
    assert [(one["endpoint"], one["reason"]) for one in answer["model_outages"]] == [("down", "unauthorised")]
    metrics = client.get("/metrics").content.decode()
    assert 'auskunft_model_outage{endpoint="down",reason="unauthorised"} 1.0' in metrics
    assert 'auskunft_stand_in_answers_last_hour{kind="stand_in"} 0.0' in metrics
    sentence = "lehnt den Schlüssel ab"
    client.force_login(User.objects.get(username="anna"))
    for page in ("/admin/", "/admin/documents/document/", "/admin/llm/modeloutage/"):
        assert sentence in client.get(page).content.decode(), page
    client.force_login(User.objects.get(username="edda"))
    assert sentence not in client.get("/admin/").content.decode()


def test_a_mail_that_is_refused_is_tried_again(
    server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.ALARM_ADDRESSES = ["night@city.example"]
    server.fault("500", times=9)
    ModelOutage.objects.create(endpoint="down", reason="timeout")

    def refuse(self: Any, **options: Any) -> int:
        raise SMTPException("busy")

    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", refuse)
        watch()
    assert ModelOutage.objects.get().alarm_sent_at is None
    ModelOutage.objects.update(mail_due_at=timezone.now())
    watch()
    assert mail.outbox[0].to == ["night@city.example"]


def test_an_alarm_that_the_server_does_not_take_is_offered_as_long_as_it_is_news(
    server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ALARM_ADDRESSES = ["gone@city.example"]
    server.fault("500", times=9)
    ModelOutage.objects.create(endpoint="down", reason="timeout")
    offered: list[object] = []

    def refuse(self: Any, **options: Any) -> int:
        offered.append(self)
        raise SMTPRecipientsRefused({"gone@city.example": (550, b"unknown")})

    monkeypatch.setattr(EmailMessage, "send", refuse)
    for _look in range(3):
        watch()
    assert len(offered) == 1
    assert "550 unknown" in caplog.text
    for hours, pause in ((0.5, 0.5), (9, 1)):
        now = timezone.now()
        ModelOutage.objects.update(began_at=now - timedelta(hours=hours), mail_due_at=now)
        watch()
        watch()
        due = ModelOutage.objects.get().mail_due_at
        assert due is not None
        assert abs((due - now).total_seconds() - pause * 3600) < 60
    assert len(offered) == 3
    ModelCall.objects.all().delete()  # what the looks above have asked is no outage of its own
    now = timezone.now()
    ModelOutage.objects.update(ended_at=now, alarm_sent_at=now, mail_due_at=now)
    watch()
    assert len(offered) == 4
    ModelOutage.objects.update(ended_at=now - timedelta(days=1), mail_due_at=now)
    watch()
    assert len(offered) == 4


def test_without_a_mail_server_the_log_has_it(
    server: FakeOpenAIServer, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_HOST = ""
    server.fault("500", times=9)
    ModelOutage.objects.create(endpoint="down", reason="timeout")
    watch()
    watch()
    assert mail.outbox == []
    assert caplog.text.count("ausgefallen") == 1
    assert ModelOutage.objects.get().alarm_sent_at
