"""Each event is told once, to those who may know of it and want to, in the console, by mail or both."""

from datetime import timedelta
from decimal import Decimal
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.contrib.auth.models import Group, User
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from pytest_django import Settings

from apps.chat.models import Gap
from apps.chat.models.service_settings import ServiceRules
from apps.documents.models import Document, Readers, Source, SourceRun, Status
from apps.evaluation.gate.release_decision import ReleaseDecision, decide_release
from apps.evaluation.models import Draft, Run, Suite
from apps.llm.models import ModelCall, ModelOutage
from config.notifications import find_recent_events, notify_people
from config.notifications.event_kinds import KINDS
from config.notifications.find_recent_events import Event
from config.notifications.models import Notification, NotificationChoice
from config.notifications.notify_people import watch
from config.notifications.preferences import store_choices
from tests import factories
from tests.evaluation.conftest import measured_run

pytestmark = pytest.mark.django_db


def person(name: str, group: str, **values: object) -> User:
    made = User.objects.create_user(name, f"{name}@stadt.example", "ein langes Kennwort", is_staff=True, **values)
    made.groups.add(Group.objects.get(name=group))
    return made


@pytest.fixture
def editor() -> User:
    return person("redaktion", "editor")


@pytest.fixture
def administrator() -> User:
    return person("leitung", "administrator")


def told(someone: User) -> list[str]:
    watch()
    return list(Notification.objects.filter(person=someone).order_by("pk").values_list("kind", flat=True))


def texts(someone: User) -> str:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(someone)
    return client.get("/admin/notifications/").content.decode()


def alarm() -> SourceRun:
    source = Source.objects.create(name="Rat", kind="cms", collection=factories.collection(), location="x")
    return SourceRun.objects.create(source=source, state="failed", reason_code="listing_empty")


def test_an_alarm_of_a_source_is_told_once_to_those_who_read_its_collection(editor: User, settings: Settings) -> None:
    settings.EMAIL_HOST = "mail.example"
    run = alarm()
    assert told(editor) == ["source_alarm"]
    assert f"Source &#x27;Rat&#x27;: {run.alarm}".split(":")[0] in texts(editor)
    assert [letter.to for letter in mail.outbox] == [["redaktion@stadt.example"]]
    assert f"/admin/documents/sourcerun/{run.pk}/change/" in mail.outbox[0].body
    SourceRun.objects.create(source=run.source, state="failed", reason_code="listing_empty")
    assert told(editor) == ["source_alarm"]
    assert len(mail.outbox) == 1


def test_nobody_hears_of_a_collection_that_is_closed_to_her(editor: User) -> None:
    run = alarm()
    factories.document(["Text."], collection=run.source.collection)
    Document.objects.update(status=Status.FAILED)
    run.source.collection.readers = Readers.GROUPS
    run.source.collection.save()
    assert told(editor) == []


def test_many_documents_that_fail_are_one_event(editor: User) -> None:
    collection = factories.collection()
    for number in range(3):
        factories.document(["Text."], collection=collection, external_id=f"{number}.pdf")
    Document.objects.update(status=Status.FAILED)
    assert told(editor) == ["import_failed"]
    assert f"Documents of the collection &#x27;{collection.name}&#x27; could not be read." in texts(editor)


def test_what_failed_yesterday_is_not_told_again_after_midnight(editor: User, monkeypatch: pytest.MonkeyPatch) -> None:
    document = factories.document(["Text."])
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    failed = midnight - timedelta(hours=10)
    Document.objects.update(status=Status.FAILED, updated_at=failed)
    for clock in (failed + timedelta(minutes=1), midnight + timedelta(minutes=1)):
        monkeypatch.setattr(timezone, "now", lambda clock=clock: clock)
        assert told(editor) == ["import_failed"]
    # What fails on the next day is another event.
    other = factories.document(["Text."], collection=document.collection, external_id="anderes.pdf")
    Document.objects.filter(pk=other.pk).update(status=Status.FAILED, updated_at=midnight)
    assert told(editor) == ["import_failed"] * 2


