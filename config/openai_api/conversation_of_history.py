"""Which conversation a request goes on with. OpenAI's form has no ids: the request carries what was said before."""

from datetime import timedelta

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils import timezone

from apps.chat.models import Channel, Turn

GOES_ON_FOR = timedelta(days=7)


def conversation_after(before: tuple[str, str] | None, owner: AbstractBaseUser | None) -> str | None:
    """The token of the owner's conversation that ended with this question and answer; None when there is none.

    An answer that was edited, or after which something else was asked, begins a new conversation: what a model is told
    was said before must have been said. One query.
    """
    if before is None or owner is None:
        return None
    question, answer = before
    turns = Turn.objects.filter(
        conversation__user=owner.pk,
        conversation__channel=Channel.API,
        conversation__updated_at__gt=timezone.now() - GOES_ON_FOR,
        question=question,
        answer=answer,
        state__in=Turn.END_STATES,
    )
    last = turns.select_related("conversation").order_by("-created_at").first()
    if last is None or last.conversation.turns.filter(number__gt=last.number).exists():
        return None
    return last.conversation.token
