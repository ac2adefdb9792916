"""Loads what stages use besides the database: the parser, models and prompts in force, kept for a whole run."""

import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial

from asgiref.sync import sync_to_async
from django.conf import settings

from apps.documents.conversion.batch_conversions import ConversionQueue
from apps.documents.conversion.make_pdf_rendition import (
    make_pdf_rendition,
    needs_conversion_to_docx,
    prepare_source_file,
)
from apps.documents.keywords.build_posting_rows import PostingRows, posting_rows_of_texts
from apps.documents.keywords.postgres_stems import load_vocabulary
from apps.documents.model_calls.cost_attribution import AttemptLedger, StepAttempt
from apps.documents.model_calls.request_batching import BatchingEmbedder, BatchingSplitter, Vectors
from apps.documents.model_calls.run_builtin_models_in_processes import embedder_in_processes, model_in_processes
from apps.documents.model_calls.text_process_pool import TextProcesses
from apps.documents.model_calls.vector_length_check import VectorCheck
from apps.documents.models import Blob
from apps.documents.parsing.collection_reading_options import ReadingOptions
from apps.documents.parsing.types import ParseFailure
from apps.documents.sandbox.parser_pool import ParserPool
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import (
    build_embedder,
    build_language_model,
    embedding_model_for_documents,
    embedding_model_in_house,
    embedding_model_row,
)
from apps.llm.models import EmbeddingModel, Endpoint, Purpose
from apps.llm.offline import OfflineLanguageModel
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.transport.priority_semaphore import PrioritySlots
from apps.llm.types import Completion, LanguageModel, Message, ShortenableMessages
from apps.text.index_terms import GERMAN

logger = logging.getLogger(__name__)

PROMPT_PURPOSES = {"summarise": Purpose.SUMMARISE, "summarise-parts": Purpose.SUMMARISE, "tag": Purpose.TAG}
CHUNK_TOKENS = 1_000
"""Longest chunk where a collection sets none: what Parla embeds, and small enough that three fit into any context."""
FILES_AT_ONCE = 8
"""Files in memory and at the parser; its pool lets fewer of them run."""
PRINTED_AT_ONCE = 48
"""Small files that LibreOffice prints, loaded with their batch: enough of them wait to be printed together."""


MANY_TEXTS = 50
"""From here on another process is worth its start of a few milliseconds."""


@dataclass(slots=True)
class ModelClock:
    """Seconds during which at least one model call was under way, so that our own time can be told apart."""

    seconds: float = 0.0
    _calls: int = 0
    _since: float = 0.0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        if self._calls == 0:
            self._since = time.monotonic()
        self._calls += 1
        try:
            yield
        finally:
            self._calls -= 1
            if self._calls == 0:
                self.seconds += time.monotonic() - self._since


@dataclass(frozen=True, slots=True)
class PromptedModel:
    prompt: PublishedPrompt
    model: LanguageModel

    @property
    def is_free(self) -> bool:
        """Whether a call may be made again without anybody paying for it."""
        return isinstance(self.model, OfflineLanguageModel)


