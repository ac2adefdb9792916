"""Notification preferences: where each person wants to hear of which kind."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User

from config.notifications.event_kinds import KINDS
from config.notifications.models import NotificationChoice


@dataclass(frozen=True, slots=True)
class KindChoice:
    """The choice for a kind that the person may hear of."""

    kind: str
    title: str
    in_console: bool
    by_mail: bool


def load_choices_of_kind(kind: str, people: Iterable[User]) -> dict[int, KindChoice]:
    """Loads what each of the people has chosen for the kind, by the key of the person. One query."""
    people = list(people)
    stored = {row.person_id: row for row in NotificationChoice.objects.filter(person__in=people, kind=kind)}
    return {person.pk: build_choice(kind, stored.get(person.pk)) for person in people}


def load_choices(person: User | AnonymousUser) -> list[KindChoice]:
    """Loads the choices for all kinds that the person has the right to hear of. One query beside those of rights."""
    stored = {row.kind: row for row in NotificationChoice.objects.filter(person_id=person.pk)}
    return [build_choice(name, stored.get(name)) for name, kind in KINDS.items() if person.has_perm(kind.right)]


def build_choice(kind: str, row: NotificationChoice | None) -> KindChoice:
    known = KINDS[kind]
    if row is None:
        return KindChoice(kind, str(known.title), True, known.by_mail)
    return KindChoice(kind, str(known.title), row.in_console, row.by_mail)


def store_choices(person: User, given: Mapping[str, object]) -> None:
    """Stores the boxes `console-KIND` and `mail-KIND` that are ticked. A statement for each kind."""
    for choice in load_choices(person):
        wanted = {"in_console": f"console-{choice.kind}" in given, "by_mail": f"mail-{choice.kind}" in given}
        NotificationChoice.objects.update_or_create(person=person, kind=choice.kind, defaults=wanted)
