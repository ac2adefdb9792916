"""What people read when the bot is added to a conversation of Teams."""

from typing import Any

import pytest

from apps.chat.models import Interaction
from apps.documents.models import Collection, Document
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from tests.chat.channels.conftest import QUESTION, deliver_activity, run
from tests.fakes.teams import BOT, FakeTeams


def added(teams: FakeTeams, *members: object, conversation: str = "personal-1", **more: Any) -> dict[str, Any]:
    activity = teams.message("", conversation=conversation) | {"type": "conversationUpdate", "membersAdded": [*members]}
    return activity | more


def told(teams: FakeTeams, *activities: dict[str, Any], conversation: str = "personal-1") -> list[dict[str, Any]]:
    async def deliver() -> None:
        for activity in activities:
            assert (await deliver_activity(teams, activity)).status_code == 200

    run(deliver)
    return teams.messages(conversation)


def test_before_the_first_question_people_read_who_answers_and_get_questions_to_press(
    teams: FakeTeams, fees: Document, transactional_db: None
) -> None:
    Collection.objects.update(example_questions=[QUESTION])
    Collection.objects.create(slug="intern", name="Intern", readers="staff", example_questions=["Geheim?"])
    [message] = told(teams, added(teams, {"id": "29:eva"}, {"id": BOT}))
    assert "keine personenbezogenen Daten" in message["text"]
    assert [one["value"] for one in message["suggestedActions"]["actions"]] == [QUESTION]
    assert not Interaction.objects.exists()


def test_it_says_that_text_leaves_the_house(teams: FakeTeams, fees: Document, transactional_db: None) -> None:
    outside = Endpoint.objects.create(name="cloud", base_url="https://models.example/v1/", is_remote=True)
    row = ChatModel.objects.create(endpoint=outside, name="gross", context_window=8_000, max_output_tokens=500)
    ModelOrder.objects.create(purpose="default", model=row, position=0)
    [message] = told(teams, added(teams, {"id": BOT}))
    assert "außerhalb" in message["text"]


def test_a_group_gets_the_notice_alone(teams: FakeTeams, fees: Document, transactional_db: None) -> None:
    Collection.objects.update(example_questions=[QUESTION])
    [message] = told(teams, added(teams, {"id": BOT}, conversation="group-1"), conversation="group-1")
    assert "suggestedActions" not in message


@pytest.mark.parametrize(
    "change",
    [
        {"membersAdded": [{"id": "29:eva"}]}, {"membersAdded": None}, {"membersAdded": ["28:bot", 5]},
        {"membersAdded": [{"id": BOT}], "from": None}, {"membersAdded": [{"id": BOT}], "from": {"id": "\0"}},
        {"membersAdded": [{"id": BOT}], "recipient": None},
    ],
)  # fmt: skip
def test_nothing_is_said_when_others_come_or_nobody_is_named(
    teams: FakeTeams, transactional_db: None, change: dict[str, Any]
) -> None:
    assert told(teams, added(teams) | change) == []
