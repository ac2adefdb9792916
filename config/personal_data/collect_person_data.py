"""Collects what is kept of one person: account, conversations, rows with a key to them, and what hangs on those."""

from collections.abc import Sequence
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone

from apps.chat.models import Conversation, Feedback, Interaction, PlatformUser, Subscription, Turn
from apps.chat.privacy.export_conversation import conversation_json, turn_as_json
from apps.documents.models import Document
from apps.documents.models.reader_access_filter import reader_of
from apps.evaluation.models import Release
from apps.llm.models import ModelCall
from config.personal_data.directly_related_rows import exportable_columns, naming_rows, own_rows
from config.personal_data.indirectly_related_rows import indirectly_related_rows
from config.personal_data.resolve_person_name import Person


def collect_person_data(person: Person) -> dict[str, Any]:
    """One object for JSON, without anything that opens a door: no password, token or secret.

    A query for each table that names accounts or hangs on a conversation, three for each conversation, and one over
    all sessions.
    """
    account = person.account
    conversations = list(Conversation.objects.filter(user=account).order_by("pk")) if account else []
    in_rooms = Turn.objects.filter(interactions__asker__in=person.on_platforms).distinct().order_by("created_at")
    asked = list(in_rooms.prefetch_related("citations", "feedback"))
    own_turns = [*Turn.objects.filter(conversation__in=conversations), *asked]
    hanging = indirectly_related_rows(
        conversations, own_turns, person.on_platforms, person_subscriptions_filter(person)
    )
    subjects = [*([account] if account else []), *person.on_platforms]
    return {
        "exported": timezone.localtime().isoformat(),
        "account": account_json(account) if account else None,
        "on_platforms": [exportable_columns(each) for each in person.on_platforms],
        # By its number: the token of a conversation opens it.
        "conversations": [{**conversation_json(each), "conversation": each.pk} for each in conversations],
        "asked_on_platforms": [turn_as_json(turn, names_on_platforms(person)) for turn in asked],
        "model_calls": rows_as_dicts(ModelCall.objects.filter(reference__in=[f"turn:{turn.pk}" for turn in own_turns])),
        "subscriptions_by_address": rows_as_dicts(subscriptions_by_address(person)),
        "feedback": rows_as_dicts(person_ratings(person)),
        "rows": merge_tables([*(own_rows(subject) for subject in subjects), hanging]),
        "named_in": merge_tables(
            [*(naming_rows(subject) for subject in subjects), *([release_entries_naming(account)] if account else [])]
        ),
    }


def account_json(account: User) -> dict[str, Any]:
    """The account itself, what people changed in it, who may sign in as it now, and which documents name it."""
    changes = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(account.pk))
    return {
        **exportable_columns(account),
        "groups": list(account.groups.values_list("name", flat=True)),
        "changes": [{"at": each.action_time, "change": each.get_change_message()} for each in changes],
        "sessions_end": session_end_times(account),
        "named_as_reader_of": documents_naming(account),
    }


def session_end_times(account: User) -> list[Any]:
    """When each session of the account ends. Sessions say whose they are only inside, so all of them are read."""
    living = Session.objects.filter(expire_date__gt=timezone.now()).iterator()
    return [each.expire_date for each in living if each.get_decoded().get("_auth_user_id") == str(account.pk)]


def documents_naming(account: User) -> list[dict[str, str]]:
    """Documents that name the account, by hand or as their source does, among those who may read them."""
    named = Document.objects.filter(
        Q(reader_users__contains=[account.pk]) | Q(named_readers__overlap=list(reader_of(account).named_ids))
    )
    columns = named.order_by("pk").values_list("collection__slug", "external_id")
    return [{"collection": slug, "external_id": external_id} for slug, external_id in columns]


def subscriptions_by_address(person: Person) -> Any:
    """Returns subscriptions to an address of the person that no account holds; others hang on the account."""
    return Subscription.objects.filter(address_filter(person))


def person_subscriptions_filter(person: Person) -> Q:
    """Matches subscriptions of the account, to an address, and those that were begun on a platform."""
    of_account = Q(user=person.account) if person.account else Q(pk__in=[])
    return of_account | address_filter(person) | Q(user=None, interaction__asker__in=person.on_platforms)


def address_filter(person: Person) -> Q:
    wanted = Q(pk__in=[])
    for address in person.addresses:
        wanted |= Q(address__iexact=address)
    return wanted & Q(user=None)


def person_ratings(person: Person) -> Any:
    """Theirs on platforms. Feedback names no workspace: where another one has the same ID, that of the room counts."""
    theirs = Q(pk__in=[])
    for each in person.on_platforms:
        same = PlatformUser.objects.filter(platform=each.platform, external_id=each.external_id)
        elsewhere = same.exclude(pk__in=[one.pk for one in person.on_platforms]).values("workspace")
        of_others = Interaction.objects.filter(
            platform=each.platform, room__workspace__in=elsewhere, turn__isnull=False
        )
        theirs |= Q(person=name_on_platform(each)) & ~Q(turn__in=of_others.values("turn"))
    return Feedback.objects.filter(theirs)


def name_on_platform(person: PlatformUser) -> str:
    """Returns the name under which they rate (`Feedback.person`)."""
    return f"{person.platform}:{person.external_id}"


def names_on_platforms(person: Person) -> list[str]:
    return [name_on_platform(each) for each in person.on_platforms]


def release_entries_naming(account: User) -> dict[str, list[dict[str, Any]]]:
    """Entries of the release log, which keep a user name and no key."""
    found = Release.objects.filter(by=account.get_username()).order_by("pk")
    listed = [{"id": pk, "as": "by"} for pk in found.values_list("pk", flat=True)]
    return {Release._meta.label: listed} if listed else {}


def rows_as_dicts(found: Any) -> list[Any]:
    return [exportable_columns(row) for row in found.order_by("pk")]


def merge_tables(parts: Sequence[dict[str, list[Any]]]) -> dict[str, list[Any]]:
    """The rows of each table together, however many parts name it."""
    together: dict[str, list[Any]] = {}
    for part in parts:
        for label, found in part.items():
            together.setdefault(label, []).extend(found)
    return together
