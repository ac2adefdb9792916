"""The names of the steps of an answer, as people see them while they wait."""

from django.utils.translation import gettext as _

from apps.chat.turn_state.turn_events import Step


def step_name(step: Step) -> str:
    """Names the step in the language in force."""
    match step:
        case "rephrasing":
            return _("understands the question …")
        case "searching":
            return _("searches the documents …")
        case "answering":
            return _("reads the pages and writes …")
        case "checking":
            return _("checks the quotes …")
