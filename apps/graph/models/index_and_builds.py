"""Tables of a collection's graph index (how it is made, what it may cost) and of its builds."""

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.documents.models import Collection, Document
from apps.documents.models.languages import languages


class Method(models.TextChoices):
    MODEL = "model", _("by a language model")
    NOUN_PHRASES = "noun-phrases", _("by noun phrases, without a model")


PHASES = {
    "read": _("reading the documents"),
    "extract": _("extracting entities and relationships"),
    "describe": _("joining descriptions"),
    "report": _("writing reports"),
    "embed": _("making vectors"),
}


class GraphIndex(models.Model):
    """One for each collection that has a graph. Searches read `current`, which is always a whole build."""

    collection = models.OneToOneField(
        Collection, on_delete=models.CASCADE, related_name="graph", verbose_name=_("collection")
    )
    method = models.CharField(
        _("method"),
        max_length=20,
        choices=Method,
        blank=True,
        help_text=_("Empty: by a language model where one is set up, by noun phrases otherwise."),
    )
    chunk_tokens = models.PositiveIntegerField(
        _("tokens in a piece of text"), default=600, validators=[MinValueValidator(50), MaxValueValidator(8_000)]
    )
    chunk_overlap = models.PositiveIntegerField(_("tokens that two pieces share"), default=100)
    gleanings = models.PositiveSmallIntegerField(
        _("rounds of asking for what was missed"), default=1, validators=[MaxValueValidator(5)]
    )
    entity_types = ArrayField(
        models.CharField(max_length=60),
        verbose_name=_("types of entities"),
        default=list,
        blank=True,
        help_text=_("Empty: person, organisation, place, event and law, in the language of the documents."),
    )
    language = models.CharField(
        _("language of descriptions and reports"),
        max_length=8,
        choices=languages,
        blank=True,
        default="",
        db_default="",
        help_text=_("Empty: that of the documents. By noun phrases, all texts are sentences of the documents."),
    )
    claims = models.BooleanField(_("also extract claims"), default=False)
    max_cluster_size = models.PositiveIntegerField(
        _("largest community that is not divided"), default=10, validators=[MinValueValidator(3)]
    )
    report_tokens = models.PositiveIntegerField(
        _("tokens a report is made from"), default=8_000, validators=[MinValueValidator(500)]
    )
    budget_cost = models.DecimalField(
        _("most a build may cost"), max_digits=12, decimal_places=4, null=True, blank=True
    )
    budget_calls = models.PositiveIntegerField(_("most calls to models a build may make"), null=True, blank=True)
    search_level = models.PositiveSmallIntegerField(
        _("level that answers questions"),
        null=True,
        blank=True,
        help_text=_("0 is the root. Empty: the deepest level that can be read within 16 calls."),
    )
    dynamic_selection = models.BooleanField(
        _("choose reports from the root downwards"),
        default=False,
        help_text=_("Reports are rated first, and only relevant ones are followed to their parts."),
    )
    asks_the_way = models.BooleanField(
        _("ask a model which questions are about the whole"),
        default=False,
        help_text=_("Where their words leave it open. One short call for each question."),
    )
    rebuild_hours = models.PositiveSmallIntegerField(
        _("hours between rebuilds"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("The graph is brought up to date when documents have changed. Empty: only by hand."),
    )
    current = models.OneToOneField(
        "Build", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("in use")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("graph")
        verbose_name_plural = _("graphs")
        ordering = ["collection"]

    def __str__(self) -> str:
        return str(self.collection)

    def clean(self) -> None:
        if self.chunk_tokens and self.chunk_overlap >= self.chunk_tokens:
            raise ValidationError({"chunk_overlap": _("Two pieces must share less than the whole of one.")})


class BuildState(models.TextChoices):
    RUNNING = "running", _("running")
    INCOMPLETE = "incomplete", _("incomplete")
    COMPLETE = "complete", _("complete")


class Build(models.Model):
    """One run that makes a whole graph. Its rows stand beside those of the build in use until the switch."""

    index = models.ForeignKey(GraphIndex, on_delete=models.CASCADE, related_name="builds", verbose_name=_("graph"))
    state = models.CharField(_("state"), max_length=12, choices=BuildState, default=BuildState.RUNNING)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    method = models.CharField(_("method"), max_length=20, choices=Method)
    # What it began with: when that differs now, the graph is due (build_settings_and_merges.py).
    made_with = models.JSONField(_("made with"), default=dict, blank=True)
    model = models.CharField(_("model"), max_length=200, blank=True)
    language = models.CharField(_("language"), max_length=8, default="de")
    phase = models.CharField(_("step"), max_length=20, blank=True)
    done = models.PositiveIntegerField(_("done"), default=0)
    total = models.PositiveIntegerField(_("of"), default=0)
    documents = models.PositiveIntegerField(_("documents"), default=0)
    chunks = models.PositiveIntegerField(_("pieces of text"), default=0)
    entities = models.PositiveIntegerField(_("entities"), default=0)
    relationships = models.PositiveIntegerField(_("relationships"), default=0)
    claims = models.PositiveIntegerField(_("claims"), default=0)
    levels = models.JSONField(_("levels"), default=list, blank=True)
    fingerprint = models.CharField(_("fingerprint of the partition"), max_length=64, blank=True)
    # Kept communities drift; after enough of that the whole graph is divided anew.
    keeps_partition = models.BooleanField(_("communities of the build before were kept"), default=False)
    drift = models.FloatField(_("share of entities that came or went since the graph was divided"), default=0.0)
    withdrawn = models.PositiveIntegerField(_("documents withdrawn since"), default=0)
    problems = models.JSONField(_("problems"), default=list, blank=True)
    calls = models.JSONField(_("calls by purpose"), default=dict, blank=True)
    input_tokens = models.PositiveBigIntegerField(_("input tokens"), default=0)
    output_tokens = models.PositiveBigIntegerField(_("output tokens"), default=0)
    cost = models.DecimalField(_("cost"), max_digits=14, decimal_places=6, default=0)
    started_at = models.DateTimeField(_("started"), auto_now_add=True)
    active_at = models.DateTimeField(_("last sign of life"), auto_now=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    seconds = models.FloatField(_("seconds"), default=0.0)

    class Meta:
        verbose_name = _("build")
        verbose_name_plural = _("builds")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.index} {self.pk}"

    @property
    def phase_words(self) -> str:
        """What the build is at, as people may read it; empty when it has ended."""
        return "" if self.state == BuildState.COMPLETE else str(PHASES.get(self.phase, self.phase))

    def misses_withdrawals(self) -> bool:
        """Whether documents of the collection were withdrawn since this row was read. One query."""
        return Build.objects.filter(pk=self.pk).exclude(withdrawn=self.withdrawn).exists()

    def depth(self) -> int:
        """How many levels its hierarchy has."""
        return len(self.levels)

    def level(self, number: int) -> dict[str, object]:
        """What is known of a level; the deepest one for a number beyond it."""
        return dict(self.levels[min(number, len(self.levels) - 1)])


class CoveredDocument(models.Model):
    """A document in the revision that a build has read. A later revision makes the index stale."""

    build = models.ForeignKey(Build, on_delete=models.CASCADE, related_name="covered")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    # No foreign key: that the revision is gone is what makes the row of interest.
    revision_number = models.BigIntegerField()

    class Meta:
        verbose_name = _("covered document")
        verbose_name_plural = _("covered documents")
        constraints = [models.UniqueConstraint(fields=["build", "document"], name="graph_document_covered_once")]

    def __str__(self) -> str:
        return f"{self.document_id} in {self.build_id}"
