"""Replies of one sentence to messages that are not questions documents could answer."""

from collections.abc import Callable

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.admission.asked_question import too_long
from apps.chat.channels.intake.incoming_interaction import LONGEST_REWRITTEN
from apps.chat.fixed_answers.find_fixed_answer import FixedReply, reply_named
from apps.chat.fixed_answers.render_card import card_text
from apps.chat.models.fixed_answers import own_fixed_answers
from apps.chat.subscriptions.notifications.chat_platform_messages import CHANGED, changed_text

FIXED = "fixed"
"""Begins the text of an interaction whose message has a fixed answer, before its name and language."""


def in_language(sentence: Callable[[], str]) -> Callable[[str], str]:
    def say(language: str) -> str:
        with translation.override(language):
            return sentence()

    return say


def too_long_to_rewrite() -> str:
    longest = _("This text is too long; at most %(longest)s characters can be simplified at once.")
    return longest % {"longest": LONGEST_REWRITTEN}


SENTENCES: dict[str, Callable[[str], str]] = {
    "notes_off": in_language(lambda: _("You get no more notes about answers that have become better.")),
    "notes_on": in_language(lambda: _("You get a note when an answer that you disliked has become better.")),
    "word_on": in_language(
        lambda: _("I tell you here when the proved answer changes. No longer? Write: “no more word”.")
    ),
    "word_off": in_language(lambda: _("The subscription has ended and was deleted.")),
    "word_impossible": in_language(lambda: _("There is no complete answer here that I could watch.")),
    "file": in_language(lambda: _("I cannot read files. Please write your question as text.")),
    "too_long": in_language(too_long),
    "too_long_to_rewrite": in_language(too_long_to_rewrite),
    "rejected": in_language(
        lambda: _("A supervisor has not approved the answer. Please turn to the office that is responsible.")
    ),
    "empty": in_language(lambda: _("Please write your question as text.")),
    "personal_data": in_language(
        lambda: _(
            "Your question contains personal data. It was not stored and not passed on. "
            "Please ask without them: they are not needed for an answer."
        )
    ),
    "help": in_language(
        lambda: _("Write your question after the command. With “simplify” before a text you get it in plain language.")
    ),
}


def interaction_text(reply: FixedReply) -> str:
    """What is stored of a message that has a fixed answer."""
    return f"{FIXED}:{reply.name}:{reply.language}"


def sentence_of(text: str, language: str) -> str:
    """What an interaction of the kind "reply" is answered with. One query for fixed answers."""
    kind, _sign, rest = text.partition(":")
    if kind == CHANGED:
        return changed_text(int(rest), language)
    if kind != FIXED:
        return SENTENCES[text](language)
    name, _sign, code = rest.partition(":")
    reply = reply_named(name, code, own_fixed_answers())
    return card_text(reply) if reply else SENTENCES["empty"](language)
