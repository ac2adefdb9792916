"""Tables of prompts and their versions."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.llm.errors import PromptError
from apps.llm.prompt_definitions.validate_prompt import validate_prompt
from apps.llm.publication_hooks import Publication, publication


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
