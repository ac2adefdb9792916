"""What counts as new in an answer that was asked again."""

from collections.abc import Callable

from apps.chat.models import Citation, Conversation, Subscription, Turn
from apps.chat.proof.proof_levels import PROVED_LEVELS
from apps.chat.subscriptions.record_owed_notifications import load_quote_changes
from apps.documents.models import Document
from tests import factories

DEARER = "Die Hundesteuer beträgt 144 Euro im Jahr."


def answered_from(document: Document) -> Turn:
    sentences = [{"level": next(iter(PROVED_LEVELS)), "citations": [1]}]
    talk = Conversation.objects.create()
    turn = Turn.objects.create(conversation=talk, number=1, question="Wie hoch?", state="done", sentences=sentences)
    Citation.objects.create(turn=turn, number=1, document=document, page=1, quote=DEARER, verified=True)
    return turn


def test_a_page_that_was_only_not_found_is_not_new_when_somebody_corrects_the_title_of_its_document(
    transactional_db: None, subscribed: Callable[..., Subscription]
) -> None:
    other = factories.document([DEARER], title="Hundestuer")
    mine = subscribed()
    # As if its first answer had been made without this document.
    mine.pages.filter(document=other).delete()
    mine.quotes.filter(document=other).delete()
    other.title = "Hundesteuer"
    other.save()
    assert not load_quote_changes(mine, answered_from(other)).found
    factories.add_revision(other, [DEARER])
    assert load_quote_changes(mine, answered_from(other)).found
