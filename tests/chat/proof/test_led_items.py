"""An item of a list with the line that leads to it: two quotes of one page that say together what the page says."""

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import NumberedSource

LEAD = "Ein Nachlass wird auf Antrag gewährt für das Halten von"
ITEMS = [
    "Schafen, die auf Flächen der Gemeinde weiden und dort das Gras kurz halten, in der Zeit von März bis Oktober,",
    "Bienenvölkern, deren Stöcke in einem Obstgarten der Gemeinde stehen, für das ganze Jahr,",
    "Eseln, die aus dem Gnadenhof übernommen werden, für die Dauer von 24 Monaten ab der Übernahme.",
]
PAGE = f"{LEAD}\n\n" + "\n\n".join(f"{letter}) {item}" for letter, item in zip("abc", ITEMS, strict=True))
LONG = PAGE.replace("b) ", f"b) {'Hühnern, die in einem mobilen Stall auf einer Streuobstwiese leben, ' * 8}")


def levels(page: str, lead: str, item: str, said: str = "") -> list[str]:
    source = NumberedSource(1, 1, "s.pdf", "Satzung", 1, page, PageText(page), "")
    shown = said or f"{lead} {item.rstrip('.,')}"
    reply = f'{shown} [1][1].\n\nBELEGE\n[1] "{lead}"\n[1] "{item}"'
    return [str(sentence.level) for sentence in prove_answer(reply, [source]).sentences]


def test_an_item_far_from_its_line_is_proved_by_both() -> None:
    assert levels(LONG, LEAD, ITEMS[2]) == ["verbatim"]


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (LONG, f"{LEAD} {ITEMS[2].replace('24', '36')}"),
        (LONG, f"Kein {LEAD[4:]} {ITEMS[2]}"),
        (LONG.replace(LEAD, f"{LEAD}\n\na) Ziegen.\n\nKein Nachlass wird gewährt für das Halten von"), ""),
        (LONG.replace("c) ", "\n## Verbote\n\nVerboten ist das Mitführen von\n\nc) "), ""),
        (LONG.replace("gewährt für", "nur gewährt für"), f"{LEAD.replace('gewährt', 'nur gewährt')} {ITEMS[2]}"),
    ],
    ids=["another value", "denied", "the item of another line", "the item of another list", "a line that limits"],
)
def test_a_line_and_an_item_that_do_not_belong_together_prove_nothing(page: str, said: str) -> None:
    assert "verbatim" not in levels(page, LEAD, ITEMS[2], said)


def test_a_line_and_an_item_of_two_documents_prove_nothing_together() -> None:
    sources = [NumberedSource(n, n, f"{n}.pdf", "Satzung", 1, LONG, PageText(LONG), "") for n in (1, 2)]
    reply = f'{LEAD} {ITEMS[2]} [1][2].\n\nBELEGE\n[1] "{LEAD}"\n[2] "{ITEMS[2]}"'
    assert [str(sentence.level) for sentence in prove_answer(reply, sources).sentences] != ["verbatim"]
