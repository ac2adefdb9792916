"""Say it simply: an answer of the chat keeps its citations."""

import pytest

from apps.llm.call_ledger import Ledger
from apps.simplify.batch_sources import UnknownDocument, document_text
from apps.simplify.models import TextType
from apps.simplify.simplify_answer import simplify_answer
from tests import factories

ANSWER = (
    "Die Gebühr ist unverzüglich zu entrichten [1].\n\n"
    "- Sie beträgt 30 Euro [2].\n- Sofern Sie umziehen, gilt das nicht [1] [3]."
)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("shipped_rows")
async def test_numbers_of_sources_stay_at_their_sentences() -> None:
    outcome = await simplify_answer(ANSWER, ledger=Ledger(), in_house=False)
    assert outcome.text == (
        "Die Gebühr ist sofort zu zahlen [1].\n\n"
        "- Sie beträgt 30 Euro [2].\n- Wenn Sie umziehen, gilt das nicht [1] [3]."
    )
    assert not any(sentence.findings for sentence in outcome.sentences)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("shipped_rows")
async def test_an_answer_is_rewritten_also_where_nobody_writes_web_pages() -> None:
    await TextType.objects.filter(slug="web").aupdate(is_active=False)
    outcome = await simplify_answer(ANSWER, ledger=Ledger(), in_house=False)
    assert "sofort zu zahlen [1]" in outcome.text


@pytest.mark.django_db
def test_the_text_of_a_document_is_that_of_its_pages() -> None:
    document = factories.document(["Seite eins.", "Seite zwei."], external_id="a.pdf")
    assert document_text("a.pdf", document.collection.slug) == "Seite eins.\n\nSeite zwei."


@pytest.mark.django_db
def test_a_document_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownDocument, match=r"nothing\.pdf"):
        document_text("nothing.pdf", None)
