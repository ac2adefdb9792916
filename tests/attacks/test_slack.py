"""Forged, replayed and hostile requests to the Slack channel; signed ones are what members of a workspace can do."""

import json
import random
import time
from typing import Any

from django.test import AsyncClient

from apps.chat.models import Interaction, PlatformUser, Turn
from apps.documents.models import Document
from tests.attacks.hostile_json import VALUES, changed, written
from tests.attacks.request_trial import collected_tracebacks
from tests.chat.channels.conftest import QUESTION, REPLY, Model, deliver, post, quiet, run
from tests.fakes.slack import FakeSlack

SEED = 19
PATH = "/slack/events"
FORM = "application/x-www-form-urlencoded"


def bodies(slack: FakeSlack) -> list[dict[str, Any]]:
    block = {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "x"}]}],
    }
    return [
        slack.message(QUESTION, blocks=[block]),
        slack.message(f"<@UBOT> {QUESTION}", channel="C1", event="app_mention"),
        slack.message("Und?", channel="C1", thread="1.000001"),
        slack.envelope({"type": "app_home_opened", "user": "U1", "tab": "home", "channel": "D1"}),
        slack.envelope({"type": "app_uninstalled_by_nobody"}),
        {"type": "url_verification", "challenge": "x", "token": "deprecated"},
    ]


def interactions(slack: FakeSlack) -> list[dict[str, Any]]:
    posted = {"ts": "1.000001", "channel": "D1", "text": QUESTION, "blocks": []}
    view = {"type": "modal", "callback_id": "auskunft_reasons", "private_metadata": "1", "state": {"values": {}}}
    made = [
        slack.press(posted, "auskunft_feedback", "up"),
        slack.press(posted, "auskunft_approve", "1"),
        slack.interaction("message_action", callback_id="auskunft_simplify", channel={"id": "D1"}, message=posted),
        slack.interaction("view_submission", view=view),
    ]
    return [json.loads(one["payload"]) for one in made]


async def answered(raw: bytes, headers: dict[str, str]) -> int:
    """The status; never one of 500, never a traceback."""
    response = await post(PATH, raw, headers)
    assert response.status_code < 500, (raw[:300], response.content[:200])
    assert b"Traceback" not in response.content
    return int(response.status_code)


def test_nothing_that_slack_has_not_signed_is_read(slack: FakeSlack) -> None:
    """It has no database: whoever asked for it would fail."""
    chance = random.Random(SEED)  # noqa: S311 - the same forgeries every time

    async def forge() -> None:
        for number in range(150):
            headers, raw = slack.signed(chance.choice(bodies(slack)))
            signature, stamp = headers["X-Slack-Signature"], headers["X-Slack-Request-Timestamp"]
            place = chance.randrange(3, len(signature))
            other = "0" if signature[place] != "0" else "1"
            foreign, _raw = slack.signed(raw, secret=chance.choice(["x", slack.token]))
            forged: dict[str, str] = chance.choice([
                {"X-Slack-Signature": signature[:place] + other + signature[place + 1 :]},
                {"X-Slack-Signature": signature[:place]},
                {"X-Slack-Signature": signature.upper()},
                {"X-Slack-Signature": f"{signature},{signature}"},
                {"X-Slack-Signature": foreign["X-Slack-Signature"]},
                {"X-Slack-Request-Timestamp": str(int(stamp) + chance.choice([-1, 1, 10, 2**40]))},
                {"X-Slack-Request-Timestamp": chance.choice(["", "0", "1e9", f"{stamp}.0", "-" + stamp])},
            ])  # fmt: skip
            assert 400 <= await answered(raw, headers | forged) < 500, (number, forged)

    with collected_tracebacks() as tracebacks:
        run(forge)
    assert tracebacks == []
    assert slack.log == []


def test_a_request_that_was_recorded_is_not_taken_later(slack: FakeSlack) -> None:
    async def replay() -> None:
        for seconds in (-301, -3_600, -86_400 * 365, 301, 86_400):
            headers, raw = slack.signed(slack.message(QUESTION), at=time.time() + seconds)
            assert 400 <= await answered(raw, headers) < 500

    run(replay)
    assert slack.log == []


