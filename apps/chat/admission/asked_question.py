"""The question as a channel passes it in, with who asks and where."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from apps.chat.admission.daily_budgets import Withheld
from apps.chat.models import Channel
from apps.llm.prompts_and_models_in_use import TrialConfiguration
from apps.retrieval.models import Profile
from apps.retrieval.preparation.search_request import SearchRequest, User
from apps.retrieval.query.filters import NO_FILTERS, Filters

LONGEST_QUESTION = 2_000
"""Characters, at every way in. The web process itself works on no longer text that comes from a stranger."""


def question_too_long_message() -> str:
    return _("This question is too long; at most %(longest)s characters are allowed.") % {"longest": LONGEST_QUESTION}


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as a channel hands it in. Nothing here comes from a visitor but text, token, message id, language."""

    text: str
    message_id: str = ""
    token: str | None = None
    """The conversation to go on with; None begins one."""
    channel: Channel = Channel.WEB
    language: str | None = None
    user: User | None = None
    session_key: str = ""
    """Names the user when `user` is not given."""
    opening_key: str | None = None
    """The same for the same first question of the same visitor (see Conversation)."""
    collections: Sequence[str] | None = None
    algorithm: str | None = None
    profile: Profile | None = None
    """In place of the one that answers now."""
    filters: Filters = NO_FILTERS
    length: str = ""
    """How long the answer should be, as a room wants it (LENGTHS in answer_prompt.py); empty: as the prompt says."""
    address: str = ""
    """Where the question came from, for the limits of a visitor; kept nowhere."""
    withheld: Withheld = ""
    """Why no language model is asked; set when the question is admitted."""
    in_house: bool = False
    """Its words come from a conversation that stays in the house: no server outside may have them."""

    def search_request(self, user: User | None, profile: Profile | None, trial: TrialConfiguration) -> SearchRequest:
        """The search for it; `user` is known by now, though a channel may have given only a session."""
        return SearchRequest(
            user=user,
            collections=self.collections,
            profile=profile,
            algorithm=self.algorithm,
            filters=self.filters,
            channel=self.channel,
            trial=trial,
            in_house=self.in_house,
        )
