"""Somebody in need is answered in Slack and Teams, too: by the card, once, with nothing of the message kept."""

from apps.chat.models import Interaction, Turn
from apps.documents.models import Document
from tests.chat.channels.conftest import as_text, deliver, deliver_activity, run, states
from tests.config.api.resources.test_conversations import rows_with
from tests.fakes.slack import FakeSlack
from tests.fakes.teams import FakeTeams

CRISIS = "Ich will mich umbringen, Zyklotron"


def test_slack_gets_the_card_without_label_and_rating(slack: FakeSlack, fees: Document) -> None:
    async def talk() -> None:
        assert await deliver(slack, slack.message(CRISIS)) == 200

    run(talk)
    [message] = slack.messages("D1")
    shown = as_text(message)
    assert "112" in shown
    assert "feedback_buttons" not in shown
    assert "KI-generiert" not in shown
    assert states() == ["answered"]
    assert_nothing_is_kept()


def test_teams_gets_the_card_without_label_and_rating(teams: FakeTeams, fees: Document) -> None:
    async def talk() -> None:
        assert (await deliver_activity(teams, teams.message(CRISIS))).status_code == 200

    run(talk)
    [message] = teams.messages("personal-1")
    assert "112" in message["text"]
    assert "AIGeneratedContent" not in as_text(message)
    assert "feedbackLoop" not in as_text(message)
    assert states() == ["answered"]
    assert_nothing_is_kept()


def test_a_note_that_slack_refuses_does_not_take_the_answer_with_it(slack: FakeSlack, fees: Document) -> None:
    def limited(_slack: FakeSlack, _values: dict[str, object]) -> dict[str, object]:
        return {"ok": False, "error": "not_in_channel"}

    slack.trouble["chat.postEphemeral"] = [limited] * 5

    async def talk() -> None:
        assert await deliver(slack, slack.message("ich habe große angst allein in der wohnung")) == 200

    run(talk)
    assert states() == ["answered"]
    assert len(slack.messages("D1")) == 1


def assert_nothing_is_kept() -> None:
    assert not Turn.objects.exists()
    assert Interaction.objects.count() == 1
    assert rows_with("umbringen") == rows_with("Zyklotron") == 0


def test_what_may_be_a_crisis_is_answered_and_the_card_shown_to_who_asked(slack: FakeSlack, fees: Document) -> None:
    async def talk() -> None:
        assert await deliver(slack, slack.message("ich habe große angst allein in der wohnung")) == 200

    run(talk)
    [hint] = slack.calls("chat.postEphemeral")
    assert "112" in as_text(hint.values)
    assert Turn.objects.count() == 1
    assert len(slack.messages("D1")) == 1
