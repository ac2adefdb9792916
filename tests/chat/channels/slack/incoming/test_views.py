"""What is not Slack's gets a 4xx and a sentence: nothing is called, no traceback.

Nothing is stored either: these tests have no database, and whoever asks for it fails.
"""

import json
import logging
import re
import time
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import AsyncClient

from apps.chat.models import Interaction
from tests.chat.channels.conftest import deliver, post, run
from tests.fakes.slack import FakeSlack


def unsigned(slack: FakeSlack) -> tuple[dict[str, str], bytes]:
    headers, raw = slack.signed(slack.message("Was kostet es?"))
    return {"Content-Type": headers["Content-Type"]}, raw


def with_header(name: str, value: str) -> Any:
    def made(slack: FakeSlack) -> tuple[dict[str, str], bytes]:
        headers, raw = slack.signed(slack.message("Was kostet es?"))
        return headers | {name: value}, raw

    return made


def without_header(name: str) -> Any:
    def made(slack: FakeSlack) -> tuple[dict[str, str], bytes]:
        headers, raw = slack.signed(slack.message("Was kostet es?"))
        return {key: value for key, value in headers.items() if key != name}, raw

    return made


def signed(raw: bytes, *, form: bool = False) -> Any:
    return lambda slack: slack.signed(raw, form=form)


def signed_json(body: Any) -> Any:
    return lambda slack: slack.signed(json.dumps(body).encode())


def signed_form(**fields: str) -> Any:
    return lambda slack: slack.signed(urlencode(fields).encode(), form=True)


def off_by(seconds: float) -> Any:
    return lambda slack: slack.signed(slack.message("Was kostet es?"), at=time.time() + seconds)


def other_body(slack: FakeSlack) -> tuple[dict[str, str], bytes]:
    headers, raw = slack.signed(slack.message("Was kostet es?"))
    return headers, raw.replace(b"kostet", b"kosten")


def signed_interaction(**fields: Any) -> Any:
    return signed_form(payload=json.dumps({"user": {"id": "U1"}, "team": {"id": "T1"}} | fields))


