"""Documents with their files and revisions, and the pages read from them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import HashIndex
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce, Left, Lower
from django.db.models.lookups import GreaterThan
from django.utils.translation import gettext_lazy as _

from apps.documents.models.collections import Collection
from apps.documents.models.reader_access_filter import reader_of
from apps.documents.models.sources import Listing, ListingState, SourceRun


class Status(models.TextChoices):
    """The state of a document; the last five are ends, the others name the step that comes or runs."""

    QUEUED = "queued", _("queued")
    FETCHING = "fetching", _("fetching")
    SPLITTING = "splitting", _("splitting")
    EXTRACTING = "extracting", _("extracting text")
    OCR = "ocr", _("reading scans")
    SUMMARISING = "summarising", _("summarising")
    TAGGING = "tagging", _("tagging")
    EMBEDDING = "embedding", _("embedding")
    READY = "ready", _("ready")
    READY_PARTIAL = "ready_partial", _("ready in part")
    FAILED = "failed", _("failed")
    QUARANTINED = "quarantined", _("quarantined")
    WITHDRAWN = "withdrawn", _("withdrawn")


SEARCHABLE = (Status.READY, Status.READY_PARTIAL)
UNDER_WAY = (
    Status.QUEUED,
    Status.FETCHING,
    Status.EXTRACTING,
    Status.OCR,
    Status.SPLITTING,
    Status.SUMMARISING,
    Status.TAGGING,
    Status.EMBEDDING,
)
BEFORE_ITS_FILE = (Status.QUEUED, Status.FETCHING)
"""Also what was only listed: no revision and no step says that it is on its way."""
TEXT_FIRST = "text_first"
"""Flag and reason: the text is in search, what models make of it follows."""
WORDS_ONLY = "words_only"
"""Flag: what should have followed failed for good."""


class BlobQuerySet(models.QuerySet["Blob"]):
    def unused(self, files: Iterable[str]) -> "BlobQuerySet":
        """Returns the files that no revision came with and no revision shows its pages from."""
        return self.filter(pk__in_array=list(files), revisions__isnull=True, shown_for__isnull=True)


class Blob(models.Model):
    """The bytes of an original file, kept once however many documents came with them; or of a PDF made of one."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    data = models.BinaryField()
    size = models.PositiveBigIntegerField(_("size in bytes"))
    created_at = models.DateTimeField(auto_now_add=True)

    objects = BlobQuerySet.as_manager()

    class Meta:
        verbose_name = _("file")
        verbose_name_plural = _("files")

    def __str__(self) -> str:
        return self.sha256[:12]


PUBLISHED = Coalesce("current_revision__published_at", "updated_at")
"""When what is in search came there, whatever an editor has corrected since."""
FAILED_AT = Coalesce("failed_at", "updated_at")
"""When what could not be read was given up, whatever an editor has corrected since."""


class DocumentQuerySet(models.QuerySet["Document"]):
    def searchable(self) -> "DocumentQuerySet":
        return self.filter(current_revision__isnull=False, status__in=SEARCHABLE)

    def not_yet_searchable(self) -> "DocumentQuerySet":
        """New ones on their way into search; one whose changed file is read again is in search with its old text.

        Without a file and a step that waits it is on no way as long as nothing fetches its file: no source lists it, or
        of none of its sources is a run under way or planned.
        """
        open_steps = Revision.objects.filter(document=OuterRef("pk"), steps__state__in=["waiting", "running"])
        run = SourceRun.objects.filter(source=OuterRef("source"), state__in=SourceRun.OPEN, fetches=True)
        listed = Listing.objects.filter(document=OuterRef("pk"))
        awaited = listed.filter(state=ListingState.WAITING).filter(Exists(run) | Q(source__next_run_at__isnull=False))
        fetched = listed.filter(state=ListingState.FETCHED)
        under_way = Q(status__in=UNDER_WAY) & (
            ~Q(status__in=BEFORE_ITS_FILE) | Exists(open_steps) | Exists(awaited) | Exists(fetched)
        )
        return self.filter(under_way, current_revision__isnull=True)

    def published_since(self, moment: datetime) -> "DocumentQuerySet":
        """Returns the documents in search with what came there after the moment.

        Few of all were changed since then, and only of these the revision is looked at.
        """
        return self.searchable().filter(GreaterThan(PUBLISHED, moment), updated_at__gt=moment)

    def open_to_all(self) -> "DocumentQuerySet":
        """Returns documents without readers of their own: whoever may read the collection may read them."""
        return self.filter(reader_groups__isnull=True)

    def readable_by(self, user: AbstractBaseUser | AnonymousUser | None) -> "DocumentQuerySet":
        """Returns documents of readable collections that name this person or no readers; None is the public."""
        return self.filter(reader_of(user).may_read(), collection__in=Collection.objects.readable_by(user))

    def shown_to(self, user: AbstractBaseUser | AnonymousUser | None) -> "DocumentQuerySet":
        """What is in search and this person may read; None is the public."""
        return self.searchable().readable_by(user)


