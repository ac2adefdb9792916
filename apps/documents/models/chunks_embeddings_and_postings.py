"""Tables of chunks with their embeddings, and of the keyword index."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from pgvector.django import BitField, HalfVectorField

from apps.documents.models.collections import Collection
from apps.documents.models.documents import SEARCHABLE, Document, Page, Revision
from apps.llm.models import EmbeddingModel


class ChunkKind(models.TextChoices):
    CONTENT = "content", _("content")
    SUMMARY = "summary", _("summary")
    NAME = "name", _("name")
    TITLE = "title", _("title")
    DESCRIPTION = "description", _("description")
    KEYWORDS = "keywords", _("keywords")


class ChunkQuerySet(models.QuerySet["Chunk"]):
    def published(self) -> "ChunkQuerySet":
        """Chunks of revisions that are in search."""
        return self.filter(revision=models.F("document__current_revision"), document__status__in=SEARCHABLE)


class Chunk(models.Model):
    """What is embedded and found: a piece of one page, or a summary or field of the whole document (page is null)."""

    # Indexed by chunk_of_document, which begins with it.
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks", db_index=False)
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="chunks", db_index=False)
    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="chunks", null=True, blank=True)
    page_number = models.PositiveIntegerField(_("page"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=15, choices=ChunkKind, default=ChunkKind.CONTENT)
    position = models.PositiveIntegerField(_("position on the page"), default=0)
    start = models.PositiveIntegerField(_("start in the page's text"), default=0)
    text = models.TextField(_("text"))
    tokens = models.PositiveIntegerField(_("tokens"), default=0)
    text_hash = models.CharField(_("hash of the text"), max_length=64)

    objects = ChunkQuerySet.as_manager()

    class Meta:
        verbose_name = _("chunk")
        verbose_name_plural = _("chunks")
        ordering = ["revision", "kind", "page_number", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["revision", "kind", "page_number", "position"], name="chunk_once", nulls_distinct=False
            ),
        ]
        indexes = [
            models.Index(fields=["text_hash"], name="chunk_by_text"),
            # A search under filters asks for the ids of a document's pages: this index knows them.
            models.Index(fields=["document", "kind"], include=["id"], name="chunk_of_document"),
        ]

    def __str__(self) -> str:
        return f"{self.document_id}/{self.page_number or self.kind}/{self.position}"


class Embedding(models.Model):
    """The vector of a chunk by one embedding model. A new model fills in beside the old; they never meet in a ranking.

    Collection, document and kind are repeated here because the nearest-neighbour query filters on them. The vectors are
    stored plain, not out of line: exact scans run three times faster (migration 0002).
    """

    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="embeddings", db_index=False)
    # Indexed by embedding_filter, which begins with it.
    model = models.ForeignKey(EmbeddingModel, on_delete=models.CASCADE, related_name="embeddings", db_index=False)
    # Repeated from the chunk, whose own foreign keys are checked.
    collection = models.ForeignKey(
        Collection, on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    kind = models.CharField(max_length=15, choices=ChunkKind)
    vector = HalfVectorField()
    # What a large index compares in place of the vector (vectors/sign_random_projection.py); older rows have
    # none.
    signs = BitField(length=2_048, null=True, editable=False)
    # Written while a vector index stands, and not taken into it yet: searches compare these one by one.
    waits = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("embedding")
        verbose_name_plural = _("embeddings")
        constraints = [models.UniqueConstraint(fields=["chunk", "model"], name="embedding_once")]
        # What a search filters by: a collection that holds a small share of the vectors is scanned, exactly and fast.
        indexes = [
            models.Index(fields=["model", "kind", "collection"], name="embedding_filter"),
            models.Index(fields=["model", "kind", "collection"], name="embedding_waiting", condition=Q(waits=True)),
        ]

    def __str__(self) -> str:
        return f"{self.chunk_id} by {self.model_id}"


class Posting(models.Model):
    """That a term stands in a chunk, and what it weighs there (write_keyword_index.py). Each indexed one has a marker.

    Read in the order of its primary key alone, which brings the weight along. There are a hundred for each chunk, so
    the database checks no foreign key for each of them: they are written and deleted together with their chunk.
    """

    pk = models.CompositePrimaryKey("term", "chunk")
    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="postings", db_constraint=False)
    term = models.IntegerField()
    weight = models.SmallIntegerField()

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("postings")

    def __str__(self) -> str:
        return f"{self.term} in {self.chunk_id}"
