"""From a publish to a word: only who must be told is told, and only what may have changed is asked again."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User

from apps.chat.models import AnswerChange, Channel, Conversation, ServiceRules, Subscription, Turn, WatchedPage
from apps.chat.subscriptions import reask_where_pages_changed
from apps.chat.subscriptions.check_for_changed_answers import delete_stale_subscriptions, process_changed_answers
from apps.chat.subscriptions.notifications.notification_text import ChangeNotification, build_notification
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Document, Readers
from tests import factories
from tests.chat.subscriptions.conftest import DOGS, MARKET, QUESTION, Answered, publish

Subscribed = Callable[..., Subscription]
DEARER = DOGS.replace("120 Euro", "144 Euro")
JANUARY = "Der Steuerbescheid kommt im Januar."


def word() -> ChangeNotification:
    change = AnswerChange.objects.select_related("subscription__user").get()
    return build_notification(change, change.subscription.user)


def asked_again(subscription: Subscription) -> bool:
    subscription.refresh_from_db()
    return subscription.asked_at is not None


def test_a_changed_amount_is_told_with_both_quotes(subscribed: Subscribed, dogs: Document) -> None:
    mine, other = subscribed(), subscribed("Wie hoch ist die Standgebühr auf dem Wochenmarkt?")
    publish(dogs, DEARER, JANUARY)
    process_changed_answers()
    said = word()
    assert said.change.subscription == mine
    assert [one.quote for one in said.before] == ["Die Hundesteuer beträgt 120 Euro im Jahr"]
    assert [one.quote for one in said.now] == ["Die Hundesteuer beträgt 144 Euro im Jahr"]
    assert f"/documents/{dogs.pk}/pages/1/" in said.now[0].url
    assert not asked_again(other)


def test_nothing_is_asked_before_anything_changed_nor_twice_for_one_change(
    subscribed: Subscribed, dogs: Document
) -> None:
    mine = subscribed()
    process_changed_answers()
    assert not asked_again(mine)
    publish(dogs, DEARER, JANUARY)
    process_changed_answers()
    first = Subscription.objects.get().asked_at
    process_changed_answers()
    assert (Subscription.objects.get().asked_at, AnswerChange.objects.count()) == (first, 1)


@pytest.mark.parametrize(
    "pages",
    [
        (DOGS, "Das Rathaus bleibt am Rosenmontag zu."),
        ("Inhaltsverzeichnis dieser Satzung", DOGS, JANUARY),
        (DOGS.replace(" ", "\n", 3), JANUARY),
        (f"{DOGS} Der Wortlaut liegt im Rathaus aus.", JANUARY),
    ],
    ids=["another page", "moved by a page", "white space", "a sentence about something else"],
)
def test_what_changes_nothing_of_the_answer_is_not_asked(
    subscribed: Subscribed, dogs: Document, pages: tuple[str, ...]
) -> None:
    mine = subscribed()
    publish(dogs, *pages)
    process_changed_answers()
    assert not asked_again(mine)


def test_a_sentence_on_the_subject_is_asked_and_not_told_when_the_proof_stays(
    subscribed: Subscribed, dogs: Document
) -> None:
    mine = subscribed()
    publish(dogs, f"Zur Hundesteuer gibt es ein Merkblatt. {DOGS}", JANUARY)
    process_changed_answers()
    assert asked_again(mine)
    assert not [one for one in AnswerChange.objects.all() if "Merkblatt" not in str(word().as_json())]


def test_a_new_document_with_another_answer_is_told(subscribed: Subscribed, dogs: Document) -> None:
    mine = subscribed()
    factories.document(["Die Hundesteuer beträgt ab dem Jahr 2027 für jeden Hund 150 Euro."], title="Neue Satzung")
    factories.document(["Das Freibad öffnet im Mai."], title="Freibad")
    process_changed_answers()
    assert asked_again(mine)
    assert "150 Euro" in " ".join(one.quote for one in word().now)


def test_a_withdrawn_source_is_told_without_its_words(subscribed: Subscribed, dogs: Document) -> None:
    subscribed()
    receipt = withdraw_documents([dogs.pk])
    assert receipt.tables["chat_subscription"] == {"marked": 1}
    process_changed_answers()
    said = word()
    assert (said.before, said.withdrawn) == ([], 1)
    assert "Hundesteuer beträgt" not in said.as_text()
    assert "zurückgezogen" in said.as_text() or "withdrawn" in said.as_text()


def test_one_answer_serves_all_who_asked_the_same(
    subscribed: Subscribed, dogs: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(3):
        subscribed()
    calls: list[int] = []
    ask = reask_where_pages_changed.ask_group_again
    monkeypatch.setattr(
        reask_where_pages_changed, "ask_group_again", lambda group, model: (calls.append(len(group)), ask(group, model))
    )
    publish(dogs, DEARER, JANUARY)
    process_changed_answers()
    assert (calls, AnswerChange.objects.count()) == ([3], 3)


def test_nothing_of_an_answer_that_was_asked_again_is_kept(subscribed: Subscribed, dogs: Document) -> None:
    subscribed()
    before = Turn.objects.count()
    publish(dogs, DEARER, JANUARY)
    process_changed_answers()
    assert Turn.objects.count() == before
    assert not Conversation.objects.filter(channel=Channel.REVIEW).exists()


def test_it_goes_with_its_conversation(subscribed: Subscribed) -> None:
    mine = subscribed()
    Conversation.objects.filter(pk=mine.turn.conversation_id).delete()
    delete_stale_subscriptions()
    assert (Subscription.objects.count(), WatchedPage.objects.count()) == (0, 0)


def test_the_day_has_a_budget_of_questions(subscribed: Subscribed, dogs: Document) -> None:
    subscribed()
    subscribed("Wie hoch ist die Hundesteuer im Jahr?")
    ServiceRules.objects.update_or_create(pk=1, defaults={"subscription_questions_per_day": 1})
    publish(dogs, DEARER, JANUARY)
    process_changed_answers()
    process_changed_answers()
    assert AnswerChange.objects.count() == 1
    assert Subscription.objects.filter(is_due=True).count() == 1


def test_nothing_is_asked_while_answers_are_switched_off(subscribed: Subscribed, dogs: Document) -> None:
    mine = subscribed()
    ServiceRules.objects.update_or_create(pk=1, defaults={"answers_are_on": False})
    publish(dogs, DEARER, JANUARY)
    process_changed_answers()
    assert not asked_again(mine)


@pytest.fixture
def member(dogs: Document) -> User:
    """May read a closed collection with another answer to the question."""
    group = Group.objects.create(name="kaemmerei")
    user = User.objects.create_user("kaemmerin", email="kaemmerin@stadt.example")
    user.groups.add(group)
    closed = factories.collection("entwurf", readers=Readers.GROUPS, groups=[group])
    factories.document([MARKET], title="Anderes", collection=closed)
    return user


def draft(amount: int) -> str:
    return f"Die Hundesteuer soll künftig {amount} Euro im Jahr betragen, sagt der geheime Entwurf."


def test_a_closed_document_is_told_to_whom_may_read_it_only(subscribed: Subscribed, member: User) -> None:
    public, hers = subscribed(), subscribed(user=member)
    factories.document([draft(160)], title="Entwurf", collection=factories.collection("entwurf"))
    process_changed_answers()
    assert {change.subscription for change in AnswerChange.objects.all()} <= {hers}
    assert asked_again(hers)
    for change in public.changes.all():
        assert "160" not in build_notification(change, None).as_text()


def test_a_right_that_was_taken_is_no_change_and_shows_nothing(subscribed: Subscribed, member: User) -> None:
    factories.document([draft(160)], title="Entwurf", collection=factories.collection("entwurf"))
    hers = subscribed(user=member)
    member.groups.clear()
    Subscription.objects.update(is_due=True)
    process_changed_answers()
    assert asked_again(hers)
    for change in AnswerChange.objects.all():
        assert "160" not in build_notification(change, User.objects.get(pk=member.pk)).as_text()


def test_nothing_is_asked_for_somebody_who_may_no_longer_sign_in(
    subscribed: Subscribed, member: User, dogs: Document
) -> None:
    hers = subscribed(user=member)
    User.objects.filter(pk=member.pk).update(is_active=False)
    publish(dogs, DEARER, JANUARY)
    process_changed_answers()
    assert not asked_again(hers)


def test_an_answer_that_was_outdated_when_somebody_subscribed_is_asked_at_once(
    answered: Answered, dogs: Document
) -> None:
    from apps.chat.subscriptions.start_and_end_subscription import subscribe

    turn = answered(QUESTION)
    publish(dogs, DEARER, JANUARY)
    subscribe(turn, "feed", "", None)
    process_changed_answers()
    assert [one.quote for one in word().before] == ["Die Hundesteuer beträgt 120 Euro im Jahr"]