class Document(models.Model):
    """What a source calls one document. Its content is in revisions; the current one is searched."""

    # Foreign keys that begin a unique constraint get no index of their own: each one more is paid for by every import.
    collection = models.ForeignKey(
        Collection, on_delete=models.CASCADE, related_name="documents", verbose_name=_("collection"), db_index=False
    )
    external_id = models.CharField(_("id at the source"), max_length=500)
    title = models.CharField(_("title"), max_length=1_000, blank=True)
    url = models.URLField(_("address"), max_length=2_000, blank=True)
    date = models.DateField(_("date"), null=True, blank=True)
    metadata = models.JSONField(_("metadata"), default=dict, blank=True)
    # Names of the four columns above that an editor has corrected: no new version and no list writes over them. Null in
    # rows of the code before.
    edited = ArrayField(models.CharField(max_length=20), null=True, blank=True, editable=False)
    # What sources say in their own words becomes columns that search can filter by: metadata_to_columns.py.
    document_type = models.CharField(_("type"), max_length=100, blank=True)
    number = models.CharField(_("number"), max_length=50, blank=True)
    term = models.PositiveSmallIntegerField(_("electoral term"), null=True, blank=True)
    authors = ArrayField(models.CharField(max_length=200), verbose_name=_("authors"), default=list, blank=True)
    parties = ArrayField(models.CharField(max_length=100), verbose_name=_("parties"), default=list, blank=True)
    committee = models.CharField(_("committee"), max_length=200, blank=True)
    status = models.CharField(_("status"), max_length=20, choices=Status, default=Status.QUEUED)
    reason_code = models.CharField(_("reason code"), max_length=40, blank=True)
    reason_detail = models.JSONField(_("detail"), default=dict, blank=True)
    flags = ArrayField(models.CharField(max_length=40), verbose_name=_("flags"), default=list, blank=True)
    current_revision = models.OneToOneField(
        "Revision", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("in search")
    )
    # Ids of those who alone may read it, among the readers of its collection; both null: all of these. Ids and no
    # rows of their own, because every search compares them.
    reader_groups = ArrayField(models.IntegerField(), null=True, blank=True, editable=False)
    reader_users = ArrayField(models.IntegerField(), null=True, blank=True, editable=False)
    # Beside them the people whom its source names, by the ids of these names; they count while the others are not null.
    named_readers = ArrayField(models.IntegerField(), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("first seen"), auto_now_add=True)
    updated_at = models.DateTimeField(_("last change"), auto_now=True)
    # When it was last given up, or its newer file was. Unlike `updated_at` it does not change with a title. The version
    # before, which may run beside this one, leaves it as it is.
    failed_at = models.DateTimeField(null=True, editable=False)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        ordering = ["collection", "external_id"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "external_id"], name="document_once"),
            models.CheckConstraint(
                name="document_readers_both",
                condition=Q(reader_groups__isnull=True, reader_users__isnull=True)
                | Q(reader_groups__isnull=False, reader_users__isnull=False),
            ),
        ]
        indexes = [
            # Declared here, because db_index on text makes a second index for LIKE, which nobody asks for.
            models.Index(fields=["status"], name="document_by_status"),
            models.Index(F("collection"), Lower("document_type"), name="document_by_lower_type"),
            models.Index(F("collection"), Lower("number"), name="document_by_lower_number"),
            models.Index(fields=["collection", "date"], name="document_by_date"),
            # The order of the public list.
            models.Index(F("date").desc(nulls_last=True), F("id").desc(), name="document_by_newest"),
            # The beginning alone: an entry of the index has no room for the longest titles.
            models.Index(Left(Lower("title"), 200), name="document_by_title"),
            # What runs every minute asks for the few that were changed since.
            models.Index(fields=["updated_at"], name="document_by_change"),
            # What came with a mail or a PDF. A hash, because metadata may be longer than an entry of a tree may be.
            HashIndex(
                F("metadata__attached_to"),
                name="document_by_attachment",
                condition=Q(metadata__has_key="attached_to"),
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.external_id

    @property
    def reason(self) -> str:
        """The reason as a sentence for people, empty when there is none."""
        from apps.documents.status_messages import status_sentence

        return status_sentence(self.reason_code, self.reason_detail)

    @property
    def published_at(self) -> datetime:
        """Returns the time by PUBLISHED, for a document in search. A query unless its revision is loaded."""
        dated = self.current_revision.published_at if self.current_revision else None
        return dated or self.updated_at

    @property
    def is_for_administrators_alone(self) -> bool:
        return self.reader_groups == [] and not self.reader_users and not self.named_readers


class Revision(models.Model):
    """One content of a document. A changed file is built beside the old one and switched in one transaction."""

    document = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="revisions", verbose_name=_("document"), db_index=False
    )
    number = models.PositiveIntegerField(_("number"), default=1)
    blob = models.ForeignKey(Blob, on_delete=models.PROTECT, related_name="revisions", verbose_name=_("file"))
    # The PDF whose pages are shown where the original is none: made of an Office file, a book or a picture.
    rendition = models.ForeignKey(
        Blob, on_delete=models.PROTECT, related_name="shown_for", verbose_name=_("shown as"), null=True, blank=True,
        editable=False, db_index=False,
    )  # fmt: skip
    file_name = models.CharField(_("file name"), max_length=500)
    media_type = models.CharField(_("media type"), max_length=100)
    # What the file or its record says of itself. The document takes it over when this revision is published.
    title = models.CharField(_("title"), max_length=1_000, blank=True)
    attributes = models.JSONField(_("address, date and metadata"), default=dict, blank=True)
    fields = models.JSONField(_("texts of the record's own fields"), default=dict, blank=True)
    flags = ArrayField(models.CharField(max_length=40), verbose_name=_("flags"), default=list, blank=True)
    # Why it will be ready in part only; empty when nothing is missing.
    reason_code = models.CharField(_("reason code"), max_length=40, blank=True)
    reason_detail = models.JSONField(_("detail"), default=dict, blank=True)
    # By which reader its pages were made (reader_versions.py), and a hint at the same content in another document.
    reader_version = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False)
    text_fingerprint = models.BigIntegerField(null=True, editable=False)
    summary = models.TextField(_("summary"), blank=True)
    summary_words = models.PositiveIntegerField(_("words in the summary"), null=True, blank=True)
    tags = ArrayField(models.CharField(max_length=100), verbose_name=_("tags"), default=list, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    # When it was switched to, the last time where its text alone came into search first. Unlike `updated_at` of the
    # document it does not change with a title. The version before, which may run beside this one, leaves it empty.
    published_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        ordering = ["document", "-number"]
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="revision_number_once")]
        indexes = [
            # Most files are shown as they are, and an import should not pay for an entry that says so.
            models.Index(fields=["rendition"], condition=Q(rendition__isnull=False), name="revision_by_rendition")
        ]

    def __str__(self) -> str:
        return f"{self.document} ({self.number})"


