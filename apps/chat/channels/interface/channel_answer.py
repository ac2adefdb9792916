"""The answer object that every channel renders: text, numbered sources, notices and label, in the asker's language."""

from dataclasses import dataclass

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.ai_notices import AI_NOTICE, EXTRACTS_NOTICE, SENT_OUTSIDE_NOTICE, answer_label
from apps.chat.answer_or_refusal.answer_warnings import WHOLE_ANSWER_WARNINGS
from apps.chat.models import TurnState
from apps.chat.rendering.proof_level_labels import level_notices
from apps.chat.turn_state.fallback_notices import stand_in_json
from apps.chat.turn_state.turn_events import CitationView, TurnDone, TurnFailed
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.retrieval.algorithms import graph_global

State = TurnState
ANSWERED = frozenset({State.DONE, State.DONE_WITHOUT_LLM, State.INTERRUPTED})


@dataclass(frozen=True, slots=True)
class Answer:
    """What people see. `turn` is empty for sentences that nobody can rate, such as an apology."""

    text: str
    language: str
    turn: str = ""
    citations: tuple[CitationView, ...] = ()
    notices: tuple[str, ...] = ()
    label: str = ""
    is_ai_generated: bool = False

    def as_json(self) -> dict[str, object]:
        """Returns what channels are compared by, and requests for approval hold."""
        return {
            "text": self.text,
            "citations": [citation.as_json() for citation in self.citations],
            "notices": list(self.notices),
            "label": self.label,
            "turn": self.turn,
        }


def build_answer(done: TurnDone, language: str, *, is_first: bool = False, is_sent_outside: bool = False) -> Answer:
    """`is_first` adds what people must be told before they use the answers of a machine, and where their text goes."""
    with translation.override(language):
        said = [_("The answer broke off and is incomplete. Please try again.")] if is_interrupted(done) else []
        if done.state == State.DONE and not done.citations:
            said.append(_("No sentence of this answer could be proved in the documents. Please check it yourself."))
        if done.algorithm == graph_global.ALGORITHM.slug:
            said.append(_("The question is about the whole collection: this is what its documents say of it together."))
        said += [str(warning["text"]) for warning in done.warnings if warning.get("kind") in WHOLE_ANSWER_WARNINGS]
        said += level_notices(done.sentences)
        if is_first:
            said.append(str(EXTRACTS_NOTICE if is_without_language_model(done) else AI_NOTICE))
            said += [str(SENT_OUTSIDE_NOTICE)] if is_sent_outside else []
        return Answer(
            text=done.answer,
            language=language,
            turn=done.turn,
            citations=done.citations,
            notices=tuple(said),
            label=answer_label(done.state, done.model, done.answer),
            is_ai_generated=done.is_ai_generated,
        )


def is_without_language_model(done: TurnDone) -> bool:
    """Whether the built-in model answers here by itself, and stands in for no other."""
    return done.model == OFFLINE_MODEL and stand_in_json(done.warnings) is None


def is_interrupted(done: TurnDone) -> bool:
    return done.state == State.INTERRUPTED


def sentence_answer(text: str, language: str) -> Answer:
    return Answer(text=text, language=language)


def build_apology(language: str, failed: TurnFailed | None = None) -> Answer:
    with translation.override(language):
        text = failed.message if failed else _("The answer failed. Please ask again.")
    return Answer(text=text, language=language)


def truncation_notice() -> str:
    """Said where a text ends because the platform takes no more of it, in the language in force."""
    return _("The text goes on, but a message cannot be longer.")


def absolute_url(url: str) -> str:
    """An address that opens outside our own pages; empty stays empty."""
    return f"{settings.SITE_URL}{url}" if url.startswith("/") else url


def source_name(citation: CitationView) -> str:
    """Title and page or cells, in the language in force."""
    return citation.place
