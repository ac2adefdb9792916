"""Withdrawing says what it will do, shows its receipt next, and can be allowed to be undone."""

import re

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from apps.chat.models import Citation, Conversation, Turn
from apps.documents.admin.withdrawal_receipts import marked_rows
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Document, Receipt, Status
from apps.documents.uploads.accept_uploaded_files import upload_files
from apps.documents.uploads.sent_file_and_metadata import UploadRefused
from tests import factories

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def cited() -> Document:
    document = factories.document(["Die Gebühr beträgt drei Euro."] * 2, external_id="gebuehren.txt", embed=False)
    turn = Turn.objects.create(conversation=Conversation.objects.create(), number=1, question="Was kostet das?")
    for number, verified in enumerate((True, True, False), 1):
        Citation.objects.create(
            turn=turn, number=number, document=document, external_id="gebuehren.txt", verified=verified
        )
    return document


def test_the_page_says_how_many_answers_cite_the_document_and_that_it_stays_away(
    admin_client: Client, cited: Document
) -> None:
    page = admin_client.get(
        reverse("admin:documents_document_delete", args=[cited.pk]), headers=ENGLISH
    ).content.decode()
    assert "1 answer cites this document" in page
    assert "its 2 pages" in page
    assert "until you allow it again" in page
    assert Document.objects.get(pk=cited.pk).status == Status.READY


def test_the_page_speaks_of_no_answers_where_none_cites_the_document(admin_client: Client) -> None:
    document = factories.document(["Die Gebühr beträgt drei Euro."], external_id="neu.txt", embed=False)
    address = reverse("admin:documents_document_delete", args=[document.pk])
    page = admin_client.get(address, headers=ENGLISH).content.decode()
    assert "No answer cites this document." in page
    assert "They stay" not in page


def test_the_receipt_is_the_next_page_and_speaks_in_words(admin_client: Client, cited: Document) -> None:
    sent = admin_client.post(reverse("admin:documents_document_delete", args=[cited.pk]), {"post": "yes"})
    receipt = Receipt.objects.get()
    assert sent["Location"] == reverse("admin:documents_receipt_change", args=[receipt.pk])
    shown = admin_client.get(sent["Location"], headers=ENGLISH)
    assert "2 pages" in shown.context["removed"]
    assert shown.context["left"] == 0
    assert shown.context["marked"] == ["3 citations"]
    assert reverse("admin:documents_document_change", args=[cited.pk]) in shown.content.decode()


@pytest.mark.parametrize(("is_ticked", "left"), [(True, []), (False, ["Lageplan"])])
def test_what_came_with_a_mail_goes_with_it_where_the_box_is_ticked(
    admin_client: Client, is_ticked: bool, left: list[str]
) -> None:
    mail = factories.document(title="Einladung", external_id="einladung.eml", embed=False)
    came_with = {"attached_to": "einladung.eml"}
    factories.document(title="Lageplan", external_id="einladung.eml/plan.pdf", metadata=came_with, embed=False)
    other = factories.document(title="Satzung", external_id="satzung.pdf", embed=False)
    address = reverse("admin:documents_document_delete", args=[mail.pk])
    page = admin_client.get(address, headers=ENGLISH).content.decode()
    assert "Withdraw 1 file that came with it as well" in page
    assert "Lageplan" in page
    # What comes while somebody reads the page was not shown to be withdrawn, and what was not shown is not taken along.
    factories.document(title="Nachtrag", external_id="einladung.eml/nachtrag.pdf", metadata=came_with, embed=False)
    [box] = re.findall(r'<input type="checkbox" name="(\w+)" value="([\d ]+)" checked>', page)
    admin_client.post(address, {"post": "yes"} | ({box[0]: f"{box[1]} {other.pk} x"} if is_ticked else {}))
    shown = Document.objects.filter(status=Status.READY).order_by("title").values_list("title", flat=True)
    assert list(shown) == [*left, "Nachtrag", "Satzung"]
    assert Receipt.objects.count() == 1


