"""What the table of rules says of verbs holds: rules leave clauses with any other verb as they are."""

from copy import deepcopy

import pytest

from apps.text.entailment.both_languages.statement import replace_verb
from apps.text.entailment.german import rules
from apps.text.entailment.german.rules import RULES, Rule
from apps.text.entailment.parse_statements import parse_statements
from tests.text.entailment.german.rules.rule_order import german_clauses, normal_form

TEXTS = (
    "Eine Prüfung der Unterlagen wird am Freitag von 9 bis 12 Uhr geöffnet.",
    "Die Stadt nimmt jederzeit eine Prüfung der Unterlagen vor.",
    "Einwendungen der Eltern für die Anmeldung kosten 5 Euro je Kind und Monat.",
)


@pytest.mark.parametrize("rule", [rule for rule, verbs in RULES if verbs], ids=lambda rule: rule.__name__)
def test_a_rule_leaves_a_clause_with_another_verb_as_it_is(rule: Rule) -> None:
    for statement in [deepcopy(one) for text in TEXTS for one in parse_statements(text)]:
        replace_verb(statement, "verwandeln")
        before = repr(statement)
        rule(statement)
        assert repr(statement) == before


def test_each_rule_stands_in_the_table_once() -> None:
    assert sorted({rule.__name__ for rule, _ in RULES}) == sorted(rule.__name__ for rule, _ in RULES)


def test_the_table_keeps_no_rule_from_a_clause_that_it_would_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verb that is missing beside a rule would keep it from running without a word."""
    read = [one.statement for one in german_clauses()]
    assert len(read) > 2_000
    chosen = [normal_form(one) for one in read]
    monkeypatch.setattr(rules, "OF_VERB", {})
    monkeypatch.setattr(rules, "OF_ANY_VERB", (tuple(range(len(RULES))), tuple(rule for rule, _ in RULES)))
    assert [normal_form(one) for one in read] == chosen
