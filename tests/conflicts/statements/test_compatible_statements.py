"""Whether two statements may both hold, whatever their values are."""

import pytest

from apps.conflicts.statements.compatible_statements import may_both_hold
from apps.conflicts.statements.statement import ValueStatement

LIBRARY = ValueStatement("Eine Jahreskarte kostet 15 Euro.", "Bücherei Tannfeld")


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Familienpass Tannfeld", "Mit dem Familienpass kostet die Jahreskarte der Bücherei 8 Euro."),
        ("Bücherei Tannfeld: Gruppen", "Ab 15 Personen kostet die Jahreskarte 9 Euro."),
        ("Rückblick der Bücherei", "Damals hatte die Jahreskarte einen Preis von 5 Euro."),
    ],
)
def test_of_another_object_group_or_time(title: str, text: str) -> None:
    other = ValueStatement(text, title)
    assert may_both_hold(LIBRARY, other, "money")
    assert may_both_hold(other, LIBRARY, "money")


def test_what_a_sentence_repeats_of_its_title_may_stand_anywhere_on_the_other_side() -> None:
    guide = ValueStatement(
        "Dafür zahlen Sie zwölf Euro.", "Von A bis Z", before="In der Bücherei leihen Sie Bücher aus."
    )
    page = ValueStatement("Die Bücherei verlangt 15 Euro.", "Bücherei")
    assert not may_both_hold(guide, page, "money")


def test_groups_and_months_that_exclude_each_other() -> None:
    assert may_both_hold(ValueStatement("Kinder zahlen 2 Euro."), ValueStatement("Erwachsene zahlen 4 Euro."), "money")
    summer = ValueStatement("Im Juli und August ist täglich von 9 bis 21 Uhr geöffnet.")
    spring = ValueStatement("Im April und Mai ist täglich von 10 bis 18 Uhr geöffnet.")
    assert may_both_hold(summer, spring, "hours")
    assert not may_both_hold(summer, ValueStatement("Täglich von 9 bis 20 Uhr geöffnet."), "hours")
