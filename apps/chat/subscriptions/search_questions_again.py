"""Repeats the search for questions that new pages may concern; only those that find other pages are asked again."""

from asgiref.sync import async_to_sync

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.models import Channel, Subscription
from apps.chat.subscriptions.find_changed_pages import active_subscriptions
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.prompts_and_models_in_use import NO_TRIAL
from apps.retrieval.algorithms import UnknownAlgorithm
from apps.retrieval.preparation.readable_collections import UnknownCollection
from apps.retrieval.query.filters import Filters
from apps.retrieval.search.search import search

MOST_SEARCHED = 100
"""In a look."""


def search_marked_questions() -> int:
    """Searches for the questions that new pages may concern; how many have to be asked again. Embeds questions."""
    marked = (
        active_subscriptions()
        .filter(needs_search=True)
        .select_related("user", "turn__conversation")
        .prefetch_related("pages")[:MOST_SEARCHED]
    )
    due = [subscription.pk for subscription in marked if finds_other_pages(subscription)]
    # What has to be done first: a process that ends in between forgets nothing.
    number = Subscription.objects.filter(pk__in=due).update(is_due=True)
    Subscription.objects.filter(pk__in=[one.pk for one in marked]).update(needs_search=False)
    return number


def finds_other_pages(subscription: Subscription) -> bool:
    """Whether a search now finds a page, as good as those of the answer, that was not among them. No language model."""
    watched = {(row.document_id, row.page) for row in subscription.pages.all()}
    ask = subscription_question(subscription)
    try:
        found = async_to_sync(search)(
            subscription.question, ask.search_request(subscription.user, None, NO_TRIAL), ledger=Ledger()
        )
    except (ModelError, UnknownAlgorithm, UnknownCollection):
        return True
    # Passages are grouped by document; their own scores say which of them matter most.
    best = sorted(found.passages, key=lambda one: -one.score)[: max(1, len(watched))]
    return any((one.document_id, one.page) not in watched for one in best if one.page)


def subscription_question(subscription: Subscription) -> AskedQuestion:
    """The question as it is asked again: nobody's limits, the subscriber's rights. A query.

    Rights may have gone since; its words stay where they had to when it was asked.
    """
    return AskedQuestion(
        subscription.question,
        channel=Channel.REVIEW,
        language=subscription.language,
        user=subscription.user,
        collections=subscription.collections,
        filters=Filters.from_json(subscription.filters),
        in_house=subscription.turn.stays_in_house(),
    )
