"""The whole way of a complaint: thumb down in Slack, a case in the admin, a run that passes, one note in the thread."""

import asyncio
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from apps.chat.channels import answer_abandoned_interactions
from apps.chat.models import Delivery, PlatformUser, Turn
from apps.documents.models import Document
from apps.evaluation.models import Case, Run, Suite
from apps.llm.models import ChatModel
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from config.bridges.notify_of_fixed_cases import process_fixed_cases
from tests.chat.channels.conftest import QUESTION, REPLY, Model, deliver, fees, model, quiet, run, slack
from tests.fakes.slack import FakeSlack
from tests.waiting import until

__all__ = ["fees", "model", "slack"]


async def ask_and_complain(slack: FakeSlack) -> None:
    await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))
    await quiet()
    [message] = slack.messages("C1")
    value = message["blocks"][-1]["elements"][0]["negative_button"]["value"]
    await deliver(slack, slack.press(message, "auskunft_feedback", value), form=True)
    await until(lambda: bool(slack.views))
    state = {"reasons": {"reasons": {"selected_options": [{"value": "wrong"}]}}}
    view = slack.views[-1]["view"] | {"state": {"values": state}}
    await deliver(slack, slack.interaction("view_submission", view=view), form=True)


def make_a_case(admin: Client, turn: Turn, suite: Suite) -> Case:
    """As an evaluator does, from the list of feedback."""
    form = {"suite": suite.pk, "question": QUESTION, "reference": "30,70 Euro im Jahr"}
    assert admin.post(f"/admin/evaluation/case/from-turn/{turn.pk}/", form).status_code == 302
    return Case.objects.get()


def run_the_suite() -> Run:
    call_command("evaluate", "dialogues", "--suite", "pruefung", "--turns", "1", "--json", stdout=StringIO())
    return Run.objects.latest("pk")


def look_after_notes() -> None:
    """What the queue does every minute, and the web process every few seconds."""
    process_fixed_cases()
    asyncio.run(answer_abandoned_interactions.send_owed_messages())
    connection.close()


def notes_in(slack: FakeSlack) -> list[dict[str, Any]]:
    return [one for one in slack.messages("C1") if "nicht hilfreich gemeldet" in one["text"]]


@pytest.mark.parametrize("wants_notes", [True, False])
def test_whoever_complained_gets_one_note_when_the_case_passes_and_none_when_they_want_none(
    slack: FakeSlack, fees: Document, model: Model, admin_client: Client, wants_notes: bool
) -> None:
    create_default_profiles()
    # Sentences of the documents in its place would answer the question.
    ChatModel.objects.filter(name="offline-extractive").update(is_active=False)
    ChatModel.objects.get_or_create(name="offline-extractive", endpoint=None, defaults={"is_active": False})
    suite = Suite.objects.create(slug="pruefung", name="Prüfung")
    model("Das weiß niemand so genau.")
    run(lambda: ask_and_complain(slack))
    turn = Turn.objects.get()
    assert turn.feedback.get().reasons == ["wrong"]
    case = make_a_case(admin_client, turn, suite)
    Case.objects.filter(pk=case.pk).update(required=["30,70"])

    # The model still says the same: the case fails and nobody is told anything.
    model(*["Das weiß niemand so genau."] * 3)
    assert run_the_suite().dialogues.get().passed is False
    look_after_notes()
    assert notes_in(slack) == []

    if not wants_notes:
        run(lambda: deliver_wish(slack))
        assert not PlatformUser.objects.get().wants_notes
    model(*[REPLY] * 6)
    assert run_the_suite().dialogues.get().passed
    for _again in range(2):
        look_after_notes()
    # It passes once more, and once more: nobody wants to hear that again.
    run_the_suite()
    look_after_notes()

    found = notes_in(slack)
    assert len(found) == int(wants_notes)
    assert all(note["thread_ts"] == slack.messages("C1")[0]["thread_ts"] for note in found)
    assert Delivery.objects.filter(purpose="note").count() == int(wants_notes)
    assert QUESTION not in json.dumps(found)


async def deliver_wish(slack: FakeSlack) -> None:
    await deliver(slack, slack.message("Hinweise aus"))
