"""Everybody asks for every planted secret by every way in: what is shown to whom.

REST, the assistants' protocol (MCP), OpenAI's form, pages of documents and the originals are asked for each secret by
each of the 12 people; answers (socket, REST, MCP, OpenAI's form, Slack, Teams) in turn, so that each person asks for
each secret by two of these six. Every address of the site (shares, subscriptions, suggestions, lists, feeds, the
graph, "why") and of the console (some rows of each kind) is opened by everybody once. An administrator looks after
all documents (docs/security.md), so what their console shows is counted apart; elsewhere they are one of the twelve.

The people who may read a secret are asked too: what they do not get makes the benchmark worth nothing.
"""

import asyncio
import json
import logging
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from benchmarks.client_program_parts.planted_secrets import Person, Secret, plant

ANSWERS = ("socket", "rest", "mcp", "openai", "slack", "teams")
OF_EACH = 2
ROWS_OF_EACH = 12
LOOKS_AFTER_ALL = "console of an administrator"


def measure_rights(seed: int) -> dict[str, Any]:
    from django.conf import settings

    from config.api.tokens.scopes import Scope

    settings.API_PUBLIC_SCOPES = [Scope.ASK, Scope.SEARCH]
    settings.ALLOWED_HOSTS = ["testserver"]
    # What is refused is what is looked for.
    logging.disable(logging.ERROR)
    started = time.monotonic()
    secrets, people = plant(seed)
    shown, got, asked = Counter[str](), Counter[str](), Counter[str]()
    with without_limits():
        for place, person in enumerate(people):
            tell(started, f"{person.name}: {place + 1} of {len(people)}; shown so far {sum(shown.values())}")
            for secret in secrets:
                for way, text in ways(person, secret, place):
                    asked[way] += 1
                    count(way, person, secret, secrets, text, shown, got)
            tell(started, f"{person.name}: now the pages")
            for address, text in walked(person, secrets):
                kind = kind_of(address, person)
                asked[kind] += 1
                told = [one.number for one in secrets if one.word in text and not person.may_read(one)]
                shown[kind] += len(told)
                if told and kind != LOOKS_AFTER_ALL:
                    tell(started, f"{person.name} read secrets {told} at {address}")
    looked_after = shown.pop(LOOKS_AFTER_ALL, 0)
    may_read = sum(person.may_read(secret) for person in people for secret in secrets)
    return {
        "documents": 200, "people": len(people), "secrets": len(secrets), "asked": dict(asked), "shown": dict(shown),
        "shown_in_all": sum(shown.values()), "in_the_console_of_an_administrator": looked_after,
        "own_secrets": may_read,
        "got_by_search": round(got["REST: search"] / may_read, 3), "got_by_page": round(got["page"] / may_read, 3),
    }  # fmt: skip


def kind_of(address: str, person: Person) -> str:
    if "/admin/" not in address:
        return "pages of the site"
    return LOOKS_AFTER_ALL if person.console == "administrator" else "console"


def tell(started: float, progress: str) -> None:
    print(f"{time.monotonic() - started:.0f} s: {progress}", file=sys.stderr, flush=True)


def count(
    way: str, person: Person, secret: Secret, secrets: list[Secret], text: str, shown: Counter[str], got: Counter[str]
) -> None:
    """A word counts wherever it turns up, also that of another secret."""
    got[way] += person.may_read(secret) and secret.word in text
    shown[way] += sum(one.word in text and not person.may_read(one) for one in secrets)


def ways(person: Person, secret: Secret, place: int) -> Iterator[tuple[str, str]]:
    client = client_of(person)
    headers = {"authorization": f"Bearer {person.token}"} if person.token else {}

    def post(path: str, body: dict[str, Any]) -> str:
        reply = client.post(path, json.dumps(body), content_type="application/json", headers=headers)
        return text_of(reply)

    yield "REST: search", post("/api/v1/search", {"question": secret.question})
    if person.token:
        for name, arguments in calls(secret):
            yield f"MCP: {name}", post("/mcp", message(name, arguments))
    yield "page", text_of(client.get(f"/documents/{secret.document}/pages/1/"))
    yield "original", text_of(client.get(f"/documents/{secret.document}/original"))
    for turn in range(OF_EACH):
        way = ANSWERS[(place + secret.number + 3 * turn) % len(ANSWERS)]
        if way in ("mcp", "openai") and not person.token:
            way = "rest"
        yield f"{way}: answer", answer_by(way, person, secret, post)


def calls(secret: Secret) -> list[tuple[str, dict[str, Any]]]:
    """The quote that is verified leaves the word out: who names it has told nothing."""
    named = {"collection": secret.collection, "document": secret.external_id}
    return [
        ("search", {"question": secret.question}),
        ("read_page", {**named, "page": 1}),
        ("verify_quote", {**named, "quote": secret.sentence.removesuffix(f" {secret.word}.")}),
    ]


