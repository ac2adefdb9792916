"""Scale words by their zeros; and that chat, plain language and derivation read one amount as the same."""

import pytest

from apps.chat.quantities.numbers_dates_and_sections import stated_quantities
from apps.simplify.checks.facts.numbers import parse_quantities
from apps.simplify.text.mask_found_matches import MaskedText
from apps.text.entailment.tokens.tokenise import tokenise
from apps.text.numbers.scale_words import zeros_of_scale_word


@pytest.mark.parametrize(
    ("word", "language", "zeros"),
    [
        ("Tsd.", None, 3),
        ("thousand", None, 3),
        ("Mio", None, 6),
        ("MRD.", None, 9),
        ("billion", "en", 9),
        ("billion", "de", 12),
        ("Billion", "en", 9),
        ("Billion", None, 12),
        ("billion", None, 9),
        ("billionen", None, 12),
        ("Trillion", None, 18),
        ("trillion", None, 12),
        ("billion", "fr", None),
        ("Menschen", None, None),
        ("bn", None, None),
        ("", None, None),
    ],
)
def test_a_word_adds_the_zeros_of_its_language(word: str, language: str | None, zeros: int | None) -> None:
    assert zeros_of_scale_word(word, language) == zeros


def test_letters_multiply_after_the_sign_of_a_currency_alone() -> None:
    assert [zeros_of_scale_word(letters, is_currency=True) for letters in ("k", "m", "mn", "bn", "b")] == [
        3,
        6,
        6,
        9,
        None,
    ]


AMOUNTS = [
    ("de", "3 Tausend Euro", 3_000),
    ("de", "3 Tsd. Euro", 3_000),
    ("de", "3 Tsd Euro", 3_000),
    ("de", "5 Mio. Euro", 5_000_000),
    ("de", "5 Mio Euro", 5_000_000),
    ("de", "5 Mio. €", 5_000_000),
    ("de", "1,5 Millionen Euro", 1_500_000),
    ("de", "zwei Millionen Euro", 2_000_000),
    ("de", "eine Million Euro", 1_000_000),
    ("de", "2 Mrd. Euro", 2 * 10**9),
    ("de", "2,25 Milliarden Euro", 2_250_000_000),
    ("de", "1 Billion Euro", 10**12),
    ("de", "3 Billionen Euro", 3 * 10**12),
    ("de", "4 Billiarden Euro", 4 * 10**15),
    ("de", "1.200 Millionen Euro", 1_200_000_000),
    ("de", "€ 3 Mio.", 3_000_000),
    ("en", "3 thousand euros", 3_000),
    ("en", "2.5 million euros", 2_500_000),
    ("en", "one million euros", 1_000_000),
    ("en", "3 billion euros", 3 * 10**9),
    ("en", "2 trillion euros", 2 * 10**12),
    ("en", "€5k", 5_000),
    ("en", "€5m", 5_000_000),
    ("en", "€2.5bn", 2_500_000_000),
    ("en", "€7 million", 7_000_000),
]


@pytest.mark.parametrize(("language", "amount", "euros"), AMOUNTS)
def test_chat_plain_language_and_derivation_read_the_same_amount(language: str, amount: str, euros: int) -> None:
    in_chat = [{figure.value for figure in one.states if figure.kind == "euro"} for one in stated_quantities(amount)]
    assert in_chat == [{str(euros)}]
    assert list(parse_quantities(MaskedText(amount))) == [(str(euros), "euro")]
    assert [str(token.value) for token in tokenise(amount, language) if token.value] == [f"euro:{euros}"]
