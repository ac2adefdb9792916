"""Closes the account of somebody whom the directory has deleted."""

from django.db.models import F
from django.utils import timezone

from apps.documents.lifecycle.restrict_document_access import hand_over_reading
from config.user_directory.apply_group_memberships import apply_memberships
from config.user_directory.models import ProvisionedGroup, ProvisionedPerson
from config.user_directory.revoke_access import revoke_access


def close_departed_person(person: ProvisionedPerson) -> None:
    """The account is closed and nameless, in no group, and named as a reader no more. Not for superusers.

    The row of an account with an identifier stays, so that nobody else can sign in by it. Runs inside the caller's
    transaction.
    """
    ProvisionedGroup.objects.filter(members=person.pk).update(version=F("version") + 1, changed_at=timezone.now())
    person.directory_groups.clear()
    apply_memberships([person.pk])
    account = person.account
    hand_over_reading(account.pk)
    # Who comes back, perhaps to another office, has what the directory and people here give them then.
    account.groups.clear()
    account.user_permissions.clear()
    account.is_staff = False
    account.first_name = account.last_name = account.email = ""
    account.save()
    revoke_access(account)
    if not person.external_id:
        person.delete()
        return
    person.user_name, person.said, person.deleted_at = "", {}, timezone.now()
    person.save()
