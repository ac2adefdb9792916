"""Rows for tests in one line each.

    amt = collection("amt")
    fees = document(["Die Gebühr beträgt drei Euro.", "Sie ist bar zu zahlen."], title="Gebühren", collection=amt)

`document` makes a document as the pipeline leaves it: one chunk per page, a summary when one is given, vectors by the
offline embedder. Tests about scores give the vectors themselves, exact to the third digit:

    model = embedding_model()
    document(["…"], model=model, page_vectors=[towards(0.865)])      # 0.865 from QUESTION
"""

import hashlib
import itertools
import math
from collections.abc import Sequence
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import Group, User
from django.db import connection
from django.utils import timezone

from apps.documents.models import (
    Blob,
    Chunk,
    ChunkKind,
    Collection,
    Document,
    Embedding,
    Page,
    Readers,
    Revision,
    Status,
)
from apps.documents.vectors.sign_random_projection import signs_in_words
from apps.llm.models import EmbeddingModel
from apps.text.estimate_tokens import estimate_tokens

DIMENSIONS = 8
QUESTION: list[float] = [1.0] + [0.0] * (DIMENSIONS - 1)
"""The vector of the question in tests about scores."""

_numbers = itertools.count(1)


def towards(similarity: float, axis: int = 1) -> list[float]:
    """A unit vector with this cosine to QUESTION; `axis` (1 to 7) tells vectors of equal similarity apart."""
    vector = [0.0] * DIMENSIONS
    vector[0] = similarity
    vector[axis] = math.sqrt(1 - similarity * similarity)
    return vector


def collection(
    slug: str = "amt",
    *,
    readers: Readers = Readers.PUBLIC,
    groups: Sequence[Group] = (),
    people: Sequence[User] = (),
    **values: Any,
) -> Collection:
    """The collection of that slug, made when there is none."""
    made, _ = Collection.objects.get_or_create(slug=slug, defaults={"name": slug.title(), "readers": readers, **values})
    made.reader_groups.add(*groups)
    made.reader_users.add(*people)
    return made


def embedding_model(name: str = "given-vectors", **values: Any) -> EmbeddingModel:
    """A model for vectors that the test gives itself; it is not the default one unless the test says so."""
    return EmbeddingModel.objects.get_or_create(name=name, defaults={"dimensions": DIMENSIONS, **values})[0]


def document(
    text_pages: Sequence[str] = ("Die Gebühr beträgt drei Euro.",),
    *,
    collection: Collection | None = None,
    summary: str = "",
    model: EmbeddingModel | None = None,
    page_vectors: Sequence[Sequence[float]] | None = None,
    summary_vector: Sequence[float] | None = None,
    embed: bool = True,
    **values: Any,
) -> Document:
    """A document in search. Without given vectors `model` (the default one) embeds; `embed=False` leaves it unembedded.

    Other values are fields of Document, such as `title`, `external_id`, `status`, `url`, `date`, `metadata`.
    """
    number = next(_numbers)
    values = {"external_id": f"document-{number}.txt", "title": f"Dokument {number}", "status": Status.READY, **values}
    made = Document.objects.create(collection=collection or _default_collection(), **values)
    add_revision(
        made,
        text_pages,
        summary=summary,
        model=model,
        page_vectors=page_vectors,
        summary_vector=summary_vector,
        embed=embed,
    )
    return made


def add_revision(
    document: Document,
    text_pages: Sequence[str],
    *,
    summary: str = "",
    model: EmbeddingModel | None = None,
    page_vectors: Sequence[Sequence[float]] | None = None,
    summary_vector: Sequence[float] | None = None,
    embed: bool = True,
    switch: bool = True,
) -> Revision:
    """A new content of the document; with `switch` it is the one in search from now on."""
    revision = Revision.objects.create(
        document=document,
        number=document.revisions.count() + 1,
        blob=_blob("\f".join(text_pages)),
        file_name=document.external_id,
        media_type="text/plain",
        summary=summary,
    )
    contents = [_page_chunk(revision, number, text) for number, text in enumerate(text_pages, start=1)]
    summaries = [_chunk(revision, ChunkKind.SUMMARY, summary)] if summary else []
    if page_vectors is not None or summary_vector is not None:
        assert model is not None, "vectors given by the test need a model: embedding_model()"
        _store(contents, page_vectors or [], model)
        _store(summaries, [summary_vector] if summary_vector is not None else [], model)
    elif embed:
        embed_chunks([*contents, *summaries], model)
    if switch:
        revision.published_at = timezone.now()
        revision.save(update_fields=["published_at"])
        document.current_revision = revision
        document.save(update_fields=["current_revision", "updated_at"])
    return revision


