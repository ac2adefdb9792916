"""The model of meaning decides where words leave open whether the sources answer; surely known things do not ask it."""

from array import array
from collections.abc import Sequence
from typing import Any

import pytest

from apps.llm.errors import ModelError, model_error
from apps.llm.offline.answers.semantic_similarity_evidence import MOST_IN_TURN, semantic_evidence
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock
from apps.llm.semantic_embedding import semantic_embedder
from apps.llm.semantic_embedding.vector_cache import VectorCache
from apps.text.quotable_units import quotable_units

QUESTION = "Wann kommt die Müllabfuhr?"
UNIT = quotable_units("Die Restabfallbehälter werden alle zwei Wochen geleert.")[0]
SHREDDER = SourceBlock(
    1,
    "Benutzungsordnung für den Häckselplatz",
    1,
    "Auf dem Platz werden Äste angenommen.\n\nDer Betreiber weist den Platz zum Abladen an.",
)
ABOUT_BRANCHES = "Wohin mit Zweigen aus dem Garten?"


class Process:
    """The model's process: the question is the first axis, every passage lies at the cosine `cosine` to it."""

    def __init__(self, cosine: float, *, in_turn: int = 0, error: ModelError | None = None) -> None:
        self.recent = VectorCache()
        self.in_turn = in_turn
        self.asked: list[str] = []
        self._row, self._error = array("f", [cosine, 0.0]).tobytes(), error

    def vectors(self, texts: Sequence[str], *, is_query: bool) -> list[bytes]:
        assert not is_query
        self.asked += texts
        if self._error:
            raise self._error
        return [self._row for _ in texts]


@pytest.fixture
def process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Process:
    """Has embedded both questions."""
    made = Process(**request.param)
    for question in (QUESTION, ABOUT_BRANCHES):
        made.recent.put(question, array("f", [1.0, 0.0]).tobytes(), is_query=True)
    monkeypatch.setattr(semantic_embedder, "for_questions", made)
    return made


def of(cosine: float, **more: Any) -> Any:
    return pytest.param({"cosine": cosine, **more})


@pytest.mark.parametrize("process", [of(0.9)], indirect=True)
def test_a_unit_of_the_same_meaning_speaks_for_the_answer_and_is_read_under_its_title(process: Process) -> None:
    assert semantic_evidence(QUESTION, "Abfallsatzung", UNIT, 0.5) > 0.5
    assert process.asked == ["Abfallsatzung:  Die Restabfallbehälter werden alle zwei Wochen geleert."]


@pytest.mark.parametrize("process", [of(0.9)], indirect=True)
def test_in_writing_without_blanks_words_alone_decide(process: Process) -> None:
    asked = "性質の違う2つの空気を何と呼ぶ"
    process.recent.put(asked, array("f", [1.0, 0.0]).tobytes(), is_query=True)
    assert semantic_evidence(asked, "Abfallsatzung", UNIT, -0.4) == 0.0
    assert process.asked == []


@pytest.mark.parametrize("process", [of(0.76)], indirect=True)
def test_one_of_another_meaning_speaks_against_it(process: Process) -> None:
    assert semantic_evidence(QUESTION, "Abfallsatzung", UNIT, 0.5) < -0.5


@pytest.mark.parametrize("process", [of(0.9)], indirect=True)
def test_nobody_is_asked_where_words_are_sure_or_the_question_was_searched_without_the_model(process: Process) -> None:
    assert semantic_evidence(QUESTION, "Abfallsatzung", UNIT, 3.0) == 0
    assert semantic_evidence(QUESTION, "Abfallsatzung", UNIT, -9.0) == 0
    assert semantic_evidence("Wann wird geleert?", "Abfallsatzung", UNIT, 0.5) == 0
    assert process.asked == []


@pytest.mark.parametrize(
    "process", [of(0.9, in_turn=MOST_IN_TURN), of(0.9, error=model_error("timeout", "meaning"))], indirect=True
)
def test_a_busy_model_and_one_that_fails_leave_the_decision_to_the_words(process: Process) -> None:
    assert semantic_evidence(QUESTION, "Abfallsatzung", UNIT, 0.5) == 0


@pytest.mark.parametrize(
    ("process", "answers"),
    [pytest.param({"cosine": 0.93}, True), pytest.param({"cosine": 0.78}, False)],
    indirect=["process"],
)
def test_what_words_leave_open_is_answered_or_refused_by_the_meaning(process: Process, answers: bool) -> None:
    assert bool(select_units(ABOUT_BRANCHES, [SHREDDER])) is answers
    assert process.asked
