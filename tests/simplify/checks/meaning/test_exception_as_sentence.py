from apps.simplify.checks.meaning.exception_as_sentence import states_exception_separately

RULE = "Mit Ausnahme von Anwohnern darf hier niemand parken."


def test_an_exception_may_be_a_sentence_of_its_own() -> None:
    assert states_exception_separately(RULE, "Hier darf niemand parken. Anwohner dürfen parken.")


def test_an_exception_that_says_the_same_as_the_rule_is_none() -> None:
    assert not states_exception_separately(RULE, "Hier darf niemand parken. Anwohner dürfen hier nicht parken.")


def test_an_exception_without_its_rule_is_none() -> None:
    assert not states_exception_separately(RULE, "Anwohner dürfen hier parken.")


def test_where_nothing_is_excepted_nothing_is_told_apart() -> None:
    assert not states_exception_separately(
        "Hier darf niemand parken.", "Hier darf niemand parken. Anwohner dürfen parken."
    )
