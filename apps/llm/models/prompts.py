"""Tables of prompts and their versions."""

from hashlib import sha256
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.llm.errors import PromptError
from apps.llm.prompt_definitions.validate_prompt import validate_prompt
from apps.llm.publication_hooks import Publication, checked_publication

LONGEST_TARGET = 100
"""Characters by which drafts and the release log name what changes."""


class Prompt(models.Model):
    """A text for a model that editors may change. Which variables it has is declared in prompt_definitions."""

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
        with checked_publication(self.changes):
            super().save(*args, **kwargs)

    def changes(self) -> list[Publication]:
        """What saving it puts in force in place of another version."""
        stored = Prompt.objects.select_related("published").filter(pk=self.pk).first() if self.pk else None
        if stored is None or stored.published_id in (None, self.published_id):
            return []
        before, after = version_content(stored.published), version_content(self.published)
        return [Publication("prompt", self.slug, before, after)]


def version_content(version: "PromptVersion | None") -> dict[str, object]:
    """A version as it is named where publications are kept; empty when none is in force."""
    return {"version": version.pk, "number": version.number} if version else {}


class PromptUse(models.Model):
    """A wording of its own for a model, for a profile, or for a model in a profile.

    Model and profile are named, not pointed to: a model is the same at every endpoint, and profiles belong to a layer
    above. Without a row the prompt's version in force is used.
    """

    prompt = models.ForeignKey(Prompt, on_delete=models.CASCADE, related_name="uses", verbose_name=_("prompt"))
    model = models.CharField(
        _("model"), max_length=200, blank=True, help_text=_("Empty: every model without a wording of its own.")
    )
    profile = models.CharField(
        _("profile"), max_length=50, blank=True, help_text=_("Empty: every profile without a wording of its own.")
    )
    version = models.ForeignKey(
        "PromptVersion", on_delete=models.PROTECT, related_name="uses", verbose_name=_("version in force")
    )

    class Meta:
        verbose_name = _("own wording of a prompt")
        verbose_name_plural = _("own wordings of prompts")
        ordering = ["prompt", "profile", "model"]
        constraints = [
            models.UniqueConstraint(
                fields=["prompt", "model", "profile"],
                name="one_wording_for_each_use",
                violation_error_message=_("This model and profile have a wording of their own already."),
            ),
            models.CheckConstraint(
                condition=~models.Q(model="", profile=""),
                name="prompt_use_names_model_or_profile",
                violation_error_message=_("Choose a model or a profile. For all answers, change the prompt itself."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prompt} {self.place}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises PublicationHeld when the wording may not go live, PromptError when it is of another prompt."""
        if self.version.prompt_id != self.prompt_id:
            raise PromptError(f"Version '{self.version}' does not belong to prompt '{self.prompt}'.")
        with checked_publication(self.changes):
            super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises PublicationHeld, as `save` does: the usual wording takes over."""
        with checked_publication(self.changes_of_deletion):
            return super().delete(*args, **kwargs)

    def changes(self) -> list[Publication]:
        """What saving it changes where it is used, and where it was used before."""
        stored = self.stored()
        if stored is None or stored.target == self.target:
            return [self.change(stored.version if stored else None, self.version)]
        return [stored.change(stored.version, None), self.change(None, self.version)]

    def changes_of_deletion(self) -> list[Publication]:
        stored = self.stored()
        return [stored.change(stored.version, None)] if stored else []

    def stored(self) -> "PromptUse | None":
        uses = PromptUse.objects.select_related("version", "prompt")
        return uses.filter(pk=self.pk).first() if self.pk else None

    @property
    def place(self) -> str:
        return f"{self.profile or '*'}/{self.model or '*'}"

    @property
    def target(self) -> str:
        """What publications call it: the prompt, and where it has this wording."""
        named = f"{self.prompt.slug} {self.place}"
        if len(named) <= LONGEST_TARGET:
            return named
        return f"{named[: LONGEST_TARGET - 9]} {sha256(named.encode()).hexdigest()[:8]}"

    def change(self, before: "PromptVersion | None", after: "PromptVersion | None") -> Publication:
        """None is no wording of its own."""
        where = {"model": self.model, "profile": self.profile}
        return Publication(
            "prompt", self.target, {**where, **version_content(before)}, {**where, **version_content(after)}
        )


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
