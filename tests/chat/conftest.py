"""A small collection to ask about, and a way to gather the events of an answer."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events, turn_context
from apps.chat.turn_state.turn_events import Event
from apps.documents.models import Document
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile
from tests import factories

FEES = "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr. Sie ist bar zu zahlen."
DOGS = "Die Hundesteuer beträgt 120 Euro im Jahr. Blindenhunde sind nach § 12 befreit."

Collect = Callable[..., list[Event]]


@pytest.fixture
def fees(transactional_db: None) -> Document:
    """Two pages; committed, because a turn works in a thread of its own."""
    return factories.document([FEES, DOGS], title="Gebühren und Steuern", external_id="gebuehren.pdf")


@pytest.fixture
def profile(transactional_db: None) -> Profile:
    return shipped_profile("chunks-only")


@pytest.fixture
def collect(fees: Document, profile: Profile) -> Collect:
    """`collect(Ask(…), model=…)`: all events of one turn."""

    def run(ask: AskedQuestion | str, **values: Any) -> list[Event]:
        return asyncio.run(
            events_of(ask if isinstance(ask, AskedQuestion) else AskedQuestion(ask), **{"profile": profile, **values})
        )

    return run


async def events_of(ask: AskedQuestion, **values: Any) -> list[Event]:
    async with turn_context():
        return [event async for event in stream_turn_events(ask, **values)]
