"""Parses Slack's message events, slash commands and shortcuts; what is not meant for the assistant becomes None."""

import re
from html import unescape
from typing import Any

from apps.chat.channels.intake.platform_neutral_interaction import (
    IncomingInteraction,
    TakesPart,
    classify_incoming_text,
    classify_text_to_simplify,
)
from apps.chat.channels.slack.incoming.validate_payload import IDENTIFIER
from apps.chat.models.platform_rooms_and_people import Platform, RoomKind

TS = re.compile(r"[0-9]{1,12}\.[0-9]{1,10}")
REFERENCE = re.compile(r"<([@#!]?)([^<>|]+)(?:\|([^<>]*))?>")
KINDS = {
    "im": RoomKind.DIRECT,
    "app_home": RoomKind.DIRECT,
    "mpim": RoomKind.GROUP,
    "channel": RoomKind.CHANNEL,
    "group": RoomKind.CHANNEL,
}
SUBTYPES = frozenset({None, "file_share", "thread_broadcast"})
"""Everything else is no new message of a person: edits, deletions, bots, joins, topics, reminders."""
SIMPLIFY_WORDS = frozenset({"simplify", "einfach", "vereinfachen"})
ASK_WORDS = frozenset({"ask", "frage", "fragen"})
SIMPLIFY_CALLBACK = "auskunft_simplify"


def parse_event(body: dict[str, Any], takes_part: TakesPart) -> IncomingInteraction | None:
    """A message to us: direct, with a mention of us, or in a thread where we have answered before."""
    event, team = body["event"], str(body["team_id"])
    bot = own_bot_user(body)
    # Fields that we store must look as Slack's do.
    has_ids = is_identifier(event.get("channel")) and is_identifier(event.get("user")) and is_ts(event.get("ts"))
    if not has_ids or not is_from_a_person(event, bot):
        return None
    channel, ts = event["channel"], event["ts"]
    kind = KINDS.get(str(event.get("channel_type")), kind_of_channel(channel))
    thread = event.get("thread_ts") if is_ts(event.get("thread_ts")) else ts
    raw = str(event.get("text") or "")
    is_mention = event["type"] == "app_mention" or (bool(bot) and f"<@{bot}" in raw)
    if kind != RoomKind.DIRECT and not is_mention:
        addressed_to_others = "<@" in raw
        if thread == ts or addressed_to_others or not takes_part(team, channel, thread):
            return None
    text = plain_text_from_markup(raw, bot)
    what, text = classify_incoming_text(text, bool(event.get("files")))
    return IncomingInteraction(
        platform=Platform.SLACK,
        workspace=team,
        room=channel,
        room_kind=kind,
        asker=event["user"],
        thread=thread,
        text=text,
        kind=what,
        keys=tuple(deduplication_keys(body, team)),
        place={"channel": channel, "thread": thread, "question": ts, "bot_user": bot},
    )


def is_from_a_person(event: dict[str, Any], bot: str) -> bool:
    if event.get("subtype") not in SUBTYPES or event.get("edited") or event.get("hidden"):
        return False
    return not event.get("bot_id") and not event.get("bot_profile") and event.get("user") != (bot or None)


def is_identifier(value: object) -> bool:
    return isinstance(value, str) and IDENTIFIER.fullmatch(value) is not None


def is_ts(value: object) -> bool:
    return isinstance(value, str) and TS.fullmatch(value) is not None


def kind_of_channel(channel: str) -> RoomKind:
    """app_mention does not tell the kind; a direct channel's id begins with D."""
    return RoomKind.DIRECT if channel.startswith("D") else RoomKind.CHANNEL


def deduplication_keys(body: dict[str, Any], team: str) -> list[str]:
    """Every name under which the same message may come again: retry, mention and message twin, client's repeat."""
    event = body["event"]
    keys = [f"slack:event:{body['event_id']}", f"slack:message:{team}:{event['channel']}:{event['ts']}"]
    own_id = event.get("client_msg_id")
    if is_identifier(own_id):
        keys.append(f"slack:client:{team}:{event['channel']}:{event['user']}:{own_id}")
    return keys


