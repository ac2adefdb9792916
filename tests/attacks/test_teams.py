"""Forged tokens and hostile activities to the Teams channel; the signed ones are what members of a tenant can do."""

import json
import random
import time
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from apps.chat.channels.teams.incoming import verify_token
from apps.chat.channels.teams.parse_activity import readable_activity_text
from apps.chat.models import Interaction, PlatformUser, Turn
from apps.documents.models import Document
from apps.outbound_network.read_bounded_response import LONGEST_ANSWER
from tests.attacks.hostile_json import VALUES, changed, written
from tests.attacks.request_trial import collected_tracebacks
from tests.chat.channels.conftest import QUESTION, REPLY, Model, post, quiet, run
from tests.fakes.teams import APP_ID, FakeTeams
from tests.processor_time import at_most

SEED = 19
PATH = "/teams/messages"
OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
CLAIMS: dict[str, list[Any]] = {
    "iss": ["https://api.botframework.com/", "https://api.botframework.com.evil.example", "", None],
    "aud": ["", "*", APP_ID.upper() + "x", [], ["another"], {"a": APP_ID}, 0, None],
    "exp": [0, -1, int(time.time()) - 3_600, "soon", None, [], 1e300],
    "nbf": [2**40, "later", []],
    "serviceurl": ["https://evil.example/", "http://169.254.169.254/", "//evil", "", 5, [], None],
}
HEADERS: list[dict[str, Any]] = [
    {"kid": None}, {"kid": ""}, {"kid": "key-2"}, {"kid": "../key-1"}, {"kid": "\0"}, {"kid": "x" * 10_000},
]  # fmt: skip


def forged_token(teams: FakeTeams, chance: random.Random) -> str:
    match chance.randrange(6):
        case 0:
            name = chance.choice(list(CLAIMS))
            return teams.token(**{name: chance.choice(CLAIMS[name])})
        case 1:
            return teams.token(headers=chance.choice(HEADERS))
        case 2:
            return teams.token(key=OTHER_KEY)
        case 3:
            head, body, sign = teams.token().split(".")
            part = chance.choice([head, body, sign])
            place = chance.randrange(len(part) - 2)
            cut = part[:place] + ("A" if part[place] != "A" else "B") + part[place + 1 :]
            return ".".join(cut if one == part else one for one in (head, body, sign))
        case 4:
            claims = {"iss": "https://api.botframework.com", "aud": APP_ID, "exp": int(time.time()) + 600}
            secret, algorithm = chance.choice([("", "none"), ("n" * 64, "HS256"), ("n" * 64, "HS512")])
            return jwt.encode(claims | {"serviceurl": teams.service_url}, secret, algorithm, headers={"kid": "key-1"})
        case _:
            return str(chance.choice(["", "a.b.c", "..", "a" * 20_000, "null", "{}", teams.token() + ".x", "ey\0.x.y"]))


def activities(teams: FakeTeams) -> list[dict[str, Any]]:
    feedback = {"actionName": "feedback", "actionValue": {"reaction": "like"}}
    return [
        teams.message(QUESTION),
        teams.mention(QUESTION),
        teams.invoke("message/submitAction", feedback, reply_to="1"),
        teams.message("", value={"auskunft": "approve", "interaction": "1"}, attachments=[]),
        teams.message(QUESTION, type="conversationUpdate", membersAdded=[{"id": "28:bot"}]),
    ]


async def answered(raw: bytes, headers: dict[str, str]) -> int:
    """The status; never one of 500, never a traceback."""
    response = await post(PATH, raw, headers)
    assert response.status_code < 500, (raw[:300], response.content[:200])
    assert b"Traceback" not in response.content
    return int(response.status_code)


def test_no_forged_token_opens_anything(teams: FakeTeams) -> None:
    """It has no database: whoever asked for it would fail."""
    chance = random.Random(SEED)  # noqa: S311 - the same forgeries every time

    async def forge() -> None:
        for _ in range(120):
            token = forged_token(teams, chance)
            headers, raw = teams.signed(chance.choice(activities(teams)))
            headers |= {"Authorization": f"{chance.choice(['Bearer ', 'bearer ', 'Basic ', ''])}{token}"}
            assert await answered(raw, headers) == 403, token

    with collected_tracebacks() as tracebacks:
        run(forge)
    assert tracebacks == []
    assert (teams.log, teams.logins) == ([], 0)
    assert teams.key_fetches <= 1


def test_no_answer_and_no_token_of_ours_goes_to_another_host(teams: FakeTeams) -> None:
    """Whatever a rightly signed token says of it."""
    other = [
        "https://evil.example/", f"http://{teams.host}@evil.example/", f"http://evil.example/{teams.host}", "ftp://x/",
        f"http://{teams.host}.evil.example/", "http://127.0.0.1:1/", "http://[::1]/", "", "x" * 9_000,
        f"http://{teams.host}\\@evil.example/", f"http://evil.example#{teams.host}", "http://169.254.169.254/",
    ]  # fmt: skip

    async def send() -> None:
        for url in other:
            headers, raw = teams.signed(teams.message(QUESTION, serviceUrl=url), teams.token(serviceurl=url))
            assert 400 <= await answered(raw, headers) < 500, url

    with collected_tracebacks() as tracebacks:
        run(send)
    assert tracebacks == []
    assert (teams.log, teams.logins) == ([], 0)


