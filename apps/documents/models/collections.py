"""Collections: documents that belong together, who may read them, and how they are read and cut."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.documents.models.languages import language_changed, languages
from apps.text.index_terms import GERMAN


class Readers(models.TextChoices):
    PUBLIC = "public", _("everybody")
    STAFF = "staff", _("signed-in staff")
    GROUPS = "groups", _("the named groups and people")


class Chunking(models.TextChoices):
    """How pages are cut. The windows are those of apps/documents/chunking/sliding_windows.py."""

    TOKENS = "tokens", _("long pieces, cut where the text allows it")
    CHARACTERS = "characters", _("windows of 512 characters with a fifth of their neighbours")
    BYTES = "bytes", _("windows of 512 bytes with a fifth of their neighbours")


class TrackedChangesChoice(models.TextChoices):
    """The choices of apps/documents/parsing/collection_reading_options.py, in words."""

    SHOWN = "shown", _("as the document shows them")
    ACCEPTED = "accepted", _("as if accepted")
    REJECTED = "rejected", _("as if rejected")


class CommentsChoice(models.TextChoices):
    LEFT_OUT = "left_out", _("left out")
    APART = "apart", _("below the text of their page")


class CollectionQuerySet(models.QuerySet["Collection"]):
    def readable_by(self, user: AbstractBaseUser | AnonymousUser | None) -> "CollectionQuerySet":
        """Collections this person may read; None and anonymous people read the public ones only."""
        if user is None or not user.is_authenticated:
            return self.filter(readers=Readers.PUBLIC)
        if getattr(user, "is_superuser", False):
            return self
        mine = Q(readers=Readers.GROUPS) & (Q(reader_groups__user=user) | Q(reader_users=user))
        return self.filter(Q(readers__in=[Readers.PUBLIC, Readers.STAFF]) | mine).distinct()

    def any_stays_in_house(self, slugs: Iterable[str] | None = None) -> bool:
        """Whether one of them, or of those with these short names, may be sent to no server outside. One query."""
        chosen = self if slugs is None else self.filter(slug__in=list(slugs))
        return chosen.filter(stays_in_house=True).exists()


class Collection(models.Model):
    """Documents that belong together and that the same people may read."""

    slug = models.SlugField(_("short name"), max_length=50, unique=True)
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("description"), blank=True)
    language = models.CharField(
        _("language"),
        max_length=8,
        default=GERMAN,
        choices=languages,
        help_text=_("Words are reduced to their stems by it. When it changes, they are soon indexed anew."),
    )
    # Some words are indexed by it still, while those of the present language are made (write_keyword_index.py).
    former_language = models.CharField(max_length=8, blank=True, default="", editable=False)
    # Import commands make public collections because the product answers the public; the admin narrows readers.
    readers = models.CharField(_("who may read"), max_length=10, choices=Readers, default=Readers.PUBLIC)
    reader_groups = models.ManyToManyField(Group, blank=True, related_name="+", verbose_name=_("groups"))
    reader_users = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="+", verbose_name=_("people")
    )
    # Set by a trigger of the documents, never taken back. It decides how to search, never what may be shown.
    has_document_readers = models.BooleanField(default=False, editable=False)
    chunking = models.CharField(
        _("pieces of pages"),
        max_length=10,
        choices=Chunking,
        default=Chunking.TOKENS,
        help_text=_("Holds for what is imported or processed from now on. Windows suit the algorithm “Fields”."),
    )
    chunk_tokens = models.PositiveSmallIntegerField(
        _("longest piece in tokens"),
        default=1_000,
        validators=[MinValueValidator(100), MaxValueValidator(8_000)],
        help_text=_("Of long pieces. Holds for what is imported or processed from now on."),
    )
    stays_in_house = models.BooleanField(
        _("stays in the house"),
        default=False,
        help_text=_(
            "No text of it is sent to a server outside the house. Questions that search it are answered by models in "
            "the house, or else by sentences of the documents."
        ),
    )
    tracked_changes = models.CharField(
        _("tracked changes"),
        max_length=10,
        choices=TrackedChangesChoice,
        default=TrackedChangesChoice.SHOWN,
        help_text=_("In texts of Word and OpenDocument. Holds for what is read from now on."),
    )
    comments = models.CharField(
        _("comments of writers"),
        max_length=10,
        choices=CommentsChoice,
        default=CommentsChoice.LEFT_OUT,
        help_text=_("In texts, on slides and on cells of sheets. Holds for what is read from now on."),
    )
    example_questions = models.JSONField(_("example questions"), default=list, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        verbose_name = _("collection")
        verbose_name_plural = _("collections")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Saves; when the language is another than before, sends `language_changed` in the same transaction."""
        before = Collection.objects.filter(pk=self.pk).values_list("language", flat=True).first()
        if before in (None, self.language):
            super().save(*args, **kwargs)
            return
        self.former_language = before
        if kwargs.get("update_fields") is not None:
            kwargs["update_fields"] = {*kwargs["update_fields"], "former_language"}
        with transaction.atomic():
            super().save(*args, **kwargs)
            language_changed.send(type(self), collection=self)
