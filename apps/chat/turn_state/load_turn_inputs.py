"""Loads everything a turn needs from the database before its first model call: the turn keeps to this snapshot."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.conf import settings

from apps.chat.admission.admit_question import admit_question
from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.fixed_answers.crisis_classifier.classify_message import Crisis
from apps.chat.fixed_answers.find_fixed_answer import FixedReply, find_fixed_answer
from apps.chat.models import Channel, Conversation, Turn
from apps.chat.models.conversations import have_read_in_house
from apps.chat.models.fixed_answers import load_own_fixed_answers
from apps.chat.models.service_settings import load_service_rules
from apps.chat.sentence_numbers.number_sentences import NUMBERED_ANSWER_PROMPT as PROMPT_OF_NUMBERS
from apps.chat.translation.translate_question import QuestionTranslator
from apps.chat.turn_state.choose_prompts_and_models import (
    choose_answer_prompt,
    choose_model,
    choose_rephrase_prompt,
    choose_translator,
    second_reading_languages,
)
from apps.chat.turn_state.conversation_history import MOST_TURNS, PastTurn, was_cut_off
from apps.chat.turn_state.conversation_ownership import claim_conversation, get_or_build_conversation, user_of_session
from apps.database.settings_cache import load_cached, use_settings_cache
from apps.documents.models import Collection
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import is_built_in_disabled
from apps.llm.models import Purpose
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts_and_models_in_use import NO_TRIAL, ModelAccess, TrialConfiguration
from apps.llm.types import Embedder, LanguageModel
from apps.retrieval.models import Profile
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.types import Passage
from apps.retrieval.search.classify_global_question import QuestionRouter, load_question_router
from apps.retrieval.search.query_routing import use_graph_for_global_question, use_graph_global

EARLIER_QUESTIONS = 5
"""Of a conversation, that a search may read beside the question itself."""


class FixedAnswerFound(Exception):  # noqa: N818 - not an error: the rules of the service answer this message
    """The message is answered by a card; nothing of it is stored or searched for."""

    def __init__(self, reply: FixedReply) -> None:
        super().__init__(reply.name)
        self.reply = reply


class AlreadyAsked(Exception):  # noqa: N818 - not an error: the answer is there or under way
    """This client message has a turn already; it is never answered twice."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(str(turn.pk))
        self.turn = turn


@dataclass(frozen=True, slots=True)
class ReplayedInput:
    """What a turn that is made again takes over from the stored one; without query or passages these are made anew."""

    past: Sequence[PastTurn] = ()
    query: str = ""
    passages: Sequence[Passage] | None = None


@dataclass(frozen=True, slots=True)
class TurnSnapshot:
    """Prompts, models, profile and history as they were when the turn began; later changes are for later turns."""

    ask: AskedQuestion
    """The question as it was admitted, without personal data."""
    conversation: Conversation
    is_new: bool
    number: int
    past: Sequence[PastTurn]
    answer_prompt: PublishedPrompt
    rephrase_prompt: PublishedPrompt | None
    model: LanguageModel
    rephraser: LanguageModel | None
    search: SearchSetup
    given: ReplayedInput = ReplayedInput()
    contact: str = ""
    """Whom to ask what the documents do not answer."""
    read_again_in: tuple[str, ...] = ()
    """Whether a second reader is asked about sentences that rules leave open, after the answer is shown."""
    may_extract: bool = True
    """Whether sentences of the documents may stand in for an answer that nothing proves."""
    translator: QuestionTranslator | None = None
    """Whom to ask for the question in the language of the documents, when it is in another."""
    guide: QuestionRouter | None = None
    """Whom to ask whether the question is about the whole, where its words leave that open."""
    help_offered: FixedReply | None = None
    """The card of a crisis that the question may speak of, shown beside the answer."""

    @property
    def numbers_sentences(self) -> bool:
        """Whether the model names sentences of the passages by numbers, instead of copying their words."""
        return self.answer_prompt.slug == PROMPT_OF_NUMBERS


@dataclass(frozen=True, slots=True)
class TurnOverrides:
    """What goes before what the database says: for measurements, for turns that are made again, and for tests."""

    model: LanguageModel | None = None
    embedder: Embedder | None = None
    profile: Profile | None = None
    given: ReplayedInput | None = None
    trial: TrialConfiguration = NO_TRIAL


NO_OVERRIDES = TurnOverrides()


def load_turn_snapshot(
    ask: AskedQuestion, ledger: Ledger, overrides: TurnOverrides = NO_OVERRIDES, *, crisis: Crisis | None = None
) -> TurnSnapshot:
    """One small query, two more within a conversation, one for a visitor who is limited, one when it becomes theirs,
    more when settings have changed.

    Raises FixedAnswerFound, UnknownConversation, AlreadyAsked, NotAdmitted, UnknownCollection, UnknownAlgorithm,
    NoActiveProfile.
    """
    overrides = replace(overrides, profile=overrides.profile or ask.profile)
    with use_settings_cache():
        help_offered = find_help_card(ask, crisis)
        user = ask.user or (user_of_session(ask.session_key) if ask.session_key else None)
        conversation = get_or_build_conversation(ask, user)
        turns = [] if conversation._state.adding else newest_turns(conversation)
        raise_if_asked(ask, turns)
        ask = admit_question(ask)
        claim_conversation(conversation, ask, user)
        request = ask.search_request(user, overrides.profile, overrides.trial)
        request = replace(request, in_house=ask.in_house or must_stay_in_house(conversation, turns))
        search = load_search_setup(request, ledger)
        keep_in_house(conversation, search.models)
        search = route_unless_chosen(search, ask, turns, chosen=bool(ask.algorithm or overrides.profile))
        return build_turn_snapshot(ask, conversation, turns, search, overrides, help_offered)


