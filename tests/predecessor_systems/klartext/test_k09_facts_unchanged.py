"""K09: numbers, dates, §, e-mail, IBAN, salutation and form of address are the same in the text that people get.

Each row of facts_unchanged.tsv is a sentence as offices write it, a faithful rewrite, and one with another fact.
Faithful ones arrive as they are; of a changed fact nothing arrives, and it is named.
"""

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

ROWS = read_rewrites("facts_unchanged.tsv")


@pytest.mark.django_db
@pytest.mark.parametrize("row", ROWS[:THROUGH_SERVICE], ids=lambda row: row.case)
def test_a_faithful_rewrite_arrives_as_it_is(served_models: FakeOpenAIServer, row: Rewrite) -> None:
    result = rewritten_by(served_models, lambda _text: row.faithful)(row.before)
    assert (result["text"], result["violations"]) == (row.faithful, [])


@pytest.mark.django_db
@pytest.mark.parametrize("row", ROWS[:THROUGH_SERVICE], ids=lambda row: row.case)
def test_another_fact_never_arrives_and_is_named(served_models: FakeOpenAIServer, row: Rewrite) -> None:
    assert row.sign in row.damaged
    result = rewritten_by(served_models, lambda _text: row.damaged)(row.before)
    assert row.sign not in result["text"]
    assert result["violations"]


@pytest.mark.parametrize("row", ROWS[THROUGH_SERVICE:], ids=lambda row: row.case)
def test_the_checks_find_another_fact_and_nothing_in_a_faithful_rewrite(row: Rewrite) -> None:
    assert kinds_of_violations(row.before, row.faithful) == []
    assert kinds_of_violations(row.before, row.damaged) != [], row.damaged


LETTER = """Sehr geehrte Frau Özdemir-Krüger,

für die Ausstellung eines Ersatzdokuments werden 12,50 EUR erhoben.

Mit freundlichen Grüßen
Im Auftrag
Holger Brandstätter
Tel.: 04321 998-140
"""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("Sehr geehrte Frau Özdemir-Krüger,", "Hallo,"),
        ("Sehr geehrte Frau Özdemir-Krüger,", "Sehr geehrter Herr Özdemir-Krüger,"),
        ("Mit freundlichen Grüßen", "Liebe Grüße"),
        ("Im Auftrag\n", ""),
        ("Holger Brandstätter", "Ihr Team"),
        ("Tel.: 04321 998-140", "Tel.: 04321 998-141"),
    ],
)
def test_salutation_closing_name_and_contact_stay(served_models: FakeOpenAIServer, line: str, instead: str) -> None:
    def reply(text: str) -> str:
        return text.replace("für die Ausstellung eines Ersatzdokuments werden 12,50 EUR erhoben.",
                            "Ein Ersatzdokument kostet 12,50 Euro.").replace(line, instead)  # fmt: skip

    text = rewritten_by(served_models, reply)(LETTER)["text"]
    assert line.strip() in text
    if instead:
        assert instead not in text.splitlines()
