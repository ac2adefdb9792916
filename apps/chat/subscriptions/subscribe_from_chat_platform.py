"""Subscribes somebody on Slack or Teams to changes, by a message in the thread of an answer.

Rights are those of the answer: in a direct message the asker's, in a room what everybody may read.
"""

from apps.chat.models import Interaction, Subscription, SubscriptionWay, Turn
from apps.chat.subscriptions.start_and_end_subscription import NotSubscribedError, subscribe


def subscribe_by_message(interaction: Interaction) -> str:
    """Begins or ends the subscription to the last answer of the thread; the name of the sentence that says so."""
    # Those of the thread, whoever of the room wished for them: word goes into the thread, where all of them read it.
    known = Subscription.objects.filter(turn__conversation=interaction.conversation_id, way=SubscriptionWay.PLATFORM)
    if interaction.text == "word_off":
        known.delete()
        return "word_off"
    turn = Turn.objects.filter(conversation=interaction.conversation_id).order_by("-number").first()
    if turn is None or interaction.room.four_eyes:
        # There a supervisor approves an answer before anybody sees it.
        return "word_impossible"
    if known.filter(turn=turn).exists():
        return "word_on"
    is_private = interaction.is_private or interaction.room.is_direct
    user = interaction.asker.user if is_private and interaction.asker.user_id else None
    try:
        subscribe(turn, SubscriptionWay.PLATFORM, "", user, interaction=interaction)
    except NotSubscribedError:
        return "word_impossible"
    return "word_on"
