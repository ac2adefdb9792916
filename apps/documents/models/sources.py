"""Sources with their schedule, the runs of each, what each source lists, and receipts of withdrawals."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.documents.models.next_run_from_cron import next_run_time


class SourceKind(models.TextChoices):
    PARDOK_XML = "pardok-xml", _("parliament documentation, XML export")
    PARDOK_API = "pardok-api", _("committee papers, JSON interface")
    CMS = "cms", _("pages of a website")
    FOLDER = "folder", _("watched folder")
    OPARL = "oparl", _("council information system (OParl)")
    DIP = "dip", _("Bundestag and Bundesrat (DIP)")
    FEED = "feed", _("news feed (RSS, Atom)")
    OAI_PMH = "oai-pmh", _("repository (OAI-PMH)")
    GRAPH = "graph", _("SharePoint and OneDrive (Microsoft Graph)")
    S3 = "s3", _("object store (S3)")
    CONFLUENCE = "confluence", _("wiki (Confluence)")
    XWIKI = "xwiki", _("wiki (XWiki)")
    IMAP = "imap", _("mailbox (IMAP)")
    WEBDAV = "webdav", _("file share (WebDAV, Nextcloud)")


def kinds_of_sources() -> list[tuple[str, Any]]:
    """Called by the field, so that a further kind changes nothing in the database."""
    return list(SourceKind.choices)


class Source(models.Model):
    """A place from which documents come by themselves. The kind's file in sources/ says what its options may be."""

    name = models.CharField(_("name"), max_length=200)
    kind = models.CharField(_("kind"), max_length=20, choices=kinds_of_sources)
    collection = models.ForeignKey(
        "documents.Collection", on_delete=models.CASCADE, related_name="sources", verbose_name=_("collection")
    )
    location = models.CharField(_("address or folder"), max_length=2_000)
    options = models.JSONField(_("options"), default=dict, blank=True)
    hosts = ArrayField(
        models.CharField(max_length=300),
        verbose_name=_("hosts that may be fetched from"),
        default=list,
        blank=True,
        help_text=_("Beside the host of the address, such as www.example.org, separated by commas."),
    )
    schedule = models.CharField(
        _("schedule"),
        max_length=100,
        blank=True,
        help_text=_("A cron expression such as 0 5 * * * (daily at five); empty = only when started by hand."),
    )
    enabled = models.BooleanField(_("switched on"), default=True)
    limit = models.PositiveIntegerField(
        _("at most so many documents"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    daily_cost = models.DecimalField(
        _("cost per day"),
        max_digits=12,
        decimal_places=4,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text=_("What models may cost for its documents; the rest waits until the next day. Empty = no limit."),
    )
    daily_tokens = models.PositiveBigIntegerField(_("tokens per day"), null=True, blank=True)
    next_run_at = models.DateTimeField(_("next run"), null=True, blank=True, editable=False)
    # Of the last listing that was read to its end, so that an unchanged one need not be read again.
    etag = models.CharField(max_length=300, blank=True, editable=False)
    modified = models.CharField(max_length=100, blank=True, editable=False)
    fingerprint = models.CharField(max_length=64, blank=True, editable=False)
    # Where a list that names only what changed goes on, and when everything was listed last.
    cursor = models.TextField(blank=True, editable=False)
    full_list_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("source")
        verbose_name_plural = _("sources")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.next_run_at = next_run_time(self.schedule) if self.enabled else None
        if (fields := kwargs.get("update_fields")) is not None:
            kwargs["update_fields"] = {*fields, "next_run_at"}
        super().save(*args, **kwargs)


class SourceRunState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    LISTING = "listing", _("reading the list")
    FETCHING = "fetching", _("fetching files")
    NEEDS_DECISION = "needs_decision", _("needs a decision")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class SourceRun(models.Model):
    """One look at a source: what it listed, what was fetched, what had to be asked."""

    OPEN = (SourceRunState.WAITING, SourceRunState.LISTING, SourceRunState.FETCHING)

    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="runs", verbose_name=_("source"))
    state = models.CharField(_("state"), max_length=20, choices=SourceRunState, default=SourceRunState.WAITING)
    limit = models.PositiveIntegerField(_("at most so many documents"), null=True, blank=True)
    fetches = models.BooleanField(_("fetches files"), default=True)
    unchanged_listing = models.BooleanField(_("the list had not changed"), default=False)
    found = models.PositiveIntegerField(_("found"), default=0)
    new = models.PositiveIntegerField(_("new"), default=0)
    changed = models.PositiveIntegerField(_("changed"), default=0)
    unchanged = models.PositiveIntegerField(_("unchanged"), default=0)
    withdrawn = models.PositiveIntegerField(_("withdrawn"), default=0)
    vanished = models.PositiveIntegerField(_("vanished, not withdrawn"), default=0)
    to_fetch = models.PositiveIntegerField(_("files to fetch"), default=0)
    fetched = models.PositiveIntegerField(_("files fetched"), default=0)
    not_fetched = models.PositiveIntegerField(_("files that could not be fetched"), default=0)
    skipped = models.JSONField(_("records that could not be used"), default=list, blank=True)
    unknown_groups = models.JSONField(_("readers that are no groups here"), null=True, blank=True)
    unknown_people = models.JSONField(_("readers who have no account here"), null=True, blank=True)
    reason_code = models.CharField(_("alarm"), max_length=40, blank=True)
    reason_detail = models.JSONField(_("detail"), default=dict, blank=True)
    created_at = models.DateTimeField(_("asked for"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("run of a source")
        verbose_name_plural = _("runs of sources")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["source"],
                name="source_run_open_once",
                condition=Q(state__in=["waiting", "listing", "fetching"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.source} ({self.pk})"

    @property
    def alarm(self) -> str:
        """What a person should know about this run, as a sentence; empty when all is well."""
        from apps.documents.status_messages import status_sentence

        return status_sentence(self.reason_code, self.reason_detail)


class ListingState(models.TextChoices):
    WAITING = "waiting", _("to be fetched")
    FETCHED = "fetched", _("fetched")
    FAILED = "failed", _("could not be fetched")


class Listing(models.Model):
    """What a source says of one of its documents, and how far fetching its file has come."""

    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="listings", db_index=False)
    document = models.ForeignKey("documents.Document", on_delete=models.CASCADE, related_name="listings")
    # What is deleted together at the source: the process a paper belongs to.
    bundle = models.CharField(max_length=200, blank=True)
    address = models.CharField(_("address of the file"), max_length=2_000, blank=True)
    # Whether the source says what the document is called; else its content does. Null in rows of the code before.
    states_title = models.BooleanField(null=True, editable=False)
    checksum = models.CharField(_("checksum of what the source says"), max_length=64)
    state = models.CharField(_("state"), max_length=10, choices=ListingState, default=ListingState.WAITING)
    etag = models.CharField(max_length=300, blank=True)
    modified = models.CharField(max_length=100, blank=True)
    # Whether the source itself named readers when it last spoke of them: what it closed, it may open again.
    is_closed = models.BooleanField(null=True)
    seen_in = models.ForeignKey(SourceRun, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("listed document")
        verbose_name_plural = _("listed documents")
        constraints = [models.UniqueConstraint(fields=["source", "document"], name="listing_once")]
        indexes = [
            models.Index(fields=["source", "bundle"], name="listing_bundle"),
            models.Index(fields=["source", "address"], name="listing_to_fetch", condition=Q(state="waiting")),
        ]

    def __str__(self) -> str:
        return f"{self.document_id} by {self.source_id}"


class Receipt(models.Model):
    """What a withdrawal removed: rows of these documents before and after, by table. Holds no content."""

    collection = models.ForeignKey(
        "documents.Collection", on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("collection")
    )
    external_ids = models.JSONField(_("ids at the source"), default=list)
    reason = models.CharField(_("reason"), max_length=40)
    tables = models.JSONField(_("rows before and after, by table"), default=dict)
    created_at = models.DateTimeField(_("withdrawn"), auto_now_add=True)

    class Meta:
        verbose_name = _("receipt of a withdrawal")
        verbose_name_plural = _("receipts of withdrawals")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.pk}: {', '.join(self.external_ids[:3])}"
