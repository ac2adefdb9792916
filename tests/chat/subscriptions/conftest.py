"""A town's fees, a question about one of them that was answered, and a publish of other words."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.models import Subscription, SubscriptionWay, Turn
from apps.chat.subscriptions.start_and_end_subscription import subscribe
from apps.chat.turn_state.turn_events import TurnDone
from apps.documents.models import Document
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from tests import factories
from tests.chat.conftest import events_of

MARKET = "Die Standgebühr auf dem Wochenmarkt beträgt 12 Euro am Tag. Der Markt öffnet um 8 Uhr."
DOGS = "Die Hundesteuer beträgt 120 Euro im Jahr. Blindenhunde sind befreit."
QUESTION = "Wie hoch ist die Hundesteuer?"

Answered = Callable[..., Turn]


@pytest.fixture
def dogs(transactional_db: None) -> Document:
    """Committed, because a turn works in a thread of its own."""
    create_default_profiles()
    factories.document([MARKET], title="Marktordnung", external_id="markt.pdf")
    return factories.document([DOGS, "Der Steuerbescheid kommt im Januar."], title="Steuern", external_id="steuern.pdf")


@pytest.fixture
def answered(dogs: Document) -> Answered:
    def ask(question: str = QUESTION, **values: Any) -> Turn:
        end = asyncio.run(events_of(AskedQuestion(question, language="de", **values), profile=None))[-1]
        assert isinstance(end, TurnDone)
        return Turn.objects.get(pk=end.turn)

    return ask


@pytest.fixture
def subscribed(answered: Answered) -> Callable[..., Subscription]:
    def begin(question: str = QUESTION, user: User | None = None) -> Subscription:
        return subscribe(answered(question, user=user), SubscriptionWay.FEED, "", user)

    return begin


def publish(document: Document, *pages: str) -> None:
    """The document says something else now, as the stage `publish` leaves it."""
    factories.add_revision(document, pages)
    document.save()
