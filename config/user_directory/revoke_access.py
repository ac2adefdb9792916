"""Revokes the access of somebody whose account is closed: sessions, tokens, connected programs."""

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from config.api.tokens.api_tokens import ApiToken
from config.oauth.user_pages.client_programs import end_connections


def revoke_access(account: User) -> None:
    """Ends sessions, API tokens and connected programs for good: opening the account again brings none of them back.

    A session holds the fingerprint of the password, so a new, unusable one ends all of them. Saves the account, which
    ends its tokens.
    """
    account.is_active = False
    account.set_unusable_password()
    account.save(update_fields=["is_active", "password"])


def end_tokens_of_closed_account(account: User) -> None:
    """Whenever a closed account is saved, whoever closed it: its API tokens and connected programs end for good."""
    ApiToken.objects.filter(user=account, revoked_at=None).update(revoked_at=timezone.now())
    end_connections(Q(user_id=account.pk))
