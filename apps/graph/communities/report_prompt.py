"""report: what a model says of a community, with findings that lead back to pieces of text."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from apps.graph.communities.extractive_report import Finding, Told
from apps.graph.communities.report_context import MOST_REFERENCES, Context, Line, unique
from apps.graph.extraction.records import described, number
from apps.graph.model_calls.budget import Budget
from apps.graph.model_calls.cached_round import Question
from apps.graph.model_calls.clean_text import storable
from apps.graph.model_calls.prompts import Wording
from apps.graph.model_calls.reply_cache import key_of
from apps.llm.errors import model_error
from apps.llm.prompts.definitions.graph import REPORT_SCHEMA
from apps.llm.providers.chat_model import REPAIR_REQUEST
from apps.llm.providers.json_output import UnreadableJsonError, read_json
from apps.llm.types import LanguageModel, Message
from apps.text.words import content_words, stem

PURPOSE = "report"
LABEL = re.compile(r"[ERCP]\d+(?:\.\d+)?")
HIGHEST = 10.0
MOST_FINDINGS = 10
NEAREST = 2


def question(
    context: Context, documents: Sequence[int], wording: Wording, model: LanguageModel, budget: Budget, about: str
) -> Question:
    """Asked once for the same lines, whichever build they come from."""
    key = key_of(PURPOSE, model.name, wording.report.label, wording.language, context.text)

    async def ask() -> tuple[Any, int]:
        messages = wording.report.messages(text=context.text, language=wording.language_name)
        return await written(messages, model, budget)

    return Question(key, PURPOSE, documents, ask, about)


async def written(messages: Sequence[Message], model: LanguageModel, budget: Budget) -> tuple[Any, int]:
    """The data and the number of calls. What cannot be read is asked for once more: a call that must be within the
    budget like every other. Raises ModelError, BudgetSpent."""
    completion = await budget.complete(PURPOSE, model, messages, REPORT_SCHEMA)
    try:
        return storable(read_json(completion.text, REPORT_SCHEMA)), 1
    except UnreadableJsonError as error:
        repair = Message("user", REPAIR_REQUEST.format(problem=error))
    asked = [*messages, Message("assistant", completion.text), repair]
    completion = await budget.complete(PURPOSE, model, asked, REPORT_SCHEMA)
    try:
        return storable(read_json(completion.text, REPORT_SCHEMA)), 2
    except UnreadableJsonError:
        raise model_error("garbage", completion.model) from None


def told(data: Mapping[str, Any], lines: Sequence[Line]) -> Told:
    """The report as we keep it; its references become pieces of text.

    A finding without a usable reference gets those of the lines it shares most words with: what is told must lead to a
    page, and a model that forgets the numbers has still read the lines.
    """
    sources = Sources(lines)
    findings = [
        Finding(described(str(each["summary"])), described(str(each["explanation"])), sources.units_of(each))
        for each in data["findings"][:MOST_FINDINGS]
    ]
    rating = number(str(data["rating"])) or 0.0
    return Told(
        described(str(data["title"]))[:500] or "-",
        described(str(data["summary"])),
        min(max(rating, 0.0), HIGHEST),
        described(str(data.get("rating_explanation", ""))),
        tuple(findings),
        is_extractive=False,
    )


class Sources:
    """From what a finding says to the pieces of text behind it."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.by_label = {line.label: line for line in lines}

    def units_of(self, finding: Mapping[str, Any]) -> tuple[int, ...]:
        references = finding.get("references") or []
        labels = [label for each in references for label in LABEL.findall(str(each))]
        named = [self.by_label[label] for label in labels if label in self.by_label]
        chosen = named or self.nearest(f"{finding['summary']} {finding['explanation']}")
        # In turns, so that no reference with many pages hides the others.
        return unique(line.units[turn] for turn in range(MOST_REFERENCES) for line in chosen if turn < len(line.units))

    def nearest(self, text: str) -> list[Line]:
        words = stems(text)
        shared = [(len(words & said), line) for said, line in zip(self.said, self.lines, strict=True)]
        ranked = sorted((pair for pair in shared if pair[0]), key=lambda pair: -pair[0])
        return [line for _, line in ranked[:NEAREST]]

    @cached_property
    def said(self) -> list[frozenset[str]]:
        return [stems(line.text) for line in self.lines]


def stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in content_words(text))