def test_a_corrected_title_is_no_failure_of_today(editor: User) -> None:
    document = factories.document(["Text."])
    days_ago = timezone.now() - timedelta(days=9)
    Document.objects.update(status=Status.FAILED, failed_at=days_ago)
    document.refresh_from_db()
    document.title = "Gebühren"
    document.save()
    assert told(editor) == []


def test_a_budget_is_told_at_four_fifths_and_when_it_is_spent(administrator: User, editor: User) -> None:
    ServiceRules.objects.update_or_create(pk=1, defaults={"cost_per_day": Decimal(10)})
    ModelCall.objects.create(model="m", purpose="answer", seconds=1, cost=Decimal("7.9"))
    assert told(administrator) == []
    ModelCall.objects.create(model="m", purpose="answer", seconds=1, cost=Decimal("0.2"))
    assert told(administrator) == ["budget"]
    assert "Four fifths of today are spent: The budget of the day (limit: 10.00)." in texts(administrator)
    ModelCall.objects.create(model="m", purpose="answer", seconds=1, cost=Decimal(2))
    assert told(administrator) == ["budget", "budget"]
    assert "The budget of the day is spent for today" in texts(administrator)


def test_the_mail_of_a_budget_says_in_its_subject_which_and_below_what_follows(
    administrator: User, settings: Settings
) -> None:
    settings.EMAIL_HOST = "mail.example"
    ServiceRules.objects.update_or_create(pk=1, defaults={"cost_per_day": Decimal(3)})
    ModelCall.objects.create(model="m", purpose="answer", seconds=1, cost=Decimal("3.83"))
    watch()
    (sent,) = mail.outbox
    assert sent.subject.endswith("Budget des Tages: für heute aufgebraucht (Grenze: 3,00).")
    assert "bis Mitternacht mit Sätzen aus den Dokumenten" in sent.body


def test_tokens_are_counted_in_whole_numbers() -> None:
    with translation.override("de"):
        said = KINDS["budget"].said({"budget": "tokens", "limit": 200_000.0, "is_spent": True})
    assert "(Grenze: 200.000)" in said


def test_a_model_server_is_told_when_it_goes_and_when_it_comes_back(administrator: User) -> None:
    outage = ModelOutage.objects.create(endpoint="haus", reason="unreachable")
    assert told(administrator) == ["model_server"]
    ModelOutage.objects.filter(pk=outage.pk).update(ended_at=timezone.now())
    assert told(administrator) == ["model_server", "model_server"]
    assert "is back" in texts(administrator)


def test_who_wrote_a_draft_hears_how_it_was_measured_and_nobody_else(
    editor: User, administrator: User, pinned: Suite
) -> None:
    draft = Draft.objects.create(
        kind="prompt", target="answer", digest="x", created_by=editor, content=content_of_answer()
    )
    measured_run(pinned, draft, mean=0.3, finished_at=timezone.now())
    assert told(editor) == ["gate_result"]
    assert "has not passed" in texts(editor)
    assert told(administrator) == []


