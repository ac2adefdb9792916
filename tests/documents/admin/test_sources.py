"""Sources in the admin: refused with a sentence, run now, progress that renews itself, decisions by people."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from django_q.models import OrmQ

from apps.documents.admin import source_runs, sources
from apps.documents.admin.document_costs import Spending
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Document, Listing, Receipt, Source, SourceRun, SourceRunState, Status
from apps.documents.sources.connector_registry import CONNECTORS
from apps.documents.sources.validate_source import check_source
from apps.documents.sync.source_runner import SourceRunner, begin_run
from tests import factories
from tests.documents.conftest import Run, publish
from tests.fakes.document_host import DocumentHost

pytestmark = pytest.mark.django_db
ADD = "admin:documents_source_add"
RUNS = "admin:documents_sourcerun_changelist"


def form(**values: str) -> dict[str, str]:
    usual = {
        "name": "Anfragen", "kind": "pardok-xml", "collection": str(factories.collection().pk),
        "location": "https://www.parlament.example/opendata/pardok-wp19.xml", "hosts": "pardok.parlament.example",
        "schedule": "0 5 * * *", "enabled": "on", "limit": "",
    }  # fmt: skip
    return usual | values


def test_a_source_is_kept_with_its_next_run(admin_client: Client) -> None:
    answer = admin_client.post(reverse(ADD), form())
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    kept = Source.objects.get()
    assert kept.next_run_at is not None
    assert kept.hosts == ["pardok.parlament.example"]
    page = admin_client.get(reverse("admin:documents_source_changelist"))
    assert "Anfragen" in page.content.decode()


def test_the_inbox_may_be_named_as_its_example_names_it(admin_client: Client, settings: Any) -> None:
    settings.AUSKUNFT_DATA = Path("/srv/auskunft")
    settings.IMPORT_FOLDERS = ["/srv/auskunft/inbox"]
    answer = admin_client.post(reverse(ADD), form(kind="folder", location="inbox"))
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    assert Source.objects.get().location == "/srv/auskunft/inbox"
    assert admin_client.post(reverse(ADD), form(kind="folder", location="../etc")).status_code == 200


WRONG = [
    {"schedule": "daily"}, {"schedule": "* * * * * *"}, {"schedule": "61 5 * * *"}, {"schedule": "0 0 31 2 *"},
    {"kind": "oparl", "option_full_list_days": "-1"}, {"kind": "dip", "option_electoral_term": "zwei"},
    {"every": "cron", "schedule": "daily"}, {"every": "daily", "at": "25:00"},
    {"hosts": "127.0.0.1"}, {"hosts": "localhost"},
    {"hosts": "10.0.0.5:80"}, {"hosts": "intranet.example@10.0.0.0/8"}, {"hosts": "http://a/"}, {"hosts": "*"},
    {"location": "file:///etc/passwd"}, {"location": "/etc/passwd"}, {"location": "ftp://a.example/"},
    {"location": "http://user@a.example/"}, {"location": "http://127.1/"}, {"kind": "cms", "location": "/srv"},
    {"kind": "folder", "location": "/"}, {"kind": "folder", "location": "https://a.example/"}, {"limit": "0"},
    {"kind": "ftp"},
]  # fmt: skip


WRONG_OPTIONS: list[Any] = [
    {"colour": "red"}, {"document_types": "VO"}, {"document_types": [1]}, ["a"], {"recheck_files": 1}
]  # fmt: skip


@pytest.mark.parametrize("options", WRONG_OPTIONS, ids=str)
def test_options_that_no_connector_knows_are_refused(options: Any) -> None:
    location = "https://www.parlament.example/opendata/pardok-wp19.xml"
    with pytest.raises(ValidationError) as refused:
        check_source(Source(kind="pardok-xml", location=location, options=options))
    assert set(refused.value.message_dict) == {"options"}


def test_the_page_for_a_new_source_begins_with_its_kind(admin_client: Client) -> None:
    page = admin_client.get(reverse(ADD)).content.decode()
    assert all(f"?kind={kind}" in page for kind in CONNECTORS)
    form_page = admin_client.get(reverse(ADD) + "?kind=oparl").content.decode()
    assert 'name="option_bodies"' in form_page
    assert 'name="option_bucket_in_host"' not in form_page


def test_a_folder_of_this_server_asks_for_no_hosts(admin_client: Client) -> None:
    asked = {kind: admin_client.get(f"{reverse(ADD)}?kind={kind}").content.decode() for kind in ("folder", "cms")}
    assert ['name="hosts"' in page for page in asked.values()] == [False, True]


def test_options_and_schedule_are_kept_as_they_were_filled_in(admin_client: Client) -> None:
    given = form(
        kind="oparl", option_bodies="Rat\nBezirksvertretung", option_papers="on", option_full_list_days="7",
        every="weekly", weekday="6", at="03:30", schedule="",
    )  # fmt: skip
    admin_client.post(reverse(ADD), given)
    kept = Source.objects.get()
    assert kept.schedule == "30 3 * * 0"
    # What is as the kind has it anyway is not stored.
    assert kept.options == {"bodies": ["Rat", "Bezirksvertretung"], "meetings": False, "full_list_days": 7}
    page = admin_client.get(reverse("admin:documents_source_change", args=[kept.pk]))
    shown = page.context["adminform"].form
    assert (shown["every"].value(), shown["weekday"].value()) == ("weekly", 6)
    assert shown["option_full_list_days"].value() == 7
    assert (
        "jede Woche am Sonntag um 03:30 Uhr"
        in admin_client.get(reverse("admin:documents_source_changelist")).content.decode()
    )
    again = {name: value for name, value in given.items() if name != "kind"}
    admin_client.post(reverse("admin:documents_source_change", args=[kept.pk]), again)
    kept.refresh_from_db()
    assert (kept.kind, kept.options["bodies"], kept.schedule) == ("oparl", ["Rat", "Bezirksvertretung"], "30 3 * * 0")


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_what_cannot_run_is_refused_with_a_sentence(admin_client: Client, wrong: dict[str, str]) -> None:
    answer = admin_client.post(reverse(ADD), form(**wrong))
    assert answer.status_code == 200
    assert answer.context["adminform"].form.errors
    assert not Source.objects.exists()


def test_run_now_hands_a_run_to_the_worker_once(admin_client: Client, source: Source) -> None:
    action = {"action": "run_now", "_selected_action": str(source.pk)}
    for _ in range(2):
        assert admin_client.post(reverse("admin:documents_source_changelist"), action).status_code == 302
    assert (SourceRun.objects.count(), OrmQ.objects.count()) == (1, 1)


def test_the_page_of_a_source_has_a_button_that_runs_it_and_leads_to_the_run(
    admin_client: Client, source: Source
) -> None:
    address = reverse("admin:documents_source_change", args=[source.pk])
    button = reverse("admin:documents_source_run", args=[source.pk])
    assert f'action="{button}"' in admin_client.get(address).content.decode()
    assert admin_client.get(button).status_code == 405
    for _ in range(2):
        response = admin_client.post(button)
        assert response.headers["Location"] == reverse("admin:documents_sourcerun_change", args=[source.runs.get().pk])
    assert OrmQ.objects.count() == 1


def test_who_may_only_look_at_sources_starts_none(client: Client, django_user_model: Any, source: Source) -> None:
    reader = django_user_model.objects.create_user("reader", password="reader-reader-1", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_source"))
    client.force_login(reader)
    button = reverse("admin:documents_source_run", args=[source.pk])
    page = client.get(reverse("admin:documents_source_change", args=[source.pk]))
    assert page.status_code == 200
    assert button not in page.content.decode()
    assert client.post(button).status_code == 403
    assert not SourceRun.objects.exists()


def test_the_page_of_a_source_shows_its_last_result(admin_client: Client, host: DocumentHost, source: Source) -> None:
    publish(host)
    made = begin_run(source)
    assert made is not None
    SourceRunner(made).work()
    with translation.override("en"):
        page = admin_client.get(
            reverse("admin:documents_source_change", args=[source.pk]), headers={"Accept-Language": "en"}
        ).content.decode()
    assert "0 found, 0 new, 0 changed, 0 withdrawn" in page
    assert "Nothing was withdrawn" in page


def test_the_pages_of_runs_renew_themselves_only_while_something_runs(
    admin_client: Client, host: DocumentHost, source: Source
) -> None:
    publish(host, 1, 2, 3)
    made = begin_run(source)
    assert made is not None
    SourceRunner(made).work(stop_at=0.0)
    page = admin_client.get(reverse(RUNS))
    assert page.headers["Refresh"] == str(source_runs.REFRESH_SECONDS)
    assert '<progress max="3" value="0">' in page.content.decode()
    one = reverse("admin:documents_sourcerun_change", args=[made.pk])
    assert admin_client.get(one).headers["Refresh"] == str(source_runs.REFRESH_SECONDS)
    SourceRunner(made).work()
    assert "Refresh" not in admin_client.get(one).headers
    page = admin_client.get(reverse(RUNS))
    assert "Refresh" not in page.headers
    assert '<progress max="3" value="3">' in page.content.decode()


def test_a_person_confirms_what_vanished(admin_client: Client, host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(15, 20))
    asking = run()
    page = admin_client.get(reverse("admin:documents_sourcerun_change", args=[asking.pk])).content.decode()
    assert "V-10-0001" in page
    assert "V-15-0001" not in page
    assert asking.alarm in page
    admin_client.post(reverse(RUNS), {"action": "confirm_withdrawal", "_selected_action": str(asking.pk)})
    assert Document.objects.filter(status=Status.WITHDRAWN).count() == 5


def test_what_another_source_lists_is_not_among_what_confirming_would_withdraw(
    admin_client: Client, host: DocumentHost, source: Source, run: Run
) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(15, 20))
    asking = run()
    mirror = Source.objects.create(name="Spiegel", kind=source.kind, collection=source.collection, location="x")
    Listing.objects.create(source=mirror, document=Document.objects.get(external_id="V-10-0001"))
    page = admin_client.get(reverse("admin:documents_sourcerun_change", args=[asking.pk])).content.decode()
    assert "V-11-0001" in page
    assert "V-10-0001" not in page


def test_who_only_looks_cannot_confirm(client: Client, host: DocumentHost, run: Run, django_user_model: Any) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(15, 20))
    asking = run()
    viewer: User = django_user_model.objects.create_user("viewer", password="x", is_staff=True)
    viewer.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(viewer)
    client.post(reverse(RUNS), {"action": "confirm_withdrawal", "_selected_action": str(asking.pk)})
    assert not Document.objects.filter(status=Status.WITHDRAWN).exists()


def test_a_receipt_is_shown_and_cannot_be_changed(admin_client: Client) -> None:
    withdraw_documents([factories.document(["Text"], external_id="a-1").pk])
    address = reverse("admin:documents_receipt_change", args=[Receipt.objects.get().pk])
    page = admin_client.get(address).content.decode()
    assert "a-1" in page
    assert "<code>documents_page</code>: 1 → 0" in page
    assert admin_client.post(address, {"reason": "x"}).status_code == 403


def test_every_list_opens(admin_client: Client, host: DocumentHost, run: Run) -> None:
    publish(host, 1)
    run()
    for model in ("source", "sourcerun", "receipt"):
        assert admin_client.get(reverse(f"admin:documents_{model}_changelist")).status_code == 200


def test_what_a_source_has_cost_is_in_the_decimals_of_the_reader() -> None:
    with translation.override("de"):
        assert sources.format_spending(Spending(2, 1_500, Decimal("0.5"))).endswith("Kosten 0,5000")


def test_the_list_shows_the_last_run_of_each_source_with_no_more_queries_for_more(
    admin_client: Client, source: Source
) -> None:
    address = reverse("admin:documents_source_changelist")
    SourceRun.objects.create(source=source, state=SourceRunState.DONE)
    admin_client.get(address)
    with CaptureQueriesContext(connection) as for_one:
        admin_client.get(address)
    for number in range(3):
        other = Source.objects.get(pk=source.pk)
        other.pk, other.name = None, f"{source.name} {number}"
        other.save()
        SourceRun.objects.create(source=other, state=SourceRunState.FAILED)
        SourceRun.objects.create(source=other, state=SourceRunState.DONE)
    with CaptureQueriesContext(connection) as for_four:
        rows = admin_client.get(address).context["cl"].result_list
    assert [[run.state for run in row.last_runs] for row in rows] == [[SourceRunState.DONE]] * 4
    assert len(for_four) == len(for_one)


def test_a_source_that_has_run_is_deleted_and_its_documents_stay(
    admin_client: Client, host: DocumentHost, run: Run, source: Source
) -> None:
    publish(host, 10, 11)
    run()
    address = reverse("admin:documents_source_delete", args=[source.pk])
    listed = Listing.objects.filter(source=source).count()
    counted = dict(admin_client.get(address).context["model_count"])
    assert counted[str(Listing._meta.verbose_name_plural)] == listed > 0
    documents = Document.objects.count()
    admin_client.post(address, {"post": "yes"})
    assert not Source.objects.filter(pk=source.pk).exists()
    assert Document.objects.count() == documents