@dataclass(frozen=True, slots=True)
class Resources:
    parser: ParserPool
    asking: Mapping[str, PromptedModel]
    embedder: BatchingEmbedder
    embedding_model: EmbeddingModel
    shared: StepAttempt = field(default_factory=StepAttempt)
    """Calls that several documents made together."""
    weigher: TextProcesses | None = None
    """Makes many rows of the keyword index in another process; without one they are made here."""
    splitters: dict[int, BatchingSplitter] = field(default_factory=dict)
    """By the size of their pieces."""
    clock: ModelClock = field(default_factory=ModelClock)
    files: PrioritySlots = field(default_factory=lambda: PrioritySlots(FILES_AT_ONCE))
    printed_files: PrioritySlots = field(default_factory=lambda: PrioritySlots(PRINTED_AT_ONCE))

    vector_check: VectorCheck = field(default_factory=VectorCheck)
    printing: ConversionQueue = field(default_factory=ConversionQueue)
    in_house: "Resources | None" = None
    """The same with models of the house alone, for collections that stay in it; None where no text leaves it."""

    async def as_chosen(self, data: bytes, media_type: str, choices: ReadingOptions) -> tuple[bytes, str]:
        """What is printed and read in place of the file, and its type. Raises ParseFailure."""
        async with self.printing.slots if needs_conversion_to_docx(data, media_type, choices) else nullcontext():
            return await prepare_source_file(data, media_type, self.parser, choices)

    async def rendition(self, data: bytes, media_type: str) -> bytes:
        """The PDF that stands for a file of one of the types in SHOWN_AS_PDF. Raises ParseFailure."""
        return await make_pdf_rendition(data, media_type, self.parser, self.printing)

    def splitter(self, max_tokens: int) -> BatchingSplitter:
        """The one for pieces of at most so many tokens."""
        return self.splitters.setdefault(max_tokens, BatchingSplitter(max_tokens))

    def is_free(self, *slugs: str) -> bool:
        """Whether the built-in model answers all of these prompts."""
        return all(self.asking[slug].is_free for slug in slugs)

    @property
    def paid_stages(self) -> frozenset[str]:
        """The stages whose calls cost something."""
        free = {
            "summarise": self.is_free("summarise", "summarise-parts"),
            "tag": self.is_free("tag"),
            "embed": self.embedder.is_free,
        }
        return frozenset(stage for stage, is_free in free.items() if not is_free)

    async def ask(
        self,
        slug: str,
        *,
        schema: dict[str, object] | None = None,
        shorter: Callable[[], str | None] | None = None,
        **values: str,
    ) -> Completion:
        """One reply to the prompt in force. Raises ModelError.

        `shorter` gives a shorter `text` for the one more try when a model says that it is too long, or None.
        """
        asking = self.asking[slug]
        if not asking.is_free:
            await self.vector_check.passed(self.embedder)

        def shorter_messages() -> list[Message] | None:
            text = shorter() if shorter else None
            return None if text is None else asking.prompt.messages(**{**values, "text": text})

        messages = ShortenableMessages(asking.prompt.messages(**values), shorter_messages)
        async with self.clock.running():
            return await asking.model.complete(messages, schema=schema)

    async def embed(self, texts: list[str]) -> Vectors:
        """Vectors in the order of the texts. Raises ModelError."""
        if not texts:
            return []
        async with self.clock.running():
            return await self.embedder.embed(texts)

    async def weigh(self, texts: Mapping[int, str], language: str) -> PostingRows:
        """The rows of the keyword index for these chunks."""
        stems = None if language == GERMAN else await sync_to_async(load_vocabulary)(texts.values(), language)
        if self.weigher is not None and len(texts) >= MANY_TEXTS:
            try:
                return await self.weigher.weigh(texts, stems)
            except ParseFailure as error:
                logger.warning("The rows of %d chunks are made here, their process failed: %s", len(texts), error)
        return posting_rows_of_texts(texts, stems)

    async def file(self, sha256: str) -> bytes:
        """Read from the database while computing: large files come one at a time instead of by the batch."""
        return await sync_to_async(read_file)(sha256)


def read_file(sha256: str) -> bytes:
    return bytes(Blob.objects.values_list("data", flat=True).get(sha256=sha256))


def open_resources(parser: ParserPool, texts: TextProcesses) -> Resources:
    """The models and prompts that are in force now; a run keeps them to its end. Reads the database."""
    ledger, shared = AttemptLedger(), StepAttempt()
    row = embedding_model_for_documents(embedding_model_row())
    opened = Resources(
        parser,
        load_prompted_models(texts, ledger, in_house=False),
        batching_embedder(row, texts, ledger, shared),
        row,
        shared,
        texts,
    )
    if not Endpoint.objects.filter(is_remote=True, is_active=True).exists():
        return opened
    own = embedding_model_for_documents(embedding_model_in_house())
    in_house = replace(
        opened,
        asking=load_prompted_models(texts, ledger, in_house=True),
        embedder=batching_embedder(own, texts, ledger, shared),
        embedding_model=own,
        vector_check=VectorCheck(),
    )
    return replace(opened, in_house=in_house)


def load_prompted_models(texts: TextProcesses, ledger: Ledger, *, in_house: bool) -> dict[str, PromptedModel]:
    """Loads models by prompt. Reads the database."""
    model_for = partial(build_language_model, ledger=ledger, in_house=in_house, deadline=float(settings.BATCH_DEADLINE))
    prompts = {slug: load_published_prompt(slug) for slug in PROMPT_PURPOSES}
    return {
        slug: PromptedModel(prompt, model_in_processes(model_for(PROMPT_PURPOSES[slug], prompt=prompt), texts))
        for slug, prompt in prompts.items()
    }


def batching_embedder(
    row: EmbeddingModel, texts: TextProcesses, ledger: Ledger, shared: StepAttempt
) -> BatchingEmbedder:
    model = build_embedder(row, ledger=ledger, deadline=float(settings.BATCH_DEADLINE))
    return BatchingEmbedder(embedder_in_processes(model, texts), batch_size=row.batch_size, shared=shared)
