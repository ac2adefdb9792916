"""Compares two profiles on one question, in the admin: what each finds, by which steps, in what time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_http_methods

from apps.database.async_access import wait_without_connection
from apps.documents.models import Collection
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.retrieval.models import Profile
from apps.retrieval.preparation.load_search_inputs import MOST_DOCUMENTS
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.filters import DATE_FILTERS, TEXT_FILTERS, BadFilter, Filters
from apps.retrieval.search.explain_search import SearchExplanation, explain_search
from apps.retrieval.search.search import search
from apps.retrieval.search.search_result import FoundDocument, SearchResult, step_as_json

FILTER_LABELS = {
    "type": pgettext_lazy("of a document", "type"),
    "number": _("number"),
    "author": _("author"),
    "party": _("party"),
    "tag": _("tag"),
    "from": _("from day"),
    "until": _("until day"),
}


class TryOutForm(forms.Form):
    question = forms.CharField(label=_("question"), max_length=2_000, widget=forms.Textarea(attrs={"rows": 2}))
    first = forms.ModelChoiceField(Profile.objects.all(), label=_("profile"))
    second = forms.ModelChoiceField(Profile.objects.all(), label=_("other profile"), required=False)
    collections = forms.ModelMultipleChoiceField(
        Collection.objects.none(), to_field_name="slug", label=_("collections"), required=False
    )
    limit = forms.IntegerField(label=_("documents"), min_value=1, max_value=MOST_DOCUMENTS, required=False)

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        readable = Collection.objects.readable_by(user)
        self.fields["collections"].queryset = readable  # type: ignore[attr-defined]
        for name in (*TEXT_FILTERS, *DATE_FILTERS):
            self.fields[name] = forms.CharField(label=FILTER_LABELS[name], max_length=200, required=False)

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, Any] = super().clean() or {}
        try:
            cleaned["filters"] = Filters.from_json(
                {name: cleaned.get(name) or None for name in (*TEXT_FILTERS, *DATE_FILTERS)}
            )
        except BadFilter as error:
            self.add_error(None, str(error))
        return cleaned


@dataclass(frozen=True, slots=True)
class ProfileResult:
    """What a profile finds; with each document its rank in the result of the other profile, None if it is not there."""

    profile: Profile
    documents: Sequence[tuple[FoundDocument, int | None]]
    why: SearchExplanation
    milliseconds: float


@require_http_methods(["GET", "POST"])
def try_profiles_page(request: HttpRequest) -> HttpResponse:
    """The page; by POST with both results. A question stands in no address."""
    if not request.user.has_perm("retrieval.view_profile"):
        raise PermissionDenied
    form = TryOutForm(request.POST or None, user=request.user, initial=first_choices())
    tried: list[ProfileResult] = []
    if request.method == "POST" and form.is_valid():
        try:
            tried = compare_profiles(form.cleaned_data, request.user)
        except ModelError as error:
            form.add_error(None, str(error))
    context = {**admin.site.each_context(request), "title": _("Try profiles"), "form": form, "tried": tried}
    return TemplateResponse(request, "admin/retrieval/try_out.html", context)


def first_choices() -> dict[str, object]:
    return {"first": Profile.objects.filter(is_active=True).first()}


def compare_profiles(asked: dict[str, Any], user: Any) -> list[ProfileResult]:
    """One search for each profile that was chosen. Raises ModelError."""
    profiles = [profile for profile in (asked["first"], asked["second"]) if profile]
    results = [search_with_profile(profile, asked, user) for profile in profiles]
    places = [{found.document_id: place for place, found in enumerate(one.documents, 1)} for one in results]
    others = places[::-1] if len(places) == 2 else [{}]
    return [
        profile_result(profile, result, other) for profile, result, other in zip(profiles, results, others, strict=True)
    ]


def search_with_profile(profile: Profile, asked: dict[str, Any], user: Any) -> SearchResult:
    ledger = Ledger()
    try:
        return wait_without_connection(
            search,
            asked["question"],
            SearchRequest(
                user=user or AnonymousUser(),
                profile=profile,
                collections=[collection.slug for collection in asked["collections"]] or None,
                limit=asked["limit"],
                filters=asked["filters"],
            ),
            ledger=ledger,
        )
    finally:
        ledger.save("try-out")


def profile_result(profile: Profile, result: SearchResult, other: dict[int, int]) -> ProfileResult:
    return ProfileResult(
        profile=profile,
        documents=[(found, other.get(found.document_id)) for found in result.documents],
        why=explain_search(
            result.query, result.algorithm, str(profile), [step_as_json(step) for step in result.steps], []
        ),
        milliseconds=1_000 * result.seconds,
    )
