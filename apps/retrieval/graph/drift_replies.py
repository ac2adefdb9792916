"""Parses the model's replies in a DRIFT search: contributions with their sources, and follow-up questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from apps.database.settings_cache import use_settings_cache
from apps.graph.querying.report_batches import KeyPoint, ReportBatch, parse_key_points
from apps.llm.errors import ModelError
from apps.llm.model_registry import build_embedder
from apps.llm.models import EmbeddingModel, Purpose
from apps.llm.offline.language_model import NAME as BUILT_IN
from apps.llm.prompt_definitions.graph import DRIFT_SCHEMA
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.llm.types import Embedder, LanguageModel
from apps.text.word_stems import fold

LONGEST_QUESTION = 300
"""Characters of a follow-up question; what is longer is no question."""


@dataclass(frozen=True, slots=True)
class DriftReply:
    points: list[KeyPoint]
    follow_ups: list[str]
    by_stand_in: bool = False

    @property
    def score(self) -> float:
        """How much what was read contributes, from 0 to 100: its questions are worth as much."""
        return max((point.score for point in self.points), default=0.0)


@dataclass(frozen=True, slots=True)
class DriftReader:
    """The models that read and embed, with the prompts in force. Without an embedder nobody asks on."""

    writer: LanguageModel
    report_prompt: PublishedPrompt
    model: LanguageModel
    read_prompt: PublishedPrompt
    embedder: Embedder | None

    async def read(self, batch: ReportBatch, question: str) -> DriftReply:
        """One call. Raises ModelError."""
        messages = self.read_prompt.messages(text=batch.text, question=question)
        completion = await self.model.complete(messages, schema=DRIFT_SCHEMA)
        data = completion.data or {}
        return DriftReply(parse_key_points(batch, data), parse_follow_ups(data), completion.stand_in is not None)

    async def vector_of_likely_report(self, question: str, example: str) -> Sequence[float] | None:
        """Embeds a made-up report that would answer the question; None when no model writes or embeds it. Two calls."""
        if self.embedder is None:
            return None
        try:
            written = await self.writer.complete(self.report_prompt.messages(text=example, question=question))
            if written.model == BUILT_IN or not written.text.strip():
                return None
            [vector] = await self.embedder.embed([written.text])
        except ModelError:
            return None
        return vector


def load_drift_reader(models: ModelAccess, embedding_model_id: int) -> DriftReader:
    """Three queries, fewer when settings are remembered."""
    with use_settings_cache():
        write, read = models.prompt("graph-drift-report"), models.prompt("graph-drift-read")
        deadline = float(settings.CHAT_DEADLINE)
        row = EmbeddingModel.objects.select_related("endpoint").get(pk=embedding_model_id)
        return DriftReader(
            models.language_model(Purpose.MAP, write, deadline=deadline),
            write,
            models.language_model(Purpose.MAP, read, deadline=deadline),
            read,
            build_embedder(row, ledger=models.ledger, is_query=True),
        )


def parse_follow_ups(data: Mapping[str, Any]) -> list[str]:
    """The questions of a reply in its order, without what is no question of a line."""
    found = [" ".join(str(each).split()) for each in data.get("follow_ups") or ()]
    return [each for each in found if each and len(each) <= LONGEST_QUESTION]


@dataclass(slots=True)
class FollowUpQueue:
    """Questions nobody has asked yet; those from the replies that contributed most come first."""

    asked: set[str] = field(default_factory=set)
    waiting: dict[str, tuple[float, str]] = field(default_factory=dict)
    """By folded text: the score of the reply it came from, and the question."""

    def add(self, questions: Sequence[str], score: float) -> None:
        for question in questions:
            key = fold(question).rstrip("?!. ")
            if key not in self.asked and score > self.waiting.get(key, (-1.0, ""))[0]:
                self.waiting[key] = (score, question)

    def take(self, most: int) -> list[str]:
        """The best ones, never to be given again."""
        best = sorted(self.waiting.items(), key=lambda each: -each[1][0])[:most]
        for key, _question in best:
            del self.waiting[key]
            self.asked.add(key)
        return [question for _key, (_score, question) in best]
