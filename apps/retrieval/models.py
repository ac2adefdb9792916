"""The model of a retrieval profile: an algorithm with its parameters, switched in the admin."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.documents.models import Collection
from apps.llm.models import PromptUse
from apps.llm.publication_hooks import Publication, checked_publication
from apps.retrieval.query.types import SearchLimits
from apps.retrieval.question_channel_names import CHANNEL_NAMES


def range_validators(least: int, most: int) -> list[Any]:
    return [MinValueValidator(least), MaxValueValidator(most)]


ACTIVE_PROFILE = "active"
"""What publications call the profile that answers."""


class QuoteForm(models.TextChoices):
    """How a model names what proves a sentence of its answer."""

    WORDS = "words", _("words of the page, copied by the model")
    NUMBERS = "numbers", _("numbers of sentences, whose words are taken from the page")


class Profile(models.Model):
    """Saved parameters of an algorithm. Exactly one is active; the next question uses it."""

    slug = models.SlugField(_("short name"), max_length=50, unique=True)
    name = models.CharField(_("name"), max_length=200)
    algorithm = models.CharField(_("algorithm"), max_length=50)
    chunk_limit = models.PositiveSmallIntegerField(_("chunks to find"), default=64, validators=range_validators(1, 128))
    summary_limit = models.PositiveSmallIntegerField(
        _("summaries to find"), default=16, validators=range_validators(1, 64)
    )
    document_limit = models.PositiveSmallIntegerField(
        _("documents to use"), default=3, validators=range_validators(1, 40)
    )
    pages_per_document = models.PositiveSmallIntegerField(
        _("pages per document"),
        default=3,
        validators=range_validators(1, 20),
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
        _("context in tokens"), default=15_000, validators=range_validators(500, 1_000_000)
    )
    ef_search = models.PositiveSmallIntegerField(
        _("breadth of the index search"), default=110, validators=range_validators(10, 1_000)
    )
    field_limit = models.PositiveSmallIntegerField(
        _("hits in each short field"),
        default=1,
        validators=range_validators(1, 10),
        help_text=_("Used by fields, for name, title, description and keywords."),
    )
    field_threshold = models.FloatField(
        _("least similarity of short fields"),
        default=0.5,
        validators=[MinValueValidator(-1.0), MaxValueValidator(1.0)],
        help_text=_("Used by fields."),
    )
    neighbours = models.PositiveSmallIntegerField(
        _("neighbours on each side"),
        default=2,
        validators=[MaxValueValidator(5)],
        help_text=_("Used by fields: pieces of the same page that are given with one that was found."),
    )
    rerank_limit = models.PositiveSmallIntegerField(
        _("passages a model orders"),
        default=0,
        validators=[MaxValueValidator(40)],
        help_text=_(
            "0: none. Otherwise the model of the purpose “order what a search found” reads them for each question."
        ),
    )
    quote_form = models.CharField(
        _("form of quotes"),
        max_length=10,
        choices=QuoteForm.choices,
        default=QuoteForm.WORDS,
        help_text=_(
            "Numbers suit small models, which copy badly. Answers from a graph and those that read everything are "
            "always proved by words."
        ),
    )
    improves_questions = models.BooleanField(
        _("improve every question"),
        default=False,
        help_text=_(
            "A model puts each question into the words of documents before it is searched, at the price of one more "
            "call; otherwise follow-ups alone are completed. People see their own words."
        ),
    )
    graph_level = models.PositiveSmallIntegerField(
        _("level of the graph"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(9)],
        help_text=_(
            "Used by graph-global: 0 is the root, the deepest level stands for all beyond it. Empty: as set for the "
            "graph."
        ),
    )
    graph_tokens = models.PositiveIntegerField(
        _("tokens read at once"),
        default=8_000,
        validators=range_validators(2_000, 128_000),
        help_text=_(
            "Used by graph-global, graph-drift and map-reduce, for what is read and for what is answered from; never "
            "more than three quarters of what the model reads at once."
        ),
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
        from apps.retrieval.algorithms import display_profile_name

        return display_profile_name(self.name, self.algorithm)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises PublicationHeld when this changes what answers and may not go live."""
        with checked_publication(self.changes):
            super().save(*args, **kwargs)

    def answer_everywhere(self) -> None:
        """Makes this profile with its values the active one, in one transaction: there is always exactly one.

        Raises PublicationHeld when it has to be measured first.
        """
        with checked_publication(self.changes_when_active):
            Profile.objects.select_for_update().filter(is_active=True).exclude(pk=self.pk).update(is_active=False)
            self.is_active = True
            super().save()

    def changes_when_active(self) -> list[Publication]:
        """What changes when it answers everywhere, and where it has answered before."""
        elsewhere = [change for change in self.changes() if change.target != ACTIVE_PROFILE]
        return [self.change(self), *elsewhere]

    def changes(self) -> list[Publication]:
        """What saving it changes for people who ask: nothing, as long as it answers nowhere."""
        stored = self.stored()
        is_same = answering_values(stored) == answering_values(self)
        was_active = stored is not None and stored.is_active
        found = []
        if was_active != self.is_active or (self.is_active and not is_same):
            found.append(self.change(self if self.is_active else None))
        if stored is not None and not is_same and stored.uses.exists():
            found.append(
                Publication("profile", f"profile {self.pk}", publication_content(stored), publication_content(self))
            )
        return found

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises PublicationHeld when it answers, also in single places, and others may not take over unmeasured.

        Its wordings of prompts go with it.
        """
        with checked_publication(self.changes_of_deletion):
            for wording in self.own_wordings():
                wording.delete()
            return super().delete(*args, **kwargs)

    def changes_of_deletion(self) -> list[Publication]:
        stored = self.stored()
        everywhere = [self.change(None)] if stored and stored.is_active else []
        return [*everywhere, *(change for use in self.uses.all() for change in use.changes_of_deletion())]

    def stored(self) -> "Profile | None":
        return Profile.objects.filter(pk=self.pk).first() if self.pk else None

    def own_wordings(self) -> models.QuerySet[PromptUse]:
        """Returns the prompts' wordings for answers with this profile; they know it by its short name."""
        return PromptUse.objects.select_related("prompt", "version").filter(profile=self.slug)

    @staticmethod
    def change(after: "Profile | None") -> Publication:
        """Describes the change from the profile that answers now to this one; None is no profile at all."""
        active = Profile.objects.filter(is_active=True).first()
        return Publication("profile", ACTIVE_PROFILE, publication_content(active), publication_content(after))

    def clean(self) -> None:
        from apps.retrieval.algorithms import UnknownAlgorithm, get_algorithm

        try:
            get_algorithm(self.algorithm)
        except UnknownAlgorithm as error:
            raise ValidationError({"algorithm": str(error)}) from None
        stored = self.stored()
        if stored is not None and stored.slug != self.slug and stored.own_wordings().exists():
            raise ValidationError({"slug": _("Prompts have wordings for this profile by its short name.")})

    def limits(self, default_threshold: float) -> SearchLimits:
        """The profile's limits; `default_threshold` is the embedding model's own."""
        return SearchLimits(
            chunk_limit=self.chunk_limit,
            summary_limit=self.summary_limit,
            document_limit=self.document_limit,
            pages_per_document=self.pages_per_document,
            threshold=default_threshold if self.threshold is None else self.threshold,
            context_tokens=self.context_tokens,
            ef_search=self.ef_search,
            field_limit=self.field_limit,
            field_threshold=self.field_threshold,
            content_limit=self.chunk_limit,
            neighbours=self.neighbours,
            rerank_limit=self.rerank_limit,
            graph_level=self.graph_level,
            graph_tokens=self.graph_tokens,
        )