def test_hundreds_of_deliveries_of_one_event_are_one_answer(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)
    headers, raw = slack.signed(slack.message(QUESTION))

    async def again_and_again() -> None:
        client = AsyncClient()
        rest = {name: value for name, value in headers.items() if name != "Content-Type"}
        for number in range(150):
            repeated = rest | {"X-Slack-Retry-Num": str(number % 4), "X-Slack-Retry-Reason": "http_timeout"}
            response = await client.generic("POST", PATH, raw, content_type="application/json", headers=repeated)
            assert response.status_code == 200
        await quiet()

    with collected_tracebacks() as tracebacks:
        run(again_and_again)
    assert tracebacks == []
    assert (Interaction.objects.count(), Turn.objects.count(), len(slack.messages("D1"))) == (1, 1, 1)


def test_bodies_that_are_nearly_right_are_answered_or_refused(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(*[REPLY] * 400)
    chance = random.Random(SEED)  # noqa: S311 - the same bodies every time
    statuses = set()

    async def send() -> None:
        for number in range(120):
            is_form = number % 3 == 0
            body = changed(chance.choice(interactions(slack) if is_form else bodies(slack)), chance)
            if is_form:
                fields = (
                    changed({"payload": json.dumps(body)}, chance) if number % 5 == 0 else {"payload": json.dumps(body)}
                )
                headers, raw = slack.signed(
                    {key: str(value).replace("\ud800", "") for key, value in fields.items()}, form=True
                )
            else:
                headers, raw = slack.signed(written(body, chance))
            statuses.add(await answered(raw, headers))
        await quiet()

    with collected_tracebacks() as tracebacks:
        run(send)
    assert tracebacks == []
    assert statuses >= {200, 400}
    assert all("\0" not in one.text for one in Interaction.objects.all())
    # Whoever is named in a hostile body by something else than an identifier is nobody.
    assert all(one.external_id.isalnum() for one in PlatformUser.objects.all())


def test_no_text_of_a_member_or_a_model_calls_a_room_or_hides_a_link(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    hostile = [one for one in VALUES if isinstance(one, str) and one.strip()]
    evil = "<!channel> <!here> <@U1> <https://evil.example|hier> <!subteam^S1> "
    model(*[evil + REPLY] * 100)

    async def ask() -> None:
        for text in hostile:
            for body in (slack.message(text), slack.command(text.replace("\ud800", ""))):
                headers, raw = slack.signed(body, form="command" in body)
                assert await answered(raw, headers) == (400 if "event" in body and text == "\ud800" else 200)
                await quiet()

    with collected_tracebacks() as tracebacks:
        run(ask)
    assert tracebacks == []
    said = json.dumps([slack.messages(name) for name in list(slack.channels)] + slack.ephemeral, ensure_ascii=False)
    assert slack.messages("D1")
    assert [sign for sign in ("<!channel", "<!here", "<!subteam", "<@U1>", "<https://evil") if sign in said] == []


def test_zero_characters_are_left_out_before_anything_else_reads_the_body(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    """A check that reads another body than the code behind it lets pass what no database stores."""
    model(REPLY)

    async def send() -> None:
        body = slack.message(QUESTION) | {"team_id": "T1\0"}
        body["event"]["channel"] = "D1\0"
        assert await deliver(slack, body) == 200
        await quiet()

    run(send)
    assert Interaction.objects.count() == 1
    assert len(slack.messages("D1")) == 1


def test_an_event_of_another_app_or_workspace_makes_no_rows_of_ours(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    """Signed with our secret, yet with ids that are none."""
    model(*[REPLY] * 20)

    async def send() -> None:
        for team in ("", "T" * 65, "T1; DROP", "../T1", "T 1", "<T1>", None, 5, ["T1"]):
            body = slack.message(QUESTION) | {"team_id": team}
            assert await deliver(slack, body) == 400, team
        await quiet()

    run(send)
    assert not Interaction.objects.exists()
    assert not Turn.objects.exists()
