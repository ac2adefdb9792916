"""Parses Teams' activities as interactions; what is not meant for the assistant becomes None."""

import re
from html import unescape
from typing import Any

from apps.chat.channels.intake.platform_neutral_interaction import (
    LONGEST_REWRITTEN,
    IncomingInteraction,
    TakesPart,
    classify_incoming_text,
)
from apps.chat.channels.teams.conversation_reference import activity_tenant_id, build_conversation_reference
from apps.chat.models.platform_rooms_and_people import Platform, RoomKind

KINDS = {"personal": RoomKind.DIRECT, "groupChat": RoomKind.GROUP, "channel": RoomKind.CHANNEL}
TAG = re.compile(r"<[^>]{0,200}>")
AT = re.compile(r"<(/?)at\b[^<>]{0,200}>", re.IGNORECASE)
LONGEST_TEXT = 2 * LONGEST_REWRITTEN
"""Characters that are read of a message, with its marks. Whatever is longer is too long."""
MOST_ENTITIES = 200
IDENTIFIER = re.compile(r"[^\s\x00-\x1f]{1,250}")
NO_FILE = frozenset({"text/html", "text/plain"})
"""Teams sends each message's own text along as an attachment of these kinds."""


def is_well_formed(activity: dict[str, object]) -> bool:
    """Whether everything that we rely on is there."""
    conversation, sender = activity.get("conversation"), activity.get("from")
    if not isinstance(conversation, dict) or not isinstance(activity.get("type"), str):
        return False
    if sender is not None and not isinstance(sender, dict):
        return False
    if activity.get("recipient") is not None and not isinstance(activity["recipient"], dict):
        return False
    names = [conversation.get("id"), activity.get("serviceUrl"), activity.get("channelId")]
    if activity["type"] in ("message", "invoke"):
        names += [(sender or {}).get("id")]
    if activity["type"] == "message":
        names += [activity.get("id")]
    return all(map(is_identifier, names))


def is_identifier(value: object) -> bool:
    return isinstance(value, str) and IDENTIFIER.fullmatch(value) is not None


def parse_activity(activity: dict[str, Any], takes_part: TakesPart) -> IncomingInteraction | None:
    """A message to us: personal, with a mention of us, or in a channel's thread where we have answered before."""
    if activity["type"] != "message" or is_from_a_bot(activity):
        return None
    place, tenant = build_conversation_reference(activity), activity_tenant_id(activity)
    kind = KINDS.get(place["kind"], RoomKind.GROUP)
    room = room_id(activity)
    if kind != RoomKind.DIRECT and not mentions_us(activity):
        is_thread = kind == RoomKind.CHANNEL and takes_part(tenant, room, place["thread"])
        if not is_thread or mentions_anybody(activity):
            return None
    text = readable_activity_text(activity)
    what, judged_text = classify_incoming_text(text, has_files(activity))
    if judged_text == "empty" and isinstance(activity.get("value"), dict):
        return None
    sender = activity["from"]
    locale = activity.get("locale")
    return IncomingInteraction(
        platform=Platform.TEAMS,
        workspace=tenant[:100],
        room=room,
        room_kind=kind,
        asker=person_id(sender),
        asker_name=str(sender.get("name") or ""),
        thread=place["thread"],
        text=judged_text,
        kind=what,
        keys=(f"teams:{place['conversation']}:{activity['id']}"[:400],),
        # Teams may send the same message again under a new id.
        copy_of=f"{place['conversation']}\n{person_id(sender)}\n{text}",
        place=place,
        language=locale if isinstance(locale, str) else "",
    )


def room_id(activity: dict[str, Any]) -> str:
    """The channel, whatever its thread; otherwise the conversation, which has no thread."""
    return str(activity["conversation"]["id"]).split(";messageid=")[0]


def person_id(account: dict[str, Any]) -> str:
    """Returns the id of the person, which is the same in every room where Microsoft tells it."""
    found = account.get("aadObjectId") or account.get("objectId")
    return str(found if isinstance(found, str) and IDENTIFIER.fullmatch(found) else account["id"])[:200]


def is_from_a_bot(activity: dict[str, Any]) -> bool:
    sender = activity["from"]
    recipient = activity.get("recipient") if isinstance(activity.get("recipient"), dict) else {}
    is_bot = sender.get("role") in ("bot", "skill") or str(sender["id"]).startswith("28:")
    return is_bot or sender["id"] == (recipient or {}).get("id")


def activity_entities(activity: dict[str, object]) -> list[dict[str, object]]:
    found = activity.get("entities")
    return [one for one in found[:MOST_ENTITIES] if isinstance(one, dict)] if isinstance(found, list) else []


def mentioned_ids(activity: dict[str, object]) -> list[str]:
    mentions = [one.get("mentioned") for one in activity_entities(activity) if one.get("type") == "mention"]
    return [str(one.get("id")) for one in mentions if isinstance(one, dict)]


def mentions_us(activity: dict[str, Any]) -> bool:
    return str((activity.get("recipient") or {}).get("id")) in mentioned_ids(activity)


def mentions_anybody(activity: dict[str, object]) -> bool:
    return bool(mentioned_ids(activity))


def readable_activity_text(activity: dict[str, Any]) -> str:
    """Returns the text as a person reads it, without the mention of us."""
    raw = activity.get("text")
    text = raw[:LONGEST_TEXT] if isinstance(raw, str) else ""
    ours = str((activity.get("recipient") or {}).get("id"))
    for one in activity_entities(activity):
        mentioned = one.get("mentioned")
        if one.get("type") == "mention" and isinstance(mentioned, dict) and mentioned.get("id") == ours:
            text = text.replace(str(one.get("text") or "\0"), " ")
    # Begin and end each by itself: a beginning without an end is looked for no further than it is long.
    text = AT.sub(lambda found: "" if found[1] else "@", text)
    if activity.get("textFormat") == "xml" or "&" in text or "<" in text:
        text = unescape(TAG.sub(" ", text)) if activity.get("textFormat") == "xml" else unescape(text)
    return text.replace("\0", "").replace("\xa0", " ").strip()


def has_files(activity: dict[str, object]) -> bool:
    found = activity.get("attachments")
    attachments = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return any(str(one.get("contentType")) not in NO_FILE for one in attachments)
