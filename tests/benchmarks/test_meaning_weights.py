"""What meaning weighs is fitted on the features that the weights of words are fitted on."""

import numpy as np
import pytest

from apps.llm.offline.answers import semantic_similarity_evidence
from apps.llm.offline.ranking.rank_units import LETTERS, WEIGHTS
from apps.llm.offline.ranking.unit_features import FEATURES
from benchmarks.answer_weights import example_of
from benchmarks.meaning_weights import compared

FRAME = [1, "Hundesteuersatzung", 1, "Die Steuer beträgt 96 Euro im Jahr.\n\nHunde sind an der Leine zu führen."]
ROW = {"question": "Wie hoch ist die Hundesteuer?", "collection": "demo", "expected": "96 Euro", "frames": [FRAME]}


def test_units_are_ranked_by_the_features_of_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        semantic_similarity_evidence, "question_similarities", lambda _question, texts, **_: [0.9] * len(texts)
    )
    example = example_of(ROW)
    assert example is not None
    found = compared(example, np.array([WEIGHTS[name] for name in (*FEATURES, LETTERS)]))
    assert found.right[0]
    assert found.cosines[0] == 0.9
    assert found.surplus.shape == found.scores.shape
