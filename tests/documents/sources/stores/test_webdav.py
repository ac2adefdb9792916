"""A share over a real WebDAV server: new, changed and removed files; passwords; answers that are no lists."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from apps.documents.engine.revisions_to_process import OpenRevisions
from apps.documents.engine.run_engine_synchronously import process_revisions
from apps.documents.lifecycle.reparse_outdated_documents import reparse_outdated_documents
from apps.documents.lifecycle.restrict_document_access import set_readers
from apps.documents.models import Document, Listing, Revision, Source, SourceRunState, Status
from apps.documents.sync import tasks
from apps.documents.sync.run_source_from_command_line import open_revisions
from tests import factories
from tests.documents.conftest import PDF
from tests.documents.source_runs import counts, run
from tests.fakes.document_host import DocumentHost, head
from tests.fakes.webdav_server import GROUP, LINK, PASSWORD, PERSON, USER, WebDAVServer

pytestmark = pytest.mark.django_db
VARIABLE = "SOURCE_SHARE_PASSWORD"


@pytest.fixture
def share(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebDAVServer]:
    with WebDAVServer(tmp_path) as running:
        settings.IMPORT_HOSTS = [running.entry]
        settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{running.entry}"]
        monkeypatch.setenv(VARIABLE, PASSWORD)
        yield running


@pytest.fixture
def source(share: WebDAVServer) -> Source:
    return Source.objects.create(
        name="Ablage", kind="webdav", collection=factories.collection("ablage"), location=share.location,
        options={"user": USER, "password_variable": VARIABLE},
    )  # fmt: skip


def put(share: WebDAVServer, name: str, data: bytes) -> None:
    path = share.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def fill(share: WebDAVServer, count: int = 10) -> None:
    for number in range(count):
        put(share, f"Bauamt/Pläne & Karten/{number} Übersicht.pdf", PDF + bytes([number]))


def living() -> int:
    return Document.objects.exclude(status=Status.WITHDRAWN).count()


def test_files_in_all_folders_become_documents_under_their_path(share: WebDAVServer, source: Source) -> None:
    fill(share, 2)
    put(share, "Satzung.html", b"<html><body><h1>Satzung</h1><p>Die Steuer.</p></body></html>")
    done = run(source)
    assert (done.state, done.alarm, counts(done), done.fetched) == (SourceRunState.DONE, "", (3, 0, 0, 0), 3)
    document = Document.objects.get(external_id="Bauamt/Pläne & Karten/1 Übersicht.pdf")
    assert bytes(document.revisions.get().blob.data) == PDF + b"\x01"
    assert document.revisions.get().file_name == "1 Übersicht.pdf"


def titles_after_reading(source: Source) -> set[str]:
    run(source)
    process_revisions(OpenRevisions(open_revisions(source)))
    return set(Document.objects.values_list("title", flat=True))


def test_files_are_called_by_what_they_say_and_not_by_their_names(share: WebDAVServer, source: Source) -> None:
    """As files of a folder are; the share states no title."""
    put(share, "scan_2026_03.md", "# Gebührensatzung 2026\n\nDrei Euro.".encode())
    assert titles_after_reading(source) == {"Gebührensatzung 2026"}
    put(share, "scan_2026_03.md", "# Gebührensatzung 2027\n\nVier Euro je Jahr.".encode())
    assert titles_after_reading(source) == {"Gebührensatzung 2027"}
    # As the code before has left it, and a new reader reads it.
    Revision.objects.update(attributes={"title": "scan_2026_03"}, title="scan_2026_03", reader_version="0")
    reparse_outdated_documents(wake=False)
    assert titles_after_reading(source) == {"Gebührensatzung 2027"}
    Listing.objects.update(states_title=None)
    Document.objects.update(title="Satzung")
    put(share, "scan_2026_03.md", "# Ohne Belang\n\nFünf Euro je Jahr.".encode())
    Listing.objects.update(state="waiting")
    tasks.start_fetching(source)
    tasks.work(source.runs.latest("pk").pk)
    process_revisions(OpenRevisions(open_revisions(source)))
    assert Document.objects.get().title == "Satzung", "of the code before nobody knows what the source stated"


def test_the_second_run_reads_the_folders_and_no_file(share: WebDAVServer, source: Source) -> None:
    fill(share)
    run(source)
    share.asked.clear()
    assert counts(run(source)) == (0, 0, 10, 0)
    assert {method for method, _ in share.asked} == {"PROPFIND"}
    assert len(share.asked) == 3


def test_a_changed_file_is_fetched_and_a_removed_one_withdrawn(share: WebDAVServer, source: Source) -> None:
    fill(share)
    run(source)
    put(share, "Bauamt/Pläne & Karten/3 Übersicht.pdf", PDF + b"changed")
    os.utime(share.folder / "Bauamt/Pläne & Karten/3 Übersicht.pdf", (2_000_000_000, 2_000_000_000))
    (share.folder / "Bauamt/Pläne & Karten/4 Übersicht.pdf").unlink()
    done = run(source)
    assert (counts(done), done.fetched) == ((0, 1, 8, 1), 1)


def test_parts_of_paths_choose_the_files(share: WebDAVServer, source: Source) -> None:
    fill(share, 2)
    put(share, "Entwürfe/a.pdf", PDF)
    put(share, "Beschlüsse/b.pdf", PDF + b"b")
    source.options |= {"exclude": ["Entwürfe"], "include": [".pdf"]}
    source.save()
    run(source)
    assert living() == 3


def test_a_wrong_password_is_an_alarm_and_nothing_is_lost(
    share: WebDAVServer, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(share)
    run(source)
    monkeypatch.setenv(VARIABLE, "falsch")
    failed = run(source)
    assert (failed.state, failed.reason_code, failed.withdrawn, living()) == ("failed", "listing_failed", 0, 10)
    assert "401" in failed.alarm


NO_LISTS: dict[str, tuple[int, bytes]] = {
    "a login page": (207, b"<!doctype html><html><body>Anmelden</body></html>"),
    "a list that is cut": (207, b'<d:multistatus xmlns:d="DAV:"><d:response><d:href>/files/</d:href>'),
    "an empty list": (207, b'<d:multistatus xmlns:d="DAV:"/>'),
    "a redirect to a login": (302, b""),
    "an answer without a list": (200, b"<html></html>"),
    "an error": (503, b""),
    "files from elsewhere": (
        207,
        b'<d:multistatus xmlns:d="DAV:"><d:response><d:href>/etc/a.pdf</d:href></d:response></d:multistatus>',
    ),
}


@pytest.mark.parametrize("broken", NO_LISTS)
def test_what_is_no_list_withdraws_nothing(broken: str, share: WebDAVServer, source: Source, settings: Any) -> None:
    fill(share)
    run(source)
    status, body = NO_LISTS[broken]
    with DocumentHost() as host:
        settings.IMPORT_HOSTS = [host.entry]
        settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{host.entry}"]
        facts = {"Content-Length": str(len(body)), "Location": "/login"}
        host.answer("/files/", lambda _: [head(status, **facts), body])
        Source.objects.update(location=host.url("/files"))
        failed = run(source)
    assert (failed.state, failed.reason_code, failed.withdrawn, living()) == ("failed", "listing_failed", 0, 10)
    assert len(failed.alarm) > 30
    assert PASSWORD not in failed.alarm


def test_the_password_goes_to_no_host_that_the_operator_has_not_named(
    share: WebDAVServer, source: Source, settings: Any
) -> None:
    with DocumentHost() as other:
        settings.IMPORT_HOSTS = [other.entry]
        Source.objects.update(location=other.url("/files"))
        failed = run(source)
        assert other.asked == []
    assert "SOURCE_SECRET_HOSTS" in failed.alarm


def test_no_variable_but_those_for_sources_is_read(share: WebDAVServer, source: Source) -> None:
    source.options |= {"password_variable": "SECRET_KEY"}
    source.save()
    assert "SOURCE_" in run(source).alarm
    assert share.asked == []


def test_the_password_does_not_follow_a_redirect_to_another_host(
    share: WebDAVServer, source: Source, settings: Any
) -> None:
    fill(share, 1)
    run(source)
    with DocumentHost() as first, DocumentHost() as second:
        settings.IMPORT_HOSTS = [first.entry, second.entry]
        settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{first.entry}"]
        listed = (
            b'<d:multistatus xmlns:d="DAV:"><d:response><d:href>/files/</d:href><d:propstat><d:prop><d:resourcetype>'
            b"<d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
            b"<d:response><d:href>/files/a.pdf</d:href></d:response></d:multistatus>"
        )
        first.answer("/files/", lambda _: [head(207, **{"Content-Length": str(len(listed))}), listed])
        first.redirect("/files/a.pdf", second.url("/a.pdf"))
        second.serve("/a.pdf", PDF)
        Source.objects.update(location=first.url("/files"))
        run(source)
        assert "authorization" in first.requests("/files/a.pdf")[0].headers
        assert "authorization" not in second.requests("/a.pdf")[0].headers


def reader(*groups: str) -> User:
    made = User.objects.create(username="-".join(groups) or "nobody")
    made.groups.set([Group.objects.get_or_create(name=name)[0] for name in groups])
    return made


def read_by(user: User | None) -> set[str]:
    return set(Document.objects.readable_by(user).values_list("external_id", flat=True))


@pytest.fixture
def shared(share: WebDAVServer, source: Source) -> Source:
    """Folders shared as in Nextcloud: with a group, with a person, by a link, and one file with another group."""
    put(share, "Bauamt/Pläne/plan.pdf", PDF + b"1")
    put(share, "Bauamt/Personal.pdf", PDF + b"2")
    put(share, "Chefin/Notiz.pdf", PDF + b"3")
    put(share, "Presse/Meldung.pdf", PDF + b"4")
    share.shares.update({
        "/Bauamt": [("bauamt", GROUP)], "/Bauamt/Personal.pdf": [("personalrat", GROUP)],
        "/Chefin": [("chefin", PERSON)], "/Presse": [("x7", LINK)],
    })  # fmt: skip
    source.options |= {"readers_from_shares": True}
    source.save()
    return source


def test_readers_are_the_groups_that_a_file_or_a_folder_above_it_is_shared_with(shared: Source) -> None:
    builders, council = reader("bauamt"), reader("personalrat")
    run(shared)
    assert read_by(builders) == {"Bauamt/Pläne/plan.pdf", "Bauamt/Personal.pdf"}
    assert read_by(council) == {"Bauamt/Personal.pdf"}
    assert read_by(None) == read_by(reader()) == set()


def test_people_read_what_is_shared_with_them_once_they_have_an_account(shared: Source) -> None:
    done = run(shared)
    assert done.unknown_people == ["chefin"]
    console, address = Client(), reverse("admin:documents_source_change", args=[shared.pk])
    console.force_login(User.objects.create_superuser("root"))
    named = b"<li>chefin</li>"
    assert named in console.get(address).content
    boss = User.objects.create(username="chefin")
    assert named not in console.get(address).content
    assert read_by(boss) == {"Chefin/Notiz.pdf"}, "without another run"
    assert read_by(User.objects.create(username="x7")) == set(), "a link is nobody"


def test_a_share_that_is_taken_from_a_person_is_gone_after_the_next_run(share: WebDAVServer, shared: Source) -> None:
    boss, auditor = User.objects.create(username="chefin"), User.objects.create(username="pruefung")
    run(shared)
    set_readers([Document.objects.get(external_id="Chefin/Notiz.pdf").pk], people=[auditor.pk])
    share.shares["/Chefin"] = [("presse", GROUP)]
    run(shared)
    assert (read_by(boss), read_by(auditor)) == (set(), {"Chefin/Notiz.pdf"}), "who was named here stays"


def test_a_share_of_the_whole_folder_holds_for_everything(share: WebDAVServer, shared: Source) -> None:
    everybody = reader("alle")
    share.shares["/"] = [("alle", GROUP)]
    run(shared)
    assert len(read_by(everybody)) == 4


def test_another_share_holds_after_the_next_run_although_no_file_changed(share: WebDAVServer, shared: Source) -> None:
    builders, press = reader("bauamt"), reader("presse")
    run(shared)
    share.shares |= {"/Bauamt": [], "/Presse": [("presse", GROUP)]}
    run(shared)
    assert read_by(builders) == set()
    assert read_by(press) == {"Presse/Meldung.pdf"}


def test_a_group_that_is_not_known_here_opens_nothing_until_it_is_made(shared: Source) -> None:
    run(shared)
    assert read_by(reader()) == set()
    builders = reader("bauamt")
    assert read_by(builders) == set()
    run(shared)
    assert read_by(builders) == {"Bauamt/Pläne/plan.pdf", "Bauamt/Personal.pdf"}


def test_a_group_that_is_not_known_is_shown_at_the_source_and_made_there(shared: Source) -> None:
    run(shared)
    console, address = Client(), reverse("admin:documents_source_change", args=[shared.pk])
    console.force_login(User.objects.create_superuser("root"))
    assert "Make the group bauamt" in console.get(address, headers={"accept-language": "en"}).content.decode()
    console.post(reverse("admin:documents_source_group", args=[shared.pk]), {"group": "bauamt"})
    console.post(reverse("admin:documents_source_group", args=[shared.pk]), {"group": "erfunden"})
    assert set(Group.objects.filter(name__in=["bauamt", "erfunden"]).values_list("name", flat=True)) == {"bauamt"}
    assert "Make the group bauamt" not in console.get(address, headers={"accept-language": "en"}).content.decode()
    editor = User.objects.create_user("ed", is_staff=True)
    editor.groups.add(Group.objects.get(name="editor"))
    console.force_login(editor)
    assert console.post(reverse("admin:documents_source_group", args=[shared.pk]), {"group": "x"}).status_code == 403


def test_without_the_option_shares_are_not_asked_for(share: WebDAVServer, shared: Source) -> None:
    shared.options |= {"readers_from_shares": False}
    shared.save()
    run(shared)
    assert len(read_by(None)) == 4