def build_turn_snapshot(
    ask: AskedQuestion,
    conversation: Conversation,
    turns: Sequence[Turn],
    search: SearchSetup,
    overrides: TurnOverrides,
    help_offered: FixedReply | None,
) -> TurnSnapshot:
    """Chooses prompts and models for the admitted question. `turns`: those of the conversation, the newest first."""
    models, given, model = search.models, overrides.given, overrides.model
    past = given.past if given else [build_past_turn(turn) for turn in reversed(turns)]
    # What somebody writes who may be in need follows up nothing: beside the offer of help no dog tax may stand.
    as_typed = help_offered is not None or (given is not None and bool(given.query))
    wanted = None if as_typed else choose_rephrase_prompt(search, ask, past)
    rephrase_prompt = models.prompt(wanted) if wanted else None
    answer_prompt = models.prompt(choose_answer_prompt(search))
    own_way = ask.withheld or ask.algorithm or overrides.profile or given
    return TurnSnapshot(
        ask=ask,
        conversation=conversation,
        is_new=conversation._state.adding,
        number=turns[0].number + 1 if turns else 1,
        past=past,
        answer_prompt=answer_prompt,
        rephrase_prompt=rephrase_prompt,
        model=model or choose_model(search.algorithm.answer_purpose, ask, models, answer_prompt),
        rephraser=None
        if rephrase_prompt is None
        else model or choose_model(Purpose.REPHRASE, ask, models, rephrase_prompt),
        search=replace(search, embedder=overrides.embedder) if overrides.embedder else search,
        given=given or ReplayedInput(),
        contact=load_service_rules().contact,
        read_again_in=second_reading_languages(ask, search) if given is None else (),
        may_extract=not is_built_in_disabled(),
        translator=None if given and given.passages is not None else choose_translator(search, ask, models, model),
        guide=None if own_way else load_question_router(search),
        help_offered=help_offered,
    )


def must_stay_in_house(conversation: Conversation, turns: Sequence[Turn]) -> bool:
    """Whether what was said so far comes from a collection that stays in the house. Two queries, mostly none."""
    if conversation.stays_in_house or not turns:
        return conversation.stays_in_house
    any_does = load_cached("any-in-house", Collection.objects.all().any_stays_in_house)
    return any_does and have_read_in_house(conversation.turns.only("conversation", "passages"))


def keep_in_house(conversation: Conversation, models: ModelAccess) -> None:
    """From the first question on that searches such a collection, what is said after it as well."""
    if models.in_house and not conversation.stays_in_house:
        conversation.stays_in_house = True
        if not conversation._state.adding:
            conversation.save(update_fields=["stays_in_house"])


def reroute_to_graph(snapshot: TurnSnapshot, model: LanguageModel | None, seconds: float) -> TurnSnapshot:
    """Returns the snapshot rerouted to the graph, with the question as typed. Two queries."""
    search = use_graph_global(snapshot.search, seconds, asked="model")
    answer_prompt = search.models.prompt(search.algorithm.answer_prompt)
    return replace(
        snapshot,
        search=search,
        answer_prompt=answer_prompt,
        rephrase_prompt=None,
        model=model or choose_model(search.algorithm.answer_purpose, snapshot.ask, search.models, answer_prompt),
        rephraser=None,
        translator=None,
    )


def route_unless_chosen(search: SearchSetup, ask: AskedQuestion, turns: Sequence[Turn], *, chosen: bool) -> SearchSetup:
    """A question about the whole collection may take another way; where no model may be asked, the search asks none."""
    search = search.after([turn.question for turn in reversed(turns[:EARLIER_QUESTIONS])])
    if not chosen:
        search = use_graph_for_global_question(search, ask.text)
    return replace(search, algorithm=replace(search.algorithm, asks=None)) if ask.withheld else search


def build_past_turn(turn: Turn) -> PastTurn:
    """A stored turn as the next prompt may know it."""
    return PastTurn(turn.question, turn.answer, turn.state, was_cut_off(turn.warnings))


def newest_turns(conversation: Conversation) -> list[Turn]:
    # With the conversation: Django sets it on each turn by its id, and would ask for that once a turn.
    fields = ("conversation", "number", "client_message_id", "question", "answer", "state", "warnings")
    return list(conversation.turns.only(*fields).order_by("-number")[:MOST_TURNS])


def find_help_card(ask: AskedQuestion, crisis: Crisis | None) -> FixedReply | None:
    """The card to be shown beside the answer, if any. Raises FixedAnswerFound for one that takes its place.

    Before limits and budgets: whoever is in need is answered. What the staff asks again is a question.
    """
    if ask.channel == Channel.REVIEW:
        return None
    reply = find_fixed_answer(ask.text, ask.language or settings.LANGUAGE_CODE, load_own_fixed_answers(), crisis)
    if reply is not None and not reply.is_beside_answer:
        raise FixedAnswerFound(reply)
    return reply


def raise_if_asked(ask: AskedQuestion, turns: Sequence[Turn]) -> None:
    for turn in turns:
        if ask.message_id and turn.client_message_id == ask.message_id:
            raise AlreadyAsked(turn)
