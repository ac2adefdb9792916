"""A sentence said twice is an addition, unless the original says it twice."""

from apps.simplify.checks.meaning.repetition import check

FEE = "Die Gebühr beträgt drei Euro."


def test_a_sentence_that_the_rewrite_repeats_is_named() -> None:
    assert [one.after for one in check(FEE, f"{FEE} {FEE}")] == [FEE]
    assert check(FEE, f"{FEE} Sie ist bar zu zahlen.") == []


def test_what_the_original_repeats_may_be_repeated() -> None:
    assert check(f"{FEE} {FEE}", f"{FEE}\n{FEE}") == []
    assert check("Ja. Nein.", "Ja. Ja.") == []
