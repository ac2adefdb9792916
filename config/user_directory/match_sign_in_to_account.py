"""Matches a person who signs in with the account that the directory has announced: both must be the same."""

import logging

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist, SuspiciousOperation
from django.db import transaction
from django.db.models import ProtectedError, RestrictedError

from apps.documents.lifecycle.restrict_document_access import hand_over_reading
from config.console.roles import lock_memberships
from config.user_directory.apply_group_memberships import apply_memberships
from config.user_directory.models import LONGEST_NAME, ProvisionedPerson, SignInSubject
from config.user_directory.revoke_access import revoke_access

logger = logging.getLogger(__name__)


def subject_from_claims(claims: dict[str, object]) -> str:
    """What the directory knows this person by (SCIM_SUBJECT_CLAIM); empty without it."""
    value = claims.get(settings.SCIM_SUBJECT_CLAIM)
    return value.replace("\0", "")[:LONGEST_NAME] if isinstance(value, str) else ""


def remember_subject(account: User, claims: dict[str, object], *, names_groups: bool = False) -> None:
    """`names_groups` is true for ever once it was."""
    if subject := subject_from_claims(claims):
        said = {"subject": subject} | ({"groups_were_named": True} if names_groups else {})
        SignInSubject.objects.update_or_create(account=account, defaults=said)


def has_provider_named_groups(account: User) -> bool:
    """Whether the provider has ever said which groups this person is in. One query."""
    return SignInSubject.objects.filter(account=account, groups_were_named=True).exists()


def find_announced_person(claims: dict[str, object]) -> ProvisionedPerson | None:
    """Whom the directory has announced under this subject, deleted or not; None when that is nobody or several.

    A mail address or a user name is never enough: both change hands.
    """
    subject = subject_from_claims(claims)
    if not subject:
        return None
    rows = list(ProvisionedPerson.objects.select_related("account").filter(external_id=subject)[:10])
    living = [row for row in rows if row.deleted_at is None]
    if len(living) > 1:
        logger.warning("The directory has announced several people under one identifier; none is taken for them.")
        return None
    return next(iter(living or sorted(rows, key=lambda row: row.changed_at, reverse=True)), None)


def match_account(person: ProvisionedPerson, known: User | None) -> User:
    """The one account of a person, who may have signed in before the directory announced them.

    A superuser keeps their own. The other account keeps what it has (conversations, tokens) and takes over the state
    of the announced one, which goes. An account that the directory knows as another person's is left to them. Raises
    SuspiciousOperation for somebody who is announced anew at this moment; the next sign-in finds them.
    """
    announced = person.account
    if known is None or known.pk == announced.pk or known.is_superuser or announced.is_superuser:
        return known if known is not None and known.is_superuser else announced
    with transaction.atomic():
        lock_memberships()
        # Somebody may have closed one of them, or another sign-in matched them, while we waited.
        refresh_rows(person, known)
        announced = person.account
        if ProvisionedPerson.objects.filter(account=known).exists():
            return announced
        person.account = known
        person.save(update_fields=["account"])
        if not announced.is_active:
            revoke_access(known)
        hand_over_reading(announced.pk, known.pk)
        remove_account(announced)
        apply_memberships([person.pk])
    return known


def refresh_rows(*rows: ProvisionedPerson | User) -> None:
    """Raises SuspiciousOperation for one that is gone."""
    try:
        for row in rows:
            row.refresh_from_db()
    except ObjectDoesNotExist as error:
        raise SuspiciousOperation("The directory changed this person meanwhile.") from error


def remove_account(account: User) -> None:
    """Deletes the account, or closes it where other rows refer to it."""
    try:
        with transaction.atomic():
            account.delete()
    except (ProtectedError, RestrictedError):
        revoke_access(account)
