"""A question twice as long as it may be costs the built-in model no more than a moment: it runs beside others."""

import pytest

from apps.llm.offline.ranking.question_kinds import QUESTION_KINDS, question_kind
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock
from tests.attacks.hostile_texts import hostile_texts
from tests.processor_time import at_most

LONGEST = 4_000
MOST_SECONDS = 1.0
"""Ten times of what it takes: before, the worst of them took six seconds, and the server answered nobody meanwhile."""
SOURCES = [
    SourceBlock(
        number,
        "Satzung",
        number,
        "\n".join(f"§ {line} Die Gebühr für den Antrag Nummer {line} beträgt {line},50 Euro." for line in range(1, 9)),
    )
    for number in range(1, 9)
]
QUESTIONS = {
    **dict(hostile_texts(LONGEST)),
    "when and when": ("Antrag " + "wann " * LONGEST)[:LONGEST],
    "how much and how much": ("Antrag " + "wie viel " * LONGEST)[:LONGEST],
    "words that differ": " ".join(f"Antrag{number}stelle" for number in range(LONGEST))[:LONGEST],
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_it_is_answered_or_refused_at_once(name: str) -> None:
    with at_most(MOST_SECONDS):
        select_units(QUESTIONS[name], SOURCES)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Wann hat das Bürgerbüro geöffnet?", "opening"),
        ("Wie lange ist das Hallenbad am Samstag auf?", "opening"),
        ("Welche Öffnungszeiten gelten?", "opening hours"),
        ("Geöffnet wird wann?", "when"),
    ],
)
def test_signs_count_in_their_order(question: str, kind: str) -> None:
    assert question_kind(question) is QUESTION_KINDS[kind]
