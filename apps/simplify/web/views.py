"""The page for plain language: original and suggestion side by side, sentence by sentence. Keeps nothing by itself."""

from dataclasses import dataclass
from typing import Any, cast

from asgiref.sync import async_to_sync
from django.contrib.admin.views.decorators import staff_member_required
from django.contrib.auth.models import User
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    JsonResponse,
    QueryDict,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.database.async_access import release_pooled_connections, wait_without_connection
from apps.event_stream import named_event, streamed_events
from apps.llm.call_ledger import Ledger
from apps.llm.offline.language_model import NAME as BUILT_IN
from apps.simplify.batch_sources import UnknownDocument, document_stays_in_house, document_text
from apps.simplify.errors import SimplifyError, WordFileRefused
from apps.simplify.retention import store_rewrite
from apps.simplify.rewriting.load_rewrite_setup import load_organisations, load_setup
from apps.simplify.rewriting.rewrite_language_models import is_sent_outside
from apps.simplify.rewriting.rewrite_outcome import DRAFT_LABEL, RewriteOutcome
from apps.simplify.rewriting.rewrite_request import RewriteRequest
from apps.simplify.rewriting.rewrite_text import (
    RewriteDone,
    RewriteEvent,
    RewriteProgress,
    SentencesChecked,
    rewrite,
    rewrite_to_end,
)
from apps.simplify.rewriting.run_rewrite_child import prepare_here_or_in_child
from apps.simplify.web.forms import TextForm, decided_text, parse_decisions
from apps.simplify.web.model_and_text_type_choices import load_available_choices
from apps.simplify.web.process_word_file_in_sandbox import apply_decisions_to_file, text_of_uploaded_file
from apps.simplify.web.render_download_files import DOCX, render_docx_file, render_text_file
from apps.simplify.web.rewrite_stream import stream_rewrite_events
from apps.simplify.web.sentence_view_data import build_shown_sentence, readability_figures
from apps.simplify.withhold_models import withhold_models_if_limited


@never_cache
@staff_member_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The form; after it was sent, the suggestion. Works without script."""
    form = build_form(request)
    user = cast(User, request.user)
    context: dict[str, Any] = {"form": form, "label": DRAFT_LABEL, "may_propose": may_propose_synonym(user)}
    context["document"], context["collection"] = requested_document(request.POST or request.GET)
    context["is_sent_outside"] = is_sent_outside()
    try:
        form.initial["text"] = text_of_requested_document(request)
    except UnknownDocument as unknown:
        context["failure"] = str(unknown)
    if request.method == "POST" and form.is_valid():
        try:
            fill_form_from_file(form)
            outcome = run_rewrite(build_rewrite_request(form, request), user)
        except WordFileRefused as error:
            form.add_error("file", str(error))
        except SimplifyError as error:
            form.add_error("text", str(error))
        else:
            context |= result_context(outcome)
    return render(request, "simplify/page.html", context, status=400 if form.errors else 200)


@never_cache
@staff_member_required
@require_POST
def stream_sentences(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Streams server-sent events for the page's script: each sentence as a piece of HTML once it is checked."""
    form = build_form(request)
    if not form.is_valid():
        return refusal_response(" ".join(str(error) for errors in form.errors.values() for error in errors))
    ledger = Ledger()
    try:
        fill_form_from_file(form)
        asked = wait_without_connection(prepare_here_or_in_child, build_rewrite_request(form, request))
        setup = withhold_models_if_limited(load_setup(asked, ledger))
    except SimplifyError as error:
        return refusal_response(str(error))
    events = rewrite(asked, setup=setup, ledger=ledger)
    user = cast(User, request.user)
    page = PageEvents(may_propose_synonym(user))
    release_pooled_connections()
    return streamed_events(
        stream_rewrite_events(events, page.shown, ledger=ledger, user=user, language=translation.get_language())
    )


