"""Chooses the page after sign-in: the one asked for, or the chat instead of the console for people without a role."""

from typing import TYPE_CHECKING

from django.urls import reverse

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser


def url_after_sign_in(user: "AbstractBaseUser | AnonymousUser", wanted: str) -> str:
    """The address that was asked for; the chat instead of the console for people who only read."""
    may_enter = getattr(user, "is_staff", False)
    return reverse("chat:page") if wanted.startswith(reverse("admin:index")) and not may_enter else wanted
