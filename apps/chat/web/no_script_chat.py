"""The chat without script: a form is answered when the whole answer is there, below what was said before."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.admission.opening_key import compute_opening_key
from apps.chat.ai_notices import answer_label, is_ai_generated
from apps.chat.answering.await_whole_answer import await_last_event
from apps.chat.channels.delivery.notify_of_improved_answers import improved_turn_ids
from apps.chat.fixed_answers.render_card import card_html
from apps.chat.group_refusals_into_gaps import may_answer_change
from apps.chat.models import Citation, Conversation, Turn, TurnState
from apps.chat.suggestions.candidate_questions import CandidateQuestion
from apps.chat.turn_state.load_turn_inputs import AlreadyAsked
from apps.chat.turn_state.turn_events import TurnDone, TurnFailed
from apps.chat.web.javascript_translations import PAGE_MESSAGES, WARNING_LABELS
from apps.chat.web.resumable_answers import POLL_SECONDS, ended_turn
from apps.database.async_access import wait_without_connection
from apps.retrieval.preparation.search_request import User
from apps.retrieval.query.filters import NO_FILTERS, Filters


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """What the template of a turn shows. `answer_html` is sanitised."""

    question: str
    state: str
    id: str = ""
    answer_html: str = ""
    help_html: str = ""
    """A card above the answer."""
    citations: Sequence[Citation] = ()
    warnings: Sequence[str] = ()
    details: str = ""
    failure: str = ""
    broke_off: bool = False
    """Whether the answer ends early, and not because its reader stopped it."""
    label: str = ""
    """Who made the answer; empty for what is none."""
    is_ai_generated: bool = False
    has_levels: bool = False
    """Whether its sentences bear signs of how far they are proved."""
    suggestions: Sequence[CandidateQuestion] = ()

    @property
    def can_be_simplified(self) -> bool:
        """A whole answer; of anything else nobody makes plainer words."""
        return self.state in (TurnState.DONE, TurnState.DONE_WITHOUT_LLM)

    @property
    def may_subscribe(self) -> bool:
        return may_answer_change(self.state, self.question)


@dataclass(frozen=True, slots=True)
class ConversationPage:
    """The conversation so far and the token to go on with; empty when none was begun."""

    token: str
    turns: Sequence[ShownTurn]


def answer_form(
    question: str, *, token: str, message_id: str, user: User, address: str = "", filters: Filters = NO_FILTERS
) -> ConversationPage:
    """Calls models, reads and writes the database. The same message id is answered once, however often it is sent."""
    ask = AskedQuestion(
        text=question,
        message_id=message_id,
        token=token or None,
        language=get_language(),
        user=user,
        address=address,
        filters=filters,
        opening_key=None
        if token
        else compute_opening_key("apps.chat.form", ["form", message_id, question, user.pk, address]),
    )
    try:
        event = wait_without_connection(await_last_event, ask)
    except AlreadyAsked as known:
        return build_conversation_page(wait_until_ended(known.turn).conversation)
    if isinstance(event, TurnDone) and event.fixed is not None:
        return page_with_card(token, question, event)
    if isinstance(event, TurnDone):
        return add_help_card(build_conversation_page(Conversation.objects.get(token=event.conversation)), event)
    failure = event.message if isinstance(event, TurnFailed) else _("This question could not be answered.")
    return ConversationPage(token, [ShownTurn(question, TurnState.FAILED, failure=failure)])


def wait_until_ended(turn: Turn) -> Turn:
    """Waits for the end of an answer that another request or process writes, three minutes at most. Reads the
    database each second."""
    while (ended := ended_turn(turn)) is None:
        wait_without_connection(asyncio.sleep, POLL_SECONDS)
    return ended


def page_with_card(token: str, question: str, done: TurnDone) -> ConversationPage:
    """The conversation so far, whoever begun it without an account, and below it the card, which nobody stores."""
    known = Conversation.objects.filter(token=token, user=None).first() if token else None
    before = build_conversation_page(known).turns if known else ()
    return ConversationPage(token, [*before, ShownTurn(question, "fixed", answer_html=done.answer_html)])


def add_help_card(page: ConversationPage, done: TurnDone) -> ConversationPage:
    """The card of a crisis that the last question may speak of, above its answer; nobody stores it."""
    if done.help is None or not page.turns:
        return page
    *before, last = page.turns
    return ConversationPage(page.token, [*before, replace(last, help_html=card_html(done.help))])


def build_conversation_page(conversation: Conversation) -> ConversationPage:
    turns = conversation.turns.prefetch_related("citations").order_by("number")
    better = improved_turn_ids(conversation)
    return ConversationPage(
        conversation.token, [build_shown_turn(turn, is_better_now=turn.pk in better) for turn in turns]
    )


def build_shown_turn(turn: Turn, *, is_better_now: bool = False) -> ShownTurn:
    """`is_better_now` is for the eyes of whoever complained."""
    found = [f"{WARNING_LABELS[one['kind']]} {one['text']}" for one in turn.warnings if one["kind"] in WARNING_LABELS]
    return ShownTurn(
        question=turn.question,
        state=turn.state,
        id=str(turn.pk),
        answer_html=turn.answer_html,
        citations=[citation for citation in turn.citations.all() if citation.is_shown],
        warnings=[*found, str(WARNING_LABELS["better_now"])] if is_better_now else found,
        details=algorithm_and_model_text(turn),
        failure="" if turn.answer_html else failure_of(turn),
        broke_off=any(one["kind"] == "interrupted" for one in turn.warnings),
        label=answer_label(turn.state, turn.model, turn.answer),
        is_ai_generated=is_ai_generated(turn.state, turn.model, turn.answer),
        has_levels=bool(turn.sentences),
    )


def failure_of(turn: Turn) -> str:
    if turn.state not in Turn.END_STATES:
        return _("This answer is still being written. Please reload the page in a moment.")
    return _("This question could not be answered.")


def algorithm_and_model_text(turn: Turn) -> str:
    named = [(PAGE_MESSAGES["algorithm"], turn.algorithm), (PAGE_MESSAGES["model"], turn.model)]
    return " · ".join(f"{name}: {value}" for name, value in named if value)
