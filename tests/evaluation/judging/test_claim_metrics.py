"""The formulas by worked examples, and what is not defined stays apart."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from apps.evaluation.judging.claim_metrics import (
    ClaimJudge,
    NoiseSensitivity,
    answer_relevancy,
    context_metrics,
    context_precision,
    noise_sensitivity,
    supported_share,
)
from apps.evaluation.judging.record_model_calls import OFFLINE
from apps.llm.prompt_definitions import PROMPTS
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.types import Completion
from tests.fakes.models import FakeEmbedder, FakeLanguageModel

NAMES = ("judge-statements", "judge-support", "judge-questions")
WORDINGS = {name: PublishedPrompt(name, 1, PROMPTS[name].system, PROMPTS[name].user) for name in NAMES}


def test_faithfulness_and_recall_are_shares_and_nothing_is_not_zero() -> None:
    assert supported_share([True, True, False]) == pytest.approx(2 / 3)
    assert supported_share([True, False]) == 0.5
    assert supported_share([]) is None
    assert supported_share(None) is None


def test_precision_is_an_average_over_ranks() -> None:
    assert context_precision([True, False, True]) == pytest.approx((1 + 2 / 3) / 2)
    assert context_precision([False, True]) == 0.5
    assert context_precision([False, False]) == 0.0
    assert context_precision([]) is None


def test_relevancy_is_a_mean_cosine_and_zero_for_evasion() -> None:
    assert answer_relevancy([1.0, 0.0], [[1.0, 0.0], [0.0, 2.0]], False) == 0.5
    assert answer_relevancy([1.0, 0.0], [[1.0, 0.0]], True) == 0.0
    assert answer_relevancy([1.0, 0.0], [], False) is None


def test_noise_is_what_is_wrong_and_yet_supported() -> None:
    # Three statements, the second and third wrong; the relevant passage supports 1 and 2, the other one 3.
    correct, by_context, relevant = [True, False, False], [[True, True, False], [False, False, True]], [True, False]
    noise = noise_sensitivity(correct, by_context, relevant)
    assert (noise.relevant, noise.irrelevant) == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert noise_sensitivity([], [[], []], relevant) == NoiseSensitivity(None, None)


def test_one_unreadable_passage_leaves_precision_and_noise_undefined() -> None:
    assert set(context_metrics(1, [[True, True], None], [True], has_reference=True).values()) == {None}


class Substituted(FakeLanguageModel):
    """Is down, and the built-in model answers for it."""

    async def complete(self, *args: Any, **options: Any) -> Completion:
        return replace(await super().complete(*args, **options), model=OFFLINE)


def measured(
    *replies: Any,
    reference: str = "Der Ausweis kostet 37 Euro.",
    contexts: Sequence[str] = ("A", "B"),
    kind: type[FakeLanguageModel] = FakeLanguageModel,
) -> dict[str, float | None]:
    model = kind(*(reply if isinstance(reply, str) else json.dumps(reply) for reply in replies))
    claim_judge = ClaimJudge(model, WORDINGS, FakeEmbedder())
    return asyncio.run(
        claim_judge.measure("Was kostet der Ausweis?", "Er kostet 37 Euro und ein Lächeln.", contexts, reference)
    )


def test_an_answer_is_taken_apart_and_measured() -> None:
    found = measured(
        {"statements": ["Der Ausweis kostet 37 Euro.", "Der Ausweis kostet ein Lächeln."]},
        {"statements": ["Der Ausweis kostet 37 Euro."]},
        {"supported": [1, 0]},  # the answer by all passages
        {"supported": [1]},  # the reference by all passages
        {"supported": [1, 0, 1]},  # both by the first passage
        {"supported": [0, 1, 0]},  # both by the second one
        {"supported": [1, 0]},  # the answer by the reference
        {"questions": ["Was kostet der Ausweis?"], "noncommittal": 0},
    )
    assert found == {
        "faithfulness": 0.5,
        "relevancy": pytest.approx(1.0),
        "context_recall": 1.0,
        "context_precision": 1.0,
        "noise_relevant": 0.0,
        "noise_irrelevant": 0.5,
    }


def test_what_the_built_in_model_says_for_a_judge_that_is_down_is_no_figure() -> None:
    statements = {"statements": ["Der Ausweis kostet 37 Euro."]}
    asked_back = {"questions": ["Was kostet der Ausweis?"], "noncommittal": 0}
    found = measured(statements, statements, asked_back, kind=Substituted)
    assert set(found.values()) == {None}


def test_without_passages_nothing_of_the_reference_is_recalled() -> None:
    statements = {"statements": ["Der Ausweis kostet 37 Euro."]}
    found = measured(
        statements, statements, {"supported": [1]}, {"questions": ["Was?"], "noncommittal": 0}, contexts=[]
    )
    assert (found["context_recall"], found["context_precision"]) == (0.0, None)


def test_what_a_relevant_passage_supports_is_not_blamed_on_another_one() -> None:
    both_support_it, relevant = [[True], [True]], [True, False]
    assert noise_sensitivity([False], both_support_it, relevant) == NoiseSensitivity(relevant=1.0, irrelevant=0.0)


def test_what_the_judge_does_not_say_is_undefined() -> None:
    found = measured("keine Ahnung", "keine", {"questions": [], "noncommittal": 0}, reference="")
    assert set(found.values()) == {None}
