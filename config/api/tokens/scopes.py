"""What a token may be used for, which of that is open to the public, and which right its owner needs for it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    ASK = "ask", _("ask questions")
    SEARCH = "search", _("search")
    DOCUMENTS_READ = "documents:read", _("see documents and their status")
    DOCUMENTS_WRITE = "documents:write", _("upload and withdraw documents, say who reads them")
    SIMPLIFY = "simplify", _("rewrite texts in plain language")
    CONVERSATIONS = "conversations", _("export and delete one's own conversations")
    SCIM = "scim", _("make, change and close people's accounts and groups (SCIM)")


REQUIRED_PERMISSIONS: dict[Scope, str] = {
    Scope.DOCUMENTS_READ: "documents.view_document",
    Scope.DOCUMENTS_WRITE: "documents.change_document",
    Scope.SCIM: "auth.change_user",
}
"""A token never allows more than its owner's account does at the moment of the call."""

PERSONAL_SCOPES: list[Scope] = [scope for scope in Scope if scope is not Scope.SCIM]
"""What a token may do for a person. The directory's scope stands apart: only superusers give it, no program can ask for
it by OAuth, and no token has it unless it is named."""


def is_public_scope(scope: Scope) -> bool:
    """Whether this may be used without a token (API_PUBLIC_SCOPES). Writing documents never may."""
    return scope in settings.API_PUBLIC_SCOPES and scope not in REQUIRED_PERMISSIONS
