"""A Slack and a Teams on loopback, the product connected to both, and a model that says what a test wants."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.test import AsyncClient

from apps.chat.channels.delivery import start_background_task
from apps.chat.channels.slack import web_api
from apps.chat.channels.slack.incoming import bolt_app
from apps.chat.channels.slack.rate_limits import SlackLimits
from apps.chat.channels.teams import connector
from apps.chat.channels.teams.incoming import verify_token
from apps.chat.models import Interaction
from apps.documents.models import Document
from apps.llm.model_registry import build_language_model
from apps.llm.models import Purpose
from apps.llm.types import LanguageModel
from tests import factories
from tests.fakes.models import FakeLanguageModel
from tests.fakes.slack import FakeSlack
from tests.fakes.teams import APP_ID, TENANT, FakeTeams

QUESTION = "Was kostet ein Anwohnerparkausweis?"
FEES = "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr. Sie ist bar zu zahlen."
REPLY = (
    "Ein Anwohnerparkausweis kostet 30,70 Euro im Jahr [1].\n\nBelege:\n"
    "[1] „Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr“"
)


@pytest.fixture
def slack(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeSlack]:
    with FakeSlack(scale=100) as fake:
        settings.SLACK_API_URL = fake.api_url
        settings.SLACK_BOT_TOKEN = fake.token
        settings.SLACK_SIGNING_SECRET = fake.secret
        settings.SLACK_APP_TOKEN = fake.app_token
        settings.SITE_URL = "https://auskunft.example"
        monkeypatch.setattr(web_api, "LIMITS", SlackLimits(scale=100))
        bolt_app.bolt_app.cache_clear()
        yield fake
        bolt_app.bolt_app.cache_clear()


@pytest.fixture
def teams(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeTeams]:
    with FakeTeams() as fake:
        settings.TEAMS_APP_ID, settings.TEAMS_APP_SECRET, settings.TEAMS_TENANT_ID = APP_ID, fake.secret, TENANT
        settings.TEAMS_OPENID_METADATA_URL, settings.TEAMS_LOGIN_URL = fake.metadata_url, fake.login_url
        settings.TEAMS_SERVICE_HOSTS = [fake.host]
        settings.SITE_URL = "https://auskunft.example"
        monkeypatch.setattr(verify_token, "KEYS", verify_token.SigningKeys())
        monkeypatch.setattr(connector, "TOKEN", connector.BotToken())
        monkeypatch.setattr(connector, "_apis", {})
        yield fake


@pytest.fixture
def fees(transactional_db: None) -> Document:
    """Committed, because a turn works in a thread of its own."""
    return factories.document([FEES], title="Gebühren", external_id="gebuehren.pdf")


Model = Callable[..., FakeLanguageModel]


def model_of_a_turn(fake: FakeLanguageModel, purpose: str, **values: Any) -> LanguageModel:
    """The fake writes what people read; what a search asks of models on its way, the configured ones reply."""
    return build_language_model(purpose, **values) if purpose in {Purpose.MAP, Purpose.ROUTE} else fake


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Model:
    """`model("reply", …)`: from now on this model answers, in every channel."""

    def install(*replies: Any) -> FakeLanguageModel:
        fake = FakeLanguageModel(*replies)
        monkeypatch.setattr("apps.llm.prompts_and_models_in_use.build_language_model", partial(model_of_a_turn, fake))
        return fake

    return install


async def deliver(slack: FakeSlack, body: dict[str, Any], *, form: bool = False) -> int:
    """One request of Slack's; gives back the status."""
    headers, raw = slack.signed(body, form=form)
    response = await post("/slack/events", raw, headers)
    return response.status_code


async def deliver_activity(teams: FakeTeams, activity: dict[str, Any], token: str | None = None) -> Any:
    """One request of Teams'; gives back the response."""
    headers, raw = teams.signed(activity, token)
    return await post("/teams/messages", raw, headers)


async def post(path: str, raw: bytes, headers: dict[str, str]) -> Any:
    content_type = headers.get("Content-Type", "")
    rest = {name: value for name, value in headers.items() if name != "Content-Type"}
    return await AsyncClient().generic("POST", path, raw, content_type=content_type, headers=rest)


async def quiet() -> None:
    """Returns when nothing is in work any more."""
    while start_background_task.TASKS:
        await asyncio.gather(*start_background_task.TASKS)


def run(work: Callable[[], Awaitable[None]]) -> None:
    """The test's coroutine, and everything it has set going."""

    async def whole() -> None:
        await work()
        await quiet()

    asyncio.run(whole())


def states() -> list[str]:
    return list(Interaction.objects.order_by("created_at").values_list("state", flat=True))


def as_text(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False)
