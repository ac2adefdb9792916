"""Whether two statements speak of the same thing."""

from apps.conflicts.statements.statement import ValueStatement
from apps.conflicts.statements.subject_word_overlap import nearness, statement_keys
from apps.conflicts.statements.subject_words import is_same, subject_words

LEAFLET = ValueStatement("Die Musikschule erreichen Sie unter 07131 5566.", "Wegweiser Neustetten")
PAGE = ValueStatement("Anmeldung zum Unterricht: 07131 5577", "Musikschule Neustetten", "Anmeldung")


def share_a_key(first: ValueStatement, second: ValueStatement, *scopes: str) -> bool:
    """As CANDIDATES compares them: a pair of words that is even for one of the two."""
    keys = [set(statement_keys(one, "phone", scope)) for one, scope in zip((first, second), scopes, strict=True)]
    return any(key % 2 == 0 and {key, key | 1} & other for mine, other in (keys, keys[::-1]) for key in mine)


def test_other_words_under_titles_that_name_the_same_thing() -> None:
    school = ValueStatement(
        "Rufen Sie uns an: 07131 5577", "Musikschule Neustetten", before="Unsere Musikschule berät Sie."
    )
    named = ValueStatement("Musikschule Neustetten, Sekretariat der Schule: 07131 5566", "Wegweiser Neustetten")
    assert nearness(named, school) > 0
    assert share_a_key(named, school, "1", "1")
    assert not share_a_key(named, school, "1", "2")


def test_two_branches_and_two_offices_are_two_things() -> None:
    north = ValueStatement("Die Jugendhilfe im Bezirk Nord hat die 07131 5566.", "Jugendhilfe Neustetten Bezirk Nord")
    south = ValueStatement("Die Jugendhilfe im Bezirk Süd hat die 07131 5577.", "Jugendhilfe Neustetten Bezirk Süd")
    assert nearness(north, south) == 0
    one = ValueStatement("Das Bauamt im Rathaus Neustetten: 07131 5566", "Rathaus Neustetten")
    other = ValueStatement("Das Standesamt im Rathaus Neustetten: 07131 5577", "Rathaus Neustetten")
    assert nearness(one, other) == 0


def test_two_branches_by_titles_of_two_words_alone() -> None:
    north = ValueStatement("Die Bücherei finden Sie in der Ringstraße 4.", "Bücherei Nord")
    south = ValueStatement("Die Bücherei finden Sie im Gartenweg 9.", "Bücherei Süd")
    assert nearness(north, south) == 0
    guide = ValueStatement("Die Bücherei Nord finden Sie im Gartenweg 9.", "Bücherei Wegweiser")
    assert nearness(north, guide) > 0


def test_two_statutes_regulate_two_matters() -> None:
    one = ValueStatement("Die Gebühr ist einen Monat nach dem Bescheid fällig.", "Wassersatzung Neustetten")
    other = ValueStatement("Die Gebühr ist zwei Wochen nach dem Bescheid fällig.", "Abwassersatzung Neustetten")
    assert nearness(one, other) == 0


def test_stems_within_compounds_are_the_same() -> None:
    assert is_same("hund", "hundesteu")
    assert is_same("rufbereitschaf", "bereitschaftsdien")
    assert not is_same("platz", "platt")
    assert subject_words("Die Stadt erhebt eine Hundesteuer.") == ("hundesteu",)


def test_the_title_of_a_series_makes_no_candidates() -> None:
    first = ValueStatement("Der Gemeinderat kauft einen Traktor für 900 Euro.", "Niederschrift Gemeinderat Januar")
    second = ValueStatement("Der Gemeinderat spendet dem Hospiz 300 Euro.", "Niederschrift Gemeinderat März")
    assert not share_a_key(first, second, "1", "1")
    third = ValueStatement("Der Traktor kostet 800 Euro.", "Niederschrift Gemeinderat April")
    assert share_a_key(first, third, "1", "1")


def test_a_sentence_without_words_of_its_own_is_found_by_one_that_names_its_title() -> None:
    school = ValueStatement("Rufen Sie an: 07131 5577", "Musikschule Neustetten")
    named = ValueStatement("Musikschule: 07131 5566", "Wegweiser Neustetten")
    assert share_a_key(named, school, "1", "1")


def test_one_long_word_of_the_sentence_makes_candidates() -> None:
    first = ValueStatement("Das Fundbüro finden Sie in der Ringstraße 4.", "Fundbüro")
    second = ValueStatement("Was Sie finden, geben Sie im Fundbüro ab, Gartenweg 9.", "Verlorenes")
    assert share_a_key(first, second, "1", "1")
    assert nearness(first, second) > 0


def test_nothing_of_either_title_on_the_other_side_is_no_link() -> None:
    first = ValueStatement("Die Beteiligung lag bei 15 Prozent.", "Bildung in Europa")
    second = ValueStatement("Die Beteiligung lag bei 85 Prozent.", "Schwimmbäder")
    assert nearness(first, second) == 0
