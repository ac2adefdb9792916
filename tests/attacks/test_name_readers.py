"""Who may read a document or a collection, named with an upload and in the console."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.documents.lifecycle.restrict_document_access import set_readers_of_source
from apps.documents.models import Collection, Document, Listing, Readers, Source
from apps.documents.sources.connectors.source_item import NamedReaders
from tests.attacks.closed_document import READERS, TITLE, member, secret_document, secrets_in, token_of, told
from tests.attacks.test_editors import client_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_upload_names_the_groups_that_alone_may_read_it(amt: Collection) -> None:
    editor = User.objects.create_user("writer", is_staff=True)
    editor.groups.add(Group.objects.get(name="editor"))
    headers = {"authorization": f"Bearer {token_of(editor)}"}

    def send(**groups: str) -> Any:
        body = {"collection": "amt", **groups, "file": SimpleUploadedFile("neu.txt", b"Neu.")}
        return Client().post("/api/v1/documents", body, headers=headers)

    refused = send(reader_groups="steueramt; unbekannt")
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "unknown_group")
    assert "unbekannt" in refused.json()["error"]["message"]
    assert not Document.objects.filter(external_id="neu.txt").exists()
    assert send(reader_groups="steueramt").status_code == 201
    made = Document.objects.get(external_id="neu.txt")
    assert made.reader_groups == [Group.objects.get(name="steueramt").pk]
    assert send().status_code == 409, "the editor belongs to no such group"


def test_an_upload_names_the_people_who_alone_may_read_it(amt: Collection) -> None:
    editor = User.objects.create_user("writer", email="writer@amt.example")
    editor.groups.add(Group.objects.get(name="editor"))
    headers = {"authorization": f"Bearer {token_of(editor)}"}

    def send(people: str) -> Any:
        body = {"collection": "amt", "reader_users": people, "file": SimpleUploadedFile("neu.txt", b"Neu.")}
        return Client().post("/api/v1/documents", body, headers=headers)

    unknown = send("writer; niemand@amt.example")
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (400, "unknown_person")
    assert "niemand@amt.example" in unknown.json()["error"]["message"]
    assert not Document.objects.filter(external_id="neu.txt").exists()
    assert send(f"Writer@amt.example; {READERS[0]}").status_code == 201
    made = Document.objects.filter(external_id="neu.txt")
    for user, may_read in ((editor, True), (User.objects.get(username=READERS[0]), True), (member(), False)):
        assert made.readable_by(user).exists() is may_read, user


def test_the_console_sets_and_takes_back_the_groups(amt: Collection) -> None:
    client = client_of("administrator")
    document = secret_document()
    address = f"/admin/documents/document/{document.pk}/change/"
    bauamt = Group.objects.create(name="bauamt")
    assert "read by these groups alone" in client.get(address, headers={"accept-language": "en"}).content.decode()
    shown = client.get(address).content.decode()
    assert f"{READERS[0]}</textarea>" in shown
    assert f": {READERS[1]}." in shown, "whom its source names"
    set_readers_of_source([(document.pk, NamedReaders(frozenset({"bauamt"})))])
    sent = {"title": TITLE, "url": "", "date": "", "metadata": "{}"}
    for chosen, stored in (([bauamt.pk], [bauamt.pk]), ([], [])):
        assert client.post(address, {**sent, "only_groups": chosen}).status_code == 302
        document.refresh_from_db()
        assert document.reader_groups == stored
    assert not secrets_in(told("chunks-only", None))
    assert client.post(address, {**sent, "for_all": "on"}).status_code == 302
    assert secrets_in(told("chunks-only", None))


def test_taking_the_last_one_off_in_the_console_leaves_a_document_to_administrators(amt: Collection) -> None:
    client, document = client_of("administrator"), secret_document()
    address = f"/admin/documents/document/{document.pk}/change/"
    sent = {"title": TITLE, "url": "", "date": "", "metadata": "{}"}
    english = {"accept-language": "en"}
    Document.objects.filter(pk=document.pk).update(reader_groups=[], reader_users=[], named_readers=None)
    for person, said in ((READERS[0], ""), ("", "is for administrators alone")):
        page = client.post(address, {**sent, "only_people": person}, headers=english, follow=True).content.decode()
        assert said in page
        document.refresh_from_db()
        assert document.reader_groups == []
    source = Source.objects.create(name="Rat", kind="cms", collection=amt, location="x")
    Listing.objects.create(source=source, document=document, checksum="1", is_closed=True)
    page = client.post(address, {**sent, "for_all": "on"}, headers=english, follow=True).content.decode()
    assert "stays closed" in page
    Listing.objects.all().delete()
    assert 'name="for_all"' in client.get(address).content.decode()
    client.post(address, {**sent, "for_all": "on"})
    document.refresh_from_db()
    assert document.reader_groups is None
    assert 'name="for_all"' not in client.get(address).content.decode()


def test_a_name_that_nobody_or_several_have_is_said_and_changes_nothing(amt: Collection) -> None:
    client, document = client_of("administrator"), secret_document()
    for number in range(2):
        User.objects.create(username=f"twin-{number}", email="twins@amt.example")
    sent = {"title": TITLE, "url": "", "date": "", "metadata": "{}", "name": "Amt", "slug": "amt", "readers": "groups"}
    for name, said in (("<i>niemand</i>", "&lt;i&gt;niemand"), ("twins@amt.example", "Several accounts")):
        for address in (f"document/{document.pk}", f"collection/{amt.pk}"):
            page = client.post(
                f"/admin/documents/{address}/change/", {**sent, "only_people": name, "people": name},
                headers={"accept-language": "en"},
            )  # fmt: skip
            assert said in page.content.decode(), (address, name)
    document.refresh_from_db()
    amt.refresh_from_db()
    assert document.reader_users == [User.objects.get(username=READERS[0]).pk]
    assert amt.readers == Readers.PUBLIC


def test_the_console_names_people_as_readers_of_a_collection(amt: Collection) -> None:
    client, named = client_of("administrator"), User.objects.create(username="sso-7", email="anna@amt.example")
    address = f"/admin/documents/collection/{amt.pk}/change/"
    sent = {"name": "Amt", "slug": "amt", "readers": "groups"}
    for people, reads in (("Anna@amt.example", True), ("", False)):
        assert client.post(address, {**sent, "people": people}).status_code == 302
        assert Collection.objects.readable_by(named).exists() is reads
        assert ("anna@amt.example</textarea>" in client.get(address).content.decode()) is reads
    assert not Collection.objects.readable_by(None).exists()
    viewer = client_of("evaluator")
    Collection.objects.update(readers=Readers.PUBLIC)
    page = viewer.get(address).content.decode()
    assert ("field-reader_groups" in page, "field-people" in page) == (True, False)
