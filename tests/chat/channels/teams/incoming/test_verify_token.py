"""Sixteen bad tokens and malformed activities: 4xx, nothing called, no traceback.

Nothing is stored either: but for the last one these tests have no database, and whoever asks for it fails.
"""

import asyncio
import json
import logging
import time
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from apps.chat.channels.interface.reply_sender import UnavailableError
from apps.chat.channels.teams import connector
from apps.chat.channels.teams.incoming import verify_token
from apps.chat.models import PlatformUser
from apps.documents.models import Document
from tests.chat.channels.conftest import QUESTION, REPLY, Model, deliver_activity, post, run
from tests.fakes.document_host import DocumentHost
from tests.fakes.teams import APP_ID, FakeTeams

NOW = time.time
OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def unsigned(teams: FakeTeams) -> str:
    return jwt.encode({"iss": "https://api.botframework.com", "aud": APP_ID}, "", algorithm="none")


def with_public_key(teams: FakeTeams) -> str:
    """The old trick: the published key taken as a shared secret."""
    claims = {
        "iss": "https://api.botframework.com", "aud": APP_ID, "exp": int(NOW()) + 600, "serviceurl": teams.service_url
    }  # fmt: skip
    return jwt.encode(claims, "n" * 64, algorithm="HS256", headers={"kid": "key-1"})


TOKENS: dict[str, Any] = {
    "none at all": lambda teams: "",
    "no token": lambda teams: "Bearer ",
    "another scheme": lambda teams: f"Basic {teams.token()}",
    "not three parts": lambda teams: "Bearer abc",
    "not base64": lambda teams: "Bearer ä.ö.ü",
    "endless": lambda teams: "Bearer " + "a" * 20_000,
    "unsigned": lambda teams: f"Bearer {unsigned(teams)}",
    "public key as secret": lambda teams: f"Bearer {with_public_key(teams)}",
    "another issuer": lambda teams: f"Bearer {teams.token(iss='https://sts.windows.net/x/')}",
    "another audience": lambda teams: f"Bearer {teams.token(aud='another-app')}",
    "expired": lambda teams: f"Bearer {teams.token(exp=int(NOW()) - 400)}",
    "without end": lambda teams: f"Bearer {teams.token(exp=None)}",
    "not yet": lambda teams: f"Bearer {teams.token(nbf=int(NOW()) + 400)}",
    "end is a fraction of nothing": lambda teams: f"Bearer {teams.token(exp='soon')}",
    "signed with another key": lambda teams: f"Bearer {teams.token(key=OTHER_KEY)}",
    "unknown key": lambda teams: f"Bearer {teams.token(key=OTHER_KEY, headers={'kid': 'key-9'})}",
    "no key id": lambda teams: f"Bearer {teams.token(headers={'kid': None})}",
    "another service url": lambda teams: f"Bearer {teams.token(serviceurl='https://evil.example/')}",
    "no service url": lambda teams: f"Bearer {teams.token(serviceurl=None)}",
}


def refused(
    teams: FakeTeams, caplog: pytest.LogCaptureFixture, headers: dict[str, str], raw: bytes, statuses: range
) -> None:
    async def send() -> None:
        response = await post("/teams/messages", raw, headers)
        assert response.status_code in statuses, response.content
        assert b"Traceback" not in response.content

    run(send)
    assert teams.log == []
    assert teams.logins == 0
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


@pytest.mark.parametrize("kind", TOKENS)
def test_a_bad_token_is_refused(teams: FakeTeams, caplog: pytest.LogCaptureFixture, kind: str) -> None:
    raw = json.dumps(teams.message(QUESTION)).encode()
    headers = {"Content-Type": "application/json", "Authorization": TOKENS[kind](teams)}
    refused(teams, caplog, headers, raw, range(403, 404))


def test_there_are_at_least_sixteen_tokens() -> None:
    assert len(TOKENS) >= 16


def test_a_service_url_on_another_host_is_refused_whatever_the_token_says(
    teams: FakeTeams, caplog: pytest.LogCaptureFixture
) -> None:
    for url in ("https://evil.example/", "http://smba.trafficmanager.net/", "https://a@127.0.0.1/", "file:///etc"):
        activity = teams.message(QUESTION, serviceUrl=url)
        headers, raw = teams.signed(activity, teams.token(serviceurl=url))
        refused(teams, caplog, headers, raw, range(403, 404))


def test_unknown_keys_do_not_make_us_fetch_again_and_again(teams: FakeTeams) -> None:
    async def send() -> None:
        for number in range(20):
            token = teams.token(key=OTHER_KEY, headers={"kid": f"key-{number + 100}"})
            assert (await deliver_activity(teams, teams.message(QUESTION), token)).status_code == 403

    run(send)
    assert teams.key_fetches == 1


