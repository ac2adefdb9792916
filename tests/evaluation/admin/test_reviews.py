"""The list of reviews names the question, to those who may read it and no others."""

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.urls import reverse

from apps.documents.models import Readers
from apps.evaluation.models import Dialogue, DialogueTurn, Review, Suite
from tests import factories
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db
MARKS = ("understanding", "relevance", "completeness", "correctness", "coherence", "overall")
QUESTION = "Wie hoch ist die Hundesteuer?"


@pytest.fixture
def review(suite: Suite, measured: Measured, evaluator: User) -> Review:
    turn = DialogueTurn.objects.get(dialogue__run=measured(suite), said=QUESTION)
    return Review.objects.create(turn=turn, reviewer=evaluator, **dict.fromkeys(MARKS, 4))


@pytest.fixture
def onlooker(client: Client) -> Client:
    """May see reviews, and nothing of cases."""
    person = User.objects.create_user("onlooker", is_staff=True)
    person.user_permissions.add(Permission.objects.get(codename="view_review"))
    client.force_login(person)
    return client


def pages(client: Client, review: Review) -> list[str]:
    """The list and the page of the review; a page that one may not see is empty."""
    addresses = [
        reverse("admin:evaluation_review_changelist"),
        reverse("admin:evaluation_review_change", args=[review.pk]),
    ]
    answers = [client.get(address) for address in addresses]
    return [answer.content.decode() if answer.status_code == 200 else "" for answer in answers]


def test_the_list_and_the_page_name_the_question(onlooker: Client, review: Review) -> None:
    listed, shown = pages(onlooker, review)
    assert QUESTION in listed
    assert QUESTION in shown
    assert review.turn.reply in shown
    assert f"{review.turn.dialogue_id}/1" not in listed + shown


def test_reviews_of_held_out_cases_are_for_those_who_keep_the_cases(
    onlooker: Client, review: Review, evaluator: User
) -> None:
    Dialogue.objects.filter(pk=review.turn.dialogue_id).update(expectation={"held_out": True})
    assert not any(QUESTION in page for page in pages(onlooker, review))
    onlooker.force_login(evaluator)
    assert all(QUESTION in page for page in pages(onlooker, review))


def test_reviews_of_what_is_closed_to_this_person_are_not_listed(onlooker: Client, review: Review) -> None:
    secret = factories.collection("secret", readers=Readers.GROUPS, groups=[Group.objects.create(name="readers")])
    review.turn.dialogue.run.suite.collections.add(secret)  # type: ignore[union-attr]
    assert not any(QUESTION in page for page in pages(onlooker, review))
