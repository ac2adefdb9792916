"""Notices of the first page: each says what is wrong, leads to where it is put right, and goes away with its cause."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from apps.chat.models import AnswerChange, Conversation, Subscription, Turn
from apps.documents.models import Readers, Source, SourceRun
from apps.documents.parsing import detect_stale_code
from apps.llm.endpoints.encrypted_api_keys import seal
from apps.llm.models import Endpoint
from config.notifications.models import Notification
from tests import factories
from tests.config.console.home.test_home_page import member_of

pytestmark = pytest.mark.django_db
ADDRESS = "https://models.example/v1"


def texts(client: Client) -> list[str]:
    return [notice.text for notice in client.get("/admin/", headers={"accept-language": "en"}).context["notices"]]


def source(**values: Any) -> Source:
    return Source.objects.create(name="Rat", kind="cms", collection=factories.collection(), location="x", **values)


def test_a_source_with_an_alarm_is_named_until_a_run_without_one(admin_client: Client) -> None:
    council = source()
    run = SourceRun.objects.create(source=council, state="failed", reason_code="listing_empty")
    [text] = texts(admin_client)
    assert text == f"Source 'Rat': {run.alarm}"
    page = admin_client.get("/admin/").content.decode()
    assert f"/admin/documents/sourcerun/{run.pk}/change/" in page
    under_way = SourceRun.objects.create(source=council, state="listing")
    assert len(texts(admin_client)) == 1
    SourceRun.objects.filter(pk=under_way.pk).update(state="done")
    assert texts(admin_client) == []


def test_a_source_that_is_switched_off_is_not_named(admin_client: Client) -> None:
    SourceRun.objects.create(source=source(enabled=False), state="failed", reason_code="listing_empty")
    assert texts(admin_client) == []


def test_editors_hear_of_sources_of_collections_that_they_may_read_and_of_no_keys() -> None:
    council = source()
    SourceRun.objects.create(source=council, state="failed", reason_code="listing_empty")
    Endpoint.objects.create(name="haus", base_url=ADDRESS, sealed_key=seal("sk", "https://other.example/v1"))
    editor = member_of("editor")
    assert len(texts(editor)) == 1
    council.collection.readers = Readers.GROUPS
    council.collection.save()
    assert texts(editor) == []


def test_a_key_that_cannot_be_read_any_more_is_named(admin_client: Client) -> None:
    row = Endpoint.objects.create(name="haus", base_url=ADDRESS, sealed_key=seal("sk", ADDRESS))
    assert texts(admin_client) == []
    Endpoint.objects.filter(pk=row.pk).update(base_url="https://other.example/v1")
    [text] = texts(admin_client)
    assert "'haus'" in text


def test_staff_without_rights_get_no_notices(client: Client) -> None:
    SourceRun.objects.create(source=source(), state="failed", reason_code="listing_empty")
    client.force_login(User.objects.create_user("new-person", is_staff=True))
    assert texts(client) == []


def test_who_uploads_is_told_that_the_service_has_to_be_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(detect_stale_code, "LOADED_CHECKSUM", "what the disk held before")
    assert ["starts the service again" in text for text in texts(member_of("editor"))] == [True]
    assert texts(member_of("evaluator")) == []
    cache.clear()


def test_a_mail_server_that_takes_no_mail_is_named_until_it_takes_a_later_one(admin_client: Client) -> None:
    person = User.objects.create_user("anna", "anna@stadt.example")
    Notification.objects.create(person=person, kind="budget", key="1", is_mail_due=True)
    assert texts(admin_client) == []
    Notification.objects.update(error="550 5.7.1 Relay access denied")
    [said] = texts(admin_client)
    assert "550 5.7.1 Relay access denied" in said
    taken = Notification.objects.create(person=person, kind="budget", key="2", is_mail_due=True)
    assert texts(admin_client) == [said]
    Notification.objects.filter(pk=taken.pk).update(mailed_at=timezone.now())
    assert texts(admin_client) == []


def test_words_of_changed_answers_that_no_mail_server_takes_are_named(admin_client: Client) -> None:
    for way in ("webhook", "mail"):
        turn = Turn.objects.create(conversation=Conversation.objects.create(), number=1, question="Was kostet das?")
        subscription = Subscription.objects.create(turn=turn, way=way, address="anna@stadt.example")
        change = AnswerChange.objects.create(subscription=subscription, error="550 no")
    [said] = texts(admin_client)
    assert "550 no" in said
    AnswerChange.objects.filter(pk=change.pk).update(state="failed")
    assert texts(admin_client) == []


def test_editors_hear_nothing_of_the_mail_server() -> None:
    client = member_of("editor")
    person = User.objects.get(username="editor-person")
    Notification.objects.create(person=person, kind="budget", key="1", is_mail_due=True, error="550 no")
    assert texts(client) == []
