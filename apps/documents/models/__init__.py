"""The tables of documents: collections with their documents and what is made of them, sources and their runs, budgets.

May import from this app: its root.
"""

from apps.documents.models.chunks_embeddings_and_postings import Chunk, ChunkKind, ChunkQuerySet, Embedding, Posting
from apps.documents.models.collections import Chunking, Collection, CollectionQuerySet, Readers
from apps.documents.models.documents import (
    FAILED_AT,
    PUBLISHED,
    SEARCHABLE,
    TEXT_FIRST,
    WORDS_ONLY,
    Blob,
    Document,
    DocumentQuerySet,
    Page,
    ReadingMethod,
    Revision,
    Status,
    document_url,
)
from apps.documents.models.import_budgets import ImportBudget
from apps.documents.models.reader_access_filter import Reader, reader_of
from apps.documents.models.readers_named_by_sources import NamedReader
from apps.documents.models.sources import Listing, ListingState, Receipt, Source, SourceKind, SourceRun, SourceRunState
from apps.documents.models.steps import Step, StepState

__all__ = [
    "FAILED_AT",
    "PUBLISHED",
    "SEARCHABLE",
    "TEXT_FIRST",
    "WORDS_ONLY",
    "Blob",
    "Chunk",
    "ChunkKind",
    "ChunkQuerySet",
    "Chunking",
    "Collection",
    "CollectionQuerySet",
    "Document",
    "DocumentQuerySet",
    "Embedding",
    "ImportBudget",
    "Listing",
    "ListingState",
    "NamedReader",
    "Page",
    "Posting",
    "Reader",
    "Readers",
    "ReadingMethod",
    "Receipt",
    "Revision",
    "Source",
    "SourceKind",
    "SourceRun",
    "SourceRunState",
    "Status",
    "Step",
    "StepState",
    "document_url",
    "reader_of",
]  # fmt: skip
