"""The texts that the chat page's script shows: it has none of its own, so that translations stand in one place."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.chat.models import Turn

STEPS: dict[str, Promise] = {
    "sending": _("Sending the question …"),
    "rephrasing": _("Understanding the question in its context …"),
    "searching": _("Searching the documents …"),
    "answering": _("Writing the answer …"),
    "checking": _("Checking every quote on its page …"),
}

STATES: dict[str, Promise] = {
    Turn.State.DONE_WITHOUT_LLM: _("No language model answered; these are the sources that were found."),
    Turn.State.INTERRUPTED: _("The answer was stopped before its end."),
    Turn.State.REFUSED: _("Nothing in the documents answers this question."),
}

PAGE_MESSAGES: dict[str, Promise | dict[str, Promise]] = {
    "steps": STEPS,
    "states": STATES,
    "page": _("page %s"),
    "algorithm": _("Search algorithm"),
    "model": _("Model"),
    "thanks": _("Thank you for your feedback."),
    "copied": _("Copied."),
    "finished": _("The answer is complete. Sources: %s."),
    "lost": _("The connection was lost. The question is kept; please try again."),
}