class ProfileUse(models.Model):
    """A profile of its own for a channel, a collection, or a collection in a channel."""

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="uses", verbose_name=_("profile"))
    channel = models.CharField(
        _("channel"), max_length=20, blank=True, help_text=_("Empty: every channel without a profile of its own.")
    )
    collection = models.ForeignKey(
        Collection,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("collection"),
        help_text=_("Counts where only this collection is asked. Empty: every other question."),
    )

    class Meta:
        verbose_name = _("use of a profile")
        verbose_name_plural = _("uses of profiles")
        ordering = ["channel", "collection"]
        constraints = [
            models.UniqueConstraint(
                fields=["channel", "collection"],
                name="one_profile_for_each_use",
                nulls_distinct=False,
                violation_error_message=_("This channel and collection have a profile already."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel or '*'}/{self.collection or '*'}: {self.profile}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises PublicationHeld when what answers there changes and may not go live."""
        with checked_publication(self.changes):
            super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises PublicationHeld, as `save` does: the profile that answers elsewhere takes over."""
        with checked_publication(self.changes_of_deletion):
            return super().delete(*args, **kwargs)

    def changes(self) -> list[Publication]:
        """What saving it changes in its place, and in the place it had before."""
        stored = self.stored()
        if stored is None or stored.place == self.place:
            return [self.change(stored.profile if stored else None, self.profile)]
        return [stored.change(stored.profile, None), self.change(None, self.profile)]

    def changes_of_deletion(self) -> list[Publication]:
        stored = self.stored()
        return [stored.change(stored.profile, None)] if stored else []

    def stored(self) -> "ProfileUse | None":
        return ProfileUse.objects.select_related("profile").filter(pk=self.pk).first() if self.pk else None

    def clean(self) -> None:
        if not self.channel and self.collection_id is None:
            raise ValidationError(_("Choose a channel or a collection. For all questions, use the profile itself."))
        if self.channel and self.channel not in CHANNEL_NAMES:
            known = ", ".join(CHANNEL_NAMES)
            message = _("Unknown channel “%(channel)s”. Known: %(known)s.") % {"channel": self.channel, "known": known}
            raise ValidationError({"channel": message})

    @property
    def place(self) -> str:
        """What publications call it."""
        return f"use {self.channel or '*'}/{self.collection_id or '*'}"

    def change(self, before: Profile | None, after: Profile | None) -> Publication:
        """None is no profile of its own: the active one answers there."""
        active = Profile.objects.filter(is_active=True).first()
        return Publication(
            "profile", self.place, publication_content(before or active), publication_content(after or active)
        )


ADDED_LATER = ("quote_form", "improves_questions", "graph_level", "graph_tokens")
"""Drafts, runs and releases that were kept before these fields were there do not name them. So they are named only when
they differ from their defaults: what was measured once is still the same change after an upgrade."""


def answering_values(profile: Profile | None) -> dict[str, Any]:
    """The fields that change what a profile answers; its name is not among them."""
    names = {"id", "slug", "name", "is_active"}
    if profile is None:
        return {}
    fields = [field for field in profile._meta.concrete_fields if field.name not in names]
    values = {field: field.value_from_object(profile) for field in fields}
    return {
        field.attname: value
        for field, value in values.items()
        if field.name not in ADDED_LATER or value != field.get_default()
    }


def set_answering_values(profile: Profile, values: Mapping[str, Any]) -> None:
    """The inverse of `answering_values`; saves nothing."""
    added = (field for field in profile._meta.concrete_fields if field.name in ADDED_LATER)
    defaults = {field.attname: field.get_default() for field in added}
    for name, value in {**defaults, **values}.items():
        setattr(profile, name, value)


def publication_content(profile: Profile | None) -> dict[str, object]:
    """A profile as it is kept with publications; empty when there is none."""
    return {"profile": profile.slug, "values": answering_values(profile)} if profile else {}