EVENT = {"type": "event_callback", "team_id": "T1", "event_id": "Ev1"}
SHAPES: dict[str, Any] = {
    "no signature at all": unsigned,
    "no signature header": without_header("X-Slack-Signature"),
    "no timestamp": without_header("X-Slack-Request-Timestamp"),
    "empty signature": with_header("X-Slack-Signature", ""),
    "signature of another version": with_header("X-Slack-Signature", "v1=" + "0" * 64),
    "signature in other characters": with_header("X-Slack-Signature", "v0=ü" + "0" * 63),
    "timestamp in words": with_header("X-Slack-Request-Timestamp", "now"),
    "timestamp with a sign": with_header("X-Slack-Request-Timestamp", "-1"),
    "timestamp in other digits": with_header("X-Slack-Request-Timestamp", "²³"),
    "endless timestamp": with_header("X-Slack-Request-Timestamp", "9" * 400),
    "ten minutes old": off_by(-600),
    "ten minutes early": off_by(600),
    "another secret": lambda slack: slack.signed(slack.message("Was?"), secret="another"),
    "another body": other_body,
    "unsigned challenge": lambda slack: (
        {"Content-Type": "application/json"},
        b'{"type": "url_verification", "challenge": "x"}',
    ),
    "too big": signed(b'{"a": "' + b"x" * 1_100_000 + b'"}'),
    "empty": signed(b""),
    "not UTF-8": signed(b'{"type": "\xff"}'),
    "not JSON": signed(b"{"),
    "a list": signed_json([1, 2]),
    "a number": signed_json(7),
    "nested without end": signed(b"[" * 100_000),
    "lone surrogate": signed(b'{"type": "event_callback", "team_id": "\\ud800"}'),
    "no type": signed_json({}),
    "unknown type": signed_json({"type": "view_closed_by_magic"}),
    "type is a list": signed_json({"type": ["event_callback"]}),
    "no event": signed_json(EVENT),
    "event is a text": signed_json(EVENT | {"event": "message"}),
    "event without type": signed_json(EVENT | {"event": {"text": "x"}}),
    "event without id": signed_json({"type": "event_callback", "team_id": "T1", "event": {"type": "message"}}),
    "workspace is a number": signed_json(EVENT | {"team_id": 5, "event": {"type": "message"}}),
    "challenge is a list": signed_json({"type": "url_verification", "challenge": []}),
    "unknown content": lambda slack: (slack.signed(b"<a/>")[0] | {"Content-Type": "text/xml"}, b"<a/>"),
    "form without fields": signed_form(a="1"),
    "form with too many fields": signed(b"&".join(b"a=1" for _ in range(500)), form=True),
    "form in another encoding": signed(b"payload=%ff%fe", form=True),
    "interaction is no JSON": signed_form(payload="{"),
    "interaction without user": signed_form(payload='{"type": "block_actions"}'),
    "interaction of an odd user": signed_form(payload='{"type": "block_actions", "user": {"id": "<!channel>"}}'),
    "shortcut in a channel without object": signed_interaction(
        type="message_action", callback_id="auskunft_simplify", channel="C1", message={"text": "x", "ts": "1.0"}
    ),
    "shortcut without name": signed_interaction(type="message_action", channel={"id": "C1"}, message={"text": "x"}),
    "shortcut at a text": signed_interaction(type="message_action", callback_id="x", message="x"),
    "press without action": signed_interaction(type="block_actions", actions=[]),
    "press of a text": signed_interaction(type="block_actions", actions=["x"]),
    "actions are a number": signed_interaction(type="block_actions", actions=5),
    "form without view": signed_interaction(type="view_submission"),
    "form whose view is a text": signed_interaction(type="view_submission", view="callback_id"),
    "form whose view has no type": signed_interaction(type="view_submission", view={"callback_id": "auskunft_reasons"}),
    "form whose view has no name": signed_interaction(type="view_submission", view={"type": "modal"}),
    "closed form without type": signed_interaction(type="view_closed", view={"callback_id": "x"}),
    "enterprise is a number": signed_interaction(type="block_actions", actions=[{"action_id": "x"}], enterprise=5),
    "subtype is a list": signed_json(EVENT | {"event": {"type": "message", "subtype": []}}),
    "subtype is an object": signed_json(EVENT | {"event": {"type": "message", "subtype": {"a": 1}}}),
    "authorizations are a number": signed_json(EVENT | {"event": {"type": "message"}, "authorizations": 5}),
    "authorizations are texts": signed_json(EVENT | {"event": {"type": "message"}, "authorizations": ["T1"]}),
    "user is a number": signed_json(EVENT | {"event": {"type": "message", "user": 5}}),
    "channel is a number": signed_json(EVENT | {"event": {"type": "message", "channel": 5}}),
    "workspace's organisation is a number": signed_json(EVENT | {"enterprise": 5, "event": {"type": "message"}}),
    "edited message is a text": signed_json(EVENT | {"event": {"type": "message", "message": "x"}}),
    "command without user": signed_form(command="/auskunft", text="Was?"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_it_is_refused(slack: FakeSlack, shape: str, caplog: pytest.LogCaptureFixture) -> None:
    async def send() -> None:
        headers, raw = SHAPES[shape](slack)
        response = await post("/slack/events", raw, headers)
        assert 400 <= response.status_code < 500, response.content
        assert b"Traceback" not in response.content

    run(send)
    assert slack.log == []
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


def test_there_are_at_least_thirty_shapes() -> None:
    assert len(SHAPES) >= 30


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "HEAD"])
def test_other_methods_are_refused(slack: FakeSlack, method: str) -> None:
    async def send() -> None:
        assert (await AsyncClient().generic(method, "/slack/events")).status_code == 405

    run(send)


def test_a_clock_that_is_off_is_named_in_the_log(slack: FakeSlack, caplog: pytest.LogCaptureFixture) -> None:
    async def send() -> None:
        headers, raw = slack.signed(slack.message("Was?"), at=time.time() - 600)
        await post("/slack/events", raw, headers)

    run(send)
    assert re.search(r"60\d s off", caplog.text)


def test_a_signed_challenge_is_answered_even_before_there_is_a_token(slack: FakeSlack, settings: Any) -> None:
    settings.SLACK_BOT_TOKEN = ""

    async def send() -> None:
        headers, raw = slack.signed({"type": "url_verification", "challenge": "3eZbrw1a"})
        response = await post("/slack/events", raw, headers)
        assert (response.status_code, response.content) == (200, b"3eZbrw1a")
        assert await deliver(slack, slack.message("Was kostet es?")) == 503

    run(send)


def test_without_settings_a_sentence_says_so(settings: Any) -> None:
    settings.SLACK_BOT_TOKEN = settings.SLACK_SIGNING_SECRET = ""

    async def send() -> None:
        response = await post("/slack/events", b"{}", {"Content-Type": "application/json"})
        assert response.status_code == 404
        assert b"SLACK_SIGNING_SECRET" in response.content

    run(send)


