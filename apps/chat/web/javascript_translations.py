"""Translations for the script of the chat page: it has no texts of its own, so that they stand in one place."""

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from apps.chat.admission.asked_question import question_too_long_message
from apps.chat.ai_notices import AI_LABEL, EXTRACTS_LABEL

STEPS: dict[str, Promise] = {
    "sending": _("Sending the question …"),
    "reconnecting": _("The connection is interrupted and is being restored …"),
    "rephrasing": _("Understanding the question in its context …"),
    "searching": _("Searching the documents …"),
    "answering": _("Writing the answer …"),
    "checking": _("Checking every quote on its page …"),
}

# Sentences without proof are marked within the answer itself.
WARNING_LABELS: dict[str, Promise] = {
    "unsupported_number": _("Stands on no cited page:"),
    "other_number": _("The quoted sentence says another figure:"),
    "unsupported_name": _("Stands on no cited page:"),
    "unsupported_negation": _("The cited page does not deny this:"),
    "missing_negation": _("The cited page denies this:"),
    "opposite": _("The quoted sentence says the opposite:"),
    "unrelated": _("The cited page is not about this:"),
    "better_now": _("You marked this answer as not helpful. We have looked into it: asked again, it is better now."),
}

PAGE_MESSAGES: dict[str, Promise | str | dict[str, Promise]] = {
    "steps": STEPS,
    "warnings": WARNING_LABELS,
    "label_ai": AI_LABEL,
    "label_extracts": EXTRACTS_LABEL,
    "page": _("page %s"),
    "algorithm": _("Search algorithm"),
    "model": _("Model"),
    "thanks": _("Thank you for your feedback."),
    "copied": _("Copied."),
    "finished": _("The answer is complete. Sources: %s."),
    "simplifying": _("Writing it in plain language …"),
    "simplified": _("The answer is shown in plain language."),
    "simple_already": _("Plain language changes nothing in this answer."),
    "lost_simple": _("Plain language cannot be reached at the moment."),
    "room": _("Characters left: %s"),
    "too_long": lazy(question_too_long_message, str)(),
    "lost": _("The connection was lost. The question is kept; please try again."),
}
