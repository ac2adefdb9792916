"""Tables of drafts (changes that wait to be measured) and the log of releases, refusals and rollbacks."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.llm.models import ChatModel, Purpose
from apps.llm.prompt_definitions import PROMPTS
from apps.retrieval.models import ACTIVE_PROFILE


class ChangeKind(models.TextChoices):
    PROMPT = "prompt", _("prompt")
    PROFILE = "profile", _("profile")
    MODEL_ORDER = "model_order", _("order of models")


def target_label(kind: str, target: str) -> str:
    """What a change is about, as people call it; a prompt by its title, with the place of a wording of its own."""
    if kind == ChangeKind.PROMPT:
        slug, space, place = target.partition(" ")
        return f"{PROMPTS[slug].title}{space}{place}" if slug in PROMPTS else target
    if kind == ChangeKind.MODEL_ORDER and target in Purpose.values:
        return str(Purpose(target).label)
    if kind == ChangeKind.PROFILE and target == ACTIVE_PROFILE:
        return str(_("the one that answers"))
    if kind == MODEL:
        return format_model_names([int(target)])
    return target


class DraftState(models.TextChoices):
    OPEN = "open", _("draft")
    PUBLISHED = "published", _("published")
    DISCARDED = "discarded", _("discarded")


class Draft(models.Model):
    """A change that is not in force. The same change again is the same draft."""

    kind = models.CharField(_("kind"), max_length=12, choices=ChangeKind)
    target = models.CharField(_("what changes"), max_length=100)
    content = models.JSONField(_("content"), default=dict)
    digest = models.CharField(max_length=64, editable=False)
    state = models.CharField(_("state"), max_length=10, choices=DraftState, default=DraftState.OPEN)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+",
        verbose_name=_("by"),
    )  # fmt: skip

    model_names: Mapping[int, str] | None = None
    """By key, from `load_model_names`."""

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["kind", "target", "digest"], name="one_draft_per_change")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({target_label(self.kind, self.target)}): {self.label}"

    @property
    def label(self) -> str:
        """How people tell it from others: the version, the profile, or the models.

        One query for models, none after `load_model_names`.
        """
        if self.kind == ChangeKind.PROMPT:
            return str(_("version %(number)s") % {"number": self.content.get("number", "?")})
        if self.kind == ChangeKind.PROFILE:
            return str(self.content.get("profile", "?"))
        return format_model_names(self.content.get("models", []), self.model_names)


def load_model_names(drafts: Iterable[Draft]) -> None:
    """Their labels then ask nothing more. One query."""
    names = {model.pk: str(model) for model in ChatModel.objects.select_related("endpoint")}
    for draft in drafts:
        draft.model_names = names


def format_model_names(keys: Sequence[int], names: Mapping[int, str] | None = None) -> str:
    """In this order. One query where `names` are not given."""
    if names is None:
        found = ChatModel.objects.select_related("endpoint").in_bulk(keys)
        names = {key: str(model) for key, model in found.items()}
    return ", ".join(names.get(key, "?") for key in keys)


def content_digest(content: object) -> str:
    """Hashes content, the same for the same content, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


MODEL = "model"
LOGGED_KINDS = [*ChangeKind.choices, (MODEL, _("language model")), ("suite", _("suite"))]
"""What the log has lines about: changes, a model that answers and may not be another, the suite that measures."""


class Release(models.Model):
    """One line of the log. A trigger in the database refuses to change or delete it."""

    class Action(models.TextChoices):
        PUBLISHED = "published", _("published")
        OVERRIDDEN = "overridden", _("published against the gate")
        ROLLED_BACK = "rolled_back", _("rolled back")
        HELD = "held", _("held back")
        DRAFTED = "drafted", _("draft made")
        PINNED = "pinned", _("suite pinned")
        UNPINNED = "unpinned", _("suite unpinned")
        DISCARDED = "discarded", _("draft discarded")
        PASS_MARK = "pass_mark", _("pass mark changed")

    IN_FORCE = (Action.PUBLISHED, Action.OVERRIDDEN, Action.ROLLED_BACK)

    action = models.CharField(_("what happened"), max_length=12, choices=Action)
    kind = models.CharField(_("kind"), max_length=12, blank=True, choices=LOGGED_KINDS)
    target = models.CharField(_("what changed"), max_length=100, blank=True)
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    # Numbers and names, not keys: the line stays as it is when what it names is gone.
    run_number = models.PositiveBigIntegerField(_("run"), null=True, blank=True)
    by = models.CharField(_("by"), max_length=150, blank=True)
    created_at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("line of the release log")
        verbose_name_plural = _("release log")
        ordering = ["-pk"]
        permissions = [("override_release", _("Can publish against the gate, with a reason"))]

    def __str__(self) -> str:
        return f"{self.get_action_display()}: {self.get_kind_display()} ({target_label(self.kind, self.target)})"
