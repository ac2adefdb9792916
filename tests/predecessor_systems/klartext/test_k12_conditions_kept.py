"""K12: what a text makes depend on something, and what it excepts or restricts, stays so in the text people get."""

import pytest

from tests.fakes.openai_server import FakeOpenAIServer
from tests.predecessor_systems.klartext.read_rewrites import (
    THROUGH_SERVICE,
    Rewrite,
    kinds_of_violations,
    read_rewrites,
)
from tests.predecessor_systems.klartext.rewriting_server import rewritten_by
from tests.simplify.conftest import served_models, shipped_rows

__all__ = ["served_models", "shipped_rows"]

ROWS = read_rewrites("conditions_kept.tsv")


@pytest.mark.django_db
@pytest.mark.parametrize("row", ROWS[:THROUGH_SERVICE], ids=lambda row: row.before)
def test_a_condition_in_plain_words_arrives_as_it_is(served_models: FakeOpenAIServer, row: Rewrite) -> None:
    result = rewritten_by(served_models, lambda _text: row.faithful)(row.before)
    assert (result["text"], result["violations"]) == (row.faithful, [])


@pytest.mark.django_db
@pytest.mark.parametrize("row", ROWS[:THROUGH_SERVICE], ids=lambda row: row.before)
def test_a_text_that_lost_its_condition_never_arrives(served_models: FakeOpenAIServer, row: Rewrite) -> None:
    assert row.sign in row.damaged
    result = rewritten_by(served_models, lambda _text: row.damaged)(row.before)
    assert row.sign not in result["text"]
    assert result["violations"]


@pytest.mark.parametrize("row", ROWS[THROUGH_SERVICE:], ids=lambda row: row.before)
def test_the_checks_find_a_lost_condition_and_nothing_in_plain_words(row: Rewrite) -> None:
    assert kinds_of_violations(row.before, row.faithful) == []
    assert kinds_of_violations(row.before, row.damaged) != [], row.damaged
