"""The faster search of the tagger finds for every word what the package's own search finds."""

import re
from pathlib import Path

import pytest
from HanTa.HanoverTagger import HanoverTagger  # type: ignore[import-untyped]

from apps.text.entailment.tokens.indexed_tagger import MODELS, IndexedTagger, read_tagger

ROOT = Path(__file__).resolve().parents[4]
TEXTS = ROOT / "benchmarks" / "adversaries" / "council"
RARE = {
    "de": "Hundesteuerbefreiungsbescheinigung x ß Ü -CoV a1b2 vorzulegende Ähm xyzzy Straßenreinigungspflichtigen 50er",
    "en": "unverifiability antidisestablishmentarianism x -ish a1b2 xyzzy re-registered commissioner's blorping",
}


def words_of(language: str) -> list[str]:
    text = (TEXTS / f"council_{language}.txt").read_text("utf-8")
    return [*sorted(set(re.findall(r"[\w-]+", text)))[::3], *RARE[language].split()]


@pytest.mark.parametrize("language", ["de", "en"])
def test_both_find_the_same_base_form_class_and_parts(language: str) -> None:
    theirs, own = HanoverTagger(MODELS[language]), read_tagger(language)
    assert own.tables() == IndexedTagger(theirs).tables(), "Call bin/prepare_taggers.py."
    words = words_of(language)
    assert len(words) > 100
    for word in words:
        assert own.analyze(word) == theirs.analyze(word), word
        assert own.analyze(word, taglevel=3) == theirs.analyze(word, taglevel=3), word
        found, expected = (tagger.tag_word(word, cutoff=15) for tagger in (own, theirs))
        assert [tag for tag, _ in found] == [tag for tag, _ in expected], word
        # The ways to a class are added up in another order, which shows in the last digits.
        assert [likely for _, likely in found] == pytest.approx([likely for _, likely in expected], rel=1e-12), word
        assert own.analyze(word, pos="VV(PP)") == theirs.analyze(word, pos="VV(PP)"), word
