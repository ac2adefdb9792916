"""The tables of documents: collections with their documents and what is made of them, sources and their runs, budgets.

May import from this app: its root.
"""

from apps.documents.models.budgets import ImportBudget
from apps.documents.models.documents import (
    SEARCHABLE,
    Blob,
    Chunk,
    Chunking,
    ChunkKind,
    ChunkQuerySet,
    Collection,
    CollectionQuerySet,
    Document,
    DocumentQuerySet,
    Embedding,
    Page,
    Posting,
    Readers,
    ReadingMethod,
    Revision,
    Status,
    Step,
    StepState,
    document_url,
)
from apps.documents.models.sources import Listing, ListingState, Receipt, Source, SourceKind, SourceRun, SourceRunState

__all__ = [
    "SEARCHABLE",
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
    "Page",
    "Posting",
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
]  # fmt: skip
