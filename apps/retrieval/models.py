"""Profiles: an algorithm with its parameters, switched in the admin."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.llm.publishing import Publication, publication
from apps.retrieval.types import Limits


def limits_between(least: int, most: int) -> list[Any]:
    return [MinValueValidator(least), MaxValueValidator(most)]


ACTIVE = "active"
"""What publications call the profile that answers."""


class Profile(models.Model):
    """Saved parameters of an algorithm. Exactly one is active; the next question uses it."""

    slug = models.SlugField(_("short name"), max_length=50, unique=True)
    name = models.CharField(_("name"), max_length=200)
    algorithm = models.CharField(_("algorithm"), max_length=50)
    chunk_limit = models.PositiveSmallIntegerField(_("chunks to find"), default=64, validators=limits_between(1, 128))
    summary_limit = models.PositiveSmallIntegerField(
        _("summaries to find"), default=16, validators=limits_between(1, 64)
    )
    document_limit = models.PositiveSmallIntegerField(
        _("documents to use"), default=3, validators=limits_between(1, 40)
    )
    pages_per_document = models.PositiveSmallIntegerField(
        _("pages per document"),
        default=3,
        validators=limits_between(1, 20),
        help_text=_("Used by summaries-then-chunks."),
    )
    threshold = models.FloatField(
        _("least similarity"),
        null=True,
        blank=True,
        validators=[MinValueValidator(-1.0), MaxValueValidator(1.0)],
        help_text=_("Empty: the threshold of the embedding model."),
    )
    context_tokens = models.PositiveIntegerField(
        _("context in tokens"), default=15_000, validators=limits_between(500, 1_000_000)
    )
    ef_search = models.PositiveSmallIntegerField(
        _("breadth of the index search"), default=100, validators=limits_between(10, 1_000)
    )
    is_active = models.BooleanField(_("active"), default=False)

    class Meta:
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["is_active"], condition=Q(is_active=True), name="one_active_profile"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises PublicationHeld when this changes what answers and may not go live."""
        stored = Profile.objects.filter(pk=self.pk).first() if self.pk else None
        was_active = stored is not None and stored.is_active
        if not (was_active or self.is_active) or (was_active and self.is_active and values(stored) == values(self)):
            super().save(*args, **kwargs)
            return
        with publication(self.change(self if self.is_active else None)):
            super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises PublicationHeld when it answers and others may not take its place unmeasured."""
        if not self.is_active:
            return super().delete(*args, **kwargs)
        with publication(self.change(None)):
            return super().delete(*args, **kwargs)

    @staticmethod
    def change(after: "Profile | None") -> Publication:
        """From the profile that answers now to this one; None is no profile at all."""
        active = Profile.objects.filter(is_active=True).first()
        return Publication("profile", ACTIVE, content(active), content(after))

    def clean(self) -> None:
        from apps.retrieval.algorithms import UnknownAlgorithm, get_algorithm

        try:
            get_algorithm(self.algorithm)
        except UnknownAlgorithm as error:
            raise ValidationError({"algorithm": str(error)}) from None

    def limits(self, default_threshold: float) -> Limits:
        """The profile's limits; `default_threshold` is the embedding model's own."""
        return Limits(
            chunk_limit=self.chunk_limit,
            summary_limit=self.summary_limit,
            document_limit=self.document_limit,
            pages_per_document=self.pages_per_document,
            threshold=default_threshold if self.threshold is None else self.threshold,
            context_tokens=self.context_tokens,
            ef_search=self.ef_search,
        )


def values(profile: Profile | None) -> dict[str, Any]:
    """All that changes what a profile finds; its name does not."""
    names = {"id", "slug", "name", "is_active"}
    fields = [] if profile is None else [field for field in profile._meta.concrete_fields if field.name not in names]
    return {field.attname: field.value_from_object(profile) for field in fields}


def content(profile: Profile | None) -> dict[str, Any]:
    """A profile as it is kept with publications; empty when there is none."""
    return {"profile": profile.slug, "values": values(profile)} if profile else {}
