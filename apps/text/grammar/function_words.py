"""Function words by their form (closed_words.tsv), and how many of the words of a text they are in each language."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

UNLISTED = {
    "de": frozenset(
        """
        ist sind wird werden wurde wurden kann können konnte muss müssen soll sollen darf dürfen haben welche welcher
        welches welchem welchen
        """.split()  # noqa: SIM905 - a list of words to be read
    )
}
"""Function words of a language alone that closed_words.tsv leaves to the tagger; it has the English ones."""


@cache
def closed_words(language: str) -> dict[str, tuple[str, str]]:
    """Kind and key of each function word by its form; the first line that names a form counts."""
    words: dict[str, tuple[str, str]] = {}
    for line in Path(__file__).with_name("closed_words.tsv").read_text("utf-8").splitlines():
        if line.startswith(f"{language}\t"):
            _, kind, key, forms = line.split("\t")
            for form in forms.split():
                words.setdefault(form, (kind, key))
    return words


@cache
def function_words(language: str) -> frozenset[str]:
    return UNLISTED.get(language, frozenset()).union(closed_words(language))


def function_word_shares(words: Sequence[str], languages: Iterable[str] = ("de", "en")) -> dict[str, float]:
    """Returns by language which share of the words, in small letters, are its function words; 0 without any word.

    How much is enough, and what a draw means, each caller decides.
    """
    count = max(1, len(words))
    return {language: sum(map(function_words(language).__contains__, words)) / count for language in languages}
