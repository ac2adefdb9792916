"""The table of embedding models, which turn text into vectors."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.llm.embedding_prefixes import known_prefixes
from apps.llm.models.built_in_model_labels import display_label
from apps.llm.models.endpoints import Endpoint


class EmbeddingModel(models.Model):
    """Turns text into vectors. Thresholds live here because a cosine means something else with every model."""

    endpoint = models.ForeignKey(
        Endpoint,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="embedding_models",
        verbose_name=_("endpoint"),
    )
    name = models.CharField(_("name at the endpoint"), max_length=200)
    label = models.CharField(_("label"), max_length=200, blank=True)
    dimensions = models.PositiveSmallIntegerField(
        _("dimensions"),
        default=1024,
        # An HNSW index over half-precision vectors ends at 4,000 dimensions.
        validators=[MinValueValidator(8), MaxValueValidator(4_000)],
    )
    sends_dimensions = models.BooleanField(
        _("ask the server for these dimensions"),
        default=False,
        help_text=_("Only for models that can shorten their vectors."),
    )
    threshold = models.FloatField(
        _("least similarity"),
        default=0.2,
        validators=[MinValueValidator(-1.0), MaxValueValidator(1.0)],
        help_text=_("Passages below this cosine are not found. It belongs to this model and to no other."),
    )
    batch_size = models.PositiveSmallIntegerField(
        _("texts in one call"), default=64, validators=[MinValueValidator(1), MaxValueValidator(2_048)]
    )
    query_prefix = models.TextField(
        _("before a question"),
        blank=True,
        help_text=_("What the model wants to read before each question; filled in for known models."),
    )
    passage_prefix = models.TextField(
        _("before a text of a document"),
        blank=True,
        help_text=_("It belongs to each vector: with another one, add the model once more."),
    )
    is_default = models.BooleanField(_("used for search"), default=False)
    takes_over = models.BooleanField(
        _("takes over"),
        default=False,
        help_text=_("Its vectors fill in in the background; with the last one it is used for search."),
    )

    class Meta:
        verbose_name = _("embedding model")
        verbose_name_plural = _("embedding models")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["endpoint", "name", "dimensions", "passage_prefix"],
                name="embedding_model_once",
                nulls_distinct=False,
            ),
            models.UniqueConstraint(
                fields=["is_default"], condition=Q(is_default=True), name="one_embedding_model_for_search"
            ),
            models.UniqueConstraint(
                fields=["takes_over"], condition=Q(takes_over=True), name="one_embedding_model_takes_over"
            ),
        ]

    def __str__(self) -> str:
        label = display_label(self.label, is_built_in=self.endpoint_id is None)
        return f"{label or self.name} ({self.dimensions})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A new row of a known model gets its prefixes, unless it has one. Forms send line ends of their own."""
        if self._state.adding and not (self.query_prefix or self.passage_prefix):
            self.query_prefix, self.passage_prefix = known_prefixes(self.name)
        self.query_prefix = self.query_prefix.replace("\r\n", "\n")
        self.passage_prefix = self.passage_prefix.replace("\r\n", "\n")
        super().save(*args, **kwargs)
