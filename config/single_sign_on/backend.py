"""The authentication backend: from a provider's claims to a user and the groups the person is in."""

import hashlib
import logging
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, User
from django.core.exceptions import SuspiciousOperation
from django.db import transaction
from django.db.models import Q
from mozilla_django_oidc.auth import OIDCAuthenticationBackend

from apps.outbound_network.read_bounded_response import UnusableAnswer
from config.console.roles import lock_memberships
from config.single_sign_on import oidc_discovery
from config.single_sign_on.request_provider_with_timeout import ask_provider
from config.user_directory.apply_group_memberships import assigned_groups, mark_staff
from config.user_directory.match_sign_in_to_account import (
    find_announced_person,
    has_provider_named_groups,
    match_account,
    remember_subject,
)
from config.user_directory.models import ProvisionedPerson

logger = logging.getLogger(__name__)

SKEW_SECONDS = 60
"""By which the provider's clock may be off."""
MOST_GROUPS = 10_000
"""Names in one claim. Providers send some hundred at most."""


def check_parties(claims: dict[str, Any], client: str) -> None:
    """Raises SuspiciousOperation for a token of somebody else, or for another service."""
    audience = claims.get("aud")
    audiences = audience if isinstance(audience, list) else [audience]
    if claims.get("iss") != settings.OIDC_ISSUER:
        raise SuspiciousOperation("The token was issued by somebody else.")
    if client not in audiences or claims.get("azp", client) != client:
        raise SuspiciousOperation("The token is meant for another service.")


def find_signing_key(published: object, key_id: object, algorithm: str) -> dict[str, Any] | None:
    """The key for signatures that a token names; of a token that names none the only one there is."""
    keys = [key for key in published if isinstance(key, dict)] if isinstance(published, list) else []
    usable = [key for key in keys if key.get("use", "sig") == "sig" and key.get("alg", algorithm) == algorithm]
    if key_id is None:
        return usable[0] if len(usable) == 1 else None
    return next((key for key in usable if key.get("kid") == key_id), None)


def username_from_claims(claims: dict[str, object]) -> str:
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
        """OpenID Connect Core 1.0, section 3.1.3.7. Network. Raises UnusableAnswer, SuspiciousOperation, PyJWTError."""
        claims: dict[str, Any] = super().verify_token(token, **kwargs)
        check_parties(claims, self.OIDC_RP_CLIENT_ID)
        if not claims.get("sub") or "exp" not in claims:
            raise SuspiciousOperation("The token does not say whose it is and how long it holds.")
        return claims

    def _verify_jws(self, payload: str, key: Any) -> dict[str, object]:
        """The claims of a signed token. The provider's clock may be a little ahead of ours.

        Raises SuspiciousOperation, PyJWTError.
        """
        import jwt

        if jwt.get_unverified_header(payload).get("alg") != self.OIDC_RP_SIGN_ALGO:
            raise SuspiciousOperation("The token is signed in another way than OIDC_SIGN_ALGORITHM says.")
        claims: dict[str, object] = jwt.decode(
            payload, key, [self.OIDC_RP_SIGN_ALGO], leeway=SKEW_SECONDS, options={"verify_aud": False}
        )
        return claims

    def get_token(self, payload: dict[str, object]) -> dict[str, object]:
        """Network. Raises UnusableAnswer."""
        tokens = ask_provider("POST", self.OIDC_OP_TOKEN_ENDPOINT, data=payload).json_object()
        if not all(isinstance(tokens.get(name), str) for name in ("id_token", "access_token")):
            raise UnusableAnswer("The sign-in provider sent no tokens.")
        return tokens

    def retrieve_matching_jwk(self, token: str) -> Any:
        """Network. Raises UnusableAnswer, SuspiciousOperation, PyJWTError."""
        import jwt

        published = ask_provider("GET", self.OIDC_OP_JWKS_ENDPOINT).json_object().get("keys")
        key = find_signing_key(published, jwt.get_unverified_header(token).get("kid"), self.OIDC_RP_SIGN_ALGO)
        if key is None:
            raise SuspiciousOperation("The provider publishes no key of this token.")
        return jwt.PyJWK(key, self.OIDC_RP_SIGN_ALGO)

    def get_userinfo(self, access_token: str, id_token: str, payload: dict[str, object]) -> dict[str, object]:
        """What the provider says of the person, plain or signed. Network.

        Raises UnusableAnswer, SuspiciousOperation, PyJWTError.
        """
        headers = {"Authorization": f"Bearer {access_token}"}
        answer = ask_provider("GET", self.OIDC_OP_USER_ENDPOINT, headers=headers)
        claims = self.signed_claims(answer.body) if answer.media_type == "application/jwt" else answer.json_object()
        if claims.get("sub") != payload["sub"]:
            raise SuspiciousOperation("The provider described another person than the one who signed in.")
        return {**payload, **claims}

    def signed_claims(self, token: bytes) -> dict[str, Any]:
        """Verifies a signed description (section 5.3.2), which has neither nonce nor, mostly, an end. Network."""
        text = token.decode("ascii", "replace").strip()
        claims: dict[str, Any] = self._verify_jws(text, self.retrieve_matching_jwk(text))
        check_parties(claims, self.OIDC_RP_CLIENT_ID)
        return claims

    def get_user(self, user_id: int) -> User | None:
        """Nobody whose account was closed: the base class lets them stay signed in until their session ends."""
        user: User | None = super().get_user(user_id)
        return user if self.user_can_authenticate(user) else None

    def verify_claims(self, claims: dict[str, object]) -> bool:
        return bool(claims.get("sub"))

    def filter_users_by_claims(self, claims: dict[str, object]) -> object:
        known = User.objects.filter(username=username_from_claims(claims))
        person = find_announced_person(claims)
        return known if person is None else [match_account(person, known.first())]

    def create_user(self, claims: dict[str, object]) -> User:
        # Two sign-ins of one person may come at once, from two tabs.
        nobodys = {"password": make_password(None)}
        return self.update_user(User.objects.get_or_create(nobodys, username=username_from_claims(claims))[0], claims)

    def update_user(self, user: User, claims: dict[str, object]) -> User:
        """Name, address and groups as the provider has them today; of whom SCIM has announced, as it has them there.

        One transaction.
        """
        with transaction.atomic():
            # Until then the directory may announce this person, or change who is in which group.
            lock_memberships()
            if ProvisionedPerson.objects.filter(account=user.pk, account__is_superuser=False).exists():
                remember_subject(user, claims)
            else:
                apply_claims(user, claims)
        return user


