"""What the table of rules says of verbs holds: rules leave clauses with any other verb as they are."""

import ast
from copy import deepcopy
from pathlib import Path

import pytest

from apps.text.derivation.both_languages.note_silent_rules import compared_content
from apps.text.derivation.both_languages.statement import Statement, with_verb
from apps.text.derivation.german import rules
from apps.text.derivation.german.rules import RULES, Rule, normalised
from apps.text.derivation.parse_statements import statements

TEXTS = (
    "Eine Prüfung der Unterlagen wird am Freitag von 9 bis 12 Uhr geöffnet.",
    "Die Stadt nimmt jederzeit eine Prüfung der Unterlagen vor.",
    "Einwendungen der Eltern für die Anmeldung kosten 5 Euro je Kind und Monat.",
)
DERIVATION = Path(__file__).parents[2]
OTHERS = (
    "german/rules/test_other_wordings.py",
    "german/rules/test_plain_words.py",
    "lies/test_against_several_rules.py",
    "lies/test_near_wordings.py",
)


def texts_of_others() -> list[str]:
    """The German sentences in other tests of derivation."""
    trees = [ast.parse((DERIVATION / name).read_text(encoding="utf-8")) for name in OTHERS]
    found = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return sorted({text for text in found if isinstance(text, str) and text.endswith(".") and "\n" not in text})


@pytest.mark.parametrize("rule", [rule for rule, verbs in RULES if verbs], ids=lambda rule: rule.__name__)
def test_a_rule_leaves_a_clause_with_another_verb_as_it_is(rule: Rule) -> None:
    for statement in [deepcopy(one) for text in TEXTS for one in statements(text)]:
        with_verb(statement, "verwandeln")
        before = repr(statement)
        rule(statement)
        assert repr(statement) == before


def test_each_rule_stands_in_the_table_once() -> None:
    assert sorted({rule.__name__ for rule, _ in RULES}) == sorted(rule.__name__ for rule, _ in RULES)


def test_the_table_keeps_no_rule_from_a_clause_that_it_would_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verb that is missing beside a rule would keep it from running without a word."""
    parsed = [one for text in texts_of_others() for one in statements(text)]
    assert len(parsed) > 500
    chosen = [normal_form(one) for one in parsed]
    monkeypatch.setattr(rules, "OF_VERB", {})
    monkeypatch.setattr(rules, "OF_ANY_VERB", (tuple(range(len(RULES))), tuple(rule for rule, _ in RULES)))
    assert [normal_form(one) for one in parsed] == chosen


def normal_form(statement: Statement) -> tuple[list[object], list[str]]:
    """With the licences that led to it."""
    done = normalised(deepcopy(statement))
    return compared_content(done), done.licences
