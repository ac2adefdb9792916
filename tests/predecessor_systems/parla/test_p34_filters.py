"""P34: type, number, year and party narrow a question, on the public page, over the websocket and in the interface."""

import json

import pytest
from django.test import Client

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.models import Turn
from apps.chat.web.websocket_messages import BadFrame, parse_frame
from apps.documents.keywords import write_keyword_index
from apps.retrieval.query.filters import Filters
from tests import factories

QUESTION = "Wie lang sind die Radwege?"


@pytest.fixture
def papers(db: None) -> None:
    for party, kilometres in (("SPD", "zehn"), ("CDU", "zwanzig")):
        factories.document(
            [f"Die Radwege sind {kilometres} Kilometer lang."],
            title=f"Anfrage {party}",
            parties=[party],
            document_type="Schriftliche Anfrage",
            number=f"19/{party}",
        )
    write_keyword_index.index_missing_documents()


@pytest.mark.parametrize(("name", "value"), [("party", "CDU"), ("number", "19/CDU")])
def test_the_form_on_the_public_page_narrows_the_question(papers: None, name: str, value: str) -> None:
    client = Client()
    assert f'name="{name}"' in client.get("/").content.decode()
    html = client.post("/", {"question": QUESTION, name: value}).content.decode()
    turn = Turn.objects.get()
    assert {citation.document.title for citation in turn.citations.all()} == {"Anfrage CDU"}
    assert f'value="{value}"' in html


def test_a_day_that_is_none_is_told_and_nothing_is_asked(papers: None) -> None:
    html = Client().post("/", {"question": QUESTION, "from": "gestern"}).content.decode()
    assert "gestern" in html
    assert not Turn.objects.exists()


def test_the_websocket_takes_the_same_filters() -> None:
    frame = parse_frame(json.dumps({"type": "ask", "id": "1", "text": "Was?", "filters": {"party": "CDU"}}))
    assert frame == AskedQuestion("Was?", message_id="1", filters=Filters(parties=("CDU",)))


@pytest.mark.parametrize("filters", [{"colour": "red"}, {"from": "gestern"}, [], {"party": 1}])
def test_filters_that_are_none_are_refused(filters: object) -> None:
    with pytest.raises(BadFrame) as refused:
        parse_frame(json.dumps({"type": "ask", "id": "1", "text": "Was?", "filters": filters}))
    assert refused.value.code == "bad_field"
