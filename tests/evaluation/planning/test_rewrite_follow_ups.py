"""Hit rates over conversations: follow-ups are searched as the chat searches them, what nothing answers is skipped."""

import pytest

from apps.documents.keywords import write_keyword_index
from apps.evaluation.hit_rates.measure_hit_rates import measure_hit_rates
from apps.evaluation.planning.question_files import RankedQuestion
from apps.llm.models import ModelCall
from apps.retrieval.algorithms import get_algorithm
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def papers() -> None:
    factories.document(["Die Hundesteuer beträgt 90 Euro für den ersten Hund."], external_id="dogs")
    factories.document(
        ["Die Zweitwohnung wird mit zwölf Prozent besteuert, das zweite Auto gar nicht."], external_id="homes"
    )
    while write_keyword_index.index_missing_documents():
        pass


@pytest.mark.usefixtures("papers")
def test_a_follow_up_is_made_to_stand_alone_before_it_is_searched() -> None:
    before = ("Wie hoch ist die Hundesteuer für den ersten Hund?",)
    hybrid = [get_algorithm("hybrid")]
    alone = measure_hit_rates([RankedQuestion("Und für das zweite?", ("dogs",))], algorithms=hybrid, at=[1])
    assert alone.algorithms["hybrid"]["hit_rate"]["1"] == 0
    followed = measure_hit_rates(
        [RankedQuestion("Und für das zweite?", ("dogs",), previous=before)], algorithms=hybrid, at=[1]
    )
    assert followed.algorithms["hybrid"]["hit_rate"]["1"] == 1
    assert ModelCall.objects.filter(purpose="rephrase").count() == 1


@pytest.mark.usefixtures("papers")
def test_what_no_document_answers_is_counted_and_skipped() -> None:
    questions = [RankedQuestion("Hundesteuer?", ("dogs",)), RankedQuestion("Wetter morgen?", ())]
    found = measure_hit_rates(questions, algorithms=[get_algorithm("keyword")]).as_json()
    assert (found["questions"], found["unanswerable"]) == (1, 1)
    assert found["algorithms"]["keyword"]["hit_rate"]["1"] == 1
    assert found["unknown_documents"] == []
