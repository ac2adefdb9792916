import pytest

from apps.simplify.checks.facts.times_without_numbers import check


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Die Halle ist im Winter geschlossen.", "Die Halle ist im Sommer zu."),
        ("Die Abgabe ist monatlich fällig.", "Sie zahlen jedes Jahr."),
        ("Das gilt über Ostern. Weihnachten bleibt frei.", "Das gilt über Weihnachten. Weihnachten bleibt frei."),
    ],
)
def test_a_time_that_became_another_one_is_found(before: str, after: str) -> None:
    assert [violation.kind for violation in check(before, after)] == ["date"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Die Abgabe ist jährlich fällig.", "Sie zahlen jedes Jahr."),
        ("Die Frist beträgt 12 Monate.", "Sie haben ein Jahr Zeit."),
        ("Es gilt bis zum Ablauf des Kalenderjahres.", "Es gilt bis zum Ende des Jahres."),
        ("Der Markt findet im Laufe des Herbstes statt.", "Der Markt ist bald."),
    ],
)
def test_the_same_time_in_other_words_is_no_violation(before: str, after: str) -> None:
    assert check(before, after) == []