def embed_chunks(chunks: Sequence[Chunk], model: EmbeddingModel | None = None) -> None:
    """Vectors by `model`, or by the default one: the offline embedder where no endpoint is configured."""
    from apps.llm.call_ledger import Ledger
    from apps.llm.model_registry import build_embedder, embedding_model_row

    row = model or embedding_model_row()
    vectors = async_to_sync(build_embedder(row, ledger=Ledger()).embed)([chunk.text for chunk in chunks])
    _store(chunks, vectors, row)


def many_documents(
    vectors: Sequence[Sequence[float]], *, model: EmbeddingModel, collections: Sequence[Collection]
) -> None:
    """One document of one page for each vector, in a handful of statements: for tests about plans and large numbers."""
    first = next(_numbers)
    blob = _blob(f"many documents {first}")
    documents = Document.objects.bulk_create(
        Document(collection=collection, external_id=f"many-{first}-{number}", status=Status.READY)
        for number, collection in enumerate(collections)
    )
    revisions = Revision.objects.bulk_create(
        Revision(document=document, blob=blob, file_name="many", media_type="text/plain") for document in documents
    )
    for document, revision in zip(documents, revisions, strict=True):
        document.current_revision = revision
    Document.objects.bulk_update(documents, ["current_revision"], batch_size=1_000)
    pages = Page.objects.bulk_create(Page(revision=revision, number=1) for revision in revisions)
    chunks = Chunk.objects.bulk_create(
        Chunk(document=document, revision=revision, page=page, page_number=1, text=document.external_id)
        for document, revision, page in zip(documents, revisions, pages, strict=True)
    )
    _store(chunks, vectors, model, with_signs=True)
    # Foreign keys are checked at the end of a transaction, and no index can be built while checks are waiting.
    connection.check_constraints()


def many_summaries(model_id: int) -> None:
    """A summary for every page chunk of this model, with the same vector."""
    pages = Embedding.objects.filter(model_id=model_id, kind=ChunkKind.CONTENT).select_related("chunk")
    by_revision = {page.chunk.revision_id: page for page in pages}
    chunks = Chunk.objects.bulk_create(
        Chunk(document_id=page.document_id, revision_id=revision_id, kind=ChunkKind.SUMMARY, text="kurz")
        for revision_id, page in by_revision.items()
    )
    Embedding.objects.bulk_create(
        Embedding(
            chunk=chunk,
            model_id=model_id,
            collection_id=by_revision[chunk.revision_id].collection_id,
            document_id=chunk.document_id,
            kind=chunk.kind,
            vector=list(by_revision[chunk.revision_id].vector),
        )
        for chunk in chunks
    )
    connection.check_constraints()


def _default_collection() -> Collection:
    return collection()


def _blob(text: str) -> Blob:
    data = text.encode()
    return Blob.objects.get_or_create(
        sha256=hashlib.sha256(data).hexdigest(), defaults={"data": data, "size": len(data)}
    )[0]


def _page_chunk(revision: Revision, number: int, text: str) -> Chunk:
    page = Page.objects.create(revision=revision, number=number, text=text)
    return _chunk(revision, ChunkKind.CONTENT, text, page=page, page_number=number)


def _chunk(revision: Revision, kind: ChunkKind, text: str, **values: Any) -> Chunk:
    return Chunk.objects.create(
        document=revision.document,
        revision=revision,
        kind=kind,
        text=text,
        tokens=estimate_tokens(text),
        text_hash=hashlib.sha256(text.encode()).hexdigest(),
        **values,
    )


def _store(
    chunks: Sequence[Chunk], vectors: Sequence[Sequence[float]], model: EmbeddingModel, *, with_signs: bool = False
) -> None:
    """Signs that are filled in later, in the transaction of a test, keep it from using an index of them."""
    Embedding.objects.bulk_create(
        Embedding(
            chunk=chunk,
            model=model,
            collection_id=chunk.document.collection_id,
            document_id=chunk.document_id,
            kind=chunk.kind,
            vector=list(vector),
            signs=signs_in_words(vector) if with_signs else None,
        )
        for chunk, vector in zip(chunks, vectors, strict=False)
    )
