"""API tokens: only their hashes are stored, so whoever reads the database cannot use them."""

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.api.tokens.scopes import Scope

PREFIX = "ausk_"
"""Lets scanners for leaked secrets know what they have found."""
SHOWN_CHARACTERS = len(PREFIX) + 6
USE_NOTED_EVERY = timedelta(minutes=1)


def new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    # A fast hash is right for 256 random bits: nobody can try them out, and every call has to be checked.
    return hashlib.sha256(secret.encode()).hexdigest()


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def usable(self) -> "ApiTokenQuerySet":
        """Neither revoked nor expired, of a person who may still sign in."""
        alive = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        return self.filter(alive, revoked_at=None, user__is_active=True)

    def of_secret(self, secret: str) -> "ApiToken | None":
        """The usable token of this secret, with its owner. One query."""
        return self.usable().select_related("user").filter(digest=hash_secret(secret)).first()


class ApiToken(models.Model):
    """What a program presents to act for a person, within certain scopes and for a limited time."""

    name = models.CharField(_("name"), max_length=100, help_text=_("Which program uses it, and where."))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("owner"),
        help_text=_("The token sees the collections this person sees, and ends when the account is closed."),
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    beginning = models.CharField(_("begins with"), max_length=20, editable=False)
    scopes = ArrayField(models.CharField(max_length=30, choices=Scope), verbose_name=_("scopes"))
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True, editable=False)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.beginning}…)"

    def issue(self) -> str:
        """Gives an unsaved token its secret, saves it and returns the secret, which nothing can show again."""
        secret = new_secret()
        self.digest, self.beginning = hash_secret(secret), secret[:SHOWN_CHARACTERS]
        self.save()
        return secret

    def allows(self, scope: str) -> bool:
        return scope in self.scopes

    def note_use(self) -> None:
        """Notes the time, not more often than every minute: a busy program must not cost a write for each call."""
        now = timezone.now()
        if self.last_used_at is None or self.last_used_at < now - USE_NOTED_EVERY:
            type(self).objects.filter(pk=self.pk).update(last_used_at=now)
