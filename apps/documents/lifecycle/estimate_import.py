"""Estimates what an import would take, before it is run: model calls, tokens and price. Nothing is stored.

Token counts are upper estimates (apps/text/estimate_tokens.py), scanned pages count as average pages, and replies of
models are taken to be as long as the prompts ask for.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from decimal import Decimal
from hashlib import sha256
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Any

from asgiref.sync import async_to_sync

from apps.documents.engine.run_engine_synchronously import count_processors
from apps.documents.lifecycle.import_documents import batch_items, ensure_unique_ids
from apps.documents.lifecycle.register_documents import known_documents
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources, open_resources
from apps.documents.model_calls.text_process_pool import TextProcesses
from apps.documents.models import Collection
from apps.documents.parsing.collection_reading_options import DEFAULT_READING_OPTIONS
from apps.documents.parsing.formats.detect_media_type import PDF, media_type_of
from apps.documents.parsing.formats.estimate_text_size import SizeEstimate
from apps.documents.parsing.formats.office_and_picture_media_types import SHOWN_AS_PDF
from apps.documents.parsing.types import ParseFailure
from apps.documents.sandbox.parser_pool import ParserPool
from apps.documents.sources import Item
from apps.documents.sources.connectors import local_files_and_folders
from apps.documents.stages.summarise import RESERVED_TOKENS
from apps.documents.vectors.fill_missing import rows_to_fill
from apps.llm.call_ledger import MILLION, prices_today
from apps.llm.model_registry import is_semantic_model
from apps.text.estimate_tokens import estimate_tokens

SECONDS_A_TOKEN = 0.0019
"""Of one processor, for a vector of meaning (0.33 s for a paragraph of 880 letters)."""
SUMMARY_TOKENS, TAGS_TOKENS, TAGGED_TOKENS = 200, 60, 2_300
"""What the models are asked to write: 100 words, ten tags as JSON; and what is tagged: 8,000 characters of the text."""


@dataclass(slots=True)
class ImportEstimate:
    """`cost` is None when a model that would be called has no price; `unpriced` names it."""

    collection: str
    found: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    unreadable: int = 0
    pages: int = 0
    scanned_pages: int = 0
    chunks: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    input_tokens: Counter[str] = field(default_factory=Counter)
    output_tokens: Counter[str] = field(default_factory=Counter)
    models: dict[str, str] = field(default_factory=dict)
    cost: Decimal | None = Decimal(0)
    unpriced: list[str] = field(default_factory=list)
    vector_seconds: int = 0
    """What the built-in model of meaning takes afterwards, while the documents are found by their words already."""

    @property
    def tokens(self) -> int:
        return self.input_tokens.total() + self.output_tokens.total()

    def as_json(self) -> dict[str, Any]:
        return {
            "estimate": True,
            "collection": self.collection,
            "found": self.found,
            "new": self.new,
            "changed": self.changed,
            "unchanged": self.unchanged,
            "unreadable": self.unreadable,
            "pages": self.pages,
            "scanned_pages": self.scanned_pages,
            "chunks": self.chunks,
            "model_calls": dict(self.calls),
            "input_tokens": self.input_tokens.total(),
            "output_tokens": self.output_tokens.total(),
            "tokens": self.tokens,
            "cost": None if self.cost is None else float(self.cost),
            "models": self.models,
            "unpriced": self.unpriced,
            "vector_seconds": self.vector_seconds,
        }


def estimate_paths(
    paths: Sequence[Path],
    collection_slug: str,
    *,
    limit: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ImportEstimate:
    """Raises SourceError (nothing there), DatabaseError."""
    items = islice(local_files_and_folders.items_of_paths(paths), limit)
    with closing(ParserPool(count_processors())) as pool, closing(TextProcesses.of_size(count_processors())) as texts:
        return ImportEstimator(open_resources(pool, texts), pool, ImportEstimate(collection_slug), progress).of(
            ensure_unique_ids(items)
        )


@dataclass(slots=True)
class ImportEstimator:
    resources: Resources
    pool: ParserPool
    made: ImportEstimate
    progress: Callable[[int, int], None] | None = None

    def of(self, items: Iterable[Item]) -> ImportEstimate:
        for batch in batch_items(items):
            chosen = self._to_process(batch)
            for size in async_to_sync(self._sizes)(chosen):
                self._count(size)
            if self.progress is not None:
                self.progress(self.made.found, self.made.found)
        self.made.calls["embed"] = ceil(self.made.calls["embed"] / self.resources.embedding_model.batch_size)
        self.made.calls = +self.made.calls
        if any(is_semantic_model(row) for row in rows_to_fill()):
            self.made.vector_seconds = ceil(self.made.input_tokens["embed"] * SECONDS_A_TOKEN / count_processors())
        self._price()
        return self.made

    def _to_process(self, batch: Sequence[Item]) -> list[Item]:
        """Returns what an import would process; the others are counted. Two queries."""
        collection = Collection.objects.filter(slug=self.made.collection).first()
        known = known_documents(collection.pk, [item.external_id for item in batch]) if collection else {}
        chosen = []
        for item in batch:
            self.made.found += 1
            before = known.get(item.external_id)
            if item.reason_code:
                self.made.unreadable += 1
            elif before and (before.withdrawn or before.sha256 == sha256(item.data).hexdigest()):
                self.made.unchanged += 1
            else:
                self.made.changed += before is not None
                self.made.new += before is None
                chosen.append(item)
        return chosen

    async def _sizes(self, items: Sequence[Item]) -> list[SizeEstimate | ParseFailure]:
        return await asyncio.gather(*(self._size(item) for item in items))

    async def _size(self, item: Item) -> SizeEstimate | ParseFailure:
        try:
            kind = media_type_of(item.data, item.file_name, item.media_type)
            if kind in SHOWN_AS_PDF:
                # How many pages it has, and which of them are scans, is known when it is printed.
                data, read_as = await self.resources.as_chosen(item.data, kind, DEFAULT_READING_OPTIONS)
                return await self.pool.measure(await self.resources.rendition(data, read_as), media_type=PDF)
            return await self.pool.measure(item.data, name=item.file_name, media_type=item.media_type)
        except ParseFailure as failure:
            return failure

    def _count(self, size: SizeEstimate | ParseFailure) -> None:
        made = self.made
        if isinstance(size, ParseFailure):
            made.unreadable += 1
            return
        made.pages += size.pages
        made.scanned_pages += size.scans
        made.chunks += size.chunks
        window = max(1_000, self.resources.asking["summarise"].model.context_window - RESERVED_TOKENS)
        parts = ceil(size.tokens / window)
        summaries = parts if parts <= 1 else parts + 1
        self._ask("summarise", summaries, size.tokens + (SUMMARY_TOKENS * parts if parts > 1 else 0), SUMMARY_TOKENS)
        self._ask("tag", 1, min(size.tokens, TAGGED_TOKENS), TAGS_TOKENS)
        # Counted in texts first; how many go into a call is known at the end.
        made.calls["embed"] += size.chunks + 1
        made.input_tokens["embed"] += size.tokens + SUMMARY_TOKENS

    def _ask(self, slug: str, calls: int, text_tokens: int, written: int) -> None:
        """`written` tokens by each call."""
        self.made.calls[slug] += calls
        self.made.input_tokens[slug] += text_tokens + calls * self._prompt_tokens(slug)
        self.made.output_tokens[slug] += calls * written

    def _prompt_tokens(self, slug: str) -> int:
        messages = self.resources.asking[slug].prompt.messages(title="", text="")
        return sum(estimate_tokens(message.text) for message in messages)

    def _price(self) -> None:
        """Built-in models cost nothing."""
        made = self.made
        made.models = {slug: self.resources.asking[slug].model.name for slug in ("summarise", "tag")}
        made.models["embed"] = self.resources.embedding_model.name
        paid = {
            slug: name for slug, name in made.models.items() if slug in self.resources.paid_stages and made.calls[slug]
        }
        rates = prices_today(set(paid.values()))
        made.unpriced = sorted(set(paid.values()) - set(rates))
        costs = (
            made.input_tokens[slug] * rates[name][0] + made.output_tokens[slug] * rates[name][1]
            for slug, name in paid.items()
            if name in rates
        )
        made.cost = None if made.unpriced else sum(costs, Decimal(0)) / MILLION
