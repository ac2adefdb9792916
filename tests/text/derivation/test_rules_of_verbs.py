"""What a table says of rules holds: they leave clauses with any other verb as they are."""

from copy import deepcopy

import pytest

from apps.text.derivation.both_languages.statement import with_verb
from apps.text.derivation.german.rules import OF_VERBS
from apps.text.derivation.parse_statements import statements

TEXTS = (
    "Eine Prüfung der Unterlagen wird am Freitag von 9 bis 12 Uhr geöffnet.",
    "Die Stadt nimmt jederzeit eine Prüfung der Unterlagen vor.",
    "Einwendungen der Eltern für die Anmeldung kosten 5 Euro je Kind und Monat.",
)


@pytest.mark.parametrize("rule", OF_VERBS, ids=lambda rule: rule.__name__)
def test_a_rule_leaves_a_clause_with_another_verb_as_it_is(rule) -> None:  # type: ignore[no-untyped-def]
    for statement in [deepcopy(one) for text in TEXTS for one in statements(text)]:
        with_verb(statement, "verwandeln")
        before = repr(statement)
        rule(statement)
        assert repr(statement) == before
