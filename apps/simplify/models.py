"""Models of plain language: text types, protected words, options, and rewrites where the organisation keeps them."""

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.llm.models import ChatModel


class TextType(models.Model):
    """A kind of text, such as a letter: what a rewrite has to heed there beside the rules for all texts."""

    slug = models.SlugField(_("name"), max_length=40, unique=True)
    label = models.CharField(_("label"), max_length=100)
    guidance = models.TextField(
        _("guidance for the model"),
        blank=True,
        help_text=_("Becomes part of the prompt, in German. What holds for every text stands in the prompt itself."),
    )
    guidance_english = models.TextField(_("guidance for texts in English"), blank=True)
    position = models.PositiveSmallIntegerField(_("position"), default=10)
    is_default = models.BooleanField(_("chosen when nothing is said"), default=False)
    is_active = models.BooleanField(_("active"), default=True)

    class Meta:
        verbose_name = _("text type")
        verbose_name_plural = _("text types")
        ordering = ["position", "slug"]
        constraints = [
            models.UniqueConstraint(fields=["is_default"], condition=Q(is_default=True), name="one_default_text_type"),
        ]

    def __str__(self) -> str:
        return self.label


class WordList(models.Model):
    """Protected words that belong together; a list without organisation and text type holds everywhere."""

    name = models.CharField(_("name"), max_length=100, unique=True)
    organisation = models.CharField(
        _("organisation"), max_length=100, blank=True, help_text=_("Empty: for every organisation.")
    )
    text_type = models.ForeignKey(
        TextType,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="word_lists",
        verbose_name=_("text type"),
        help_text=_("Empty: for every text type."),
    )
    is_active = models.BooleanField(_("active"), default=True)

    class Meta:
        verbose_name = _("list of protected words")
        verbose_name_plural = _("lists of protected words")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class ProtectedWord(models.Model):
    """A word or phrase that a rewrite must keep, character for character. Endings and compounds are found by rule."""

    word_list = models.ForeignKey(WordList, on_delete=models.CASCADE, related_name="words", verbose_name=_("list"))
    term = models.CharField(_("word"), max_length=300)
    forms = ArrayField(
        models.CharField(max_length=300),
        default=list,
        blank=True,
        verbose_name=_("further forms"),
        help_text=_("Forms that no rule finds, separated by commas: abgeholfen, abhilft."),
    )
    note = models.CharField(_("note"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("protected word")
        verbose_name_plural = _("protected words")
        ordering = ["term"]
        constraints = [models.UniqueConstraint(fields=["word_list", "term"], name="protected_word_once_per_list")]

    def __str__(self) -> str:
        return self.term

    def clean(self) -> None:
        self.term = " ".join(self.term.split())
        if not any(letter.isalnum() for letter in self.term):
            raise ValidationError({"term": _("A protected word needs at least one letter or digit.")})


class ModelSettings(models.Model):
    """How a language model is asked for plain language; a model without a row is asked with these defaults."""

    model = models.OneToOneField(
        ChatModel, on_delete=models.CASCADE, related_name="simplify_settings", verbose_name=_("language model")
    )
    max_input_chars = models.PositiveIntegerField(
        _("longest part in characters"),
        default=9_000,
        validators=[MinValueValidator(500), MaxValueValidator(100_000)],
        help_text=_(
            "A longer text is split at its paragraphs, and its parts are written side by side: shorter parts are ready "
            "sooner. Nothing is cut off."
        ),
    )
    temperature = models.FloatField(
        _("temperature"), default=0.1, validators=[MinValueValidator(0), MaxValueValidator(2)]
    )
    top_p = models.FloatField(_("top p"), default=0.5, validators=[MinValueValidator(0.01), MaxValueValidator(1)])
    presence_penalty = models.FloatField(
        _("presence penalty"), default=0.0, validators=[MinValueValidator(-2), MaxValueValidator(2)]
    )
    frequency_penalty = models.FloatField(
        _("frequency penalty"), default=0.0, validators=[MinValueValidator(-2), MaxValueValidator(2)]
    )

    class Meta:
        verbose_name = _("settings of a model")
        verbose_name_plural = _("settings of the models")
        ordering = ["model__name"]

    def __str__(self) -> str:
        return str(self.model)


class Options(models.Model):
    """One row: whether rewrites are kept. Off means that no text of a request is written anywhere."""

    store_rewrites = models.BooleanField(
        _("keep rewrites"), default=False, help_text=_("Original and rewrite are kept for the days below.")
    )
    keep_days = models.PositiveSmallIntegerField(
        _("keep for days"), default=30, validators=[MinValueValidator(1), MaxValueValidator(3_650)]
    )

    class Meta:
        verbose_name = _("options of plain language")
        verbose_name_plural = _("options of plain language")
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_row_of_simplify_options")]

    def __str__(self) -> str:
        return str(self._meta.verbose_name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.pk = 1
        super().save(*args, **kwargs)


class SynonymState(models.TextChoices):
    PROPOSED = "proposed", _("proposed")
    IN_FORCE = "in_force", _("in force")
    REJECTED = "rejected", _("rejected")


class Synonym(models.Model):
    """What words of an original may be called in plain language, proposed with the sentences in which it was seen.

    It takes effect when a second person has activated it, after it was tried against all labelled cases.
    """

    language = models.CharField(_("language"), max_length=2, choices=[("de", _("German")), ("en", _("English"))])
    official = models.CharField(
        _("words of the original"), max_length=200, help_text=_("As they are written in the sentence below.")
    )
    plain = models.CharField(_("plain words"), max_length=200, help_text=_("As they are written in the rewrite below."))
    original = models.TextField(_("sentence of the original"), max_length=2_000)
    rewrite = models.TextField(_("sentence of the rewrite"), max_length=2_000)
    state = models.CharField(_("state"), max_length=10, choices=SynonymState, default=SynonymState.PROPOSED)
    finding = models.CharField(_("what the trial found"), max_length=500, blank=True)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("proposed by"),
    )
    proposed_at = models.DateTimeField(_("proposed"), auto_now_add=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        verbose_name = _("synonym")
        verbose_name_plural = _("synonyms")
        ordering = ["-proposed_at"]
        constraints = [models.UniqueConstraint(fields=["language", "official", "plain"], name="synonym_once")]

    def __str__(self) -> str:
        return f"{self.official} → {self.plain}"

    def clean(self) -> None:
        self.official, self.plain = (" ".join(words.split()) for words in (self.official, self.plain))


class Rewrite(models.Model):
    """A kept rewrite: `result` is what the command and the API answered."""

    created_at = models.DateTimeField(_("time"), auto_now_add=True, db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("user"),
    )
    text_type = models.CharField(_("text type"), max_length=40)
    original = models.TextField(_("original"))
    text = models.TextField(_("rewrite"))
    model = models.CharField(_("model"), max_length=200)
    prompt_version = models.CharField(_("prompt version"), max_length=60)
    result = models.JSONField(_("result"))

    class Meta:
        verbose_name = _("rewrite")
        verbose_name_plural = _("rewrites")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d %H:%M} {self.text_type}"
