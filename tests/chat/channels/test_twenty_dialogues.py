"""The same twenty scripted dialogues: the same text, citations and feedback on web, Slack (both modes) and Teams."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events, turn_context
from apps.chat.channels import slack_socket_mode
from apps.chat.models import Citation, Conversation, Feedback, Turn
from apps.chat.store_feedback import store_feedback
from apps.documents.models import Document
from tests import factories
from tests.chat.channels.conftest import FEES, Model, deliver, deliver_activity, quiet, run
from tests.fakes.slack import FakeSlack
from tests.fakes.teams import FakeTeams
from tests.waiting import until

DOGS = "Die Hundesteuer beträgt 120 Euro im Jahr. Blindenhunde sind nach § 12 befreit."
FEE = (
    "Ein Ausweis kostet 30,70 Euro im Jahr [1].\n\nBelege:\n"
    "[1] „Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr“"
)
CASH = "Sie ist bar zu zahlen [1].\n\nBelege:\n[1] „Sie ist bar zu zahlen“"
FALSE = "Es sind 99 Euro [1].\n\nBelege:\n[1] „Die Gebühr beträgt 99 Euro“"
NOTHING = "KEINE ANTWORT"
ODD = "Siehe <!channel> & <https://evil.example|hier> **fett** [1].\n\nBelege:\n[1] „Sie ist bar zu zahlen“"
KINDS: list[list[tuple[str, str, str]]] = [
    [("Was kostet ein Anwohnerparkausweis?", FEE, "up")],
    [("Wie zahle ich die Gebühr?", CASH, "down")],
    [("Was kostet die Parkgebühr?", FALSE, "")],
    [("Wie viele Einwohner hat der Mars?", NOTHING, "")],
    [("Zeigen Sie mir die Gebühr", ODD, "up")],
]
DIALOGUES = [
    [(f"{question} ({number})", reply, rating) for question, reply, rating in KINDS[number % len(KINDS)]]
    for number in range(20)
]
Record = list[Any]


@pytest.fixture
def pages(transactional_db: None) -> Document:
    return factories.document([FEES, DOGS], title="Gebühren und Steuern", external_id="gebuehren.pdf")


def record(channel: str) -> list[Record]:
    """What is stored of every answer of a channel, in the order of the questions."""
    turns = Turn.objects.filter(conversation__channel=channel).order_by("question")
    return [
        [
            turn.question, turn.state, turn.answer, turn.answer_html,
            list(turn.citations.values_list("number", "external_id", "page", "quote", "verified", "reason")),
            [(one.rating, one.reasons, one.comment) for one in Feedback.objects.filter(turn=turn)],
        ]
        for turn in turns
    ]  # fmt: skip


def replies() -> list[str]:
    return [reply for dialogue in DIALOGUES for _question, reply, _rating in dialogue]


async def on_the_web(slack: FakeSlack, teams: FakeTeams) -> None:
    for dialogue in DIALOGUES:
        for question, _reply, rating in dialogue:
            async with (
                turn_context(),
                aclosing(stream_turn_events(AskedQuestion(question, channel="web", language="de"))) as events,
            ):  # type: ignore[arg-type]
                done = [event async for event in events][-1]
            if rating:
                await asyncio.to_thread(rate_on_the_web, done.turn, rating)  # type: ignore[union-attr]


def rate_on_the_web(turn: str, rating: str) -> None:
    from django.db import connection

    reasons = ["wrong"] if rating == "down" else []
    store_feedback(Turn.objects.get(pk=turn), rating, reasons, "Zu teuer" if reasons else "")
    connection.close()


Send = Callable[[dict[str, Any], bool], Awaitable[None]]


async def in_slack(slack: FakeSlack, send: Send) -> None:
    for dialogue in DIALOGUES:
        for question, _reply, rating in dialogue:
            before = len(slack.messages("D1"))
            await send(slack.message(question), False)
            await until(lambda before=before: len(slack.messages("D1")) > before)  # type: ignore[misc]
            await quiet()
            if rating:
                await rate_in_slack(slack, send, slack.messages("D1")[-1], rating)


async def rate_in_slack(slack: FakeSlack, send: Send, message: dict[str, Any], rating: str) -> None:
    buttons = message["blocks"][-1]["elements"][0]
    side = buttons["positive_button" if rating == "up" else "negative_button"]
    views = len(slack.views)
    await send(slack.press(message, "auskunft_feedback", side["value"]), True)
    if rating == "down":
        await until(lambda: len(slack.views) > views)
        state = {
            "reasons": {"reasons": {"selected_options": [{"value": "wrong"}]}},
            "comment": {"comment": {"value": "Zu teuer"}},
        }
        view = slack.views[-1]["view"] | {"state": {"values": state}}
        await send(slack.interaction("view_submission", view=view), True)
    await quiet()


async def over_http(slack: FakeSlack, teams: FakeTeams) -> None:
    async def send(body: dict[str, Any], is_form: bool) -> None:
        assert await deliver(slack, body, form=is_form) == 200

    await in_slack(slack, send)


async def by_socket(slack: FakeSlack, teams: FakeTeams) -> None:
    stop = asyncio.Event()
    serving = asyncio.create_task(slack_socket_mode.serve_socket_mode(stop, lambda sentence: None))
    await until(lambda: slack.connections > 0)

    async def send(body: dict[str, Any], is_form: bool) -> None:
        payload = json.loads(body["payload"]) if is_form else body
        envelope = slack.send_envelope(payload, "interactive" if is_form else "events_api")
        await until(lambda: slack.is_acknowledged(envelope))

    await in_slack(slack, send)
    stop.set()
    await serving


async def in_teams(slack: FakeSlack, teams: FakeTeams) -> None:
    for number, dialogue in enumerate(DIALOGUES):
        conversation = f"personal-{number}"
        for question, _reply, rating in dialogue:
            assert (
                await deliver_activity(teams, teams.message(question, conversation=conversation))
            ).status_code == 200
            await quiet()
            if rating:
                await rate_in_teams(teams, conversation, rating)


async def rate_in_teams(teams: FakeTeams, conversation: str, rating: str) -> None:
    message = teams.messages(conversation)[-1]
    reaction = {"reaction": "like" if rating == "up" else "dislike"}
    value = {"data": {"actionName": "feedback", "actionValue": reaction}}
    asked = teams.invoke("message/fetchTask", value, reply_to=message["id"], conversation=conversation)
    form = (await deliver_activity(teams, asked)).json()
    assert form["task"]["value"]["card"]["content"]["type"] == "AdaptiveCard"
    values = {"reasons": "wrong", "comment": "Zu teuer"} if rating == "down" else {}
    value = {"actionName": "feedback", "actionValue": reaction | {"feedback": json.dumps(values)}}
    sent = teams.invoke("message/submitAction", value, reply_to=message["id"], conversation=conversation)
    assert (await deliver_activity(teams, sent)).status_code == 200


WAYS = [("web", on_the_web), ("slack", over_http), ("slack", by_socket), ("teams", in_teams)]


def test_every_channel_says_the_same(slack: FakeSlack, teams: FakeTeams, pages: Document, model: Model) -> None:
    assert len(DIALOGUES) == 20
    found = []
    for channel, way in WAYS:
        model(*replies())
        run(lambda way=way: way(slack, teams))  # type: ignore[misc]
        found.append(record(channel))
        Conversation.objects.all().delete()
    assert len(found[0]) == 20
    assert any(row[4] for row in found[0])
    assert {json.dumps(row[5]) for row in found[0]} == {
        "[]",
        '[["up", [], ""]]',
        '[["down", ["wrong"], "Zu teuer"]]',
    }
    for other in found[1:]:
        assert other == found[0]
    assert not Citation.objects.exists()
