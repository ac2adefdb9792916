"""Notes are found by the signs that a quote carries."""

import pytest

from apps.chat.quote_restrictions.restricting_footnote import notes_to
from apps.text.locate_quote import Span

TABLE = """| Karte | Entgelt |
| --- | --- |
| Erwachsene (2) | 4,80 Euro |
| Jugendliche | 2,90 Euro (3) |

(2: Ab 16 Jahren.)

(3: In den Ferien nur 1,50 Euro.)"""


@pytest.mark.parametrize(
    ("quote", "notes"),
    [
        ("Erwachsene (2) | 4,80 Euro", ["Ab 16 Jahren."]),
        ("Jugendliche | 2,90 Euro (3", ["In den Ferien nur 1,50 Euro."]),
        ("Jugendliche | 2,90 Euro", ["In den Ferien nur 1,50 Euro."]),
        ("4,80 Euro", []),
    ],
)
def test_the_notes_of_the_cells_of_a_row(quote: str, notes: list[str]) -> None:
    start = TABLE.index(quote)
    found = notes_to(TABLE, Span(start, start + len(quote)))
    assert [TABLE[place.start : place.end] for place in found] == notes
