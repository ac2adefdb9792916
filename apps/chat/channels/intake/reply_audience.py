"""The audience of a reply: in a room it uses only what everyone may read, otherwise it goes to the asker alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, User

from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, Sender, UnavailableError
from apps.chat.models import Turn
from apps.chat.models.platform_rooms_and_people import PlatformUser, Room
from apps.chat.models.share_links import document_ids_behind
from apps.database.async_access import run_in_database
from apps.documents.models import Collection, Document, reader_of
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.retrieval.models import Profile
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import clean_query, search_with_setup

Person = TypeVar("Person", bound=AbstractBaseUser | AnonymousUser)

MOST_MEMBERS = 5_000
PROBE = "chunks-only"
"""Searches without asking a language model: what it finds must not reach a prompt before the room is known."""


@dataclass(frozen=True, slots=True)
class ReadableScope:
    """Collections by short name: `shared` may be used in the room, `own` in private. None: all that are public."""

    shared: tuple[str, ...] | None
    own: tuple[str, ...] | None
    bound: bool

    @property
    def has_more(self) -> bool:
        return self.own is not None and set(self.own) != set(self.shared or ())


def slugs_for(room: Room, user: AbstractBaseUser | AnonymousUser | None) -> tuple[str, ...]:
    """What this person may read of what the room is bound to. Queries the database."""
    readable = Collection.objects.readable_by(active_user(user))
    bound = room.collections.all()
    if bound:
        readable = readable.filter(pk__in=[collection.pk for collection in bound])
    return tuple(readable.order_by("slug").values_list("slug", flat=True))


def active_user(user: Person | None) -> Person | None:
    """Somebody who was deactivated here reads what the public reads."""
    return user if user is not None and user.is_active else None


async def determine_readable_scope(room: Room, asker: PlatformUser, sender: Sender) -> ReadableScope:
    """Asks the platform who is in the room, but only when somebody could read more than the public. Fails closed."""
    own = await run_in_database(slugs_for, room, asker.user)
    public = await run_in_database(slugs_for, room, None)
    bound = await run_in_database(room.collections.exists)
    if room.is_direct or set(own) <= set(public):
        return ReadableScope(shared=own, own=own, bound=bound)
    try:
        members = await sender.members()
    except (RefusedError, UnavailableError, AmbiguousError):
        members = None
    shared = await run_in_database(shared_slugs, room, asker, own, public, members)
    return ReadableScope(shared=shared, own=own, bound=bound)


def shared_slugs(
    room: Room, asker: PlatformUser, own: Sequence[str], public: Sequence[str], members: Sequence[str] | None
) -> tuple[str, ...]:
    """What the asker and every member may read. Somebody without a link reads what the public reads.

    Queries the database.
    """
    for_everybody = tuple(slug for slug in own if slug in public)
    if members is None or len(members) > MOST_MEMBERS:
        return for_everybody
    linked = PlatformUser.objects.filter(
        platform=room.platform, workspace=room.workspace, external_id__in=members, user__is_active=True
    ).select_related("user")
    users = {person.external_id: person.user for person in linked}
    if set(members) - set(users):
        return for_everybody
    shared = set(own)
    for user in {user.pk: user for user in users.values() if user is not None}.values():
        shared &= set(slugs_for(room, user))
    return tuple(slug for slug in own if slug in shared)


async def is_private_matter(
    question: str, scope: ReadableScope, asker: PlatformUser, profile: Profile | None, *, in_house: bool
) -> bool:
    """Whether what fits the question best is something that not everyone in the room may read. Calls the embedder; with
    `in_house` none outside."""
    if not scope.has_more:
        return False
    try:
        best = await best_document(question, scope, asker, profile, in_house=in_house)
    except ModelError:
        return False
    return best is not None and await run_in_database(collection_of, best) not in (scope.shared or ())


async def best_document(
    question: str, scope: ReadableScope, asker: PlatformUser, profile: Profile | None, *, in_house: bool
) -> int | None:
    request = SearchRequest(
        user=active_user(asker.user),
        collections=list(scope.own or ()),
        profile=profile,
        algorithm=PROBE,
        in_house=in_house,
    )
    setup = await run_in_database(load_search_setup, request, Ledger())
    found = await search_with_setup(clean_query(question), setup)
    return found.passages[0].document_id if found.passages else None


def collection_of(document_id: int) -> str:
    return Document.objects.values_list("collection__slug", flat=True).get(pk=document_id)


def may_still_show_answer(turn: Turn, asker: PlatformUser, scope: ReadableScope, *, alone: bool) -> bool:
    """Whether everyone who would read this answer now may read every document it was made from. Queries the database.

    It may have waited for an approval while people came into the room, or lost rights.
    """
    used = Document.objects.filter(pk__in=document_ids_behind([turn]))
    if alone:
        readable = Document.objects.readable_by(active_user(asker.user))
    else:
        shared = Collection.objects.filter(slug__in=scope.shared or ())
        readable = Document.objects.filter(reader_of(None).may_read(), collection__in=shared)
    return not used.exclude(pk__in=readable).exists()


def room_reader(slugs: Sequence[str]) -> User:
    """Stands for the room: it may read exactly what is named with it, and no conversation becomes its own."""
    return User(is_superuser=True, is_active=True)
