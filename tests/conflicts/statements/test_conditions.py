"""Conditions under which a statement holds."""

import pytest

from apps.conflicts.statements.conditions import is_rough, may_not_hold, named, years_of


def test_for_whom_and_when() -> None:
    assert named("Kinder und Erwachsene zahlen gleich viel.", "group") == {"child", "adult"}
    assert named("Der Kindergarten kostet 90 Euro.", "group") == frozenset()
    assert named("Von April bis Oktober und in den Ferien", "season") == {"apr-okt", "holidays"}
    assert named("Die Verlängerung kostet 5 Euro zuzüglich Porto.", "case") == {"renewal", "surcharge", "net"}
    assert years_of("Preise 2024/25, Stand 2023") == {"2024/25", "2023"}


@pytest.mark.parametrize(
    "text",
    [
        "Der Eintritt wurde damals nicht erhoben.",
        "Die Fraktion fordert einen Euro.",
        "Planned from next year",
        "Gebührenordnung (Fassung 2012)",
    ],
)
def test_what_was_or_is_wished_does_not_hold(text: str) -> None:
    assert may_not_hold(text)


@pytest.mark.parametrize("text", ["Was kostet der Ausweis?", "Der Eintritt beträgt 4 Euro.", "The fee is £4."])
def test_what_is_said_plainly_holds(text: str) -> None:
    assert not may_not_hold(text)


def test_a_rounded_amount_is_rough() -> None:
    assert is_rough("Es kamen rund 300 Euro zusammen.")
    assert not is_rough("Es kostet 300 Euro.")
