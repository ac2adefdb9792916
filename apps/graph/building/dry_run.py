"""A dry run of a build: the same steps with replies that are kept, and guesses wherever a model would be asked.

It counts what would be asked, and stores nothing. Since the steps are those of the build itself, joins, reports on
parts and what is known already are counted as the build will find them.
"""

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field, replace

from asgiref.sync import sync_to_async

from apps.database.execute_batch_sql import fetch_rows
from apps.graph.building.build_options import DEFAULT_OPTIONS
from apps.graph.building.build_settings_and_merges import current_build_inputs
from apps.graph.building.build_steps import BuildSteps
from apps.graph.building.simulate_replies_for_estimate import (
    USUAL_STATISTICS,
    ReplyStatistics,
    expected_description,
    expected_records,
    expected_report,
    observed_statistics,
)
from apps.graph.extraction import extraction_requests
from apps.graph.extraction.load_text_units import TextUnit, UnitCorpus
from apps.graph.extraction.merge_records import Graph
from apps.graph.model_calls import reply_cache
from apps.graph.model_calls.build_budget import TOKENS_OF_A_MESSAGE, Budget
from apps.graph.model_calls.concurrent_requests import ModelRequest
from apps.graph.model_calls.model_client import BuildModelClient
from apps.graph.model_calls.models_of_a_build import BuildModels, build_models, embedding_model_of_names
from apps.graph.model_calls.prompts_of_a_build import BuildPrompts
from apps.graph.models import Build, GraphIndex, Method
from apps.graph.storage import entity_vectors
from apps.llm.models import EmbeddingModel
from apps.llm.types import Completion, LanguageModel, Message, Usage, messages_worded_for_model
from apps.text.estimate_tokens import estimate_tokens

ENOUGH_REPLIES = 5
"""Texts whose replies say how this model extracts from this collection; with fewer the usual figures count."""


@dataclass
class CallTotals:
    """Calls, tokens read (input) and tokens written (output), by purpose."""

    calls: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    written: Counter[str] = field(default_factory=Counter)

    def add(self, purpose: str, read: int, written: int, calls: int = 1) -> None:
        self.calls[purpose] += calls
        self.read[purpose] += read
        self.written[purpose] += written


@dataclass(frozen=True, slots=True)
class DryRunModel:
    """A LanguageModel that counts the call and replies with a guess, at once."""

    inner: LanguageModel
    purpose: str
    tally: CallTotals
    guess: Callable[[Sequence[Message]], str]

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def context_window(self) -> int:
        return self.inner.context_window

    async def complete(
        self, messages: Sequence[Message], *, temperature: float = 0.0, schema: dict[str, object] | None = None
    ) -> Completion:
        messages = messages_worded_for_model(messages, self.name)
        text = self.guess(messages)
        read = sum(estimate_tokens(message.text) + TOKENS_OF_A_MESSAGE for message in messages)
        self.tally.add(self.purpose, read, estimate_tokens(text))
        return Completion(text, self.name, usage=Usage(read, estimate_tokens(text)))

    async def stream(
        self, messages: Sequence[Message], *, temperature: float = 0.0
    ) -> AsyncGenerator[str | Completion, None]:
        yield await self.complete(messages, temperature=temperature)


class DryRunClient(BuildModelClient):
    """Takes kept replies as a build does, has the others guessed, and stores nothing."""

    async def ask(self, phase: str, questions: Sequence[ModelRequest]) -> dict[str, object]:
        asked = {question.key: question for question in questions}
        found = await self.known(asked)
        for key, question in asked.items():
            if key not in found:
                found[key] = (await question.ask()).data
        return found

    def save_costs(self) -> None:
        """Nothing has been paid."""


