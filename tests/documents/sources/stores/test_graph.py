"""A library of SharePoint, by Graph's delta over real HTTP: tokens, changes, moves, deletions, lists that are cut."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from apps.documents.models import Document, Source, Status
from tests import factories
from tests.documents.conftest import PDF
from tests.documents.source_runs import counts, run
from tests.fakes.document_host import Asked, DocumentHost, head

pytestmark = pytest.mark.django_db
VARIABLE, SECRET, TOKEN = "SOURCE_GRAPH_SECRET", "geheim", "zugang"
DRIVE = "/v1.0/drives/b!x"


class Library(dict[str, Any]):
    """Changes in the order they happened; a delta link is the number of those that were told."""

    def __init__(self, host: DocumentHost) -> None:
        super().__init__()
        self.host = host
        self.log: list[dict[str, Any]] = [{"id": "root", "name": "root", "root": {}, "folder": {}}]
        self.page_size = 4
        self.forgets = False
        self.lie: dict[str, Any] = {}
        self.permissions: dict[str, list[dict[str, Any]]] = {}

    def folder(self, identity: str, name: str, parent: str = "root") -> None:
        self.log.append({"id": identity, "name": name, "folder": {}, "parentReference": {"id": parent}})

    def file(self, identity: str, name: str, parent: str = "root", version: int = 1) -> None:
        self.log.append({
            "id": identity, "name": name, "file": {"mimeType": "application/pdf"}, "size": 90,
            "cTag": f"c:{identity},{version}", "eTag": f"e:{identity}", "parentReference": {"id": parent},
            "webUrl": f"https://x.sharepoint.com/{name}", "lastModifiedDateTime": "2026-03-04T10:00:00Z",
        })  # fmt: skip

    def delete(self, identity: str) -> None:
        self.log.append({"id": identity, "deleted": {"state": "deleted"}})

    def get(self, path: str, default: Any = None) -> Any:
        return super().get(path, self.reply)

    def reply(self, asked: Asked) -> list[bytes]:
        if asked.path == "/tenant/oauth2/v2.0/token":
            right = asked.form["client_secret"] == SECRET and asked.form["grant_type"] == "client_credentials"
            return self.sent({"access_token": TOKEN, "expires_in": 3600}) if right else self.status(401)
        if asked.path.startswith("/blobs/"):
            # The address is the right; a token here would be one too many.
            return self.status(400) if "authorization" in asked.headers else [head(200), PDF + asked.path.encode()]
        if asked.headers.get("authorization") != f"Bearer {TOKEN}":
            return self.status(401)
        if asked.path.endswith("/content"):
            return [
                head(302, Location=self.blobs.url(f"/blobs/{asked.path.split('/')[-2]}"), **{"Content-Length": "0"})
            ]
        if asked.path.partition("?")[0].endswith("/permissions"):
            return self.permissions_of(asked)
        start = int(asked.path.partition("?token=")[2] or 0)
        return self.status(410) if self.forgets and start else self.sent(self.page(start))

    def permissions_of(self, asked: Asked) -> list[bytes]:
        """One on each page."""
        path, _, number = asked.path.partition("?page=")
        known = self.permissions.get(path.split("/")[-2])
        if known is None:
            return self.status(404)
        start = int(number or 0)
        more = {"@odata.nextLink": f"{self.host.url(path)}?page={start + 1}"} if start + 1 < len(known) else {}
        return self.sent({"value": known[start : start + 1]} | more)

    def page(self, start: int) -> dict[str, Any]:
        end = min(start + self.page_size, len(self.log))
        link = f"{self.host.url(DRIVE)}/root/delta?token={end}"
        name = "@odata.nextLink" if end < len(self.log) else "@odata.deltaLink"
        said = {"value": self.log[start:end], name: link} | self.lie
        return {name: value for name, value in said.items() if value is not None}

    def sent(self, said: dict[str, Any]) -> list[bytes]:
        data = json.dumps(said).encode()
        return [head(200, **{"Content-Length": str(len(data))}), data]

    def status(self, status: int) -> list[bytes]:
        return [head(status, **{"Content-Length": "0"})]


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


def test_what_is_moved_out_of_the_chosen_folders_is_withdrawn(library: Library, source: Source) -> None:
    source.options |= {"include": ["Beschlüsse/"]}
    source.save()
    fill(library)
    assert counts(run(source)) == (9, 0, 0, 0)
    library.file("i3", "3.pdf", "f2")
    assert counts(run(source)) == (0, 0, 8, 1)


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
