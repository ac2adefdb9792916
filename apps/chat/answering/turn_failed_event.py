"""The event that readers get when a turn fails: it shows nothing of what a server or the database said."""

from dataclasses import replace

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.admission.admit_question import NotAdmitted
from apps.chat.turn_state.conversation_ownership import UnknownConversation
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.chat.turn_state.turn_events import TurnFailed
from apps.llm.errors import ModelError
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile

RETRY_AFTER = 5.0


def failed_event(error: Exception, language: str | None, draft: TurnDraft | None = None) -> TurnFailed:
    """The error as people may read it; what the server or the database said is not shown."""
    with translation.override(language or translation.get_language()):
        match error:
            case UnknownConversation():
                failed = TurnFailed(
                    "unknown_conversation", _("This conversation is not known. Please begin a new one.")
                )
            case NotAdmitted():
                failed = TurnFailed(error.code, str(error), error.retry_after)
            case NoActiveProfile():
                failed = TurnFailed("not_configured", _("The search is not set up yet: no profile is active."))
            case ModelError():
                text = _("The search cannot be reached at the moment. Please try again in a minute.")
                failed = TurnFailed("search_unavailable", text, error.retry_after)
            case _:
                text = _("The database cannot be reached at the moment. Please try again in a minute.")
                failed = TurnFailed("database_unavailable", text, RETRY_AFTER)
    if draft is None:
        return failed
    return replace(failed, turn=str(draft.turn_id), conversation=draft.snapshot.conversation.token)
