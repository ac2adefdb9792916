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

from apps.database.async_access import give_back_pooled_connections, wait_without_connection
from apps.event_stream import named_event, streamed_events
from apps.llm.call_ledger import Ledger
from apps.llm.offline.language_model import NAME as BUILT_IN
from apps.simplify.batch_sources import UnknownDocument, document_text, stays_in_house
from apps.simplify.errors import SimplifyError, WordFileRefused
from apps.simplify.retention import keep
from apps.simplify.rewriting.rewrite import (
    Event,
    RewriteDone,
    RewriteProgress,
    SentencesChecked,
    rewrite,
    rewrite_to_end,
)
from apps.simplify.rewriting.rewrite_language_models import is_sent_outside
from apps.simplify.rewriting.rewrite_outcome import LABEL, RewriteOutcome
from apps.simplify.rewriting.rewrite_request import RewriteRequest
from apps.simplify.rewriting.rewrite_setup import load_setup, organisations
from apps.simplify.rewriting.run_rewrite_child import prepare
from apps.simplify.web.download import DOCX, as_text, docx_of
from apps.simplify.web.forms import TextForm, decided_text, decisions
from apps.simplify.web.model_and_type_choices import available_choices
from apps.simplify.web.rewrite_stream import rewrite_stream
from apps.simplify.web.sentence_view_data import readability_figures, sentence_view
from apps.simplify.web.word_file import text_of_upload, with_decisions
from apps.simplify.withhold_models import affordable


@never_cache
@staff_member_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The form; after it was sent, the suggestion. Works without script."""
    form = form_of(request)
    user = cast(User, request.user)
    context: dict[str, Any] = {"form": form, "label": LABEL, "may_propose": may_propose(user)}
    context["document"], context["collection"] = document_named(request.POST or request.GET)
    context["is_sent_outside"] = is_sent_outside()
    try:
        form.initial["text"] = text_of_document(request)
    except UnknownDocument as unknown:
        context["failure"] = str(unknown)
    if request.method == "POST" and form.is_valid():
        try:
            read_file(form)
            outcome = write(asked_for(form, request), user)
        except WordFileRefused as error:
            form.add_error("file", str(error))
        except SimplifyError as error:
            form.add_error("text", str(error))
        else:
            context |= result_of(outcome)
    return render(request, "simplify/page.html", context, status=400 if form.errors else 200)


@never_cache
@staff_member_required
@require_POST
def sentences(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """The same as server-sent events for the page's script: each sentence as a piece of HTML once it is checked."""
    form = form_of(request)
    if not form.is_valid():
        return refusal(" ".join(str(error) for errors in form.errors.values() for error in errors))
    ledger = Ledger()
    try:
        read_file(form)
        asked = wait_without_connection(prepare, asked_for(form, request))
        setup = affordable(load_setup(asked, ledger))
    except SimplifyError as error:
        return refusal(str(error))
    events = rewrite(asked, setup=setup, ledger=ledger)
    user = cast(User, request.user)
    page = PageEvents(may_propose(user))
    give_back_pooled_connections()
    return streamed_events(
        rewrite_stream(events, page.shown, ledger=ledger, user=user, language=translation.get_language())
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
        content = word_file(request) if is_docx else as_text(decided_text(request.POST))
    except SimplifyError as error:
        return HttpResponseBadRequest(str(error), content_type="text/plain")
    except ValueError:
        return HttpResponseBadRequest(_("These are not the sentences of the page."), content_type="text/plain")
    response = HttpResponse(content, content_type=DOCX if is_docx else "text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="einfache-sprache.{"docx" if is_docx else "txt"}"'
    return response


def word_file(request: HttpRequest) -> bytes:
    """The file that came with the form, rewritten, else a new one. Raises SimplifyError and ValueError."""
    if file := request.FILES.get("file"):
        return async_to_sync(with_decisions)(file, decisions(request.POST))
    return async_to_sync(docx_of)(decided_text(request.POST))


def form_of(request: HttpRequest) -> TextForm:
    posted, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    return TextForm(available_choices(), organisations(), posted, files)


def read_file(form: TextForm) -> None:
    """Puts the text of the Word file into the form, where a page without script keeps it. Raises SimplifyError."""
    if file := form.cleaned_data["file"]:
        text = async_to_sync(text_of_upload)(file)
        form.cleaned_data["text"] = text
        form.data = {**form.data, "text": text}


def text_of_document(request: HttpRequest) -> str:
    """A document of a collection that this person may read, by ?document=ID&collection=SLUG. Raises UnknownDocument."""
    external_id, collection = document_named(request.GET)
    return document_text(external_id, collection or None, cast(User, request.user)) if external_id else ""


def document_named(values: QueryDict) -> tuple[str, str]:
    """Its id and the short name of its collection; the form keeps them while its text is worked on."""
    external_id, collection = (values.get(name, "").replace("\0", "") for name in ("document", "collection"))
    return external_id, collection


def asked_for(form: TextForm, request: HttpRequest) -> RewriteRequest:
    """What the filled-in form asks for. One query where its text came from a document."""
    external_id, collection = document_named(request.POST)
    return form.request(draft_of(request), in_house=stays_in_house(external_id, collection or None))


def draft_of(request: HttpRequest) -> str:
    """What people have decided so far, when they ask for another pass."""
    if request.POST.get("pass") != "again":
        return ""
    try:
        return decided_text(request.POST)
    except ValueError:
        return ""


def write(asked: RewriteRequest, user: User) -> RewriteOutcome:
    ledger = Ledger()
    try:
        asked = wait_without_connection(prepare, asked)
        setup = affordable(load_setup(asked, ledger))
        outcome = wait_without_connection(rewrite_to_end, asked, setup=setup, ledger=ledger)
    finally:
        ledger.save("simplify")
    keep(outcome, user)
    return outcome


def result_of(outcome: RewriteOutcome) -> dict[str, object]:
    return summary_of(outcome) | {
        "sentences": [sentence_view(sentence, number) for number, sentence in enumerate(outcome.sentences, 1)]
    }


def summary_of(outcome: RewriteOutcome) -> dict[str, object]:
    return {
        "outcome": outcome,
        "is_built_in": outcome.model == BUILT_IN,
        "figures": readability_figures(*outcome.readability),
        "kept": sum(sentence.kept_original for sentence in outcome.sentences),
    }


def refusal(sentence: str) -> JsonResponse:
    return JsonResponse({"message": sentence}, status=400)


def may_propose(user: User) -> bool:
    """Whether the page offers to propose a synonym beside what no rule explains. Queries the database once."""
    return user.has_perm("simplify.add_synonym")


@dataclass(slots=True)
class PageEvents:
    """The events of one rewrite as the page's script takes them: sentences are pieces of HTML with a number each."""

    may_propose: bool
    number: int = 0

    def shown(self, event: Event) -> bytes:
        match event:
            case SentencesChecked(sentence):
                self.number += 1
                context = {"one": sentence_view(sentence, self.number), "may_propose": self.may_propose}
                return named_event("sentence", {"html": render_to_string("simplify/sentence.html", context)})
            case RewriteProgress(done, parts):
                message = _("%(done)d of %(parts)d parts are finished") % {"done": done, "parts": parts}
                return named_event("progress", {"done": done, "parts": parts, "message": message})
            case RewriteDone(outcome):
                # Its sentences have been compared one by one; all of them at once would hold up everybody else.
                summary = render_to_string("simplify/summary.html", summary_of(outcome))
                return named_event("done", {"summary": summary, "message": _("The suggestion is finished.")})