def test_activities_that_are_nearly_right_are_answered_or_refused(
    teams: FakeTeams, fees: Document, model: Model
) -> None:
    model(*[REPLY] * 400)
    chance = random.Random(SEED)  # noqa: S311 - the same activities every time
    statuses = set()

    async def send() -> None:
        for _ in range(120):
            headers, _raw = teams.signed({})
            statuses.add(await answered(written(changed(chance.choice(activities(teams)), chance), chance), headers))
        await quiet()

    with collected_tracebacks() as tracebacks:
        run(send)
    assert tracebacks == []
    assert statuses >= {200, 400}
    assert all("\0" not in one.text for one in Interaction.objects.all())
    assert all(one.platform == "teams" and one.external_id for one in PlatformUser.objects.all())


def test_hundreds_of_deliveries_of_one_activity_are_one_answer(teams: FakeTeams, fees: Document, model: Model) -> None:
    model(REPLY)
    headers, raw = teams.signed(teams.message(QUESTION))

    async def again_and_again() -> None:
        for _ in range(100):
            assert await answered(raw, headers) == 200
        await quiet()

    with collected_tracebacks() as tracebacks:
        run(again_and_again)
    assert tracebacks == []
    assert (Interaction.objects.count(), Turn.objects.count(), len(teams.messages("personal-1"))) == (1, 1, 1)


def test_no_text_of_a_member_or_a_model_mentions_a_room_or_hides_a_link(
    teams: FakeTeams, fees: Document, model: Model
) -> None:
    hostile = [one for one in VALUES if isinstance(one, str) and one.strip()]
    model(*["<at>Alle</at> [hier](https://evil.example/) <a href='https://evil.example/'>x</a> " + REPLY] * 100)

    async def ask() -> None:
        for text in hostile:
            headers, raw = teams.signed(teams.message(text))
            assert await answered(raw, headers) in (200, 400)
            await quiet()

    with collected_tracebacks() as tracebacks:
        run(ask)
    assert tracebacks == []
    sent = teams.messages("personal-1")
    assert sent
    said = json.dumps(sent, ensure_ascii=False)
    assert [sign for sign in ("<at>", "](https://evil", "<a href") if sign in said] == []
    assert not [one for message in sent for one in message.get("entities") or [] if one.get("type") == "mention"]


def test_marks_that_never_end_hold_up_nobody(teams: FakeTeams) -> None:
    """As long as Teams lets a message be; the answers of everybody else wait in the same process meanwhile."""
    ours = {"type": "mention", "mentioned": {"id": teams.message("")["recipient"]["id"]}}
    for mark in ("<at>", "<at ", "<", "&lt;", "<at></at", "</at>", "<at>\n"):
        text = mark * (100_000 // len(mark))
        many = [ours | {"text": f"<at>{number}</at>"} for number in range(5_000)]
        for form in ("plain", "xml"):
            with at_most(1):
                readable_activity_text(teams.message(text, textFormat=form, entities=many))


PUBLISHED: list[Any] = [
    None, [], "x", 5, {}, {"keys": None}, {"keys": 5}, {"keys": "key-1"}, {"keys": ["key-1", None, 5]},
    {"keys": [{"kid": "key-1"}]}, {"keys": [{"kid": ["key-1"], "kty": "RSA"}]}, {"keys": {"kid": "key-1"}},
    {"keys": [{"kid": "key-1", "kty": "oct", "k": "AAAA"}]}, "endless",
]  # fmt: skip


def test_whatever_the_server_of_keys_answers_is_no_key(teams: FakeTeams) -> None:
    """It has no database: whoever asked for it would fail."""

    async def send() -> None:
        for said in PUBLISHED:
            teams.published = said
            verify_token.KEYS.fetched_at = verify_token.KEYS.asked_at = float("-inf")
            headers, raw = teams.signed(teams.message(QUESTION))
            assert await answered(raw, headers) == 403, said
        teams.published = None

    with collected_tracebacks() as tracebacks:
        run(send)
    assert tracebacks == []
    assert teams.sent < 20 * LONGEST_ANSWER


def test_a_key_whose_channels_cannot_be_read_speaks_for_none(teams: FakeTeams) -> None:
    public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(teams.key.public_key()))

    async def send() -> None:
        for endorsements in (5, True, ["webchat"], "msteams", [{"a": 1}], {"a": 1}):
            teams.published = {"keys": [public | {"kid": "key-1", "endorsements": endorsements}]}
            verify_token.KEYS.fetched_at = verify_token.KEYS.asked_at = float("-inf")
            headers, raw = teams.signed(teams.message(QUESTION))
            assert await answered(raw, headers) == 403, endorsements

    with collected_tracebacks() as tracebacks:
        run(send)
    assert tracebacks == []
