"""Finds the conversation that a request goes on with: OpenAI's form has no ids, only what was said before."""

from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Prefetch
from django.utils import timezone

from apps.chat.admission.admit_question import NotAdmitted, apply_personal_data_rule
from apps.chat.models import Channel, Turn
from apps.chat.models.service_settings import ServiceRules, load_service_rules
from apps.text.strip_unstorable_characters import limit_combining_marks
from config.openai_api.add_card_and_notices_to_answer import expose_hidden_links, possible_answers

GOES_ON_FOR = timedelta(days=7)
MOST_COMPARED = 50
"""Conversations with the same last question that are compared, the newest first."""


def find_conversation_token(before: Sequence[tuple[str, str]], owner: AbstractBaseUser | None) -> str | None:
    """The token of the owner's conversation that consists of exactly these questions and answers; None without one.

    Many people may ask by one token, so the last exchange alone would not tell their conversations apart. An answer
    that was edited, or after which something else was asked, begins a new conversation: what a model is told was said
    before must have been said. Of equal ones the oldest goes on: one that began a moment ago may be that of a program
    which holds its token and goes on with it by itself. At most six queries.
    """
    if not before or owner is None:
        return None
    try:
        rules = load_service_rules()
        before = [(apply_stored_form(question, rules), answer) for question, answer in before]
    except NotAdmitted:
        return None
    question, _answer = before[-1]
    ends = Turn.objects.filter(
        conversation__user=owner.pk,
        conversation__channel=Channel.API,
        conversation__updated_at__gt=timezone.now() - GOES_ON_FOR,
        question=question,
        state__in=Turn.END_STATES,
    )
    # Nothing but what is compared: the rows of turns are large.
    compared = Turn.objects.only("conversation", "question", "answer").order_by("number")
    found = None
    newest = ends.select_related("conversation").only("conversation__token").order_by("-created_at")[:MOST_COMPARED]
    for last in newest.prefetch_related(Prefetch("conversation__turns", compared)):
        turns = last.conversation.turns.all()
        if len(turns) == len(before) and all(map(matches_exchange, turns, before)):
            found = last.conversation.token
    return found


def apply_stored_form(question: str, rules: ServiceRules) -> str:
    """The question as it is kept: personal data are masked. Raises NotAdmitted where the rules refuse such data."""
    return apply_personal_data_rule(limit_combining_marks(question), rules)


def matches_exchange(turn: Turn, exchange: tuple[str, str]) -> bool:
    """Whether this question and answer are the turn's, as it was handed out: with a card and notices."""
    question, answer = exchange
    return turn.question == question and expose_hidden_links(turn.answer) in possible_answers(answer)
