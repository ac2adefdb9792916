"""Facts of documents in search, which of them contradict each other, and what editors decided about that."""

import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from apps.documents.models import Collection, Document, Revision, document_url


class ComparedRevision(models.Model):
    """That a revision was compared with the rest of its collection, by which version of the comparison.

    With an `error` it cannot be compared by this version, and is left out until there is another one of either.
    """

    revision = models.OneToOneField(Revision, on_delete=models.CASCADE, related_name="+", primary_key=True)
    version = models.PositiveSmallIntegerField()
    error = models.CharField(max_length=200, blank=True, default="", db_default="")
    compared_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("version compared for contradictions")
        verbose_name_plural = _("versions compared for contradictions")

    def __str__(self) -> str:
        return f"{self.revision_id} by {self.version}"


class StoredFact(models.Model):
    """A sentence or table row that can be contradicted. It goes with its revision."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="+")
    page = models.PositiveIntegerField(_("page"))
    text = models.TextField(_("text"))
    # As it was read: a table row with the names of its columns. Empty where it is the text.
    reading = models.TextField(blank=True)
    part = models.PositiveSmallIntegerField(default=0)
    context = models.TextField(blank=True)
    # Hashes of pairs of its words: facts of one subject share some (fact_keys.py).
    keys = ArrayField(models.IntegerField())
    # Of the version before, which may run beside this one: empty for a fact that is compared. Rows and column go one
    # version later.
    stated = models.CharField(max_length=10, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("statement kept for comparison")
        verbose_name_plural = _("statements kept for comparison")
        indexes = [GinIndex(fields=["keys"], name="fact_by_key")]

    def __str__(self) -> str:
        return self.text[:80]

    @property
    def document(self) -> Document:
        return self.revision.document

    @property
    def dated(self) -> datetime.date:
        """The date of the document; without one, the day it was first seen."""
        return self.document.date or localtime(self.document.created_at).date()

    @property
    def url(self) -> str:
        return document_url(self.revision.document_id, self.page, self.text)


class ConflictState(models.TextChoices):
    OPEN = "open", _("open")
    DISMISSED = "dismissed", _("no contradiction")
    SETTLED = "settled", _("settled")


class ConflictKind(models.TextChoices):
    """What two facts disagree about; the names are those of `Disagreement` in `comparison/decide_contradiction.py`."""

    NUMBER = "number", _("amount")
    DATE = "date", _("date")
    TIME = "time", _("time of day")
    WEEKDAY = "weekday", _("weekday")
    RATE = "rate", _("how often, or for what")
    OFFICE = "office", _("office in charge")
    NEGATION = "negation", _("denied")
    OPPOSITE = "opposite", _("opposite")
    EXCHANGED = "exchanged", _("exchanged")


class ConflictQuerySet(models.QuerySet["Conflict"]):
    def between_open(self) -> "ConflictQuerySet":
        """Keeps those between documents of one collection, without own readers: who reads one may read the other."""
        documents = [f"{side}__revision__document" for side in ("first", "second")]
        open_ones = {f"{document}__reader_groups__isnull": True for document in documents}
        return self.filter(**open_ones, **{f"{document}__collection": F("collection") for document in documents})


class Conflict(models.Model):
    """Two facts of two documents that cannot both be true. It goes when one of them goes."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="+", verbose_name=_("collection"))
    first = models.ForeignKey(StoredFact, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(StoredFact, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(_("kind"), max_length=10, choices=ConflictKind)
    difference = models.CharField(_("difference"), max_length=300)
    # Of the version before, which may run beside this one: what it lists as possible is shown to nobody. Rows and
    # column go one version later.
    is_possible = models.BooleanField(default=False, db_default=False)
    state = models.CharField(_("state"), max_length=10, choices=ConflictState, default=ConflictState.OPEN)
    # Of both texts and what they stand under: what was decided about them holds when they are found again.
    fingerprint = models.CharField(max_length=64)
    found_at = models.DateTimeField(_("found"), auto_now_add=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+",
        verbose_name=_("decided by"),
    )  # fmt: skip
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=300, blank=True)

    objects = ConflictQuerySet.as_manager()

    class Meta:
        verbose_name = _("contradiction between documents")
        verbose_name_plural = _("contradictions between documents")
        ordering = ["-found_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "fingerprint", "first", "second"], name="conflict_once"),
        ]

    def __str__(self) -> str:
        return self.difference

    def decide(self, state: str, user: User, note: str) -> None:
        """Kept with the row and beside it, for the time it is found again. Two queries."""
        self.state, self.decided_by, self.decided_at, self.note = state, user, timezone.now(), note
        kept = {"state": state, "decided_by": user, "decided_at": self.decided_at, "note": note}
        Decision.objects.update_or_create(collection_id=self.collection_id, fingerprint=self.fingerprint, defaults=kept)
        self.save(update_fields=list(kept))


class Decision(models.Model):
    """What an editor said of a contradiction, without its texts, for the time it is found again."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="+")
    fingerprint = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=ConflictState)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["collection", "fingerprint"], name="decision_once")]

    def __str__(self) -> str:
        return f"{self.fingerprint[:12]} {self.state}"