class DryRun(BuildSteps):
    """`tally` is what a build would ask; `known_texts` is how many texts have all their replies already.

    `real`, `embeds` and `graph` (the models and the expected graph) are there after `rehearse`.
    """

    real: BuildModels
    embeds: EmbeddingModel
    graph: Graph

    def __init__(self, index: GraphIndex) -> None:
        run = Build(index=index, method=Method.MODEL, made_with=current_build_inputs(index))
        super().__init__(index, run, DEFAULT_OPTIONS, lambda phase, done, total: None)
        self.tally, self.known_texts = CallTotals(), 0
        self.corpus = UnitCorpus({}, [])
        self.client = DryRunClient(run, self.ledger, Budget(), 1)

    def rehearse(self, corpus: UnitCorpus) -> None:
        """All steps over these texts. Reads the database; no call."""
        self.corpus = corpus
        self.by_model(corpus)

    def models(self, prompts: BuildPrompts) -> BuildModels:
        self.real = build_models(prompts, self.ledger, in_house=self.index.collection.stays_in_house)
        statistics = self.statistics(prompts, self.real.extract)

        def rehearsed(model: LanguageModel, purpose: str, guess: Callable[[Sequence[Message]], str]) -> DryRunModel:
            return DryRunModel(model, purpose, self.tally, guess)

        return replace(
            self.real,
            extract=rehearsed(self.real.extract, "extract", lambda messages: expected_records(messages, statistics)),
            describe=rehearsed(self.real.describe, "summarise", lambda _messages: expected_description(statistics)),
            report=rehearsed(self.real.report, "report", lambda _messages: expected_report(statistics)),
        )

    def statistics(self, prompts: BuildPrompts, model: LanguageModel) -> ReplyStatistics:
        """From the replies to texts of this collection that are kept, round by round; the usual ones while few are."""
        answered = self.kept_replies(prompts, model.name)
        self.known_texts = len(answered)
        if len(answered) < ENOUGH_REPLIES:
            return USUAL_STATISTICS
        tokens = sum(estimate_tokens(piece.text) for piece, _replies in answered)
        found = [extraction_requests.parse_all_records(replies) for _piece, replies in answered]
        at_first = [extraction_requests.parse_all_records(replies[:1]) for _piece, replies in answered]
        return observed_statistics(tokens, found, at_first)

    def kept_replies(self, prompts: BuildPrompts, model: str) -> list[tuple[TextUnit, list[str]]]:
        """The texts whose rounds have all been answered by the model of this name, with their replies."""
        answered: dict[str, tuple[TextUnit, list[str]]] = {
            text_hash: (piece, []) for text_hash, piece in extraction_requests.units_by_text_hash(self.corpus.units)
        }
        for number in range(1 + self.index.gleanings):
            keys = {}
            for text_hash, (piece, replies) in answered.items():
                first = extraction_requests.first_reply_key(piece, prompts, model)
                if number == 0:
                    keys[first] = text_hash
                elif extraction_requests.may_need_another_round(replies):
                    keys[extraction_requests.later_reply_key(first, prompts, model, replies)] = text_hash
            known = reply_cache.load_cached_replies(self.index.pk, list(keys))
            for key, text_hash in keys.items():
                reply = known.get(key)
                if isinstance(reply, str) and extraction_requests.is_readable_reply(reply):
                    answered[text_hash][1].append(reply)
                else:
                    del answered[text_hash]
        return list(answered.values())

    async def embed(self, graph: Graph) -> None:
        """Counts the vectors that are not there."""
        self.graph = graph
        await sync_to_async(self.count_vectors)(graph)

    def count_vectors(self, graph: Graph) -> None:
        row = self.embeds = embedding_model_of_names(self.index)
        known = {digest for (digest,) in fetch_rows(entity_vectors.KNOWN, [self.index.pk, row.pk])}
        texts = entity_vectors.texts_by_hash(graph)
        left = [text for digest, text in texts.items() if digest not in known]
        self.tally.add("embed", sum(map(estimate_tokens, left)), 0, -(-len(left) // row.batch_size))