def message(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def answer_by(way: str, person: Person, secret: Secret, post: Any) -> str:
    question = secret.question
    if way == "rest":
        return str(post("/api/v1/ask", {"question": question}))
    if way == "mcp":
        return str(post("/mcp", message("ask", {"question": question})))
    if way == "openai":
        asked = [{"role": "user", "content": question}]
        return str(post("/v1/chat/completions", {"model": "auskunft", "messages": asked}))
    if way == "socket":
        return asyncio.run(frames_of(person, question))
    return asyncio.run(platform_answer(way, person, secret))


async def frames_of(person: Person, question: str) -> str:
    from asgiref.sync import sync_to_async
    from asgiref.testing import ApplicationCommunicator
    from django.conf import settings

    from config.asgi import application

    cookie = (await sync_to_async(client_of)(person)).cookies.get(settings.SESSION_COOKIE_NAME)
    headers = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
    if cookie is not None:
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie.value}".encode()))
    scope = {
        "type": "websocket", "path": "/ws/chat/", "query_string": b"", "headers": headers, "client": ("127.0.0.1", 1),
    }  # fmt: skip
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    await socket.receive_output(60)
    asked = {"type": "ask", "id": "one", "text": question, "conversation": None, "language": "de"}
    await socket.send_input({"type": "websocket.receive", "text": json.dumps(asked)})
    frames: list[str] = []
    while not any(end in frame for frame in frames for end in ('"done"', '"error"')):
        frames.append((await socket.receive_output(60))["text"])
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait(60)
    return " ".join(frames)


async def platform_answer(platform: str, person: Person, secret: Secret) -> str:
    """In a room with everybody of the platform, where a person alone may not read more than all, or to oneself."""
    from asgiref.sync import sync_to_async

    from apps.chat.answering.answer_question import stream_turn_events
    from apps.chat.channels.intake import reply_audience
    from apps.chat.channels.intake.interaction_to_question import question_from_interaction

    interaction = await sync_to_async(interaction_of)(platform, person, secret)
    scope = await reply_audience.determine_readable_scope(interaction.room, interaction.asker, cast(Any, Everybody()))
    return repr([event async for event in stream_turn_events(question_from_interaction(interaction, scope))])


class Everybody:
    """The members of the room that this benchmark asks in, all twelve: nothing else of a sender is asked for."""

    async def members(self) -> list[str]:
        from asgiref.sync import sync_to_async

        from apps.chat.models.platform_rooms_and_people import PlatformUser

        members = PlatformUser.objects.values_list("external_id", flat=True)
        return await sync_to_async(lambda: list(members))()


def interaction_of(platform: str, person: Person, secret: Secret) -> Any:
    from apps.chat.models import Conversation
    from apps.chat.models.platform_rooms_and_people import Interaction, PlatformUser, Room, RoomKind

    kind = RoomKind.DIRECT if secret.number % 2 else RoomKind.CHANNEL
    room, _made = Room.objects.get_or_create(
        platform=platform, workspace="w", external_id=person.name if kind == RoomKind.DIRECT else "alle", kind=kind
    )
    asker, _made = PlatformUser.objects.get_or_create(
        platform=platform, workspace="w", external_id=person.name, defaults={"user": person.user}
    )
    talk = Conversation.objects.create(language="de", channel=platform)
    return Interaction.objects.create(
        platform=platform, room=room, asker=asker, conversation=talk, text=secret.question
    )


def walked(person: Person, secrets: list[Secret]) -> Iterator[tuple[str, str]]:
    """Every address of the site, and of the console for those who may open it."""
    from apps.documents.models import Document
    from tests.attacks.test_document_readers import paths
    from tests.attacks.test_editors import addresses

    client = client_of(person)
    headers = {"authorization": f"Bearer {person.token}"} if person.token else {}
    site = paths(Document.objects.get(external_id=secrets[0].external_id))
    known = [f"/shared/shared-{one.number}/" for one in secrets] + [
        f"/subscriptions/told-{one.number}/" for one in secrets
    ]
    known += [f"{path}feed" for path in known if path.startswith("/subscriptions/")]
    for path in [*(path for path in site if "told" not in path), *known]:
        for query in ({}, {"q": "Kennwort im Vorgang", "text": "Kennwort im Vorgang"}):
            yield path, text_of(client.get(path, query, headers=headers, follow=True))
    for address in a_few_of_each(addresses()) if person.console else ():
        yield address, text_of(client.get(address, follow=True))


def a_few_of_each(addresses: Iterator[str]) -> Iterator[str]:
    """Every list, and the pages of some rows of each: a graph alone has thousands."""
    seen = Counter[str]()
    for address in addresses:
        kind = re.sub(r"\d+", "0", address)
        seen[kind] += 1
        if seen[kind] <= ROWS_OF_EACH:
            yield address


def client_of(person: Person) -> Any:
    from django.test import Client

    client = Client()
    if person.user is not None:
        client.force_login(person.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text_of(reply: Any) -> str:
    from tests.attacks.test_document_readers import content_of

    text = content_of(reply).decode("utf-8", "replace")
    return text.encode().decode("unicode_escape", "ignore") if "\\u" in text else text


@contextmanager
def without_limits() -> Iterator[None]:
    """Twelve people who ask thousands of times would be asked to wait."""
    from apps.chat.models.rate_allowances import Allowances

    plain = Allowances.take
    Allowances.take = lambda self, name: 0.0  # type: ignore[method-assign]
    try:
        yield
    finally:
        Allowances.take = plain  # type: ignore[method-assign]
