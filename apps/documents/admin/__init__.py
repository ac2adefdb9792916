"""The admin of documents: collections, documents with their pages, sources, budgets, embedding models.

Each file registers its own classes; importing this package registers all of them.

May import from this app: its root, admin.reader_fields, admin.source_form, admin.upload, admin.withdrawal,
lifecycle, models, pages, sources, step_scheduling, sync, vectors.
"""

from apps.documents.admin import (
    collections,
    documents,
    embedding_models,
    import_budgets,
    pages_and_steps,
    source_runs,
    sources,
    withdrawal_receipts,
)

__all__ = [
    "collections",
    "documents",
    "embedding_models",
    "import_budgets",
    "pages_and_steps",
    "source_runs",
    "sources",
    "withdrawal_receipts",
]
