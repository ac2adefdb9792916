"""SCIM users: creates an account for each person and deactivates it when the directory says so."""

from typing import Any
from unicodedata import normalize
from uuid import uuid4

from django.contrib.auth.models import User as Account
from django.db.models import Prefetch, QuerySet
from scim2_models import ResponseParameters, SearchRequest
from scim2_server.storage import SearchPage

from config.scim.resource_schemas import User
from config.scim.row_queries import build_search_page, get_row, refuse_superuser, resource_meta, weak_etag
from config.user_directory.close_departed_person import close_departed_person
from config.user_directory.models import ProvisionedGroup, ProvisionedPerson, SignInSubject
from config.user_directory.revoke_access import revoke_access

COLUMNS = {"id": "pk", "username": "user_name__iexact", "externalid": "external_id"}
STORED_FIELDS = ("name", "displayName", "emails")


class PersonStore:
    def rows(self) -> QuerySet[ProvisionedPerson]:
        groups = Prefetch("directory_groups", ProvisionedGroup.objects.only("pk", "name"))
        return ProvisionedPerson.objects.living().select_related("account").prefetch_related(groups)

    def row(self, resource_id: str, *, to_change: bool) -> ProvisionedPerson:
        row: ProvisionedPerson = get_row(self.rows(), resource_id, to_change=to_change)
        return row

    def resource(self, row: ProvisionedPerson, parameters: ResponseParameters[Any] | None = None) -> User:
        groups = [
            {"value": str(group.pk), "$ref": f"Groups/{group.pk}", "display": group.name}
            for group in row.directory_groups.all()
        ]
        resource = User.model_validate(
            {
                "schemas": [str(User.__schema__)],
                "id": str(row.pk),
                "userName": row.user_name,
                "externalId": row.external_id or None,
                "active": row.account.is_active,
                "groups": groups or None,
                **row.said,
            }
        )
        resource.meta = resource_meta(row, "User", weak_etag(row, row.account.is_active, groups))
        return resource

    def search(self, request: SearchRequest[Any]) -> SearchPage:
        return build_search_page(self.rows(), request, COLUMNS, self.resource)

    def create(self, resource: User) -> ProvisionedPerson:
        external_id = resource.external_id or ""
        row = ProvisionedPerson(account=reuse_or_create_account(external_id), external_id=external_id)
        # An account for which the directory does not say so is active.
        self.write(row, resource, active=resource.active is not False)
        return row

    def update(self, row: ProvisionedPerson, resource: User) -> None:
        refuse_superuser(row)
        row.external_id = resource.external_id or ""
        # A replacement that says nothing of it closes and opens nothing.
        self.write(row, resource, row.account.is_active if resource.active is None else resource.active)

    def write(self, row: ProvisionedPerson, resource: User, active: bool) -> None:
        row.user_name = normalize("NFC", resource.user_name or "")
        said = resource.model_dump()
        row.said = {name: said[name] for name in STORED_FIELDS if name in said}
        row.save()
        write_account(row.account, resource, active)

    def delete(self, row: ProvisionedPerson) -> None:
        refuse_superuser(row)
        close_departed_person(row)


def reuse_or_create_account(external_id: str) -> Account:
    """Returns the account, never a superuser's, of who was here before under the same identifier, or a new one."""
    if external_id:
        before = ProvisionedPerson.objects.exclude(deleted_at=None).filter(external_id=external_id)
        deleted = before.filter(account__is_superuser=False).select_related("account").first()
        if deleted is not None:
            deleted.delete()
            return deleted.account
        held = ProvisionedPerson.objects.values("account_id")
        signed_in = SignInSubject.objects.filter(subject=external_id, account__is_superuser=False)
        known = signed_in.exclude(account__in=held).select_related("account").first()
        if known is not None:
            return known.account
    account = Account(username=f"scim-{uuid4().hex[:24]}")
    account.set_unusable_password()
    account.save()
    return account


def write_account(account: Account, resource: User, active: bool) -> None:
    name = resource.name
    mails = [mail for mail in resource.emails or () if mail.value]
    first = next((mail for mail in mails if mail.primary), mails[0] if mails else None)
    account.email = (first.value or "")[:254] if first else ""
    account.first_name = ((name.given_name if name else None) or resource.display_name or "")[:150]
    account.last_name = ((name.family_name if name else None) or "")[:150]
    if account.is_active and not active:
        revoke_access(account)
    account.is_active = active
    account.save()
