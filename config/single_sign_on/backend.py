"""The authentication backend: from a provider's claims to a user and the groups the person is in."""

import hashlib
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.exceptions import SuspiciousOperation
from django.db import transaction
from django.db.models import Q
from mozilla_django_oidc.auth import OIDCAuthenticationBackend

from config.console.roles import RIGHTS
from config.directory.match_sign_in_to_account import account_for, announced_person, remember_subject
from config.directory.memberships import assigned_groups
from config.directory.models import ProvisionedPerson
from config.single_sign_on import oidc_discovery
from config.single_sign_on.provider_deadline import within_deadline


def username_of(claims: dict[str, object]) -> str:
    """A name drawn from issuer and subject, which stay when a person's name or address changes hands."""
    identity = f"{settings.OIDC_ISSUER}\n{claims['sub']}"
    return "sso-" + hashlib.sha256(identity.encode()).hexdigest()[:24]


class SingleSignOnBackend(OIDCAuthenticationBackend):  # type: ignore[misc]
    """Checks what the base class leaves open (issuer and audience) and never finds a user by e-mail address."""

    def __init__(self) -> None:
        # Django makes a backend for every request of a signed-in person, so nothing is asked of the provider here.
        self.UserModel = User
        self.OIDC_RP_CLIENT_ID = settings.OIDC_CLIENT_ID
        self.OIDC_RP_CLIENT_SECRET = settings.OIDC_CLIENT_SECRET
        self.OIDC_RP_SIGN_ALGO = settings.OIDC_SIGN_ALGORITHM
        self.OIDC_RP_IDP_SIGN_KEY = None

    @property
    def OIDC_OP_TOKEN_ENDPOINT(self) -> str:  # noqa: N802 - the base class names it
        return oidc_discovery.endpoint("token_endpoint")

    @property
    def OIDC_OP_USER_ENDPOINT(self) -> str:  # noqa: N802
        return oidc_discovery.endpoint("userinfo_endpoint")

    @property
    def OIDC_OP_JWKS_ENDPOINT(self) -> str:  # noqa: N802
        return oidc_discovery.endpoint("jwks_uri")

    def verify_token(self, token: str, **kwargs: object) -> dict[str, object]:
        """OpenID Connect Core 1.0, section 3.1.3.7. Raises SuspiciousOperation."""
        claims: dict[str, Any] = super().verify_token(token, **kwargs)
        audience = claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        if claims.get("iss") != settings.OIDC_ISSUER:
            raise SuspiciousOperation("The token was issued by somebody else.")
        if (
            self.OIDC_RP_CLIENT_ID not in audiences
            or claims.get("azp", self.OIDC_RP_CLIENT_ID) != self.OIDC_RP_CLIENT_ID
        ):
            raise SuspiciousOperation("The token is meant for another service.")
        if not claims.get("sub") or "exp" not in claims:
            raise SuspiciousOperation("The token does not say whose it is and how long it holds.")
        return claims

    def get_token(self, payload: dict[str, object]) -> dict[str, object]:
        """Raises TimeoutError, and what the base class raises."""
        tokens: dict[str, object] = within_deadline(super().get_token, payload)
        return tokens

    def retrieve_matching_jwk(self, token: bytes) -> dict[str, object]:
        """Raises TimeoutError, and what the base class raises."""
        key: dict[str, object] = within_deadline(super().retrieve_matching_jwk, token)
        return key

    def get_userinfo(self, access_token: str, id_token: str, payload: dict[str, object]) -> dict[str, object]:
        claims: dict[str, Any] = within_deadline(super().get_userinfo, access_token, id_token, payload)
        if claims.get("sub") != payload["sub"]:
            raise SuspiciousOperation("The provider described another person than the one who signed in.")
        return {**payload, **claims}

    def verify_claims(self, claims: dict[str, object]) -> bool:
        return bool(claims.get("sub"))

    def filter_users_by_claims(self, claims: dict[str, object]) -> object:
        known = User.objects.filter(username=username_of(claims))
        person = announced_person(claims)
        return known if person is None else [account_for(person, known.first())]

    def create_user(self, claims: dict[str, object]) -> User:
        user = User(username=username_of(claims))
        user.set_unusable_password()
        return self.update_user(user, claims)

    def update_user(self, user: User, claims: dict[str, object]) -> User:
        """Name, address and groups as the provider has them today; of whom SCIM has announced, as it has them there.

        One transaction.
        """
        if ProvisionedPerson.objects.filter(account=user.pk, account__is_superuser=False).exists():
            remember_subject(user, claims)
            return user
        user.email = mail_of(claims)
        user.first_name = text(claims, "given_name", 150) or text(claims, "name", 150)
        user.last_name = text(claims, "family_name", 150)
        with transaction.atomic():
            user.save()
            assign_claimed_groups(user, claims)
            remember_subject(user, claims)
        return user


def text(claims: dict[str, Any], name: str, longest: int) -> str:
    value = claims.get(name)
    return value.replace("\0", "")[:longest] if isinstance(value, str) else ""


def mail_of(claims: dict[str, Any]) -> str:
    """Sources name readers by it: an address that the provider calls unverified is nobody's."""
    unverified = str(claims.get("email_verified", True)).lower() == "false"
    return "" if unverified else text(claims, "email", 254)


def assign_claimed_groups(user: User, claims: dict[str, object]) -> None:
    """The groups assigned to what the claim lists, and those it names after OIDC_GROUP_PREFIX.

    Without the claim they stay as they are.
    """
    named = claims.get(settings.OIDC_GROUPS_CLAIM)
    if isinstance(named, list):
        prefix = settings.OIDC_GROUP_PREFIX
        given = {str(name).replace("\0", "") for name in named}
        assigned = set().union(*assigned_groups(given).values())
        names = {name[len(prefix) :] for name in given if name.startswith(prefix)}
        user.groups.set(Group.objects.filter(Q(name__in=names) | Q(pk__in=assigned)))
    is_staff = user.groups.filter(name__in=RIGHTS).exists()
    if user.is_staff != is_staff and not user.is_superuser:
        user.is_staff = is_staff
        user.save(update_fields=["is_staff"])
