"""Replies of one sentence to messages that are not questions documents could answer."""

from collections.abc import Callable

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.admission.asked_question import question_too_long_message
from apps.chat.channels.intake.platform_neutral_interaction import LONGEST_REWRITTEN
from apps.chat.fixed_answers.find_fixed_answer import FixedReply, find_reply_by_name
from apps.chat.fixed_answers.render_card import card_text
from apps.chat.models.fixed_answers import load_own_fixed_answers
from apps.chat.subscriptions.notifications.chat_platform_messages import CHANGE_MESSAGE_PREFIX, change_message_text

FIXED_REPLY_PREFIX = "fixed"
"""Begins the text of an interaction whose message has a fixed answer, before its name and language."""


def localised_sentence(sentence: Callable[[], str]) -> Callable[[str], str]:
    def say(language: str) -> str:
        with translation.override(language):
            return sentence()

    return say


def text_too_long_message() -> str:
    longest = _("This text is too long; at most %(longest)s characters can be simplified at once.")
    return longest % {"longest": LONGEST_REWRITTEN}


SENTENCES: dict[str, Callable[[str], str]] = {
    "notes_off": localised_sentence(lambda: _("You get no more notes about answers that have become better.")),
    "notes_on": localised_sentence(lambda: _("You get a note when an answer that you disliked has become better.")),
    "word_on": localised_sentence(
        lambda: _("I tell you here when the proved answer changes. No longer? Write: “no more word”.")
    ),
    "word_off": localised_sentence(lambda: _("The subscription has ended and was deleted.")),
    "word_impossible": localised_sentence(lambda: _("There is no complete answer here that I could watch.")),
    "file": localised_sentence(lambda: _("I cannot read files. Please write your question as text.")),
    "too_long": localised_sentence(question_too_long_message),
    "too_long_to_rewrite": localised_sentence(text_too_long_message),
    "rejected": localised_sentence(
        lambda: _("A supervisor has not approved the answer. Please turn to the office that is responsible.")
    ),
    "empty": localised_sentence(lambda: _("Please write your question as text.")),
    "personal_data": localised_sentence(
        lambda: _(
            "Your question contains personal data. It was not stored and not passed on. "
            "Please ask without them: they are not needed for an answer."
        )
    ),
    "help": localised_sentence(
        lambda: _("Write your question after the command. With “simplify” before a text you get it in plain language.")
    ),
}


def fixed_reply_reference(reply: FixedReply) -> str:
    """What is stored of a message that has a fixed answer."""
    return f"{FIXED_REPLY_PREFIX}:{reply.name}:{reply.language}"


def reply_sentence(text: str, language: str) -> str:
    """What an interaction of the kind "reply" is answered with. One query for fixed answers."""
    kind, _sign, rest = text.partition(":")
    if kind == CHANGE_MESSAGE_PREFIX:
        return change_message_text(int(rest), language)
    if kind != FIXED_REPLY_PREFIX:
        return SENTENCES[text](language)
    name, _sign, code = rest.partition(":")
    reply = find_reply_by_name(name, code, load_own_fixed_answers())
    return card_text(reply) if reply else SENTENCES["empty"](language)
