"""Finds whom a name means: an account, somebody on a chat platform, or an address that changed answers go to."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q

from apps.chat.models import PlatformUser, Subscription
from apps.chat.models.platform_rooms_and_people import Platform
from apps.documents.models.resolve_account_names import UnknownPeople, accounts_by_name


@dataclass(frozen=True, slots=True)
class Person:
    """Everything by which one person is known here; `account` is None for who has none."""

    account: User | None
    on_platforms: Sequence[PlatformUser]
    addresses: frozenset[str]


def find_person(name: str) -> Person:
    """`name` is a user name, a mail address, what the directory calls an account, or `slack:ID` and `teams:ID`.

    With the workspace before the ID (`slack:WORKSPACE:ID`) where two workspaces have the same one. A handful of
    queries. Raises UnknownPeople for nobody, and for a name of several people.
    """
    platform, _, identity = name.partition(":")
    if platform in Platform.values:
        return find_person_on_platform(name, platform, identity)
    accounts = accounts_by_name([name]).get(name, [])
    if len(accounts) > 1:
        raise UnknownPeople([name], are_several=True)
    if accounts:
        return person_from_account(User.objects.get(pk=accounts[0]))
    if not Subscription.objects.filter(address__iexact=name).exists():
        raise UnknownPeople([name], are_several=False)
    return Person(None, [], frozenset({name}))


def find_person_on_platform(name: str, platform: str, identity: str) -> Person:
    """The account that the person of the platform is linked to, or the person alone."""
    workspace, _, in_workspace = identity.partition(":")
    wanted = Q(external_id=identity) | Q(workspace=workspace, external_id=in_workspace)
    found = PlatformUser.objects.filter(wanted, platform=platform).select_related("user")
    people: set[User | PlatformUser] = {each.user or each for each in found}
    if len(people) != 1:
        raise UnknownPeople([name], are_several=bool(people))
    person = people.pop()
    return person_from_account(person) if isinstance(person, User) else Person(None, [person], frozenset())


def person_from_account(account: User) -> Person:
    linked = PlatformUser.objects.filter(user=account)
    return Person(account, list(linked), frozenset({account.email} - {""}))
