"""Steps in the words of people: the names of the stages, and why a step failed, in the language of the reader."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.documents.models import Document, Step
from apps.documents.status_messages import STATUS_SENTENCES, status_sentence

STAGE_NAMES: dict[str, Promise] = {
    "extract": _("Read the text"),
    "split": _("Divide into chunks"),
    "summarise": _("Summarise"),
    "tag": _("Tag"),
    "embed": _("Embed"),
    "publish": _("Publish"),
}


def stage_name(stage: str) -> str:
    """The name for people; a stage that is not known by one keeps its own."""
    return str(STAGE_NAMES.get(stage, stage))


def step_error_sentence(step: Step, document: Document) -> str:
    """The error of a step, stored as a code, as a sentence. No query.

    It is filled in with the document's values, as long as the document failed for the same reason.

    Errors of models and of the program have no code of their own here and stay as they were written down.
    """
    code = step.error.partition(":")[0]
    if code not in STATUS_SENTENCES:
        return step.error
    return status_sentence(code, document.reason_detail if document.reason_code == code else {})