@never_cache
@staff_member_required
@require_http_methods(["GET", "HEAD", "POST"])
def download(request: HttpRequest) -> HttpResponse:
    """What people decided, as a file. Nothing is looked up: all of it comes from the form."""
    if request.method != "POST":
        # Whoever had been signed out comes from the page to sign in, which keeps the address alone.
        return redirect("simplify:page")
    is_docx = request.POST.get("format") == "docx"
    try:
        content = build_word_file(request) if is_docx else render_text_file(decided_text(request.POST))
    except SimplifyError as error:
        return HttpResponseBadRequest(str(error), content_type="text/plain")
    except ValueError:
        return HttpResponseBadRequest(_("These are not the sentences of the page."), content_type="text/plain")
    response = HttpResponse(content, content_type=DOCX if is_docx else "text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="einfache-sprache.{"docx" if is_docx else "txt"}"'
    return response


def build_word_file(request: HttpRequest) -> bytes:
    """The file that came with the form, rewritten, else a new one. Raises SimplifyError and ValueError."""
    if file := request.FILES.get("file"):
        return async_to_sync(apply_decisions_to_file)(file, parse_decisions(request.POST))
    return async_to_sync(render_docx_file)(decided_text(request.POST))


def build_form(request: HttpRequest) -> TextForm:
    posted, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    return TextForm(load_available_choices(), load_organisations(), posted, files)


def fill_form_from_file(form: TextForm) -> None:
    """Puts the text of the Word file into the form, where a page without script keeps it. Raises SimplifyError."""
    if file := form.cleaned_data["file"]:
        text = async_to_sync(text_of_uploaded_file)(file)
        form.cleaned_data["text"] = text
        form.data = {**form.data, "text": text}


def text_of_requested_document(request: HttpRequest) -> str:
    """A document of a collection that this person may read, by ?document=ID&collection=SLUG. Raises UnknownDocument."""
    external_id, collection = requested_document(request.GET)
    return document_text(external_id, collection or None, cast(User, request.user)) if external_id else ""


def requested_document(values: QueryDict) -> tuple[str, str]:
    """Its id and the short name of its collection; the form keeps them while its text is worked on."""
    external_id, collection = (values.get(name, "").replace("\0", "") for name in ("document", "collection"))
    return external_id, collection


def build_rewrite_request(form: TextForm, request: HttpRequest) -> RewriteRequest:
    """What the filled-in form asks for. One query where its text came from a document."""
    external_id, collection = requested_document(request.POST)
    return form.request(
        draft_from_decisions(request), in_house=document_stays_in_house(external_id, collection or None)
    )


def draft_from_decisions(request: HttpRequest) -> str:
    """What people have decided so far, when they ask for another pass."""
    if request.POST.get("pass") != "again":
        return ""
    try:
        return decided_text(request.POST)
    except ValueError:
        return ""


def run_rewrite(asked: RewriteRequest, user: User) -> RewriteOutcome:
    ledger = Ledger()
    try:
        asked = wait_without_connection(prepare_here_or_in_child, asked)
        setup = withhold_models_if_limited(load_setup(asked, ledger))
        outcome = wait_without_connection(rewrite_to_end, asked, setup=setup, ledger=ledger)
    finally:
        ledger.save("simplify")
    store_rewrite(outcome, user)
    return outcome


def result_context(outcome: RewriteOutcome) -> dict[str, object]:
    return summary_context(outcome) | {
        "sentences": [build_shown_sentence(sentence, number) for number, sentence in enumerate(outcome.sentences, 1)]
    }


def summary_context(outcome: RewriteOutcome) -> dict[str, object]:
    return {
        "outcome": outcome,
        "is_built_in": outcome.model == BUILT_IN,
        "figures": readability_figures(*outcome.readability),
        "kept": sum(sentence.kept_original for sentence in outcome.sentences),
    }


def refusal_response(sentence: str) -> JsonResponse:
    return JsonResponse({"message": sentence}, status=400)


def may_propose_synonym(user: User) -> bool:
    """Whether the page offers to propose a synonym beside what no rule explains. Queries the database once."""
    return user.has_perm("simplify.add_synonym")


@dataclass(slots=True)
class PageEvents:
    """The events of one rewrite as the page's script takes them: sentences are pieces of HTML with a number each."""

    may_propose: bool
    number: int = 0

    def shown(self, event: RewriteEvent) -> bytes:
        match event:
            case SentencesChecked(sentence):
                self.number += 1
                context = {"one": build_shown_sentence(sentence, self.number), "may_propose": self.may_propose}
                return named_event("sentence", {"html": render_to_string("simplify/sentence.html", context)})
            case RewriteProgress(done, parts):
                message = _("%(done)d of %(parts)d parts are finished") % {"done": done, "parts": parts}
                return named_event("progress", {"done": done, "parts": parts, "message": message})
            case RewriteDone(outcome):
                # Its sentences have been compared one by one; all of them at once would hold up everybody else.
                summary = render_to_string("simplify/summary.html", summary_context(outcome))
                return named_event("done", {"summary": summary, "message": _("The suggestion is finished.")})
