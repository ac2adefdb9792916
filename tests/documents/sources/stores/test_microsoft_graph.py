"""A library of SharePoint, by Graph's delta over real HTTP: tokens, changes, moves, deletions, lists that are cut."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from apps.documents.models import Document, Source, Status
from apps.documents.sources.stores import microsoft_graph
from config.user_directory.models import SignInSubject
from tests import factories
from tests.documents.source_runs import counts, run
from tests.fakes.document_host import DocumentHost
from tests.fakes.graph import DRIVE, SECRET, Library

pytestmark = pytest.mark.django_db
VARIABLE = "SOURCE_GRAPH_SECRET"


@pytest.fixture
def library(host: DocumentHost, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = Library(host)
    host.answers = made
    with DocumentHost() as blobs:
        blobs.answers = made
        made.blobs = blobs
        settings.IMPORT_HOSTS = [host.entry, blobs.entry]
        settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{host.entry}"]
        monkeypatch.setenv(VARIABLE, SECRET)
        yield made


@pytest.fixture
def source(host: DocumentHost, library: Library) -> Source:
    return Source.objects.create(
        name="Bibliothek", kind="graph", collection=factories.collection("bibliothek"),
        location=host.url(f"{DRIVE}/root"),
        options={"tenant": "tenant", "client_id": "wir", "secret_variable": VARIABLE, "login": host.url("")},
    )  # fmt: skip


def fill(library: Library) -> None:
    library.folder("f1", "Beschlüsse")
    library.folder("f2", "Entwürfe")
    for number in range(9):
        library.file(f"i{number}", f"{number}.pdf", "f1")
    library.file("i9", "9.pdf", "f2")


def test_files_come_with_their_path_and_the_token_stays_with_the_service(library: Library, source: Source) -> None:
    fill(library)
    done = run(source)
    assert (done.alarm, counts(done), done.fetched, done.not_fetched) == ("", (10, 0, 0, 0), 10, 0)
    document = Document.objects.get(external_id="i3")
    assert document.metadata["path"] == "Beschlüsse/3.pdf"
    # One for the list, and one for each connection that fetches at most.
    assert len(library.host.requests("/tenant/oauth2/v2.0/token")) <= 5


def test_later_runs_hear_of_changes_only(library: Library, source: Source) -> None:
    fill(library)
    run(source)
    library.file("i3", "3.pdf", "f1", version=2)
    library.delete("i4")
    library.file("i10", "10.pdf", "f2")
    before = len(library.host.asked)
    assert counts(run(source)) == (1, 1, 8, 1)
    assert len(library.host.asked) - before <= 6
    assert Document.objects.get(external_id="i10").metadata["path"] == "Entwürfe/10.pdf"
    assert counts(run(source)) == (0, 0, 10, 0)


def test_a_file_that_has_become_too_large_stays_with_its_old_content(library: Library, source: Source) -> None:
    fill(library)
    run(source)
    library.file("i3", "3.pdf", "f1", version=2)
    library.log[-1]["size"] = 2**40
    done = run(source)
    assert (done.withdrawn, [where for where, _problem in done.skipped]) == (0, ["Beschlüsse/3.pdf"])


def test_what_is_moved_out_of_the_chosen_folders_is_withdrawn(library: Library, source: Source) -> None:
    source.options |= {"include": ["Beschlüsse/"]}
    source.save()
    fill(library)
    assert counts(run(source)) == (9, 0, 0, 0)
    library.file("i3", "3.pdf", "f2")
    assert counts(run(source)) == (0, 0, 8, 1)


def test_a_folder_that_is_renamed_takes_along_what_lies_in_it(library: Library, source: Source) -> None:
    """Graph names the folder alone."""
    fill(library)
    run(source)
    library.folder("f1", "Entwurfsablage")
    assert counts(run(source)) == (0, 9, 1, 0)
    assert Document.objects.get(external_id="i3").metadata["path"] == "Entwurfsablage/3.pdf"


def test_a_chosen_folder_that_is_renamed_is_chosen_no_longer(library: Library, source: Source) -> None:
    source.options |= {"include": ["Beschlüsse/", "Entwürfe/"]}
    source.save()
    fill(library)
    run(source)
    library.folder("f1", "Entwurfsablage")
    done = run(source)
    assert (done.state, done.vanished) == ("needs_decision", 9), "so many at once: a person decides"


def test_a_folder_that_is_moved_takes_along_what_lies_in_it(library: Library, source: Source) -> None:
    source.options |= {"include": ["Beschlüsse/"]}
    source.save()
    fill(library)
    assert counts(run(source)) == (9, 0, 0, 0)
    library.folder("f2", "Entwürfe", parent="f1")
    assert counts(run(source)) == (1, 0, 9, 0)
    assert Document.objects.get(external_id="i9").metadata["path"] == "Beschlüsse/Entwürfe/9.pdf"
    library.folder("f2", "Entwürfe")
    assert counts(run(source)) == (0, 0, 9, 1)


def test_a_folder_that_is_deleted_takes_along_what_lies_in_it(library: Library, source: Source) -> None:
    fill(library)
    run(source)
    library.delete("f2")
    library.remove("i9")
    assert counts(run(source)) == (0, 0, 9, 1)


def test_a_folder_that_is_named_as_it_was_costs_no_list(library: Library, source: Source) -> None:
    """As Graph does for each one above a change."""
    fill(library)
    run(source)
    library.folder("f1", "Beschlüsse")
    library.file("i3", "3.pdf", "f1", version=2)
    before = len(library.host.asked)
    assert counts(run(source)) == (0, 1, 9, 0)
    assert len(library.host.asked) - before <= 4


def test_a_place_that_the_service_has_forgotten_means_everything_again(library: Library, source: Source) -> None:
    fill(library)
    library.page_size = 100
    run(source)
    library.forgets = True
    library.delete("i4")
    assert counts(run(source)) == (0, 0, 9, 1)


LIES: dict[str, dict[str, Any]] = {
    "cut": {"@odata.nextLink": None, "@odata.deltaLink": None},
    "without a list": {"value": None},
    "round in a circle": {"@odata.nextLink": "/first", "@odata.deltaLink": None},
    "on at another host": {"@odata.nextLink": "http://198.51.100.7/v1.0/x", "@odata.deltaLink": None},
}


@pytest.mark.parametrize("lie", LIES)
def test_a_list_that_is_broken_changes_nothing(lie: str, library: Library, source: Source) -> None:
    fill(library)
    run(source)
    library.delete("i4")
    first = f"{library.host.url(DRIVE)}/root/delta"
    library.lie = {name: first if said == "/first" else said for name, said in LIES[lie].items()}
    Source.objects.update(cursor="")
    failed = run(source)
    assert (failed.state, failed.reason_code, failed.withdrawn) == ("failed", "listing_failed", 0)
    assert not Document.objects.filter(status=Status.WITHDRAWN).exists()


def test_a_wrong_secret_is_an_alarm(library: Library, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "falsch")
    failed = run(source)
    assert "401" in failed.alarm
    assert "falsch" not in failed.alarm


def group(name: str, *roles: str, kind: str = "group") -> dict[str, Any]:
    return {"id": name, "roles": roles or ["read"], "grantedToV2": {kind: {"id": f"0-{name}", "displayName": name}}}


@pytest.fixture
def with_permissions(library: Library, source: Source) -> Source:
    """Files of a group of the directory, of one of the site, of a person, of a link for all, and one that just went."""
    for identity in ("bau", "presse", "chefin", "link", "fort"):
        library.file(identity, f"{identity}.pdf")
    person = {"roles": ["owner"], "grantedToV2": {"user": {"id": "7", "displayName": "Bauamt"}}}
    library.permissions = {
        "bau": [person, group("Bauamt", "write")],
        "presse": [group("Presse Mitglieder", "read", kind="siteGroup"), group("Bauamt", "sp.limited access")],
        "chefin": [person],
        "link": [{"roles": ["read"], "link": {"scope": "organization"}, "grantedToIdentitiesV2": []}],
    }
    source.options |= {"readers_from_permissions": True}
    source.save()
    return source


def read_by(name: str) -> set[str]:
    reader = User.objects.get_or_create(username=name)[0]
    reader.groups.set([Group.objects.get_or_create(name=name)[0]])
    return set(Document.objects.readable_by(reader).values_list("external_id", flat=True))


def test_readers_are_the_groups_that_sharepoint_lets_read(with_permissions: Source) -> None:
    Group.objects.create(name="Bauamt")
    Group.objects.create(name="Presse Mitglieder")
    run(with_permissions)
    assert Document.objects.count() == 5
    assert read_by("Bauamt") == {"bau"}
    assert read_by("Presse Mitglieder") == {"presse"}
    assert set(Document.objects.readable_by(None)) == set()


def test_a_right_that_was_taken_is_gone_after_the_next_run(library: Library, with_permissions: Source) -> None:
    Group.objects.create(name="Bauamt")
    run(with_permissions)
    library.permissions["bau"] = [group("Presse Mitglieder")]
    asked = len([one for one in library.host.asked if one.path.endswith("/content")])
    run(with_permissions)
    assert read_by("Bauamt") == set()
    assert len([one for one in library.host.asked if one.path.endswith("/content")]) <= asked + 1


def test_permissions_that_cannot_be_read_change_nothing(library: Library, with_permissions: Source) -> None:
    Group.objects.create(name="Bauamt")
    run(with_permissions)
    library.permissions["bau"] = "no list"  # type: ignore[assignment]
    library.file("neu", "neu.pdf")
    assert run(with_permissions).alarm
    assert read_by("Bauamt") == {"bau"}
    assert not Document.objects.filter(external_id="neu").exists()


def test_links_for_named_groups_count(library: Library, with_permissions: Source) -> None:
    Group.objects.create(name="Kreistag")
    named = [{"group": {"displayName": "Kreistag"}}, {"user": {"displayName": "Bauamt"}}]
    library.permissions["link"] = [{"roles": ["read"], "link": {"scope": "users"}, "grantedToIdentitiesV2": named}]
    run(with_permissions)
    assert read_by("Kreistag") == {"link"}


def test_people_read_by_address_or_identifier_and_never_by_a_display_name(
    library: Library, with_permissions: Source
) -> None:
    anna = {"user": {"id": "4f0c", "displayName": "Anna", "email": "Anna@amt.example"}}
    bert = {
        "user": {"displayName": "Bert"},
        "siteUser": {"id": "12", "displayName": "Bert", "loginName": "i:0#.f|membership|bert@amt.example"},
    }
    everybody = {"siteUser": {"id": "5", "displayName": "Everyone", "loginName": "c:0(.s|true"}}
    library.permissions |= {
        "bau": [{"roles": ["write"], "grantedToV2": anna}],
        "presse": [{"roles": ["read"], "link": {"scope": "users"}, "grantedToIdentitiesV2": [bert, anna]}],
        "chefin": [{"roles": ["sp.limited access"], "grantedToV2": anna}],
        "link": [{"roles": ["read"], "grantedToV2": everybody}],
    }
    done = run(with_permissions)
    assert (done.unknown_people, done.unknown_groups) == (["Anna@amt.example", "bert@amt.example"], None)
    by_mail, by_other_mail = (
        User.objects.create(username=f"sso-{n}", email=f"{n}@amt.example") for n in ("anna", "bert")
    )
    by_subject = User.objects.create(username="sso-3")
    SignInSubject.objects.create(account=by_subject, subject="4f0c")
    others = [User.objects.create(username=name) for name in ("Anna", "Bert", "12", "5", "Everyone", "true")]
    read = [
        set(Document.objects.readable_by(user).values_list("external_id", flat=True))
        for user in (by_mail, by_subject, by_other_mail, *others, None)
    ]
    assert read == [{"bau", "presse"}, {"bau", "presse"}, {"presse"}, *[set()] * 7]
    library.permissions["bau"] = [{"roles": ["read"], "grantedToV2": bert}]
    run(with_permissions)
    assert not Document.objects.readable_by(by_mail).filter(external_id="bau").exists()


def permissions_asked(library: Library) -> int:
    return sum(one.path.partition("?")[0].endswith("/permissions") for one in library.host.asked)


@pytest.fixture
def by_changes(with_permissions: Source) -> Source:
    with_permissions.options |= {"permissions_in_changes": True}
    with_permissions.save()
    Group.objects.create(name="Bauamt")
    run(with_permissions)
    return with_permissions


def test_by_changes_only_those_of_changed_files_are_asked_for(library: Library, by_changes: Source) -> None:
    before = permissions_asked(library)
    library.permissions["presse"] = [group("Bauamt")]
    library.share_anew("presse")
    run(by_changes)
    assert read_by("Bauamt") == {"bau", "presse"}
    assert permissions_asked(library) == before + 1
    library.permissions["presse"] = []
    library.share_anew("presse")
    run(by_changes)
    assert read_by("Bauamt") == {"bau"}
    lists = [one for one in library.host.asked if "/delta" in one.path]
    assert all("deltashowsharingchanges" in one.headers["prefer"] for one in lists)


def test_by_changes_a_folder_that_is_shared_anew_has_everything_read_again(
    library: Library, by_changes: Source
) -> None:
    library.permissions["bau"] = []
    library.share_anew("root")
    assert run(by_changes).withdrawn == 0
    assert read_by("Bauamt") == set()


def test_by_changes_everything_is_read_again_once_a_day(
    library: Library, by_changes: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.permissions["bau"] = []
    run(by_changes)
    assert read_by("Bauamt") == {"bau"}, "nothing said so"
    monkeypatch.setattr(microsoft_graph, "DAY", -1.0)
    run(by_changes)
    assert read_by("Bauamt") == set()
