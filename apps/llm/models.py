"""Endpoints, models, prompts with their versions, and the ledger of calls."""

from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.llm.embedding_prefixes import known_prefixes
from apps.llm.endpoints.allowed_addresses import leads_into_private_network
from apps.llm.endpoints.api_keys import is_key_variable, may_be_sent, written_key
from apps.llm.errors import ModelErrorCode, PromptError, model_error
from apps.llm.prompts.validate_prompt import validate_prompt
from apps.llm.publish_changes import Publication, publication


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


class Endpoint(models.Model):
    """An OpenAI-compatible server. Its key stays in the environment; the row holds only the variable's name."""

    name = models.CharField(_("name"), max_length=100, unique=True)
    base_url = models.URLField(_("base URL"), max_length=500, help_text=_("For example https://models.example/v1"))
    api_key_variable = models.CharField(
        _("variable with the key"),
        max_length=100,
        default="OPENAI_API_KEY",
        blank=True,
        validators=[RegexValidator(r"^[A-Z][A-Z0-9_]*$", _("Use the name of an environment variable, never the key."))],
        help_text=_("Name of the environment variable that holds the key (or NAME_FILE with the path of a file)."),
    )
    max_concurrency = models.PositiveSmallIntegerField(
        _("calls at once"),
        default=8,
        validators=[MinValueValidator(1), MaxValueValidator(256)],
        help_text=_(
            "Of each process, in the background. Answers that somebody reads as they are written take no place."
        ),
    )
    supports_json_schema = models.BooleanField(_("understands JSON schemas"), default=True)
    is_active = models.BooleanField(_("active"), default=True)

    class Meta:
        verbose_name = _("endpoint")
        verbose_name_plural = _("endpoints")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        try:
            _port = urlsplit(self.base_url).port
        except ValueError:
            raise ValidationError(
                {"base_url": _("The address '%(url)s' has a port that does not exist.") % {"url": self.base_url}}
            ) from None
        if problems := endpoint_problems(self.base_url, self.api_key_variable):
            raise ValidationError(dict(problems))


def endpoint_problems(base_url: str, api_key_variable: str) -> dict[str, str]:
    """Field -> why the operator's settings forbid it, as far as the row itself shows. No network."""
    problems = {}
    if leads_into_private_network(base_url):
        problems["base_url"] = _(
            "'%(url)s' is in a private network. Only the operator can allow it, with MODEL_HOSTS."
        ) % {"url": base_url}
    if api_key_variable and not is_key_variable(api_key_variable):
        problems["api_key_variable"] = _(
            "Keys may not be taken from %(variable)s. The operator decides that with API_KEY_VARIABLES: %(allowed)s."
        ) % {"variable": api_key_variable, "allowed": ", ".join(settings.API_KEY_VARIABLES)}
    elif api_key_variable and written_key(api_key_variable) and not may_be_sent(api_key_variable, base_url):
        problems["api_key_variable"] = _(
            "The key in %(variable)s is not for '%(url)s'. The operator decides that with API_KEY_HOSTS; leave this "
            "empty for a server that asks for no key."
        ) % {"variable": api_key_variable, "url": base_url}
    return problems


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
        return self.label or self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises PublicationHeld when it stands in an order and may not become another model unmeasured."""
        stored = ChatModel.objects.filter(pk=self.pk).first() if self.pk else None
        if stored is None or stored.identity() == self.identity() or not stored.orders.exists():
            super().save(*args, **kwargs)
            return
        with publication(Publication("model", str(self.pk), stored.identity(), self.identity())):
            super().save(*args, **kwargs)

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
        return f"{self.purpose} {self.position}: {self.model}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises PublicationHeld when orders may not be changed without being measured first."""
        with publication(*self.changes()):
            super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises PublicationHeld, as `save` does."""
        before = model_ids(self.purpose)
        after = [pk for pk in before if pk != self.model_id]
        with publication(order_change(self.purpose, before, after)):
            return super().delete(*args, **kwargs)

    def changes(self) -> list[Publication]:
        """What saving this row changes: the order of its purpose, and that of the purpose it had before."""
        stored = ModelOrder.objects.filter(pk=self.pk).first() if self.pk else None
        rows = list(ModelOrder.objects.filter(purpose=self.purpose).exclude(pk=self.pk))
        after = [row.model_id for row in sorted([*rows, self], key=lambda row: row.position)]
        changes = [order_change(self.purpose, model_ids(self.purpose), after)]
        if stored and stored.purpose != self.purpose:
            before = model_ids(stored.purpose)
            left = [pk for pk in before if pk != stored.model_id]
            changes.append(order_change(stored.purpose, before, left))
        return [change for change in changes if change.before != change.after]


def model_ids(purpose: str) -> list[int]:
    """The models of a purpose in their order."""
    return list(ModelOrder.objects.filter(purpose=purpose).order_by("position").values_list("model_id", flat=True))


def order_change(purpose: str, before: list[int], after: list[int]) -> Publication:
    return Publication("model_order", purpose, {"models": before}, {"models": after})


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
        return f"{self.label or self.name} ({self.dimensions})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A new row of a known model gets its prefixes, unless it has one. Forms send line ends of their own."""
        if self._state.adding and not (self.query_prefix or self.passage_prefix):
            self.query_prefix, self.passage_prefix = known_prefixes(self.name)
        self.query_prefix = self.query_prefix.replace("\r\n", "\n")
        self.passage_prefix = self.passage_prefix.replace("\r\n", "\n")
        super().save(*args, **kwargs)


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


