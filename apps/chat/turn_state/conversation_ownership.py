"""Whose conversation it is: found by its token, checked, and taken over by whoever signs in and goes on with it."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.db.models import Q
from django.http import HttpRequest

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.detect_question_language import detect_question_language
from apps.chat.models import Channel, Conversation
from apps.retrieval.preparation.search_request import User

CLAIMED = frozenset({Channel.WEB, Channel.API})
"""Where a conversation that was begun without an account is taken over by whoever signs in."""


class UnknownConversation(LookupError):  # noqa: N818 - it is an answer to the person who asks
    """No such conversation, or somebody else's: both look the same from outside."""


def get_or_build_conversation(ask: AskedQuestion, user: User | None) -> Conversation:
    """The conversation of the token, or a new one that is not stored yet. Raises UnknownConversation."""
    owner = user_if_signed_in(user)
    if ask.token is not None:
        return check_conversation_owner(Conversation.objects.filter(token=ask.token).first(), owner)
    return Conversation(
        channel=ask.channel,
        language=ask.language or detect_question_language(ask.text) or settings.LANGUAGE_CODE,
        user_id=owner.pk if owner else None,
        opening_key=ask.opening_key,
    )


def check_conversation_owner(conversation: Conversation | None, owner: User | None) -> Conversation:
    """A conversation begun by somebody signed in is only theirs, even for those who know its token."""
    if conversation is None or (conversation.user_id and conversation.user_id != (owner.pk if owner else None)):
        raise UnknownConversation
    return conversation


def claim_conversation(conversation: Conversation, ask: AskedQuestion, user: User | None) -> None:
    """A visitor's conversation belongs to whoever signs in and goes on with it: its answers may be for them alone.

    One query, once. Threads of Slack and Teams stay everybody's who takes part. Raises UnknownConversation when
    somebody else was faster; they themselves may have been, in another tab.
    """
    owner = user_if_signed_in(user)
    if owner is None or conversation.user_id or not {ask.channel, conversation.channel} <= CLAIMED:
        return
    nobodys_or_theirs = Q(user=None) | Q(user_id=owner.pk)
    if not Conversation.objects.filter(nobodys_or_theirs, pk=conversation.pk).update(user_id=owner.pk):
        raise UnknownConversation
    conversation.user_id = owner.pk


def user_if_signed_in(user: User | None) -> User | None:
    return user if user is not None and user.is_authenticated else None


def user_of_session(session_key: str) -> User:
    """The person signed in with this session, or an anonymous one."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return get_user(request)
