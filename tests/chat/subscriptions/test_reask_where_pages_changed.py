"""Which of the questions that are due are asked next, and what becomes of the others when one fails."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.chat.models import Subscription
from apps.chat.subscriptions import check_for_changed_answers, reask_where_pages_changed, search_questions_again
from apps.chat.subscriptions.check_for_changed_answers import process_changed_answers
from apps.chat.subscriptions.reask_where_pages_changed import ask_due_questions, due_groups, postpone_group
from apps.chat.turn_state.turn_events import TurnDone
from apps.database.async_access import run_in_database
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Document
from apps.llm.types import LanguageModel
from apps.retrieval.algorithms import UnknownAlgorithm
from tests.chat.subscriptions.conftest import DOGS, publish

Subscribed = Callable[..., Subscription]
MARKET_FEE = "Wie hoch ist die Standgebühr?"


def mark_due(subscription: Subscription, *, asked_hours_ago: float | None = None) -> None:
    asked_at = None if asked_hours_ago is None else timezone.now() - timedelta(hours=asked_hours_ago)
    Subscription.objects.filter(pk=subscription.pk).update(is_due=True, asked_at=asked_at)


def test_who_was_never_asked_again_waits_behind_nobody(subscribed: Subscribed) -> None:
    asked_before, never = subscribed(), subscribed(MARKET_FEE)
    mark_due(asked_before, asked_hours_ago=30)
    mark_due(never)
    assert [group[0].pk for group in due_groups()] == [never.pk, asked_before.pk]


def test_somebody_who_leaves_while_the_question_is_asked_stops_nothing(subscribed: Subscribed) -> None:
    gone, stays = subscribed(), subscribed()
    group = list(Subscription.objects.order_by("pk"))
    gone.delete()
    postpone_group(group)
    stays.refresh_from_db()
    assert (stays.failures, stays.asked_at is not None) == (1, True)


def test_a_question_is_given_up_after_the_last_failure_until_its_pages_change(subscribed: Subscribed) -> None:
    mine = subscribed()
    mark_due(mine)
    for failures in range(1, reask_where_pages_changed.MOST_FAILURES):
        mine.refresh_from_db()
        postpone_group([mine])
        mine.refresh_from_db()
        assert (mine.failures, mine.is_due) == (failures, True)
    postpone_group([mine])
    mine.refresh_from_db()
    assert (mine.failures, mine.is_due) == (0, False)


@pytest.fixture
def two_due(subscribed: Subscribed) -> tuple[Subscription, Subscription]:
    """The first one is asked first."""
    first, second = subscribed(), subscribed(MARKET_FEE)
    mark_due(first, asked_hours_ago=30)
    mark_due(second, asked_hours_ago=1)
    return first, second


def test_a_question_that_cannot_be_asked_holds_up_neither_the_next_nor_what_is_owed(
    two_due: tuple[Subscription, Subscription], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = two_due
    real, sent = reask_where_pages_changed.ask_group_again, list[bool]()

    def ask(group: list[Subscription], model: object = None) -> None:
        if group[0].pk == broken.pk:
            raise RuntimeError("No answer was foreseen for this.")
        real(group)

    monkeypatch.setattr(reask_where_pages_changed, "ask_group_again", ask)
    monkeypatch.setattr(check_for_changed_answers, "send_owed_notifications", lambda: sent.append(True))
    with pytest.raises(RuntimeError):
        process_changed_answers()
    other.refresh_from_db()
    assert (other.is_due, sent) == (False, [True, True])


def test_a_look_that_has_taken_long_asks_no_further_question_and_has_sent_what_was_owed(
    two_due: tuple[Subscription, Subscription], monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    monkeypatch.setattr(reask_where_pages_changed, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(check_for_changed_answers, "send_owed_notifications", lambda: order.append("sent"))
    monkeypatch.setattr(check_for_changed_answers, "ask_due_questions", lambda: order.append(f"{ask_due_questions()}"))
    process_changed_answers()
    assert order == ["sent", "0", "sent"]
    assert Subscription.objects.filter(is_due=True).count() == 2


def test_an_error_that_nobody_has_foreseen_counts_as_a_failure_and_lets_the_others_come_first(
    two_due: tuple[Subscription, Subscription], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = two_due
    real, tried = reask_where_pages_changed.answer_subscription_again, list[int]()

    async def answer(subscription: Subscription, model: LanguageModel | None) -> TurnDone | None:
        tried.append(subscription.pk)
        if subscription.pk == broken.pk:
            raise RuntimeError("No answer was foreseen for this.")
        return await real(subscription, model)

    monkeypatch.setattr(reask_where_pages_changed, "answer_subscription_again", answer)
    monkeypatch.setattr(reask_where_pages_changed, "MOST_ASKED", 1)
    with pytest.raises(RuntimeError):
        ask_due_questions()
    assert (ask_due_questions(), ask_due_questions(), tried) == (1, 0, [broken.pk, other.pk])
    broken.refresh_from_db()
    assert (broken.failures, broken.is_due) == (1, True)


def test_a_search_that_is_not_there_any_more_leaves_it_to_the_answer(
    subscribed: Subscribed, dogs: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = subscribed()

    async def search(*arguments: object, **options: object) -> None:
        raise UnknownAlgorithm("gone", "hybrid")

    monkeypatch.setattr(search_questions_again, "search", search)
    Subscription.objects.update(needs_search=True)
    publish(dogs, DOGS)
    assert search_questions_again.search_marked_questions() == 1
    mine.refresh_from_db()
    assert (mine.needs_search, mine.is_due) == (False, True)


DEARER = DOGS.replace("120 Euro", "144 Euro")


def replace_page(dogs: Document) -> None:
    publish(dogs, DEARER)


def withdraw(dogs: Document) -> None:
    withdraw_documents([dogs.pk])


@pytest.mark.parametrize("happens", [replace_page, withdraw])
def test_a_page_that_is_replaced_while_the_model_writes_is_told_by_the_next_look(
    subscribed: Subscribed, dogs: Document, monkeypatch: pytest.MonkeyPatch, happens: Callable[[Document], None]
) -> None:
    mine = subscribed()
    mark_due(mine)
    real, meanwhile = reask_where_pages_changed.answer_subscription_again, [happens]

    async def answer(subscription: Subscription, model: LanguageModel | None) -> TurnDone | None:
        done = await real(subscription, model)
        if meanwhile:
            await run_in_database(meanwhile.pop(), dogs)
        return done

    monkeypatch.setattr(reask_where_pages_changed, "answer_subscription_again", answer)
    process_changed_answers()
    mine.refresh_from_db()
    assert (mine.is_due, mine.asked_at, mine.changes.count()) == (True, None, 0)
    process_changed_answers()
    mine.refresh_from_db()
    assert not mine.is_due
    [change] = mine.changes.all()
    quotes = {(one.quote, one.is_new) for one in change.quotes.all()}
    if happens is withdraw:
        assert (change.withdrawn, quotes) == (1, set())
    else:
        assert {("120 Euro" in quote, "144 Euro" in quote, is_new) for quote, is_new in quotes} == {
            (True, False, False),
            (False, True, True),
        }
