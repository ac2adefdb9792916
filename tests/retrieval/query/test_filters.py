from datetime import date

import pytest
from django.utils import translation

from apps.retrieval.query.filters import BadFilter, Filters


def test_one_value_and_several_are_read_alike() -> None:
    assert (
        Filters.from_json({"party": "SPD"})
        == Filters.from_json({"party": ["SPD", " SPD "]})
        == Filters(parties=("SPD",))
    )


def test_days_are_read_as_german_sources_write_them() -> None:
    filters = Filters.from_json({"from": "2011-01-01", "until": "31. Dezember 2011"})
    assert (filters.date_from, filters.date_until) == (date(2011, 1, 1), date(2011, 12, 31))


@pytest.mark.parametrize("given", [None, {}, {"type": None, "from": None}])
def test_what_is_not_given_filters_nothing(given: object) -> None:
    assert not Filters.from_json(given)


def test_what_it_writes_it_reads() -> None:
    given = {"type": ["Bericht"], "author": ["Meier"], "from": "2011-01-01"}
    assert Filters.from_json(given).as_json() == given


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["SPD"], "The filters are ['SPD'], use one JSON object."),
        ({"colour": "red"}, "Unknown filter 'colour'. Known: type, number, author, party, tag, from, until."),
        ({"type": 7}, "The filter 'type' is 7, use a text or a list of texts."),
        ({"type": ["a", 7]}, "The filter 'type' is ['a', 7], use a text or a list of texts."),
        ({"tag": [str(number) for number in range(21)]}, "The filter 'tag' has 21 values, use at most 20."),
        ({"tag": "x" * 201}, "A value of 'tag' has 201 characters, use at most 200."),
        ({"author": "--"}, "The filter 'author' is '--', use letters or digits."),
        ({"author": "_"}, "The filter 'author' is '_', use letters or digits."),
        ({"author": ["Meier", "%_"]}, "The filter 'author' is '%_', use letters or digits."),
        ({"type": ""}, "The filter 'type' is '', use letters or digits."),
        ({"type": "\0\0"}, "The filter 'type' is '', use letters or digits."),
        ({"tag": []}, "The filter 'tag' is '', use letters or digits."),
        ({"tag": ["x", " "]}, "The filter 'tag' is '', use letters or digits."),
        ({"from": ""}, "The filter 'from' is '', use a day such as 2011-04-21."),
        ({"until": "\0"}, "The filter 'until' is '', use a day such as 2011-04-21."),
        ({"from": "soon"}, "The filter 'from' is soon, use a day such as 2011-04-21."),
        ({"from": "2011-02-30"}, "The filter 'from' is 2011-02-30, use a day such as 2011-04-21."),
        ({"from": 2011}, "The filter 'from' is 2011, use a day such as 2011-04-21."),
        (
            {"from": "2012-01-01", "until": "2011-01-01"},
            "The dates end on 2011-01-01, before they begin on 2012-01-01.",
        ),
    ],
)
def test_what_cannot_be_a_filter_is_named_in_a_sentence(given: object, sentence: str) -> None:
    with translation.override("en"), pytest.raises(BadFilter) as error:
        Filters.from_json(given)
    assert str(error.value) == sentence
