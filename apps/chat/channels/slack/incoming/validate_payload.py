"""Validates the payload of a signed Slack request: checks the shape that all later code relies on."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from apps.chat.channels.webhook.plain_text_responses import BadRequestError
from apps.chat.channels.webhook.request_body import decode_utf8, parse_json_object

MOST_FIELDS = 100
IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,64}")
OBJECTS = ("channel", "message", "view", "container", "enterprise")
NAMES_OR_OBJECTS = ("user", "channel", "team", "enterprise")
IDS_OF_A_COMMAND = ("user_id", "channel_id", "team_id")
USED_EVENTS = frozenset({"message", "app_mention", "app_home_opened"})
"""Slack knows some hundred kinds; these are for us, and the code after this check relies on their shape."""
ENVELOPES = frozenset({"event_callback", "url_verification", "app_rate_limited", "ssl_check"})


def parse_payload(content_type: str, body: bytes) -> dict[str, object]:
    """The content of a signed body, in the shape that all later code relies on. Raises BadRequestError."""
    text = decode_utf8(body)
    kind = content_type.split(";")[0].strip().lower()
    if kind == "application/json":
        return check_slack_envelope(parse_json_object(text))
    if kind == "application/x-www-form-urlencoded":
        return form_payload(text)
    raise BadRequestError(415, "The body must be JSON or a form.")


def form_payload(text: str) -> dict[str, Any]:
    """An interaction (field `payload`) or a slash command."""
    try:
        fields = dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"))
    except ValueError:
        raise BadRequestError(400, "The form cannot be read.") from None
    if "payload" in fields:
        interaction = parse_json_object(fields["payload"])
        if not is_valid_interaction(interaction):
            raise BadRequestError(400, "The interaction has not the shape of Slack's.")
        return interaction
    if fields.get("ssl_check"):
        return dict(fields) | {"type": "ssl_check"}
    if not is_valid_command(fields):
        raise BadRequestError(400, "The command has not the shape of Slack's.")
    return dict(fields)


def is_valid_command(fields: Mapping[str, object]) -> bool:
    """Whether a slash command has what we rely on, and ids that are such."""
    ids = all(isinstance(one := fields.get(name), str) and IDENTIFIER.fullmatch(one) for name in IDS_OF_A_COMMAND)
    return ids and bool(fields.get("command")) and bool(fields.get("trigger_id"))


def is_valid_interaction(interaction: dict[str, object]) -> bool:
    """Whether everything that we and Slack's library rely on has the agreed shape."""
    kind = interaction.get("type")
    if not isinstance(kind, str) or not has_ids(interaction) or not are_objects(interaction, OBJECTS):
        return False
    if kind in ("view_submission", "view_closed"):
        view = interaction.get("view")
        return isinstance(view, dict) and all(isinstance(view.get(name), str) for name in ("type", "callback_id"))
    if kind == "block_actions":
        return bool(interaction.get("actions")) and is_list_of_objects(interaction["actions"])
    return kind not in ("message_action", "shortcut") or isinstance(interaction.get("callback_id"), str)


def are_objects(body: dict[str, object], names: tuple[str, ...]) -> bool:
    """Whether each of these is an object or left out."""
    return all(body.get(name) is None or isinstance(body[name], dict) for name in names)


def has_ids(interaction: dict[str, object]) -> bool:
    """User and workspace, which every interaction that we answer has."""
    user, team = interaction.get("user"), interaction.get("team") or {}
    if not isinstance(user, dict) or not isinstance(team, dict):
        return False
    return all(isinstance(one, str) and IDENTIFIER.fullmatch(one) for one in (user.get("id"), team.get("id", "T")))


def check_slack_envelope(body: dict[str, object]) -> dict[str, object]:
    """Raises BadRequestError unless it is one of Slack's envelopes with an event of the agreed shape."""
    kind = body.get("type")
    if not isinstance(kind, str) or kind not in ENVELOPES:
        raise BadRequestError(400, "The type is not one of Slack's.")
    if kind == "url_verification" and not isinstance(body.get("challenge"), str):
        raise BadRequestError(400, "The challenge is missing.")
    if kind == "event_callback":
        event = body.get("event")
        if isinstance(event, dict) and isinstance(event.get("type"), str) and event["type"] not in USED_EVENTS:
            return body
        ids = (body.get("team_id"), body.get("event_id"))
        if not isinstance(event, dict) or not isinstance(event.get("type"), str):
            raise BadRequestError(400, "The event is missing.")
        if not all(isinstance(one, str) and IDENTIFIER.fullmatch(one) for one in ids):
            raise BadRequestError(400, "The event has no id.")
        if not has_agreed_fields(body, event):
            raise BadRequestError(400, "The event has not the shape of Slack's.")
    return body


def has_agreed_fields(*levels: dict[str, object]) -> bool:
    """Whether what we and Slack's library look into, in envelope and event, is of the agreed kind where it is there."""
    return all(
        are_objects(level, ("message", "previous_message"))
        and all(level.get(name) is None or isinstance(level[name], str | dict) for name in NAMES_OR_OBJECTS)
        and (level.get("subtype") is None or isinstance(level["subtype"], str))
        and is_list_of_objects(level.get("authorizations"))
        for level in levels
    )


def is_list_of_objects(value: object) -> bool:
    return value is None or (isinstance(value, list) and all(isinstance(one, dict) for one in value))


def needs_only_acknowledgement(body: dict[str, object]) -> bool:
    """What asks nothing is acknowledged, whatever else it holds: events of other kinds, and word of a limit."""
    if body.get("type") == "app_rate_limited":
        return True
    event = body.get("event")
    return body.get("type") == "event_callback" and isinstance(event, dict) and event.get("type") not in USED_EVENTS
