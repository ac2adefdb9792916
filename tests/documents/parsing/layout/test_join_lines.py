import pytest

from apps.documents.parsing.layout.join_lines import join_lines
from tests.processor_time import at_most


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("Die Bundes-", "regierung antwortet."), "Die Bundesregierung antwortet."),
        (("Nord-", "Süd"), "Nord-Süd"),
        (("Ein-", "und Ausgang"), "Ein- und Ausgang"),
        (("Haupt-", "bzw. Nebenfach"), "Haupt- bzw. Nebenfach"),
        (("17-", "jährig"), "17-jährig"),
        (("EU-", "weit"), "EU-weit"),
        (("VERORD-", "NUNG"), "VERORDNUNG"),
        (("Ver\u00ad", "ordnung"), "Verordnung"),
        (("Kinder-", "tages-", "stätte"), "Kindertagesstätte"),
        (("gilt - so der Senat -", "auch hier"), "gilt - so der Senat - auch hier"),
        (("Plan-/", "Stellen"), "Plan-/Stellen"),
        (("siehe https://beispiel.de/neue-", "regeln-2024"), "siehe https://beispiel.de/neue-regeln-2024"),
        (("erste", "", "  zweite  "), "erste zweite"),
        ((), ""),
    ],
)
def test_lines_become_running_text(lines: tuple[str, ...], text: str) -> None:
    assert join_lines(lines) == text


def test_ten_thousand_broken_words_take_no_time_by_the_square() -> None:
    with at_most(5):  # twenty seconds, when the last word was looked for from the first one on
        assert len(join_lines(["und noch ein Wort der Bundes-"] * 4_000)) > 100_000
