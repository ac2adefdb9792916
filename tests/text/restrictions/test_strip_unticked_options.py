"""What the boxes of a form say: the ticked ones and nothing else."""

import pytest

from apps.text.restrictions.strip_unticked_options import is_behind_free_box, strip_unticked_options


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Zahlung: ☒ monatlich ☐ jährlich", "Zahlung: monatlich"),
        ("Stand: ☐ ledig ☑ verheiratet ☐ geschieden", "Stand: verheiratet"),
        ("☒ Dem Antrag wird stattgegeben.", "Dem Antrag wird stattgegeben."),
        ("Zahlung: ☐ monatlich ☐ jährlich", "Zahlung: ☐ monatlich ☐ jährlich"),
        ("[x] Kontraste geprüft", "Kontraste geprüft"),
        ("Die Frist endet am 3. Mai.", "Die Frist endet am 3. Mai."),
    ],
)
def test_a_sentence_says_what_is_ticked(text: str, said: str) -> None:
    assert strip_unticked_options(text) == said


@pytest.mark.parametrize(
    ("text", "is_free"),
    [
        ("☐ Der Antrag wird *abgelehnt.", True),
        ("☐ Der Antrag wird abgelehnt. Die Gründe *stehen unten.", True),
        ("- [X] Texte gesetzt\n- [ ] Kontraste *geprüft", True),
        ("- [ ] Texte gesetzt\n- [X] Kontraste *geprüft", False),
        ("☐ abgelehnt\n☒ *stattgegeben", False),
        ("☐ abgelehnt\n\nDie Frist *endet.", False),
        ("Die Frist *endet. ☐ ja", False),
    ],
)
def test_what_stands_behind_a_free_box_is_not_said(text: str, is_free: bool) -> None:
    place = text.index("*")
    assert is_behind_free_box(text.replace("*", ""), place) is is_free
