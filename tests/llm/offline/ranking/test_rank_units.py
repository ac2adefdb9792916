"""Which candidate comes first, by features of which each is found out by itself."""

import pytest

from apps.llm.offline.answers.collect_candidate_units import collect_candidate_units
from apps.llm.offline.ranking.analyse_question import QuestionTerms, analyse_question, answer_kinds
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.rank_units import LETTERS, MOST_READ, WEIGHTS, rank_units
from apps.llm.offline.ranking.unit_features import FEATURES, unit_features
from apps.llm.prompts.delimit_quoted_text import SourceBlock

FOREST = (
    "Der Kiefernwald liegt bei Lindenau. Förster Karl Brandt pflanzte den Wald im Jahr 1921. "
    "Der Kiefernwald ist ein Naturschutzgebiet. Er wird jedes Jahr von 4.000 Menschen besucht."
)


def read(question: str, text: str) -> tuple[QuestionTerms, list[CandidateUnit]]:
    candidates = collect_candidate_units([SourceBlock(1, "Wald", 1, text)])
    asked = analyse_question(question, candidates)
    assert asked is not None
    return asked, candidates


def first(question: str, text: str = FOREST) -> str:
    return rank_units(*read(question, text))[0].candidate.unit.shown


@pytest.mark.parametrize(
    ("question", "begin"),
    [
        ("Wann wurde der Kiefernwald gepflanzt?", "Förster Karl Brandt"),
        ("Was ist der Kiefernwald?", "Der Kiefernwald ist"),
        ("Wie viele Menschen besuchen den Kiefernwald?", "Er wird jedes Jahr"),
        ("Wo liegt der Kiefernwald?", "Der Kiefernwald liegt"),
    ],
)
def test_the_unit_that_says_what_is_asked_comes_first(question: str, begin: str) -> None:
    assert first(question).startswith(begin)


def test_each_sign_has_a_weight_and_each_weight_a_sign() -> None:
    assert set(WEIGHTS) == {*FEATURES, LETTERS}


def test_a_figure_of_the_question_is_no_new_one() -> None:
    asked, [old, new] = read("Wann wurde der Wald von 1921 gefällt?", "Der Wald ist von 1921. Der Wald fiel 1990.")
    at = list(FEATURES).index("when_new_figure")
    assert [unit_features(asked, one, None)[at] for one in (old, new)] == [0.0, 1.0]


def test_a_unit_goes_on_with_what_the_one_before_says() -> None:
    asked, [before, unit] = read("Wem gehört der Lindenhof?", "Der Lindenhof ist alt. Frau Seidel kaufte das Haus.")
    at = list(FEATURES).index("previous_adds")
    assert unit_features(asked, unit, before)[at] > 0 == unit_features(asked, unit, None)[at]


def test_people_are_counted_in_other_words_and_places_are_not() -> None:
    assert rank_units(*read("Wie viele Menschen leben in Auental?", "Auental hat 900 Einwohner."))
    assert not rank_units(*read("Wie viele Brücken hat Auental?", "Auental hat 900 Einwohner."))


def test_only_the_best_are_read_closely() -> None:
    text = " ".join(f"Der Kiefernwald hat Weg {number}." for number in range(3 * MOST_READ))
    assert len(rank_units(*read("Welche Wege hat der Kiefernwald?", text))) == MOST_READ


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("In welchem Jahr brannte es?", {"when"}),
        ("Darf ich dort parken, wo es brennt?", {"decision"}),
        ("Welche Bäume wachsen dort?", {"which"}),
        ("Was bedeutet Aue?", {"definition", "which"}),
        ("Nenne mir Bäume.", set()),
    ],
)
def test_what_a_question_may_ask_for(question: str, kinds: set[str]) -> None:
    assert answer_kinds(question) == kinds
