"""Error messages of steps: stored as a code, shown as a sentence in the language of the reader."""

from apps.documents.models import Document, Step
from apps.documents.status_messages import SENTENCES, sentence


def step_error_sentence(step: Step, document: Document) -> str:
    """The sentence is filled in with the document's values, as long as it failed for the same reason.

    Errors of models and of the program have no code of their own here and stay as they were written down.
    """
    code = step.error.partition(":")[0]
    if code not in SENTENCES:
        return step.error
    return sentence(code, document.reason_detail if document.reason_code == code else {})