def apply_claims(user: User, claims: dict[str, object]) -> None:
    """Within a transaction that holds lock_memberships. Raises SuspiciousOperation."""
    user.email = verified_mail(claims)
    user.first_name = text_claim(claims, "given_name", 150) or text_claim(claims, "name", 150)
    user.last_name = text_claim(claims, "family_name", 150)
    # Nothing else of the row, which somebody may have closed meanwhile.
    user.save(update_fields=["email", "first_name", "last_name"])
    assign_claimed_groups(user, claims)
    remember_subject(user, claims, names_groups=settings.OIDC_GROUPS_CLAIM in claims)


def text_claim(claims: dict[str, Any], name: str, longest: int) -> str:
    value = claims.get(name)
    return value.replace("\0", "")[:longest] if isinstance(value, str) else ""


def verified_mail(claims: dict[str, Any]) -> str:
    """Sources name readers by it: an address that the provider calls unverified is nobody's."""
    unverified = str(claims.get("email_verified", True)).lower() == "false"
    return "" if unverified else text_claim(claims, "email", 254)


def assign_claimed_groups(user: User, claims: dict[str, object]) -> None:
    """The groups assigned to what the claim lists, and those it names after OIDC_GROUP_PREFIX.

    Where the provider has never named any they stay as they are. Raises SuspiciousOperation.
    """
    given = claimed_groups(claims, were_named=has_provider_named_groups(user))
    if given is not None:
        prefix = settings.OIDC_GROUP_PREFIX
        assigned = set().union(*assigned_groups(given).values())
        names = {name[len(prefix) :] for name in given if name.startswith(prefix)}
        user.groups.set(Group.objects.filter(Q(name__in=names) | Q(pk__in=assigned)))
    mark_staff([user.pk])
    user.refresh_from_db(fields=["is_staff"])


def claimed_groups(claims: dict[str, Any], *, were_named: bool) -> set[str] | None:
    """What the claim names; None where the provider says nothing of groups. Raises SuspiciousOperation.

    Some send one group as a text, and leave the claim out for who is in none any more.
    """
    name = settings.OIDC_GROUPS_CLAIM
    elsewhere = claims.get("_claim_names")
    if isinstance(elsewhere, dict) and name in elsewhere:
        logger.warning("The sign-in provider names too many groups for its token; a person's groups stay as they are.")
        return None
    if name not in claims:
        return set() if were_named else None
    named = claims[name]
    listed = named if isinstance(named, list) else [named]
    if len(listed) > MOST_GROUPS:
        raise SuspiciousOperation(f"The provider names more than {MOST_GROUPS} groups.")
    return {one.replace("\0", "") for one in listed if isinstance(one, str)}
