"""The fake Slack answers both clients of Slack's library, as Slack does."""

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from tests.fakes.slack import TEAM, FakeSlack


def test_the_synchronous_client_gets_the_same_answers() -> None:
    with FakeSlack(scale=10_000) as slack:
        client = WebClient(token=slack.token, base_url=slack.api_url, timeout=5)
        assert client.auth_test()["team_id"] == TEAM
        posted = client.chat_postMessage(channel="C1", text="Guten Tag")
        client.chat_update(channel="C1", ts=str(posted["ts"]), text="Guten Abend")
        client.chat_postMessage(channel="C1", text="Und noch etwas", thread_ts=str(posted["ts"]))
        replies = client.conversations_replies(channel="C1", ts=str(posted["ts"]))["messages"]
        assert "Und noch etwas" in [one["text"] for one in replies]
        assert [one["text"] for one in slack.messages("C1")] == ["Guten Abend", "Und noch etwas"]
        slack.members["C1"] = ["U1"]
        assert client.conversations_members(channel="C1")["members"] == ["U1", "UBOT"]
        assert client.users_info(user="U1")["user"]["id"] == "U1"
        with pytest.raises(SlackApiError, match="invalid_auth"):
            WebClient(token="xoxb-other", base_url=slack.api_url, timeout=5).auth_test()
