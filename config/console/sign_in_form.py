"""The password sign-in form, with rate limits per network and account against guessing."""

import hashlib
from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import gettext as _

from apps.chat.admission.retry_after import wait_in_whole_seconds
from apps.chat.models.rate_allowances import (
    FIRST_SIGN_INS,
    SIGN_INS,
    SIGN_INS_OF_ACCOUNT,
    SIGN_INS_OF_NETWORK,
    delete_allowance,
)
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, visitor_fingerprint

TOO_MANY = "rate_limited"


class SignInForm(AuthenticationForm):
    """Replaces the admin's form, which takes staff alone: whoever may read a closed document signs in here too."""

    def clean(self) -> dict[str, Any]:
        """Asks the allowances before a password is looked at, which takes half a second of the processor. Queries the
        database. Raises ValidationError."""
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if not name or not password:
            return super().clean()
        wait = wait_before_sign_in(self.address, name)
        if wait:
            raise too_many_attempts(wait_in_whole_seconds(wait))
        cleaned = super().clean()
        for allowances in (SIGN_INS, FIRST_SIGN_INS):
            delete_allowance(allowances, attempts_key(self.address, name))
        return cleaned

    @property
    def address(self) -> str:
        return (self.request.META.get("REMOTE_ADDR") if self.request else None) or ""

    @property
    def is_refused(self) -> bool:
        return self.has_error(NON_FIELD_ERRORS, TOO_MANY)


def wait_before_sign_in(address: str, name: str) -> float:
    """Seconds until this network may try the next password; 0 when it may now. One account is limited for every
    network, also those of many people: nobody types ten wrong passwords at once.

    After its first tries a network shares those of all others, so that thousands of them guess no faster than a few.
    """
    of_network = SIGN_INS_OF_NETWORK.take(visitor_fingerprint(address)) if is_rate_limited_address(address) else 0.0
    attempts = attempts_key(address, name)
    wait = of_network or SIGN_INS.take(attempts)
    if wait or not FIRST_SIGN_INS.take(attempts):
        return wait
    return SIGN_INS_OF_ACCOUNT.take(account_fingerprint(name))


def attempts_key(address: str, name: str) -> str:
    """Names of accounts that are none are counted like others, so the limit says nothing about them."""
    return f"{visitor_fingerprint(address)} {account_fingerprint(name)}"


def account_fingerprint(name: str) -> str:
    return hashlib.blake2b(name.casefold().encode(), digest_size=16).hexdigest()


def too_many_attempts(seconds: int) -> ValidationError:
    sentence = _("Too many attempts to sign in. Please wait %(seconds)d seconds.")
    return ValidationError(sentence, code=TOO_MANY, params={"seconds": seconds})
