"""Separable verbs by words alone: a question finds the forms in which official German has them."""

import pytest
from asgiref.sync import async_to_sync

from apps.documents.keywords import write_keyword_index
from apps.llm.call_ledger import Ledger
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from tests import factories


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("Muss ich das anmelden?", "Jede Veranstaltung ist beim Amt anzumelden."),
        ("Wie melde ich das an?", "Veranstaltungen werden beim Amt angemeldet."),
        ("Wann darf ich einwerfen?", "Glas ist nur werktags einzuwerfen."),
        ("Muss ich etwas mitbringen?", "Die Unterlagen sind zum Termin mitzubringen."),
    ],
)
def test_a_verb_finds_its_other_forms(db: None, question: str, page: str) -> None:
    factories.document([page], title="said otherwise")
    factories.document(["Der Bericht beschreibt den Haushalt der Stadt."], title="about something else")
    while write_keyword_index.index_missing_documents():
        pass
    result = async_to_sync(search)(question, SearchRequest(algorithm="keyword"), ledger=Ledger())
    assert {passage.title for passage in result.passages} == {"said otherwise"}