def own_bot_user(body: dict[str, Any]) -> str:
    """Our own user id, as the envelope tells it."""
    for one in body.get("authorizations") or []:
        if isinstance(one, dict) and one.get("is_bot") and is_identifier(one.get("user_id")):
            return str(one["user_id"])
    return ""


def plain_text_from_markup(text: str, bot: str = "") -> str:
    """Slack's markup as somebody would read it, without the mention of us."""

    def shown(found: "re.Match[str]") -> str:
        sign, target, label = found[1], found[2], found[3]
        if sign == "@" and target == bot:
            return " "
        return (sign if sign != "!" else "@") + (label or target) if sign else (label or target)

    return unescape(REFERENCE.sub(shown, text)).replace("\0", "").strip()


def parse_command(fields: dict[str, object]) -> IncomingInteraction:
    """`/auskunft question` or `/auskunft simplify text`; answered privately, because nobody else saw the question."""
    channel = str(fields["channel_id"])
    word, _space, rest = str(fields.get("text") or "").strip().partition(" ")
    text = plain_text_from_markup(rest if word.lower() in SIMPLIFY_WORDS | ASK_WORDS else str(fields.get("text") or ""))
    kind, text = classify_text_to_simplify(text) if word.lower() in SIMPLIFY_WORDS else classify_incoming_text(text)
    if text == "empty":
        text = "help"
    trigger = trigger_of(fields)
    return IncomingInteraction(
        platform=Platform.SLACK,
        workspace=str(fields["team_id"]),
        room=channel,
        room_kind=RoomKind.CHANNEL,
        asker=str(fields["user_id"]),
        asker_name=str(fields.get("user_name") or "").replace("\0", "")[:200],
        thread=f"command:{trigger}",
        text=text,
        kind=kind,
        keys=(f"slack:command:{trigger}",),
        place={"channel": channel, "thread": "", "question": "", "bot_user": ""},
        is_private=True,
    )


def trigger_of(body: dict[str, object]) -> str:
    """Slack's name for one press or command."""
    return str(body.get("trigger_id") or "").replace("\0", "")[:200]


def parse_shortcut(payload: dict[str, Any]) -> IncomingInteraction | None:
    """“Say it simply” at a message; None for any other shortcut."""
    message, channel = payload.get("message"), (payload.get("channel") or {}).get("id")
    if payload.get("callback_id") != SIMPLIFY_CALLBACK or not isinstance(message, dict) or not is_identifier(channel):
        return None
    trigger = trigger_of(payload)
    kind, text = classify_text_to_simplify(plain_text_from_markup(text_of_message(message)))
    return IncomingInteraction(
        platform=Platform.SLACK,
        workspace=str((payload.get("team") or {}).get("id", "")),
        room=str(channel),
        # It may be the direct messages of two people, where we cannot write.
        room_kind=RoomKind.CHANNEL,
        asker=str(payload["user"]["id"]),
        thread=f"shortcut:{trigger}",
        text=text,
        kind=kind,
        keys=(f"slack:shortcut:{trigger}",),
        place={"channel": str(channel), "thread": "", "question": "", "bot_user": ""},
        is_private=True,
    )


def text_of_message(message: dict[str, Any]) -> str:
    """Returns the message's text; of our own answers the sections alone, without sources and labels."""
    blocks = message.get("blocks") if isinstance(message.get("blocks"), list) else []
    texts = [
        block["text"]["text"]
        for block in blocks or []
        if isinstance(block, dict)
        and block.get("type") == "section"
        and isinstance(block.get("text"), dict)
        and isinstance(block["text"].get("text"), str)
    ]
    return "\n\n".join(texts) or str(message.get("text") or "")