class Prompt(models.Model):
    """A text for a model that editors may change. Which variables it has is declared in prompts/definitions."""

    slug = models.SlugField(_("name"), max_length=50, unique=True)
    published = models.ForeignKey(
        "PromptVersion",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("version in force"),
    )

    class Meta:
        verbose_name = _("prompt")
        verbose_name_plural = _("prompts")
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises PublicationHeld when the version in force changes and may not go live."""
        stored = Prompt.objects.select_related("published").filter(pk=self.pk).first() if self.pk else None
        if stored is None or stored.published_id in (None, self.published_id):
            super().save(*args, **kwargs)
            return
        change = Publication("prompt", self.slug, version_content(stored.published), version_content(self.published))
        with publication(change):
            super().save(*args, **kwargs)


def version_content(version: "PromptVersion | None") -> dict[str, object]:
    """A version as it is named where publications are kept; empty when none is in force."""
    return {"version": version.pk, "number": version.number} if version else {}


class PromptVersion(models.Model):
    """One wording of a prompt. Versions are only ever added: answers point to the one they used."""

    prompt = models.ForeignKey(Prompt, on_delete=models.CASCADE, related_name="versions", verbose_name=_("prompt"))
    number = models.PositiveIntegerField(_("version"))
    system = models.TextField(_("system message"), blank=True)
    user = models.TextField(_("user message"))
    note = models.CharField(_("what changed"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.ForeignKey(
        "auth.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("created by")
    )
    is_shipped = models.BooleanField(_("shipped with the product"), default=False)

    class Meta:
        verbose_name = _("prompt version")
        verbose_name_plural = _("prompt versions")
        ordering = ["prompt", "-number"]
        constraints = [models.UniqueConstraint(fields=["prompt", "number"], name="prompt_version_number_once")]

    def __str__(self) -> str:
        return f"{self.prompt.slug}/{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.number:
            newest = self.prompt.versions.aggregate(newest=models.Max("number"))["newest"]
            self.number = (newest or 0) + 1
        super().save(*args, **kwargs)

    def clean(self) -> None:
        if not self.prompt_id:
            return
        try:
            validate_prompt(self.prompt.slug, self.system, self.user)
        except PromptError as error:
            raise ValidationError(str(error)) from None


class ModelCall(models.Model):
    """The ledger: one row for each call to a model, failed ones included."""

    created_at = models.DateTimeField(_("time"), auto_now_add=True, db_index=True)
    purpose = models.CharField(_("purpose"), max_length=30)
    model = models.CharField(_("model"), max_length=200)
    endpoint = models.CharField(_("endpoint"), max_length=100, blank=True)
    prompt_version = models.CharField(_("prompt version"), max_length=60, blank=True)
    input_tokens = models.PositiveIntegerField(_("input tokens"), default=0)
    output_tokens = models.PositiveIntegerField(_("output tokens"), default=0)
    tokens_estimated = models.BooleanField(_("tokens counted here"), default=False)
    seconds = models.FloatField(_("seconds"))
    first_token_seconds = models.FloatField(_("seconds to the first token"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=1)
    outcome = models.CharField(_("outcome"), max_length=30)
    cost = models.DecimalField(_("cost"), max_digits=14, decimal_places=6, null=True, blank=True)
    reference = models.CharField(
        _("used for"), max_length=80, blank=True, db_index=True, help_text=_("For example document:12 or turn:…")
    )

    class Meta:
        verbose_name = _("model call")
        verbose_name_plural = _("model calls")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.purpose} {self.model} {self.outcome}"


class ModelOutage(models.Model):
    """A time in which a model server did not answer, and whom that was told. Found by outages/record_outages.py."""

    endpoint = models.CharField(_("endpoint"), max_length=100)
    reason = models.CharField(_("reason"), max_length=30)
    began_at = models.DateTimeField(_("noticed"), default=timezone.now)
    ended_at = models.DateTimeField(_("over"), null=True, blank=True)
    alarm_sent_at = models.DateTimeField(_("alarm sent"), null=True, blank=True)
    all_clear_sent_at = models.DateTimeField(_("all-clear sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("outage of a model server")
        verbose_name_plural = _("outages of model servers")
        ordering = ["-began_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["endpoint"], condition=Q(ended_at=None), name="one_open_outage_per_endpoint"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.endpoint}: {self.reason}"

    @property
    def sentence(self) -> str:
        """What is wrong, in the language that is active."""
        return str(model_error(cast(ModelErrorCode, self.reason), self.endpoint))
