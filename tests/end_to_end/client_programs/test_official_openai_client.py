"""OpenAI's own package at a running service: it knows nothing of our code."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai
import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoDbBlocker

from config.api.tokens.api_tokens import ApiToken
from tests.end_to_end import city
from tests.end_to_end.conftest import Site

pytestmark = pytest.mark.django_db

FOLLOW_UPS = ["Und für den ersten Hund?", "Wer ist davon befreit?"]
DIALOGUES = [[question, *FOLLOW_UPS] for question in city.EXAMPLES[:3]] + [[question] for question in city.EXAMPLES]

Rest = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def secrets(site: Site, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Tokens that are committed, because the server is another process; they go with the site."""
    with django_db_blocker.unblock():
        owner = User.objects.get(username="redaktion")
        made = [ApiToken(name="program", user=owner, scopes=["ask", "search"]) for _ in range(40)]
        return iter([token.issue() for token in made])


@pytest.fixture
def client(site: Site, secrets: Iterator[str]) -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{site.address}/v1", api_key=next(secrets), max_retries=0)


@pytest.fixture
def rest(site: Site, secrets: Iterator[str]) -> Rest:
    headers = {"Authorization": f"Bearer {next(secrets)}"}

    def ask(**body: Any) -> dict[str, Any]:
        answer = httpx2.post(f"{site.address}/api/v1/ask", json=body, headers=headers, timeout=60)
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said

    return ask


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: f"{dialogue[0][:24]}-{len(dialogue)}")
def test_a_dialogue_has_the_text_and_the_links_of_the_interface(
    client: openai.OpenAI, rest: Rest, dialogue: list[str]
) -> None:
    messages: list[Any] = [{"role": "system", "content": "You are helpful."}]
    conversation = None
    for question in dialogue:
        messages.append({"role": "user", "content": question})
        message = client.chat.completions.create(model="auskunft", messages=messages).choices[0].message
        known = rest(question=question, conversation=conversation)
        conversation = known["conversation"]
        assert message.content == known["answer"]
        links = {path_of(one.url_citation.url) for one in message.annotations or []}
        assert links == {one["url"] for one in known["citations"]}
        messages.append({"role": "assistant", "content": message.content})


def test_a_stream_is_the_same_answer_in_pieces(client: openai.OpenAI, rest: Rest) -> None:
    known = rest(question=city.QUESTION)
    asked: list[Any] = [{"role": "user", "content": city.QUESTION}]
    stream = client.chat.completions.create(
        model="auskunft", messages=asked, stream=True, stream_options={"include_usage": True}
    )
    parts = list(stream)
    choices = [part.choices[0] for part in parts if part.choices]
    assert "".join(choice.delta.content or "" for choice in choices) == known["answer"]
    assert len([choice for choice in choices if choice.delta.content]) > 1
    annotations = [one for choice in choices for one in getattr(choice.delta, "annotations", None) or []]
    assert {path_of(one["url_citation"]["url"]) for one in annotations} == {one["url"] for one in known["citations"]}
    assert choices[-1].finish_reason == "stop"
    assert parts[-1].usage is not None
    assert parts[-1].usage.total_tokens >= 0


def test_models_and_vectors_are_listed_and_made(client: openai.OpenAI) -> None:
    names = [model.id for model in client.models.list()]
    assert names[0] == "auskunft"
    assert client.models.retrieve("collection:stadt").id == "collection:stadt"
    found = client.embeddings.create(model="auskunft", input=["Hund", "Steuer"])
    assert len(found.data[0].embedding) == len(found.data[1].embedding) > 100


def test_errors_are_those_that_the_package_knows(site: Site, client: openai.OpenAI) -> None:
    asked: list[Any] = [{"role": "user", "content": city.QUESTION}]
    with pytest.raises(openai.NotFoundError) as unknown:
        client.chat.completions.create(model="gpt-4", messages=asked)
    assert unknown.value.code == "model_not_found"
    with pytest.raises(openai.BadRequestError) as several:
        client.chat.completions.create(model="auskunft", messages=asked, n=3)
    assert several.value.param == "n"
    foreign = openai.OpenAI(base_url=f"{site.address}/v1", api_key="ausk_forged", max_retries=0)
    with pytest.raises(openai.AuthenticationError):
        foreign.models.list()