def test_a_measured_draft_is_decided_once_and_not_where_nobody_is_told(
    editor: User, pinned: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided: list[int] = []

    def decide_and_count(draft: Draft, suite: Suite) -> ReleaseDecision:
        decided.append(draft.pk)
        return decide_release(draft, suite)

    monkeypatch.setattr(find_recent_events, "decide_release", decide_and_count)
    values = {"kind": "prompt", "target": "answer", "content": content_of_answer()}
    measured_run(pinned, Draft.objects.create(digest="x", **values), mean=0.3, finished_at=timezone.now())
    own = Draft.objects.create(digest="y", created_by=editor, **values)
    measured_run(pinned, own, mean=0.3, finished_at=timezone.now())
    for _look in range(2):
        assert told(editor) == ["gate_result"]
    assert decided == [own.pk]


def test_many_people_take_as_many_queries_as_few(editor: User, administrator: User) -> None:
    reader = User.objects.create_user("leserin", "leserin@stadt.example", is_staff=True)

    def queries(key: str) -> int:
        with CaptureQueriesContext(connection) as found:
            notify_people.notify_staff(Event("weak_sample", key, "/", {"day": "2026-01-02", "mean": 0.5}))
        return len(found)

    few = queries("1")
    for number in range(5):
        person(f"leitung{number}", "administrator")
    store_choices(administrator, {"mail-weak_sample": "on"})
    assert queries("2") == few
    told_of = Notification.objects.filter(key="2")
    assert told_of.filter(is_mail_due=True).count() == 7
    assert set(told_of.exclude(read_at=None).values_list("person", flat=True)) == {administrator.pk}
    assert not told_of.filter(person=reader).exists()


def content_of_answer() -> dict[str, int]:
    from apps.llm.models import Prompt

    version = Prompt.objects.get(slug="answer").published
    assert version is not None
    return {"version": version.pk, "number": version.number}


def test_a_weak_sample_is_told_and_a_good_one_is_not(administrator: User) -> None:
    values = {"kind": "sample", "state": "finished", "finished_at": timezone.now()}
    Run.objects.create(title="2026-01-01", mean=0.9, **values)
    assert told(administrator) == []
    Run.objects.create(title="2026-01-02", mean=0.55, **values)
    assert told(administrator) == ["weak_sample"]
    assert "The sample of answers of 2026-01-02 scored 0.55 on average." in texts(administrator)


def test_the_new_owner_of_a_gap_hears_of_it_and_the_mail_does_not_hold_the_question(
    editor: User, settings: Settings
) -> None:
    settings.EMAIL_HOST = "mail.example"
    gap = Gap.objects.create(question="Was kostet das Krematorium?")
    gap.owner = editor
    gap.save()
    gap.note = "bald"
    gap.save()
    assert told(editor) == ["gap_assigned"]
    assert "Krematorium" not in mail.outbox[0].body + mail.outbox[0].subject


def test_what_is_older_than_a_day_is_told_nobody(editor: User) -> None:
    run = alarm()
    SourceRun.objects.filter(pk=run.pk).update(created_at=timezone.now() - timedelta(days=2))
    assert told(editor) == []


def test_a_mail_that_was_refused_is_tried_again(
    editor: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_HOST = "mail.example"
    alarm()
    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", refuse)
        told(editor)
    told(editor)
    assert mail.outbox == [], "not before its time"
    later()
    told(editor)
    assert len(mail.outbox) == 1


def test_a_mail_that_could_not_be_written_is_still_owed(
    editor: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_HOST = "mail.example"
    alarm()
    with monkeypatch.context() as patch:
        patch.setattr(notify_people, "build_mail", lambda row: row.no_such_field)
        with pytest.raises(AttributeError):
            watch()
    later()
    watch()
    assert len(mail.outbox) == 1


def later() -> None:
    """The pause before the next attempt is over."""
    Notification.objects.update(next_attempt_at=timezone.now())


def refuse(self: object) -> None:
    raise OSError("refused")


def owed_mails(settings: Settings) -> None:
    """Three, to three people."""
    settings.EMAIL_HOST = "mail.example"
    person("zweite", "editor")
    person("dritte", "editor")
    alarm()


@pytest.mark.parametrize(
    ("error", "tries"),
    [(TimeoutError("timed out"), 2), (SMTPDataError(451, b"later"), 3)],
    ids=["away", "refused"],
)
def test_a_mail_server_that_is_away_is_waited_for_twice_in_a_look(
    editor: User, settings: Settings, monkeypatch: pytest.MonkeyPatch, error: Exception, tries: int
) -> None:
    owed_mails(settings)
    sent: list[object] = []

    def fail(mail: object) -> None:
        sent.append(mail)
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", fail)
        watch()
    assert len(sent) == tries
    later()
    watch()
    assert len(mail.outbox) == 3


@pytest.mark.parametrize(
    "error", [SMTPDataError(550, b"no"), SMTPRecipientsRefused({"redaktion@stadt.example": (550, b"unknown")})]
)
def test_a_mail_that_is_refused_for_good_is_offered_once_where_another_one_is_taken(
    editor: User, settings: Settings, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    owed_mails(settings)
    offered: list[EmailMessage] = []

    def refuse_for_good(letter: EmailMessage) -> None:
        offered.append(letter)
        if letter.to == ["dritte@stadt.example"]:
            raise error

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse_for_good)
    for _look in range(3):
        told(editor)
        later()
    assert len(offered) == 3


def test_mails_that_are_all_refused_are_kept_and_sent_when_the_server_takes_them_again(
    editor: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    owed_mails(settings)
    error = SMTPRecipientsRefused({"a@stadt.example": (550, b"relay access denied")})
    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", lambda letter: (_ for _ in ()).throw(error))
        for _look in range(3):
            watch()
            later()
    assert set(Notification.objects.values_list("is_mail_due", "error")) == {(True, "550 relay access denied")}
    watch()
    assert len(mail.outbox) == 3


def test_what_an_older_release_has_inserted_or_sent_is_sent_once(editor: User, settings: Settings) -> None:
    """It knows no column of attempts, and goes by `is_mail_due` and `mailed_at` alone."""
    settings.EMAIL_HOST = "mail.example"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO config_notification (person_id, kind, key, words, url, created_at, is_mail_due)"
            " VALUES (%s, 'gap_assigned', '1', '{}', '/', now(), true)",
            [editor.pk],
        )
    watch()
    watch()
    assert len(mail.outbox) == 1
    later()
    Notification.objects.update(mailed_at=timezone.now())
    watch()
    assert len(mail.outbox) == 1


def test_a_mail_at_which_the_server_hangs_up_keeps_no_other_back(
    editor: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    owed_mails(settings)
    send = EmailMessage.send

    def hang_up(letter: EmailMessage) -> int:
        if editor.email in letter.to:
            raise SMTPServerDisconnected("Connection unexpectedly closed")
        return send(letter)

    monkeypatch.setattr("django.core.mail.EmailMessage.send", hang_up)
    watch()
    assert sorted(letter.to[0] for letter in mail.outbox) == ["dritte@stadt.example", "zweite@stadt.example"]


def test_who_may_no_longer_sign_in_gets_no_mail_that_was_owed(
    editor: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    owed_mails(settings)
    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", refuse)
        watch()
    User.objects.filter(pk=editor.pk).update(is_active=False)
    later()
    watch()
    assert sorted(letter.to[0] for letter in mail.outbox) == ["dritte@stadt.example", "zweite@stadt.example"]


def test_each_person_chooses_and_the_bell_counts_what_is_new(editor: User, settings: Settings) -> None:
    settings.EMAIL_HOST = "mail.example"
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(editor)
    client.post("/admin/notifications/choices/", {"console-import_failed": "on"})
    assert NotificationChoice.objects.get(person=editor, kind="source_alarm").by_mail is False
    alarm()
    told(editor)
    assert mail.outbox == []
    assert 'class="bell"' in client.get("/admin/notifications/").content.decode()
    client.post("/admin/notifications/choices/", {"console-source_alarm": "on"})
    Notification.objects.all().delete()
    told(editor)
    page = client.get("/admin/notifications/").content.decode()
    assert 'class="bell new"' in page
    row = Notification.objects.get()
    assert client.get(f"/admin/notifications/{row.pk}/")["Location"] == row.url
    assert 'class="bell"' in client.get("/admin/notifications/").content.decode()


def test_nobody_opens_what_others_were_told(editor: User, administrator: User) -> None:
    alarm()
    watch()
    row = Notification.objects.get(person=administrator)
    client = Client()
    client.force_login(editor)
    assert client.get(f"/admin/notifications/{row.pk}/").status_code == 404
    client.post("/admin/notifications/read/")
    row.refresh_from_db()
    assert row.read_at is None


def test_the_worker_loads_no_console_as_long_as_there_is_nothing_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks every minute; an address of the console loads its 700 modules."""

    def unwanted(name: str, **_places: object) -> str:
        raise AssertionError(f"The address of {name} was asked for.")

    monkeypatch.setattr(find_recent_events, "reverse", unwanted)
    monkeypatch.setattr(notify_people, "reverse", unwanted)
    watch()