def test_keys_are_fetched_once_a_day(teams: FakeTeams, monkeypatch: pytest.MonkeyPatch) -> None:
    async def send_after(seconds: float) -> int:
        now = time.monotonic() + seconds
        monkeypatch.setattr(verify_token.time, "monotonic", lambda: now)
        await verify_token.KEYS.find("key-1")
        return teams.key_fetches

    async def send() -> None:
        assert [await send_after(seconds) for seconds in (0, 60, 12 * 3600, 25 * 3600)] == [1, 1, 1, 2]

    run(send)


BODIES: dict[str, bytes] = {
    "empty": b"",
    "not JSON": b"{",
    "a list": b"[]",
    "not UTF-8": b'{"type": "\xff"}',
    "nested without end": b"[" * 100_000,
    "too big": b'{"text": "' + b"x" * 1_100_000 + b'"}',
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_body_that_is_no_activity_is_refused(teams: FakeTeams, caplog: pytest.LogCaptureFixture, kind: str) -> None:
    headers, _raw = teams.signed({})
    refused(teams, caplog, headers, BODIES[kind], range(400, 500))


@pytest.mark.parametrize(
    "change",
    [
        {"conversation": None}, {"conversation": "x"}, {"conversation": {"id": 5}}, {"from": None},
        {"from": {"id": ""}}, {"type": None}, {"type": ["message"]}, {"id": None}, {"channelId": "webchat"},
        {"serviceUrl": None}, {"recipient": "x"}, {"recipient": ["28:bot"]}, {"recipient": 5},
        {"from": {"id": "x" * 1_000}},
    ],
)  # fmt: skip
def test_an_activity_of_another_shape_is_refused(
    teams: FakeTeams, caplog: pytest.LogCaptureFixture, change: dict[str, Any]
) -> None:
    headers, raw = teams.signed(teams.message(QUESTION) | change)
    refused(teams, caplog, headers, raw, range(400, 500))


KINDS = [
    "conversationUpdate", "installationUpdate", "messageUpdate", "messageDelete", "messageReaction", "typing", "event",
    "endOfConversation", "handoff", "contactRelationUpdate", "deleteUserData", "suggestion", "trace", "command",
    "commandResult", "never_heard_of",
]  # fmt: skip
INVOKES = """
actionableMessage/executeAction adaptiveCard/action application/search composeExtension/anonymousQueryLink
composeExtension/fetchTask composeExtension/onCardButtonClicked composeExtension/query composeExtension/queryLink
composeExtension/querySettingUrl composeExtension/selectItem composeExtension/setting composeExtension/submitAction
config/fetch config/submit fileConsent/invoke handoff/action message/fetchTask message/submitAction signin/failure
signin/tokenExchange signin/verifyState suggestedActions/submit tab/fetch tab/submit task/fetch task/submit
never_heard_of
"""
"""All that Teams documents; those about feedback say nothing here that could be stored."""
EVENTS = """
application/vnd.microsoft.meetingStart application/vnd.microsoft.meetingEnd
application/vnd.microsoft.meetingParticipantJoin application/vnd.microsoft.meetingParticipantLeave
application/vnd.microsoft.readReceipt tokens/response
"""
UPDATES = """
channelCreated channelDeleted channelMemberAdded channelMemberRemoved channelRenamed channelRestored channelShared
channelUnshared teamArchived teamDeleted teamHardDeleted teamMemberAdded teamMemberRemoved teamRenamed teamRestored
teamUnarchived editMessage undeleteMessage softDeleteMessage
"""
"""What conversationUpdate, messageUpdate and messageDelete name in their channel data."""
ODD_VALUES: list[Any] = [
    None,
    5,
    "x",
    [],
    {},
    {"data": 5},
    {"data": {"actionName": "feedback"}},
    {"actionName": "other"},
]


def test_activities_of_every_kind_are_acknowledged_and_ignored(teams: FakeTeams) -> None:
    async def send() -> None:
        for kind in KINDS:
            assert (await deliver_activity(teams, teams.message(QUESTION, type=kind))).status_code == 200, kind
        for name in INVOKES.split():
            for value in ODD_VALUES:
                activity = teams.invoke(name, value, reply_to="nothing")
                assert (await deliver_activity(teams, activity)).status_code == 200, (name, value)
        for name in EVENTS.split():
            event = teams.message("", type="event", name=name, value={"MeetingType": "Scheduled"})
            assert (await deliver_activity(teams, event)).status_code == 200, name
        for name in UPDATES.split():
            for kind in ("conversationUpdate", "messageUpdate", "messageDelete"):
                update = teams.message(QUESTION, type=kind, channelData={"eventType": name})
                assert (await deliver_activity(teams, update)).status_code == 200, (kind, name)
        for sender in ({"id": "28:other-bot"}, {"id": "29:x", "role": "bot"}, {"id": "28:bot"}):
            activity = teams.message(QUESTION) | {"from": sender}
            assert (await deliver_activity(teams, activity)).status_code == 200

    run(send)
    assert teams.log == []


def test_a_room_without_a_mention_is_not_answered(teams: FakeTeams) -> None:
    async def send() -> None:
        await deliver_activity(teams, teams.message(QUESTION, conversation="group-1"))

    run(send)


def test_without_settings_or_without_the_extra_a_sentence_says_so(
    teams: FakeTeams, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def status() -> tuple[int, bytes]:
        response = await deliver_activity(teams, teams.message(QUESTION))
        return response.status_code, response.content

    async def send() -> None:
        monkeypatch.setattr(connector, "is_installed", lambda: False)
        assert await status() == (503, connector.NOT_INSTALLED_MESSAGE.encode())
        settings.TEAMS_APP_ID = ""
        assert (await status())[0] == 404

    run(send)


def test_zero_characters_are_left_out_wherever_they_stand(teams: FakeTeams, fees: Document, model: Model) -> None:
    """They pass JSON, and no database stores them."""
    model(REPLY)
    odd = teams.message(f"{QUESTION}\0", locale="de\0-DE")
    odd["from"]["name"] = "E\0va"
    odd["channelData"] = {"tenant": {"id": "tenant-1\0"}, "a\0": ["\0"]}

    async def send() -> None:
        assert (await deliver_activity(teams, odd)).status_code == 200

    run(send)
    person = PlatformUser.objects.get()
    assert (person.name, person.workspace, person.told_language) == ("Eva", "tenant-1", "de-DE")
    assert len(teams.messages("personal-1")) == 1


async def test_keys_that_come_a_byte_now_and_then_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_token, "FETCH_SECONDS", 0.5)
    with DocumentHost() as host:
        host.script("/openid", b"HTTP/1.1 200 OK\r\nX: ", *[b"x"] * 100, pause=0.1)
        started = time.monotonic()
        with pytest.raises(verify_token.BadTokenError, match="TimeoutError"):
            await verify_token.fetch_published_keys(host.url("/openid"))
        assert time.monotonic() - started < 4


async def test_two_questions_that_come_while_the_keys_are_fetched_are_both_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, begun = [], asyncio.Event()

    async def slow(url: str) -> tuple[dict[str, object], dict[str, list[str]]]:
        asked.append(url)
        begun.set()
        await asyncio.sleep(0.05)
        return {"key-1": "one"}, {}

    monkeypatch.setattr(verify_token, "fetch_published_keys", slow)
    keys = verify_token.SigningKeys()
    first = asyncio.create_task(keys.find("key-1"))
    await begun.wait()
    assert await keys.find("key-1") == await first == "one"
    assert len(asked) == 1


async def test_keys_stay_while_newer_ones_cannot_be_fetched_and_are_asked_for_again_in_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, asked = [1_000_000.0], []

    async def published(url: str) -> tuple[dict[str, object], dict[str, list[str]]]:
        asked.append(url)
        if len(asked) == 1:
            return {"key-1": "one"}, {}
        raise verify_token.BadTokenError("away")

    monkeypatch.setattr(verify_token, "fetch_published_keys", published)
    monkeypatch.setattr(verify_token.time, "monotonic", lambda: now[0])
    keys = verify_token.SigningKeys()
    for later, fetches in ((0.0, 1), (25 * 3600.0, 2), (30.0, 2), (61.0, 3)):
        now[0] += later
        assert (await keys.find("key-1"), len(asked)) == ("one", fetches)


async def test_a_list_without_keys_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    async def listed(url: str) -> dict[str, Any]:
        return {"jwks_uri": "https://keys.example/", "keys": [{"kid": "no key"}]}

    monkeypatch.setattr(verify_token, "json_object_at", listed)
    with pytest.raises(verify_token.BadTokenError, match="no keys"):
        await verify_token.fetch_published_keys("https://keys.example/openid")


async def test_a_tenant_that_makes_no_address_is_no_traceback(settings: Any) -> None:
    settings.TEAMS_TENANT_ID = "amt\nstadt"
    with pytest.raises(UnavailableError, match="login: InvalidURL"):
        await connector.BotToken().fetch()


async def test_a_key_that_speaks_for_other_channels_alone_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def claims_of(token: str) -> tuple[dict[str, Any], list[str]]:
        return {"serviceurl": "https://smba.trafficmanager.net/de/"}, endorsed

    monkeypatch.setattr(verify_token, "verified_claims", claims_of)
    activity = {"serviceUrl": "https://smba.trafficmanager.net/de", "channelId": "msteams"}
    endorsed = ["webchat", "msteams"]
    await verify_token.verify_request({"Authorization": "Bearer x"}, activity)
    endorsed = ["webchat"]
    with pytest.raises(verify_token.BadTokenError, match="channel not endorsed"):
        await verify_token.verify_request({"Authorization": "Bearer x"}, activity)
