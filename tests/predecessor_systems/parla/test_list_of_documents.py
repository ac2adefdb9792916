"""The list of documents beside answers: what matches, with summary, keywords, type, date, narrowed and as a feed."""

import datetime
import xml.etree.ElementTree as ET
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.chat.models.service_settings import PersonalData, ServiceRules
from apps.documents.keywords import write_keyword_index
from apps.documents.models import Document, Readers
from tests import factories

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def papers() -> None:
    for number in range(1, 24):
        made = factories.document(
            ["Allgemeines.", f"Der Radweg Nummer {number} ist {number} Kilometer lang."],
            title=f"Anfrage {number:02}",
            summary=f"Es geht um Radweg {number}.",
            document_type="Schriftliche Anfrage" if number % 2 else "Antrag",
            date=datetime.date(2024, 1, number),
        )
        made.current_revision.tags = ["Radverkehr", f"Los {number}"]
        made.current_revision.save()
    factories.document(["Hunde sind anzuleinen."], title="Hundesatzung")
    staff = factories.collection("staff", readers=Readers.STAFF)
    factories.document(["Der Radweg ist geheim."], title="Vermerk", collection=staff, date=datetime.date(2025, 1, 1))
    write_keyword_index.index_missing_documents()


def listed(client: Client, query: str = "") -> str:
    response = client.get(f"/documents/?{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_all_documents_are_listed_newest_first_page_by_page(papers: None) -> None:
    first = listed(Client())
    assert first.index("Anfrage 23") < first.index("Anfrage 22") < first.index("Anfrage 04")
    assert "Anfrage 03" not in first
    second = listed(Client(), "page=2")
    assert second.index("Anfrage 03") < second.index("Anfrage 01") < second.index("Hundesatzung")
    assert "Vermerk" not in first + second


def test_each_stands_with_summary_keywords_type_date_and_its_page_view(papers: None) -> None:
    html = listed(Client(), "type=Antrag&from=2024-01-22")
    document = Document.objects.get(title="Anfrage 22")
    assert f'href="/documents/{document.pk}/pages/1/"' in html
    for text in ("Es geht um Radweg 22.", "Radverkehr", "Los 22", "Antrag", "2024-01-22"):
        assert text in html
    assert Client().get(f"/documents/{document.pk}/pages/1/").status_code == 200


def test_a_search_lists_what_matches_and_opens_the_page_that_does(papers: None) -> None:
    html = listed(Client(), "q=Wie+lang+ist+Radweg+Nummer+17")
    best = Document.objects.get(title="Anfrage 17")
    assert html.index("Anfrage 17") < html.index("Anfrage 16" if "Anfrage 16" in html else "</main>")
    assert f'href="/documents/{best.pk}/pages/2/"' in html
    assert "Vermerk" not in html


@pytest.mark.parametrize(
    ("query", "title", "others"),
    [
        ("type=antrag&q=Radweg", "Anfrage 22", "Anfrage 21"),
        ("tag=Los+7", "Anfrage 07", "Anfrage 08"),
        ("until=2024-01-01", "Anfrage 01", "Anfrage 02"),
        ("q=Hunde", "Hundesatzung", "Vermerk"),
    ],
)
def test_filters_narrow_list_search_and_feed(papers: None, query: str, title: str, others: str) -> None:
    for text in (listed(Client(), query), Client().get(f"/documents/feed?{query}").content.decode()):
        assert title in text
        assert others not in text


def test_who_may_read_more_is_shown_more(papers: None) -> None:
    client = Client()
    client.force_login(User.objects.create_user("eva"))
    assert "Vermerk" in listed(client)


def test_the_feed_is_atom_with_the_last_added_first(papers: None) -> None:
    response = Client().get("/documents/feed?type=Antrag")
    assert response["Content-Type"].startswith("application/atom+xml")
    feed = ET.fromstring(response.content)  # noqa: S314 - our own
    entries = feed.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") for entry in entries]
    assert titles == [f"Anfrage {number:02}" for number in range(22, 0, -2)]
    assert entries[0].findtext(f"{ATOM}summary") == "Es geht um Radweg 22."
    assert {each.get("term") for each in entries[0].findall(f"{ATOM}category")} == {"Radverkehr", "Los 22"}
    link = entries[0].find(f"{ATOM}link")
    assert link is not None
    assert Client().get(urlsplit(str(link.get("href"))).path).status_code == 200
    assert "type=Antrag" in listed(Client(), "type=Antrag").partition("application/atom+xml")[2]


def test_a_title_with_signs_that_xml_forbids_stops_no_feed() -> None:
    factories.document(["Text."], title="Seite\x0cZwei \ufffe", summary="Ein\x01Satz")
    feed = ET.fromstring(Client().get("/documents/feed").content)  # noqa: S314 - our own
    assert feed.find(f"{ATOM}entry") is not None


def test_what_is_no_filter_is_told(papers: None) -> None:
    assert "gestern" in listed(Client(), "from=gestern")
    assert Client().get("/documents/feed?from=gestern").status_code == 400
    assert Client().get("/documents/?page=-1").status_code == 404


def test_personal_data_are_not_searched_for(papers: None) -> None:
    ServiceRules.objects.update_or_create(pk=1, defaults={"personal_data": PersonalData.BLOCK})
    html = listed(Client(), "q=Radweg+eva.meier%40example.org")
    assert "Anfrage" not in html.partition("<ol")[2]


def test_a_withdrawn_document_leaves_list_and_feed(papers: None) -> None:
    from apps.documents.lifecycle.withdraw_documents import withdraw_documents

    withdraw_documents([Document.objects.get(title="Anfrage 23").pk])
    assert "Anfrage 23" not in listed(Client()) + Client().get("/documents/feed").content.decode()


def test_where_there_are_no_documents_yet_none_is_said_to_match() -> None:
    assert "Noch sind keine Dokumente durchsuchbar." in listed(Client())
    assert "Kein Dokument passt dazu." in listed(Client(), "q=Radweg")
