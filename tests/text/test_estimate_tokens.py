"""Token counts: exact by the vocabulary itself, the estimate on the safe side of it."""

import pytest

from apps.text.estimate_tokens import count_tokens, estimate_tokens
from tests.processor_time import processor_seconds

GERMAN = (
    "Die Bundesregierung beantwortet die Frage wie folgt: Im Haushaltsjahr 2012 wurden 1.234,56 Euro für die "
    "Unterhaltung der Wasserstraßen (§ 7 Absatz 2 des Gesetzes) veranschlagt. Eine Änderung ist nicht vorgesehen. "
)
ENGLISH = "The committee shall publish its findings within thirty days; members may add a separate statement. "
TABLE = "| 1.2 | Hundesteuer für den ersten Hund | 120,00 EUR | 01.01.2024 |\n"
JAPANESE = "東京都は日本の首都であり、人口は約千四百万人です。行政手続はオンラインでもできます。"


def test_known_counts_are_exact() -> None:
    assert count_tokens("") == 0
    assert count_tokens("Hello world") == 2
    assert count_tokens("tiktoken is great!") == 6


def test_a_count_grows_by_what_is_added() -> None:
    assert count_tokens(GERMAN * 2) == pytest.approx(2 * count_tokens(GERMAN), abs=1)


@pytest.mark.parametrize("text", [GERMAN, ENGLISH, TABLE, JAPANESE], ids=["german", "english", "table", "japanese"])
def test_the_estimate_is_never_below_the_count_and_not_far_above(text: str) -> None:
    exact = count_tokens(text * 10)
    assert exact <= estimate_tokens(text * 10) <= exact * 1.6


def test_an_empty_text_has_no_tokens() -> None:
    assert estimate_tokens("") == 0


def test_a_lone_surrogate_is_counted_not_refused() -> None:
    assert estimate_tokens("a\ud800b") > 0


def test_a_long_context_is_estimated_within_milliseconds() -> None:
    context = GERMAN * 300
    assert count_tokens(GERMAN) * 300 > 15_000
    estimate_tokens(context)
    assert min(processor_seconds(lambda: estimate_tokens(context)) for _ in range(7)) < 0.01
