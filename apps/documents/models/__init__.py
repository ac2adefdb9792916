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
    Revision,
    Status,
    Step,
    document_url,
)
from apps.documents.models.sources import Listing, Receipt, Source, SourceKind, SourceRun

__all__ = [
    "SEARCHABLE", "Blob", "Chunk", "ChunkKind", "ChunkQuerySet", "Chunking", "Collection", "CollectionQuerySet",
    "Document", "DocumentQuerySet", "Embedding", "ImportBudget", "Listing", "Page", "Posting", "Readers", "Receipt",
    "Revision", "Source", "SourceKind", "SourceRun", "Status", "Step", "document_url",
]  # fmt: skip