IGNORED = {
    "edited": {"subtype": "message_changed", "hidden": True},
    "deleted": {"subtype": "message_deleted"},
    "of a bot": {"subtype": "bot_message", "bot_id": "B2"},
    "of a bot without subtype": {"bot_id": "B2"},
    "our own": {"user": "UBOT"},
    "a join": {"subtype": "channel_join"},
    "a reminder": {"subtype": "reminder_add"},
    "without user": {"user": None},
    "with an odd channel": {"channel": "<!here>"},
    "with an odd time": {"ts": "now"},
    "hidden": {"hidden": True},
    "with an edit mark": {"edited": {"user": "U1", "ts": "1.0"}},
}


@pytest.mark.parametrize("kind", IGNORED)
def test_a_message_that_is_no_question_is_acknowledged_and_ignored(slack: FakeSlack, kind: str) -> None:
    async def send() -> None:
        assert await deliver(slack, slack.message("Was kostet es?", **IGNORED[kind])) == 200

    run(send)
    assert slack.log == []


EVENT_KINDS = """
app_deleted app_home_opened app_installed app_requested app_uninstalled_team
assistant_thread_context_changed assistant_thread_started call_rejected channel_archive channel_created
channel_deleted channel_history_changed channel_id_changed channel_left channel_rename channel_shared
channel_unarchive channel_unshared dnd_updated dnd_updated_user email_domain_changed emoji_changed
entity_details_requested file_change file_comment_added file_comment_deleted file_comment_edited file_created
file_deleted file_public file_shared file_unshared function_executed grid_migration_finished
grid_migration_started group_archive group_close group_deleted group_history_changed group_left group_open
group_rename group_unarchive im_close im_created im_history_changed im_open invite_requested link_shared
member_joined_channel member_left_channel message_metadata_deleted message_metadata_posted
message_metadata_updated pin_added pin_removed reaction_added reaction_removed resources_added
resources_removed scope_denied scope_granted shared_channel_invite_accepted shared_channel_invite_approved
shared_channel_invite_declined shared_channel_invite_received shared_channel_invite_requested star_added
star_removed subteam_created subteam_members_changed subteam_self_added subteam_self_removed subteam_updated
team_access_granted team_access_revoked team_domain_change team_join team_rename
url_verification user_change user_connection user_huddle_changed user_profile_changed user_resource_denied
user_resource_granted user_resource_removed user_status_changed workflow_deleted workflow_published
workflow_step_deleted workflow_step_execute workflow_unpublished never_heard_of
"""
"""All that Slack documents for its Events API, but for messages and mentions, and one that nobody knows."""
MESSAGE_SUBTYPES = """
assistant_app_thread bot_add bot_message bot_remove channel_archive channel_canvas_updated
channel_convert_to_private channel_join channel_leave channel_name channel_posting_permissions channel_purpose
channel_topic channel_unarchive document_mention ekm_access_denied file_comment file_mention group_archive
group_join group_leave group_name group_purpose group_topic group_unarchive huddle_thread joiner_notification
me_message message_changed message_deleted message_replied pinned_item reminder_add reply_broadcast
sh_room_created tombstone unpinned_item never_heard_of
"""
"""All documented ones that are no question of a person."""


def test_events_of_every_kind_are_acknowledged_and_ignored(slack: FakeSlack) -> None:
    async def send() -> None:
        for kind in EVENT_KINDS.split():
            body = slack.envelope({"type": kind, "user": "U1", "text": "Was kostet es?", "channel_type": "im"})
            assert await deliver(slack, body) == 200, kind
        for subtype in MESSAGE_SUBTYPES.split():
            assert await deliver(slack, slack.message("Was kostet es?", subtype=subtype)) == 200, subtype

    run(send)
    assert slack.log == []


def test_word_of_a_rate_limit_is_acknowledged(slack: FakeSlack) -> None:
    """Slack sends it in place of events, and counts what is not acknowledged against the app."""

    async def send() -> None:
        limited = {"type": "app_rate_limited", "team_id": "T1", "api_app_id": "A1", "minute_rate_limited": 1518467820}
        assert await deliver(slack, limited) == 200

    run(send)
    assert slack.log == []


@pytest.mark.parametrize(
    ("text", "more", "part"),
    [
        ("", {"subtype": "file_share", "files": [{"id": "F1"}]}, "Dateien"),
        ("x" * 40_000, {}, "2000"),
        ("<@UBOT>", {}, "als Text"),
    ],
)
def test_what_cannot_be_answered_gets_one_sentence(
    slack: FakeSlack, transactional_db: None, text: str, more: dict[str, Any], part: str
) -> None:
    async def send() -> None:
        await deliver(slack, slack.message(text, **more))

    run(send)
    [message] = slack.messages("D1")
    assert part in message["text"]
    assert Interaction.objects.get().turn is None
    assert len(Interaction.objects.get().text) < 50
