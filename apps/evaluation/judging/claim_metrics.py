"""Claim metrics (faithfulness, context recall and precision, noise sensitivity): what passages support of an answer.

The formulas follow ragas (faithfulness, answer relevancy, context precision, context recall, noise sensitivity). What
is not defined, such as the faithfulness of an answer without a statement, is None and never a number.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.evaluation.judging.record_model_calls import is_stand_in
from apps.llm.errors import ModelError
from apps.llm.prompt_definitions.evaluation import ASKED_BACK_SCHEMA, STATEMENTS_SCHEMA, SUPPORT_SCHEMA
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.providers.parse_json_output import UnreadableJsonError, parse_json_reply
from apps.llm.types import Embedder, LanguageModel

Flags = Sequence[bool]
MOST_CONTEXTS = 8
MOST_STATEMENTS = 40


def context_precision(useful: Flags) -> float | None:
    """Average precision over the ranks of the passages. Useful at 1 and 3 of 3: (1/1 + 2/3) / 2 = 0.833.

    Without any passage it is not defined; where none is useful it is 0.
    """
    if not useful:
        return None
    at = [sum(useful[: rank + 1]) / (rank + 1) for rank, is_useful in enumerate(useful) if is_useful]
    return sum(at) / len(at) if at else 0.0


def answer_relevancy(
    question: Sequence[float], asked_back: Sequence[Sequence[float]], noncommittal: bool
) -> float | None:
    """Mean cosine of the question and the questions the answer answers; 0 for an answer that evades."""
    if noncommittal:
        return 0.0
    if not asked_back:
        return None
    return sum(cosine(question, vector) for vector in asked_back) / len(asked_back)


@dataclass(frozen=True, slots=True)
class NoiseSensitivity:
    """Shares of statements that are wrong and yet supported by a passage: a relevant one, or only another one."""

    relevant: float | None = None
    irrelevant: float | None = None


def noise_sensitivity(correct: Flags, by_context: Sequence[Flags], relevant: Flags) -> NoiseSensitivity:
    """Returns the shares of the answer's statements that are wrong and yet supported by a passage.

    `correct` says which statements the reference supports, `by_context` for each passage which statements it supports,
    `relevant` which passages support the reference, too. What a relevant passage supports is never blamed on another
    one. Without a statement neither is defined."""
    if not correct:
        return NoiseSensitivity()
    by_relevance: dict[bool, list[Flags]] = {True: [], False: []}
    for flags, is_relevant in zip(by_context, relevant, strict=True):
        by_relevance[is_relevant].append(flags)
    wrong = [place for place, is_correct in enumerate(correct) if not is_correct]
    of_relevant = {place for place in wrong if any(flags[place] for flags in by_relevance[True])}
    of_others = {place for place in wrong if any(flags[place] for flags in by_relevance[False])} - of_relevant
    return NoiseSensitivity(len(of_relevant) / len(correct), len(of_others) / len(correct))


def supported_share(supported: Flags | None) -> float | None:
    """Returns the share of statements that the passages support: of those of the answer its faithfulness, of those of
    the reference the context recall. None without a statement, and when the judge has failed."""
    return sum(supported) / len(supported) if supported else None


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    length = math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    return sum(x * y for x, y in zip(a, b, strict=True)) / length if length else 0.0


@dataclass(frozen=True, slots=True)
class ClaimJudge:
    """Takes answers apart. `prompts` are judge-statements, judge-support and judge-questions by name."""

    model: LanguageModel
    prompts: Mapping[str, PublishedPrompt]
    embedder: Embedder

    async def measure(
        self, question: str, answer: str, contexts: Sequence[str], reference: str
    ) -> dict[str, float | None]:
        """Calls the judge for each of up to eight passages, and up to six times more.

        What a failed or unreadable call decides is None, and so is what the built-in model says for a judge that is
        down.
        """
        contexts = [context for context in contexts if context.strip()][:MOST_CONTEXTS]
        stated = await self.statements(question, answer)
        expected = await self.statements(question, reference) if reference else None
        joined = "\n\n".join(contexts)
        supported = await self.support(stated, joined)
        attributable = await self.support(expected, joined)
        both = [*(stated or []), *(expected or [])]
        by_context = [await self.support(both, context) for context in contexts] if both else []
        correct = await self.support(stated, reference) if reference else None
        return {
            "faithfulness": supported_share(supported),
            "relevancy": await self.relevancy(question, answer),
            "context_recall": supported_share(attributable),
            **context_metrics(len(stated or []), by_context, correct, has_reference=expected is not None),
        }

    async def statements(self, question: str, answer: str) -> list[str] | None:
        data = await self.ask(
            "judge-statements", STATEMENTS_SCHEMA, question=question, answer=answer, task="statements"
        )
        found = None if data is None else [str(text).strip() for text in data["statements"] if str(text).strip()]
        return found if found is None else found[:MOST_STATEMENTS]

    async def support(self, statements: Sequence[str] | None, text: str) -> list[bool] | None:
        """None when the call failed or did not decide about every statement."""
        if statements is None:
            return None
        if not statements or not text.strip():
            return [False] * len(statements)
        numbered = "\n".join(f"{number}. {' '.join(line.split())}" for number, line in enumerate(statements, start=1))
        data = await self.ask("judge-support", SUPPORT_SCHEMA, statements=numbered, text=text, task="support")
        if data is None or len(data["supported"]) != len(statements):
            return None
        return [flag == 1 for flag in data["supported"]]

    async def relevancy(self, question: str, answer: str) -> float | None:
        data = await self.ask("judge-questions", ASKED_BACK_SCHEMA, answer=answer, task="questions")
        if data is None:
            return None
        asked = [str(text) for text in data["questions"] if str(text).strip()][:3]
        try:
            vectors = await self.embedder.embed([question, *asked])
        except ModelError:
            return None
        return answer_relevancy(vectors[0], vectors[1:], data["noncommittal"] == 1)

    async def ask(self, name: str, schema: dict[str, Any], **values: str) -> dict[str, Any] | None:
        try:
            completion = await self.model.complete(self.prompts[name].messages(**values), schema=schema)
            if is_stand_in(self.model, completion):
                return None
            data: dict[str, Any] = parse_json_reply(completion.text, schema)
        except (ModelError, UnreadableJsonError):
            return None
        return data


def context_metrics(
    stated: int, by_context: Sequence[Sequence[bool] | None], correct: Flags | None, *, has_reference: bool
) -> dict[str, float | None]:
    """Precision and noise; not defined when the judge failed on one passage.

    Each list of `by_context` is of the `stated` statements of the answer, then of those of the reference."""
    flags = [found for found in by_context if found is not None]
    precision, noise = None, NoiseSensitivity()
    if flags and len(flags) == len(by_context):
        # Useful for the reference; where there is none, for the answer.
        relevant = [any(found[stated:]) if has_reference else any(found[:stated]) for found in flags]
        precision = context_precision(relevant)
        if correct is not None and has_reference:
            noise = noise_sensitivity(correct, [found[:stated] for found in flags], relevant)
    return {"context_precision": precision, "noise_relevant": noise.relevant, "noise_irrelevant": noise.irrelevant}
