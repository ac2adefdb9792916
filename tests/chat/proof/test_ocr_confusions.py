"""What a scanner took for something else is found, another number never."""

import pytest

from apps.chat.proof.find_quote import PageText, look_up_quote

PAGE = "Die Gebuhr fur den Anwohnerparkausweis betragt 3O,7O Euro im Jahr und ist irn Voraus zu zahlen. Az. 18/2024"


@pytest.mark.parametrize(
    "quote",
    [
        "Die Gebühr für den Anwohnerparkausweis beträgt 30,70 Euro im Jahr",
        "Euro im Jahr und ist im Voraus zu zahlen",
    ],
)
def test_a_quote_is_found_on_a_recognised_page_and_given_in_its_letters(quote: str) -> None:
    proof = look_up_quote(PageText(PAGE, is_recognised=True), quote)
    assert proof
    assert proof.quote in PAGE
    assert not look_up_quote(PageText(PAGE), quote)


@pytest.mark.parametrize(
    "quote",
    [
        "Die Gebühr für den Anwohnerparkausweis beträgt 30,10 Euro im Jahr",
        "Euro im Jahr und ist im Nachhinein zu zahlen",
        "Az. 16/2024",
    ],
)
def test_other_words_and_numbers_are_not_found(quote: str) -> None:
    assert not look_up_quote(PageText(PAGE, is_recognised=True), quote)
