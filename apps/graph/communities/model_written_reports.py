"""Reports written by a model, with findings that lead back to text units."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from apps.graph.communities.build_extractive_report import ReportContent, ReportFinding
from apps.graph.communities.report_context import MOST_REFERENCES, ContextLine, ReportContext, first_units
from apps.graph.extraction.parse_records import clean_description, first_number
from apps.graph.model_calls.budgeted_model import BudgetedModel
from apps.graph.model_calls.concurrent_requests import ModelReply, ModelRequest, stand_in_model_name
from apps.graph.model_calls.reply_cache import cache_key
from apps.llm.errors import model_error
from apps.llm.prompt_definitions.graph import REPORT_SCHEMA
from apps.llm.providers.gateway_language_model import REPAIR_REQUEST
from apps.llm.providers.parse_json_output import UnreadableJsonError, parse_json_reply
from apps.llm.types import Message, append_messages
from apps.text.word_stems import content_stems

PURPOSE = "report"
LABEL = re.compile(r"[ERCP]\d+(?:\.\d+)?")
HIGHEST = 10.0
MOST_FINDINGS = 10
NEAREST = 2


def report_request(context: ReportContext, documents: Sequence[int], model: BudgetedModel, about: str) -> ModelRequest:
    """The request for a report on these lines, which are about `documents`; `about` names it when it fails.

    The key depends on the lines, not on the build: for the same lines a model is asked once.
    """
    prompts = model.prompts
    key = cache_key(PURPOSE, model.name, prompts.report.for_model(model.name).label, prompts.language, context.text)

    async def ask() -> ModelReply:
        return await ask_for_report(prompts.report.messages(text=context.text, language=prompts.language_name), model)

    return ModelRequest(key, PURPOSE, documents, ask, about)


async def ask_for_report(messages: Sequence[Message], model: BudgetedModel) -> ModelReply:
    """The data of the report; an unreadable reply is asked for once more, within the budget.

    Raises ModelError, BuildBudgetSpent."""
    completion = await model.complete(PURPOSE, messages, REPORT_SCHEMA)
    try:
        return ModelReply(parse_json_reply(completion.text, REPORT_SCHEMA), 1, stand_in_model_name(completion))
    except UnreadableJsonError as error:
        repair = Message("user", REPAIR_REQUEST.format(problem=error))
    asked = append_messages(messages, [Message("assistant", completion.text), repair])
    repaired = await model.complete(PURPOSE, asked, REPORT_SCHEMA)
    try:
        return ModelReply(parse_json_reply(repaired.text, REPORT_SCHEMA), 2, stand_in_model_name(completion, repaired))
    except UnreadableJsonError:
        raise model_error("garbage", repaired.model) from None


def parse_report(data: Mapping[str, Any], lines: Sequence[ContextLine]) -> ReportContent:
    """The report as it is stored; its references become text units.

    A finding without a usable reference gets those of the lines it shares most words with: every finding must lead to a
    page, and a model that forgets the numbers has still read the lines.
    """
    sources = FindingReferences(lines)
    findings = [
        ReportFinding(
            clean_description(str(each["summary"])), clean_description(str(each["explanation"])), sources.units_of(each)
        )
        for each in data["findings"][:MOST_FINDINGS]
    ]
    rating = first_number(str(data["rating"])) or 0.0
    return ReportContent(
        clean_description(str(data["title"]))[:500] or "-",
        clean_description(str(data["summary"])),
        min(max(rating, 0.0), HIGHEST),
        clean_description(str(data.get("rating_explanation", ""))),
        tuple(findings),
        is_extractive=False,
    )


class FindingReferences:
    """Resolves the references of findings to text units."""

    def __init__(self, lines: Sequence[ContextLine]) -> None:
        self.lines = lines
        self.by_label = {line.label: line for line in lines}

    def units_of(self, finding: Mapping[str, Any]) -> tuple[int, ...]:
        references = finding.get("references") or []
        labels = [label for each in references for label in LABEL.findall(str(each))]
        named = [self.by_label[label] for label in labels if label in self.by_label]
        chosen = named or self.nearest(f"{finding['summary']} {finding['explanation']}")
        # In turns, so that no reference with many pages hides the others.
        return first_units(
            line.units[turn] for turn in range(MOST_REFERENCES) for line in chosen if turn < len(line.units)
        )

    def nearest(self, text: str) -> list[ContextLine]:
        words = content_stems(text)
        shared = [(len(words & said), line) for said, line in zip(self.said, self.lines, strict=True)]
        ranked = sorted((pair for pair in shared if pair[0]), key=lambda pair: -pair[0])
        return [line for _, line in ranked[:NEAREST]]

    @cached_property
    def said(self) -> list[frozenset[str]]:
        return [content_stems(line.text) for line in self.lines]
