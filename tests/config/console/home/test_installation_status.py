"""The panel on the first page of the admin: what is there, what waits, what needs somebody."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from apps.documents.models import Status
from apps.documents.parsing.ocr import tesseract
from apps.llm.models import ModelCall
from apps.retrieval.models import Profile
from config.console.home import installation_status
from config.models import Heartbeat
from config.processes import heartbeats
from tests import factories

pytestmark = pytest.mark.django_db


def facts() -> dict[str, installation_status.OverviewFact]:
    with translation.override("en"):
        return {fact.label: fact for fact in installation_status.installation_overview()[1]}


def test_documents_are_counted_by_status_and_lead_to_their_list(admin_client: Client) -> None:
    factories.document(embed=False)
    factories.document(embed=False)
    factories.document(status=Status.FAILED, reason_code="encrypted", embed=False)
    ready, failed = installation_status.installation_overview()[0]
    assert (ready.count, ready.alarming, failed.count, failed.alarming) == (2, False, 1, True)
    shown = admin_client.get(failed.url)
    assert shown.context["cl"].result_count == 1


def test_a_silent_process_is_an_alarm() -> None:
    heartbeats.write_heartbeat("web")
    Heartbeat.objects.create(name="worker", beat_at=timezone.now() - timedelta(minutes=5))
    assert not facts()["Web server"].alarming
    assert facts()["Worker"].alarming
    assert "5" in facts()["Worker"].text
    Heartbeat.objects.all().delete()
    assert facts()["Web server"].alarming


def test_the_workers_of_several_hosts_are_told_apart() -> None:
    for host, age in (("alpha", timedelta(0)), ("beta", timedelta(minutes=5))):
        Heartbeat.objects.create(name=f"worker@{host}", beat_at=timezone.now() - age)
    shown = facts()
    assert (shown["Worker on alpha"].alarming, shown["Worker on beta"].alarming) == (False, True)
    assert "Worker" not in shown


def test_it_names_what_answers() -> None:
    assert facts()["Active profile"].text == "Words and vectors"
    Profile.objects.filter(is_active=True).update(name="Unser Profil")
    assert facts()["Active profile"].text == "Unser Profil (Words and vectors)"
    assert "Offline" in facts()["Models for answers"].text
    Profile.objects.update(is_active=False)
    assert facts()["Active profile"].alarming


def test_calls_that_fail_are_an_alarm_and_answers_that_were_stopped_are_not() -> None:
    for outcome in ("ok", "interrupted"):
        ModelCall.objects.create(purpose="answer", model="m", seconds=1, outcome=outcome)
    old = ModelCall.objects.create(purpose="answer", model="m", seconds=1, outcome="timeout")
    ModelCall.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(hours=2))
    quiet = facts()["Model calls in the last hour"]
    assert (quiet.text, quiet.alarming) == ("2, of which 0 failed", False)
    ModelCall.objects.create(purpose="answer", model="m", seconds=1, outcome="timeout")
    loud = facts()["Model calls in the last hour"]
    assert (loud.text, loud.alarming) == ("3, of which 1 failed", True)


def test_it_says_when_scans_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> str:
        raise tesseract.OcrUnavailableError("tesseract is not installed")

    monkeypatch.setattr(installation_status, "installed_languages", missing)
    assert facts()["Text recognition"].alarming


def test_durations_are_in_the_largest_unit() -> None:
    with translation.override("en"):
        assert installation_status.format_duration(1) == "1 second"
        assert installation_status.format_duration(59.6) == "60 seconds"
        assert installation_status.format_duration(7_300) == "2\xa0hours"


def test_nobody_is_led_to_a_list_he_may_not_see(client: Client) -> None:
    person = User.objects.create_user("editor-person", is_staff=True)
    person.groups.add(Group.objects.get(name="editor"))
    client.force_login(person)
    page = client.get(reverse("admin:index")).content.decode()
    assert reverse("admin:retrieval_profile_changelist") in page
    assert reverse("admin:llm_embeddingmodel_changelist") not in page


def test_staff_without_any_right_sees_no_panel(client: Client) -> None:
    client.force_login(User.objects.create_user("new-person", is_staff=True))
    page = client.get(reverse("admin:index"))
    assert page.status_code == 200
    assert "overview-heading" not in page.content.decode()
