"""The doctor names what is wrong and what to do, in German and English; the manifests connect this installation."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from apps.chat.channels.doctor import shared_checks
from apps.chat.channels.doctor.build_app_manifests import SLACK_SCOPES, slack_manifest, teams_manifest
from apps.chat.channels.doctor.run_checks import reports_as_json, run_checks
from apps.chat.models import Conversation, Interaction, PlatformUser, Room
from tests.fakes.slack import FakeSlack
from tests.fakes.teams import FakeTeams


def checks(platform: str) -> dict[str, dict[str, Any]]:
    found = reports_as_json(run_checks())["platforms"][platform]["checks"]
    return {check["name"]: check for check in found}


def asked_once(platform: str) -> None:
    room = Room.objects.create(platform=platform, workspace="1", external_id="C1")
    asker = PlatformUser.objects.create(platform=platform, workspace="1", external_id="U1")
    conversation = Conversation.objects.create(channel=platform, language="de")
    Interaction.objects.create(platform=platform, room=room, asker=asker, conversation=conversation, text="Was?")


def is_said_in_both_languages(check: dict[str, Any]) -> bool:
    texts = [text for text in (check["message"], check["fix"]) if text["de"] or text["en"]]
    return all(text["de"] != text["en"] for text in texts)


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("names", [(), ("SLACK_BOT_TOKEN", "TEAMS_APP_SECRET"), ("SLACK_APP_TOKEN",)], ids=str)
def test_every_finding_is_said_in_both_languages(
    slack: FakeSlack, teams: FakeTeams, settings: Any, names: tuple[str, ...]
) -> None:
    settings.SITE_URL = "http://localhost:8000"
    for name in names:
        setattr(settings, name, "")
    for platform in ("slack", "teams"):
        asked_once(platform)
    found = [*checks("slack").values(), *checks("teams").values()]
    assert len(found) > 6
    assert [check["name"] for check in found if not is_said_in_both_languages(check)] == []


@pytest.mark.usefixtures("transactional_db")
def test_without_settings_it_says_what_to_do_and_nothing_is_wrong(settings: Any) -> None:
    settings.SLACK_BOT_TOKEN = settings.SLACK_APP_TOKEN = settings.SLACK_SIGNING_SECRET = settings.TEAMS_APP_ID = ""
    out = StringIO()
    call_command("channels", "doctor", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert report["ok"] is True
    for platform in ("slack", "teams"):
        [check] = report["platforms"][platform]["checks"]
        assert check["state"] == "off"
        assert set(check["fix"]) == {"de", "en"}
        assert check["fix"]["en"]
        assert is_said_in_both_languages(check)


@pytest.mark.usefixtures("transactional_db")
def test_a_missing_scope_is_named(slack: FakeSlack) -> None:
    slack.scopes = ",".join(scope for scope in SLACK_SCOPES if scope != "im:history")
    found = checks("slack")
    assert found["token"]["state"] == "ok"
    assert found["scopes"]["state"] == "problem"
    assert "im:history" in found["scopes"]["fix"]["de"]
    assert "im:history" in found["scopes"]["fix"]["en"]
    assert found["socket_mode"]["state"] == "ok"
    assert found["clock"]["state"] == "ok"


@pytest.mark.usefixtures("transactional_db")
def test_a_wrong_token_and_an_address_that_nobody_reaches_end_the_command_with_status_1(
    slack: FakeSlack, settings: Any
) -> None:
    settings.SLACK_BOT_TOKEN, settings.SLACK_APP_TOKEN = "xoxb-wrong", ""
    settings.SITE_URL = "http://localhost:8000"
    with pytest.raises(CommandError) as raised:
        call_command("channels", "doctor", stdout=StringIO())
    assert raised.value.returncode == 1
    assert "token" in str(raised.value)
    assert "reachable" in str(raised.value)


@pytest.mark.usefixtures("transactional_db")
def test_whether_a_question_has_come_is_told_for_both_platforms(
    slack: FakeSlack, teams: FakeTeams, settings: Any
) -> None:
    settings.SITE_URL = "http://localhost:8000"
    assert {name: checks(name)["events"]["state"] for name in ("slack", "teams")} == {
        "slack": "unknown", "teams": "unknown"
    }  # fmt: skip
    asked_once("teams")
    assert {name: checks(name)["events"]["state"] for name in ("slack", "teams")} == {
        "slack": "unknown", "teams": "ok"
    }  # fmt: skip


@pytest.mark.usefixtures("transactional_db")
def test_teams_is_examined_too(teams: FakeTeams, settings: Any) -> None:
    settings.SITE_URL = "http://localhost:8000"
    found = checks("teams")
    assert {name: check["state"] for name, check in found.items()} == {
        "settings": "ok", "extra": "ok", "keys": "ok", "login": "ok", "clock": "ok", "reachable": "problem",
        "events": "unknown",
    }  # fmt: skip
    settings.TEAMS_APP_SECRET = "wrong"
    assert checks("teams")["login"]["state"] == "problem"


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("answered", ["<html>Bitte anmelden</html>", "[]", '{"expires_in": 3600}'])
def test_a_login_that_answers_with_something_else_is_a_finding(teams: FakeTeams, settings: Any, answered: str) -> None:
    settings.SITE_URL = "http://localhost:8000"
    teams.login_answer = answered
    login = checks("teams")["login"]
    assert login["state"] == "problem"
    assert "no token" in login["message"]["en"]


def test_a_clock_that_is_off_is_named() -> None:
    assert shared_checks.check_clock("Mon, 01 Jan 2024 10:00:00 GMT").state == "problem"
    assert shared_checks.check_clock("Fri, 01 Jan 2100 10:00:00 GMT").state == "problem"
    assert shared_checks.check_clock("").state == "unknown"


def test_the_manifests_name_this_installation_within_the_platforms_limits(settings: Any) -> None:
    settings.SITE_URL, settings.SLACK_APP_TOKEN, settings.SITE_NAME = "https://auskunft.example", "", "Auskunft" * 30
    slack = slack_manifest()
    assert slack["settings"]["event_subscriptions"]["request_url"] == "https://auskunft.example/slack/events"
    assert len(slack["features"]["agent_view"]["agent_description"]) <= 300
    assert len(slack["display_information"]["name"]) <= 35
    # Otherwise nobody hears that a workspace has taken the app away.
    assert {"app_uninstalled", "tokens_revoked"} <= set(slack["settings"]["event_subscriptions"]["bot_events"])
    assert "assistant_view" not in slack["features"]
    settings.SLACK_APP_TOKEN = "xapp-1"
    socket = slack_manifest()
    assert socket["settings"]["socket_mode_enabled"] is True
    assert "request_url" not in socket["settings"]["event_subscriptions"]
    teams = teams_manifest()
    assert teams["bots"][0]["scopes"] == ["personal", "team", "groupChat"]
    assert len(teams["name"]["short"]) <= 30
    assert len(teams["description"]["short"]) <= 80


def test_the_admin_shows_findings_and_manifests(admin_client: Client, settings: Any) -> None:
    settings.SLACK_BOT_TOKEN = settings.SLACK_APP_TOKEN = settings.SLACK_SIGNING_SECRET = settings.TEAMS_APP_ID = ""
    response = admin_client.get("/admin/chat/room/doctor/")
    assert response.status_code == 200
    assert b"agent_view" in response.content
    assert admin_client.get("/admin/chat/room/").status_code == 200
    assert Client().get("/admin/chat/room/doctor/").status_code == 302


@pytest.mark.parametrize("page", ["room", "platformuser", "interaction"])
def test_lists_in_the_admin_open(admin_client: Client, page: str) -> None:
    assert admin_client.get(f"/admin/chat/{page}/").status_code == 200