def test_it_comes_back_only_when_it_was_allowed_again(admin_client: Client, cited: Document) -> None:
    admin_client.post(reverse("admin:documents_document_delete", args=[cited.pk]), {"post": "yes"})
    file = SimpleUploadedFile("gebuehren.txt", b"Die Geb\xc3\xbchr betr\xc3\xa4gt vier Euro.")
    with pytest.raises(UploadRefused):
        upload_files(cited.collection, [file])
    allow = reverse("admin:documents_document_allow", args=[cited.pk])
    assert allow in admin_client.get(reverse("admin:documents_document_change", args=[cited.pk])).content.decode()
    assert admin_client.get(allow).status_code == 405
    admin_client.post(allow)
    file.seek(0)
    assert upload_files(cited.collection, [file]) == [cited.pk]


@pytest.mark.parametrize("reason", ["withdrawn_allowed", "withdrawn_at_source"])
def test_a_document_that_is_withdrawn_is_not_offered_to_be_withdrawn_but_to_stay_away(
    admin_client: Client, cited: Document, reason: str
) -> None:
    withdraw_documents([cited.pk])
    Document.objects.filter(pk=cited.pk).update(reason_code=reason)
    page = reverse("admin:documents_document_change", args=[cited.pk])
    offered = admin_client.get(page).content.decode()
    assert reverse("admin:documents_document_delete", args=[cited.pk]) not in offered
    keep_away = reverse("admin:documents_document_keep_away", args=[cited.pk])
    assert keep_away in offered
    said = admin_client.post(keep_away, follow=True)
    assert ["Es bleibt weg" in str(each) for each in said.context["messages"]] == [True]
    with pytest.raises(UploadRefused):
        upload_files(
            cited.collection, [SimpleUploadedFile("gebuehren.txt", b"Die Geb\xc3\xbchr betr\xc3\xa4gt vier Euro.")]
        )
    assert reverse("admin:documents_document_allow", args=[cited.pk]) in admin_client.get(page).content.decode()
    assert Receipt.objects.count() == 1


def test_receipts_that_name_no_closed_document_are_shown_to_every_editor(client: Client) -> None:
    for external_id, groups in (("offen.txt", None), ("geheim.txt", [0])):
        document = factories.document(external_id=external_id, embed=False)
        Document.objects.filter(pk=document.pk).update(reader_groups=groups, reader_users=groups and [])
        withdraw_documents([document.pk])
    person = User.objects.create_user("editor-person", is_staff=True)
    person.groups.add(Group.objects.get(name="editor"))
    client.force_login(person)
    shown = client.get(reverse("admin:documents_receipt_changelist")).context["cl"].queryset
    assert [receipt.external_ids for receipt in shown] == [["offen.txt"]]


def test_who_may_not_delete_sees_no_button_and_allows_nothing(cited: Document) -> None:
    person = User.objects.create_user("evaluator-person", is_staff=True)
    person.groups.add(Group.objects.get(name="evaluator"))
    client = Client()
    client.force_login(person)
    page = client.get(reverse("admin:documents_document_change", args=[cited.pk])).content.decode()
    assert reverse("admin:documents_document_delete", args=[cited.pk]) not in page
    for way in ("allow", "keep_away"):
        assert client.post(reverse(f"admin:documents_document_{way}", args=[cited.pk])).status_code == 403


def test_a_receipt_says_in_words_how_many_sentences_were_covered() -> None:
    assert marked_rows(Receipt(tables={"chat_sentence": {"marked": 2}, "chat_citation": {"marked": 0}})) == [
        "2 verdeckte Sätze"
    ]


def test_no_table_of_a_receipt_goes_by_a_name_that_nobody_wrote_for_people(
    admin_client: Client, cited: Document
) -> None:
    admin_client.post(reverse("admin:documents_document_delete", args=[cited.pk]), {"post": "yes"})
    named = {model._meta.db_table: model._meta.original_attrs for model in apps.get_models()}
    counted = [table for table in Receipt.objects.get().tables if table in named]
    assert "conflicts_storedfact" in counted
    assert [table for table in counted if "verbose_name_plural" not in named[table]] == []
