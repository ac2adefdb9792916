"""Tables of suites with their cases, and of the personas who ask."""

import hashlib
import json

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from apps.documents.models import Collection, Document

LANGUAGES = [("", _("as the question")), ("de", "Deutsch"), ("en", "English"), ("ja", "日本語")]


class Persona(models.Model):
    """Somebody who asks on: how they talk, in each language a dialogue may be in."""

    slug = models.SlugField(_("short name"), max_length=50, unique=True)
    name = models.CharField(_("name"), max_length=100)
    text_de = models.TextField(_("description in German"))
    text_en = models.TextField(_("description in English"), blank=True)
    text_ja = models.TextField(_("description in Japanese"), blank=True)
    position = models.PositiveSmallIntegerField(_("position"), default=100)
    is_active = models.BooleanField(_("active"), default=True)

    class Meta:
        verbose_name = _("persona")
        verbose_name_plural = _("personas")
        ordering = ["position", "slug"]

    def __str__(self) -> str:
        return self.name

    def text(self, language: str) -> str:
        """The description in that language; in German where there is none."""
        return {"en": self.text_en, "ja": self.text_ja}.get(language, "") or self.text_de


class Suite(models.Model):
    """Cases that are asked together, and how. The pinned suite is the one every change has to pass."""

    class Vote(models.TextChoices):
        MEAN = "mean", _("mean")
        MAJORITY = "majority", _("majority")

    slug = models.SlugField(_("short name"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("what it is for"), blank=True)
    collections = models.ManyToManyField(
        Collection, blank=True, verbose_name=_("collections"), help_text=_("None: all."), related_name="+"
    )
    is_pinned = models.BooleanField(_("pinned: every change must pass it"), default=False, editable=False)
    pass_mark = models.FloatField(
        _("pass mark"),
        default=0.7,
        validators=[MinValueValidator(0.0), MaxValueValidator(1.0)],
        help_text=_("The mean score from 0 to 1 that a draft must reach."),
    )
    proved_mark = models.FloatField(
        _("share of proved sentences"), null=True, blank=True,
        validators=[MinValueValidator(0.0), MaxValueValidator(1.0)],
        help_text=_("From 0 to 1: of the sentences of the answers, so many must be proved. Empty: any share will do."),
    )  # fmt: skip
    turns = models.PositiveSmallIntegerField(
        _("turns of a dialogue"), default=3, validators=[MinValueValidator(1), MaxValueValidator(10)]
    )
    judge_repeats = models.PositiveSmallIntegerField(
        _("times each turn is judged"), default=1, validators=[MinValueValidator(0), MaxValueValidator(9)],
        help_text=_("0: no judge, only what code can measure."),
    )  # fmt: skip
    vote = models.CharField(_("several judgements become one by"), max_length=10, choices=Vote, default=Vote.MEAN)
    judges_claims = models.BooleanField(
        _("check statements one by one"),
        default=False,
        help_text=_(
            "Faithfulness, relevancy, context precision and recall, noise sensitivity: up to five more calls a turn."
        ),
    )
    aspects = models.JSONField(
        _("aspects of a whole dialogue"), default=list, blank=True,
        help_text=_("One sentence per line, such as: the assistant stays polite. A critic says yes or no to each."),
    )  # fmt: skip
    aspect_votes = models.PositiveSmallIntegerField(
        _("votes on each aspect"), default=3, validators=[MinValueValidator(1), MaxValueValidator(9)],
        help_text=_("The majority decides; an even number becomes the next odd one."),
    )  # fmt: skip
    seed = models.PositiveIntegerField(_("seed of the draw of personas"), default=42)
    budget = models.DecimalField(
        _("most it may cost"), max_digits=10, decimal_places=2, null=True, blank=True,
        validators=[MinValueValidator(0)], help_text=_("A run stops there; empty: no limit."),
    )  # fmt: skip
    # The newest order of cases to a worker: {"state", "since", "language"}, later {"state", "sentence"}.
    case_build = models.JSONField(null=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("suite")
        verbose_name_plural = _("suites")
        ordering = ["name"]
        permissions = [("pin_suite", _("Can pin a suite as the one every change must pass"))]
        constraints = [
            models.UniqueConstraint(fields=["is_pinned"], condition=Q(is_pinned=True), name="one_pinned_suite")
        ]

    def __str__(self) -> str:
        return self.name

    def active_cases(self) -> "models.QuerySet[Case]":
        return self.cases.filter(is_active=True).select_related("persona").prefetch_related("expected")

    def fingerprint(self) -> str:
        """Changes with everything that changes what a run of this suite says. A handful of queries."""
        names = ("turns", "judge_repeats", "vote", "judges_claims", "seed")
        content: dict[str, object] = {
            "suite": [getattr(self, name) for name in names],
            "collections": sorted(self.collections.values_list("slug", flat=True)),
            "personas": list(Persona.objects.values_list("slug", "text_de", "text_en", "text_ja", "is_active")),
            "cases": [case.content() for case in self.active_cases()],
        }
        if self.aspects:
            # Only then: suites from before there were aspects keep their fingerprint, and with it their runs.
            content["aspects"] = [self.aspects, self.aspect_votes]
        return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


class CaseSource(models.TextChoices):
    WRITTEN = "written", _("written")
    IMPORTED = "imported", _("imported")
    FEEDBACK = "feedback", _("from feedback")
    VERBATIM = "verbatim", _("found word for word in a document")
    GENERATED = "generated", _("generated by a model")
    OUTSIDE = "outside", _("outside the collection")


class Case(models.Model):
    """A question, and what a good answer to it is."""

    suite = models.ForeignKey(Suite, on_delete=models.CASCADE, related_name="cases", verbose_name=_("suite"))
    question = models.TextField(_("question"))
    reference = models.TextField(_("reference answer"), blank=True)
    required = models.JSONField(
        _("must contain"), default=list, blank=True, help_text=_("One text per line; each must stand in the answer.")
    )
    forbidden = models.JSONField(
        _("must not contain"), default=list, blank=True, help_text=_("One text per line, such as a competitor's name.")
    )
    must_refuse = models.BooleanField(
        _("must be refused"), default=False, help_text=_("The documents do not answer this question.")
    )
    is_control = models.BooleanField(
        _("control"), default=False, help_text=_("A draft that fails it cannot go live, however good the rest is.")
    )
    held_out = models.BooleanField(
        _("held out"), default=False, help_text=_("Hidden from those who write prompts, and reported apart.")
    )
    persona = models.ForeignKey(
        Persona, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("persona"),
        help_text=_("Empty: drawn for each dialogue."),
    )  # fmt: skip
    language = models.CharField(_("language"), max_length=8, choices=LANGUAGES, blank=True, default="")
    tags = models.JSONField(_("tags"), default=list, blank=True)
    source = models.CharField(_("source"), max_length=12, choices=CaseSource, default=CaseSource.WRITTEN)
    # What was made of a document goes with it.
    derived_from = models.ForeignKey(
        Document, on_delete=models.CASCADE, null=True, blank=True, related_name="+", editable=False
    )
    note = models.TextField(_("note"), blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ["suite", "pk"]

    def __str__(self) -> str:
        return Truncator(self.question).chars(100)

    def content(self) -> dict[str, object]:
        """All that a run asks and checks, fit for JSON."""
        return {
            "question": self.question,
            "reference": self.reference,
            "required": list(self.required),
            "forbidden": list(self.forbidden),
            "must_refuse": self.must_refuse,
            "is_control": self.is_control,
            "held_out": self.held_out,
            "persona": self.persona.slug if self.persona else "",
            "language": self.language,
            "expected": [[place.external_id, place.page] for place in self.expected.all()],
        }


class ExpectedPage(models.Model):
    """The place of the answer, by the document's id at its source, so that it survives another import."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="expected", verbose_name=_("case"))
    external_id = models.CharField(_("document"), max_length=500, help_text=_("Its id at the source."))
    page = models.PositiveIntegerField(_("page"), null=True, blank=True, validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = _("expected page")
        verbose_name_plural = _("expected pages")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.external_id}, {self.page}" if self.page else self.external_id
