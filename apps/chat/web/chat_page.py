"""The chat page. Its script asks over the websocket; without script the same page is a plain form."""

import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from apps.chat.admission.asked_question import LONGEST_QUESTION, question_too_long_message
from apps.chat.ai_notices import FEEDBACK_REASONS, notice_before_asking
from apps.chat.models import Conversation, Turn, TurnState
from apps.chat.turn_state.conversation_ownership import UnknownConversation, check_conversation_owner
from apps.chat.web.javascript_translations import PAGE_MESSAGES
from apps.chat.web.no_script_chat import ShownTurn, answer_form, build_conversation_page
from apps.chat.web.suggestions_view import suggestions_for
from apps.documents.models import Collection, Document
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import build_language_model
from apps.llm.offline import OfflineLanguageModel
from apps.retrieval.query.filters import DATE_FILTERS, TEXT_FILTERS, BadFilter, Filters

EXAMPLES_SHOWN = 5
LONGEST_TYPED = 15_000
"""Characters that the field takes, which one frame of the websocket still holds. A text that is too long for a question
is refused with a sentence and stays in the field to be shortened; a browser would cut it off without a word."""
SUGGESTED_AFTER = (TurnState.DONE, TurnState.DONE_WITHOUT_LLM, TurnState.REFUSED)


@require_http_methods(["GET", "HEAD", "POST"])
def chat_page(request: HttpRequest) -> HttpResponse:
    """The page; by POST, which is how it works without script, with the answer on it."""
    context = page_context(request.user)
    if request.method == "POST":
        context |= form_context(request)
    response = render(request, "chat/page.html", context)
    # Other examples for the next visitor, and nobody's conversation in a shared cache. On the way back to the answer of
    # a form no server is asked: what browsers may not keep they cannot show. A person's is gone once they sign out.
    is_of_person = request.method == "POST" and request.user.is_authenticated
    response.headers["Cache-Control"] = "no-store" if is_of_person else "private, no-cache"
    return response


def form_context(request: HttpRequest) -> dict[str, object]:
    token = request.POST.get("conversation", "").replace("\0", "")[:64]
    question = (request.POST.get("example") or request.POST.get("question", "")).strip()
    if not question:
        return known_conversation(request, token)
    if len(question) > LONGEST_QUESTION:
        return {**known_conversation(request, token), **refused_question_context(question, question_too_long_message())}
    message_id = request.POST.get("message_id", "").replace("\0", "")[:100] or new_message_id()
    typed = {name: request.POST.get(name, "").strip() for name in (*TEXT_FILTERS, *DATE_FILTERS)}
    chosen = {name: value for name, value in typed.items() if value}
    try:
        filters = Filters.from_json(chosen)
    except BadFilter as error:
        return {
            **known_conversation(request, token),
            **refused_question_context(question, str(error)),
            "filters": chosen,
        }
    result = answer_form(
        question,
        token=token,
        message_id=message_id,
        user=request.user,
        address=request.META.get("REMOTE_ADDR", ""),
        filters=filters,
    )
    has_failed = bool(result.turns) and result.turns[-1].state == TurnState.FAILED
    turns = add_suggestions(request, result.turns)
    return {"conversation": result.token, "turns": turns, "filters": chosen, "in_box": question if has_failed else ""}


def refused_question_context(question: str, sentence: str) -> dict[str, object]:
    """What was typed, with the reason why nobody answers it, and once more in the box, where it can be changed."""
    shown = question[:LONGEST_TYPED]
    return {"turns": [ShownTurn(shown, TurnState.FAILED, failure=sentence)], "in_box": shown}


def add_suggestions(request: HttpRequest, turns: Sequence[ShownTurn]) -> Sequence[ShownTurn]:
    """The newest answer with questions that the documents answer, too."""
    if not turns or not turns[-1].id:
        return turns
    newest = Turn.objects.filter(pk=turns[-1].id, state__in=SUGGESTED_AFTER).first()
    if newest is None:
        return turns
    found = suggestions_for(newest, request.user, request.META.get("REMOTE_ADDR", ""))
    return [*turns[:-1], replace(turns[-1], suggestions=found)]


def known_conversation(request: HttpRequest, token: str) -> dict[str, object]:
    """The conversation so far, for somebody who returns to it without script."""
    try:
        found = build_conversation_page(
            check_conversation_owner(Conversation.objects.filter(token=token).first(), request.user)
        )
    except UnknownConversation:
        return {}
    return {"conversation": found.token, "turns": found.turns}


def new_message_id() -> str:
    return secrets.token_urlsafe(16)


def page_context(user: AbstractBaseUser | AnonymousUser | None) -> dict[str, object]:
    collections = Collection.objects.readable_by(user)
    in_house = collections.any_stays_in_house()
    is_offline = isinstance(build_language_model("answer", ledger=Ledger(), in_house=in_house), OfflineLanguageModel)
    return {
        "document_count": Document.objects.shown_to(user).count(),
        "coming_count": Document.objects.not_yet_searchable().readable_by(user).count(),
        "examples": some_examples(collections),
        "offline": is_offline,
        "notice": notice_before_asking(user),
        "feedback_reasons": FEEDBACK_REASONS.items(),
        "typed_limit": LONGEST_TYPED,
        "longest_question": LONGEST_QUESTION,
        "message_id": new_message_id(),
        "messages_for_script": PAGE_MESSAGES,
    }


def some_examples(collections: Iterable[Collection]) -> list[tuple[str, str]]:
    """A few of all example questions with their language, others each time: visitors see what can be answered."""
    examples = list({text: one.language for one in collections for text in one.example_questions}.items())
    # Not for secrets: any five will do.
    return random.sample(examples, min(EXAMPLES_SHOWN, len(examples)))
