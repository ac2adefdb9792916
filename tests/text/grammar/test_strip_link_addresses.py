import pytest

from apps.text.grammar.strip_link_addresses import strip_link_addresses


@pytest.mark.parametrize(
    ("quote", "read"),
    [
        ("siehe [Liste der Geräte](https://stadt.example/g?x=1&y=2).", "siehe Liste der Geräte."),
        ('der [Hof](https://stadt.example/hof "Seite des Hofs") nimmt', "der Hof nimmt"),
        ("Bild: ![Plan](plan.png) (siehe [hier](#a))", "Bild: Plan (siehe hier)"),
        ("siehe [Liste der Geräte", "siehe Liste der Geräte"),
        ("bis zu [gestrichen: zwei] drei Tagen", "bis zu [gestrichen: zwei] drei Tagen"),
        ("[1] (2025) und [x] (ja)", "[1] (2025) und [x] (ja)"),
    ],
)
def test_of_a_link_its_text_is_read(quote: str, read: str) -> None:
    assert strip_link_addresses(quote) == read


def test_many_brackets_take_no_time() -> None:
    assert strip_link_addresses("[" * 20_000 + "a") != ""
    assert strip_link_addresses("[a](" * 10_000) != ""