class ReadingMethod(models.TextChoices):
    TEXT = "text", _("text layer")
    OCR = "ocr", _("text recognition")
    NONE = "none", _("no text")


class Page(models.Model):
    """What a citation names. Numbers start at 1 and are shown as stored."""

    revision = models.ForeignKey(
        Revision, on_delete=models.CASCADE, related_name="pages", verbose_name=_("revision"), db_index=False
    )
    number = models.PositiveIntegerField(_("page"))
    text = models.TextField(_("text"), blank=True)
    method = models.CharField(_("read by"), max_length=10, choices=ReadingMethod, default=ReadingMethod.TEXT)
    ocr_confidence = models.FloatField(_("OCR confidence"), null=True, blank=True)
    width = models.FloatField(_("width in points"), null=True, blank=True)
    height = models.FloatField(_("height in points"), null=True, blank=True)
    rotation = models.SmallIntegerField(_("turned for reading by degrees"), default=0)
    words = models.JSONField(_("word boxes of a scan"), null=True, blank=True)
    flags = ArrayField(models.CharField(max_length=40), verbose_name=_("flags"), default=list, blank=True)
    # Of pages of sheets: which cells stand where in the text (SheetLayout.as_json).
    sheet = models.JSONField(_("cells of the sheet"), null=True, blank=True, editable=False)
    # Where the text stands that does not run through the document as heads, feet and page numbers do; chunks are made
    # of it. Without an end all of it from the start on.
    body_start = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    body_end = models.PositiveIntegerField(null=True, editable=False)

    class Meta:
        verbose_name = _("page")
        verbose_name_plural = _("pages")
        ordering = ["revision", "number"]
        constraints = [models.UniqueConstraint(fields=["revision", "number"], name="page_number_once")]

    def __str__(self) -> str:
        return f"{self.revision}, {self.number}"

    @property
    def body(self) -> str:
        return self.text[self.body_start : self.body_end]

    @property
    def sheet_name(self) -> str | None:
        return None if self.sheet is None else str(self.sheet["name"])


def document_url(document_id: int, page: int | None, quote: str = "") -> str:
    """Address of the page view, with the quote to mark."""
    from urllib.parse import urlencode

    path = f"/documents/{document_id}/pages/{page or 1}/"
    parameters: dict[str, Any] = {"quote": quote} if quote else {}
    return f"{path}?{urlencode(parameters)}" if parameters else path
