"""Sentences of a language that has no grammar here are proved word for word or not at all."""

import pytest

from apps.text.entailment.derive_sentence import derive
from apps.text.entailment.tokens.language_by_closed_words import is_of_unread_language

EXCHANGED = [
    ("La mairie contrôle l'entreprise chaque année.", "L'entreprise contrôle la mairie chaque année."),
    ("Le tribunal a condamné la commune.", "La commune a condamné le tribunal."),
    ("El ayuntamiento denuncia al vecino.", "Al vecino denuncia el ayuntamiento por ruido."),
    ("Il comune informa il cittadino.", "Il cittadino informa il comune."),
    ("Urząd powiadamia najemcę o terminie.", "O terminie powiadamia najemcę urząd z opóźnieniem."),
    ("Nájemník vyrozumí úřad písemně.", "Úřad vyrozumí nájemník písemně."),
    ("Kommunen informerar hyresgästen skriftligt.", "Hyresgästen informerar kommunen skriftligt."),
    ("Belediye kiracıyı yazılı olarak bilgilendirir.", "Kiracıyı belediye bilgilendirir yazılı olarak her yıl."),
]


@pytest.mark.parametrize(("quote", "claim"), EXCHANGED)
def test_who_does_what_to_whom_is_not_guessed(quote: str, claim: str) -> None:
    assert not derive(claim, [quote]).proved
    assert derive(quote, [quote]).proved


@pytest.mark.parametrize(
    "text",
    [
        "Hunde kosten jährlich 90 Euro.",
        "Bauherren erhalten den Zuschuss à 90 Euro.",
        "Children pay 3 euros.",
        "Das Café öffnet um 9 Uhr.",
        "Der Antrag ist beim Attaché der Botschaft zu stellen.",
        "Gebühr: 30 Euro",
        "Señor García zahlt 5 Euro.",
        "Büyükelçiliği und Generalkonsulat öffnen um 9 Uhr.",
        "Łukasz Wiśniewski leitet das Büro.",
        "",
    ],
)
def test_german_and_english_are_read(text: str) -> None:
    assert not is_of_unread_language(text)
