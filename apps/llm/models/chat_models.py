"""Tables of language models, the order in which they are tried, and their prices."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.llm.models.built_in_model_labels import display_label
from apps.llm.models.endpoints import Endpoint
from apps.llm.publication_hooks import Publication, checked_publication

BESIDE = 32_767
"""A position that nobody sets: the last one of its column."""


class Purpose(models.TextChoices):
    """What a model is asked for; each purpose has its own order of models, `default` serves the rest."""

    DEFAULT = "default", _("everything else")
    ANSWER = "answer", _("answer")
    REPHRASE = "rephrase", _("rephrase a follow-up question")
    SUMMARISE = "summarise", _("summarise documents")
    TAG = "tag", _("tag documents")
    SIMPLIFY = "simplify", _("rewrite in plain language")
    PERSONA = "persona", _("play a visitor")
    JUDGE = "judge", _("judge answers")
    COMPARE = "compare", _("compare two answers")
    GENERATE = "generate", _("write questions")
    EXTRACT = "extract", _("extract entities and relations")
    REPORT = "report", _("write community reports")
    MAP = "map", _("rate reports for a question")
    REDUCE = "reduce", _("join rated points into an answer")
    ROUTE = "route", _("choose the way to search")
    RERANK = "rerank", _("order what a search found")
    SECOND_READER = "second_reader", _("check sentences against their quotes")


class ChatModel(models.Model):
    """A language model at an endpoint; without an endpoint it is the built-in offline model."""

    endpoint = models.ForeignKey(
        Endpoint,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="chat_models",
        verbose_name=_("endpoint"),
    )
    name = models.CharField(_("name at the endpoint"), max_length=200)
    label = models.CharField(_("label"), max_length=200, blank=True)
    context_window = models.PositiveIntegerField(
        _("context window in tokens"), default=16_385, validators=[MinValueValidator(1_000)]
    )
    max_output_tokens = models.PositiveIntegerField(
        _("longest reply in tokens"), default=2_048, validators=[MinValueValidator(16)]
    )
    is_reranker = models.BooleanField(
        _("orders texts"),
        default=False,
        help_text=_(
            "A model behind /rerank at the endpoint's address. It writes nothing: use it for that purpose alone."
        ),
    )
    is_active = models.BooleanField(_("active"), default=True)
    abilities = models.JSONField(
        _("what it can do"), default=dict, editable=False, help_text=_("Found out by `manage.py models doctor`.")
    )

    class Meta:
        verbose_name = _("language model")
        verbose_name_plural = _("language models")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["endpoint", "name"], name="chat_model_once_per_endpoint", nulls_distinct=False
            ),
        ]

    def __str__(self) -> str:
        return display_label(self.label, is_built_in=self.endpoint_id is None) or self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises PublicationHeld when it stands in an order and may not become another model unmeasured."""
        with checked_publication(self.changes):
            super().save(*args, **kwargs)

    def changes(self) -> list[Publication]:
        """What saving it changes where it is asked: nothing, as long as it stands in no order."""
        stored = ChatModel.objects.filter(pk=self.pk).first() if self.pk else None
        if stored is None or stored.identity() == self.identity() or not stored.orders.exists():
            return []
        return [Publication("model", str(self.pk), stored.identity(), self.identity())]

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises PublicationHeld when an order that it stands in may not change unmeasured."""
        with checked_publication(self.changes_of_deletion):
            return super().delete(*args, **kwargs)

    def changes_of_deletion(self) -> list[Publication]:
        """What deleting it changes: each order that it stands in, whose rows go with it."""
        return [change for order in self.orders.all() for change in order.changes_of_deletion()]

    def identity(self) -> dict[str, object]:
        """Which model answers. The rest of the row says how it is called."""
        return {"name": self.name, "endpoint": self.endpoint_id, "is_active": self.is_active}

    def clean(self) -> None:
        if self.max_output_tokens and self.context_window and self.max_output_tokens >= self.context_window:
            raise ValidationError(
                {"max_output_tokens": _("The longest reply must leave room for the question in the context window.")}
            )


class ModelOrder(models.Model):
    """The order in which models are tried for a purpose: position 1 first, the next one when it fails."""

    purpose = models.CharField(_("purpose"), max_length=30, choices=Purpose, default=Purpose.DEFAULT)
    model = models.ForeignKey(ChatModel, on_delete=models.CASCADE, related_name="orders", verbose_name=_("model"))
    position = models.PositiveSmallIntegerField(_("position"), default=1, validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = _("model order")
        verbose_name_plural = _("model orders")
        ordering = ["purpose", "position"]
        constraints = [
            models.UniqueConstraint(fields=["purpose", "position"], name="one_model_per_position"),
            models.UniqueConstraint(fields=["purpose", "model"], name="model_once_per_purpose"),
        ]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()} {self.position}: {self.model}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises PublicationHeld when orders may not be changed without being measured first."""
        with checked_publication(self.changes):
            other = self.exchanged()
            if other is not None:
                # Out of the way first: no two rows may have one position, not even for a moment.
                left = ModelOrder.objects.values_list("position", flat=True).get(pk=self.pk)
                other.position = BESIDE
                super(ModelOrder, other).save(update_fields=["position"])
                other.position = left
            super().save(*args, **kwargs)
            if other is not None:
                super(ModelOrder, other).save(update_fields=["position"])

    def exchanged(self) -> "ModelOrder | None":
        """The row of the same purpose that this one changes places with; a new row changes places with none."""
        stored = ModelOrder.objects.filter(pk=self.pk, purpose=self.purpose).first() if self.pk else None
        if stored is None or stored.position == self.position:
            return None
        return ModelOrder.objects.filter(purpose=self.purpose, position=self.position).first()

    def validate_constraints(self, exclude: Any = None) -> None:
        """A position that is taken is refused to new rows; one that stands in the order exchanges them."""
        if self.exchanged() is None:
            super().validate_constraints(exclude)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises PublicationHeld, as `save` does."""
        with checked_publication(self.changes_of_deletion):
            return super().delete(*args, **kwargs)

    def changes(self) -> list[Publication]:
        """What saving this row changes: the order of its purpose, and that of the purpose it had before."""
        stored = ModelOrder.objects.filter(pk=self.pk).first() if self.pk else None
        rows = list(ModelOrder.objects.filter(purpose=self.purpose).exclude(pk=self.pk))
        if stored and (other := self.exchanged()):
            next(row for row in rows if row.pk == other.pk).position = stored.position
        after = [row.model_id for row in sorted([*rows, self], key=lambda row: row.position)]
        changes = [model_order_publication(self.purpose, ordered_model_ids(self.purpose), after)]
        if stored and stored.purpose != self.purpose:
            before = ordered_model_ids(stored.purpose)
            left = [pk for pk in before if pk != stored.model_id]
            changes.append(model_order_publication(stored.purpose, before, left))
        return [change for change in changes if change.before != change.after]

    def changes_of_deletion(self) -> list[Publication]:
        before = ordered_model_ids(self.purpose)
        return [model_order_publication(self.purpose, before, [pk for pk in before if pk != self.model_id])]


def ordered_model_ids(purpose: str) -> list[int]:
    """The models of a purpose in their order."""
    return list(ModelOrder.objects.filter(purpose=purpose).order_by("position").values_list("model_id", flat=True))


def model_order_publication(purpose: str, before: list[int], after: list[int]) -> Publication:
    return Publication("model_order", purpose, {"models": before}, {"models": after})


def store_model_order(purpose: str, after: list[int]) -> None:
    """These models, in this order, in place of those that the purpose had. Raises PublicationHeld."""
    with checked_publication(lambda: [model_order_publication(purpose, ordered_model_ids(purpose), after)]):
        # All at once: positions are unique, and the change as a whole has been asked for.
        ModelOrder.objects.filter(purpose=purpose).delete()
        ModelOrder.objects.bulk_create(
            ModelOrder(purpose=purpose, model_id=pk, position=position) for position, pk in enumerate(after, start=1)
        )


class Price(models.Model):
    """What a model costs from a day on; the newest row that has begun counts. Past costs stay as they were stored."""

    model_name = models.CharField(_("model"), max_length=200)
    valid_from = models.DateField(_("valid from"))
    input_per_million = models.DecimalField(
        _("per million input tokens"), max_digits=12, decimal_places=4, default=0, validators=[MinValueValidator(0)]
    )
    output_per_million = models.DecimalField(
        _("per million output tokens"), max_digits=12, decimal_places=4, default=0, validators=[MinValueValidator(0)]
    )

    class Meta:
        verbose_name = _("price")
        verbose_name_plural = _("prices")
        ordering = ["model_name", "-valid_from"]
        constraints = [models.UniqueConstraint(fields=["model_name", "valid_from"], name="one_price_per_day")]

    def __str__(self) -> str:
        return f"{self.model_name} {self.valid_from}"
