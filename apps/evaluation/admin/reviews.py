"""The review queue in the admin: one reply at a time, without the judge's marks; and how far the judge agrees."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from apps.admin_base import ReadOnly, column, short
from apps.evaluation.admin.admin_page_helpers import add_message, render_page, require_permission
from apps.evaluation.judging.judge_agreement_with_people import ALL_CRITERIA, calibrations_by_judge
from apps.evaluation.judging.review_queue import markable_pieces, store_review, turns_to_review
from apps.evaluation.limit_rows_to_readable_collections import readable_replies, readable_reviews
from apps.evaluation.models import DialogueTurn, Review, SentenceMark
from apps.evaluation.statistics.cohens_kappa import CALIBRATED, FEWEST_CASES, FEWEST_PEOPLE
from apps.text.numbers.parse_database_row_id import parse_row_id

MARKS = [(number, str(number)) for number in range(1, 6)]
MOST_SHOWN = 120
"""Characters of a question in the list: personas write letters."""


class ReviewForm(forms.ModelForm[Review]):
    class Meta:
        model = Review
        fields = [*ALL_CRITERIA, "comment"]
        widgets = {"comment": forms.Textarea(attrs={"rows": 3, "cols": 80})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ALL_CRITERIA:
            label = self.fields[name].label
            self.fields[name] = forms.TypedChoiceField(
                label=label, choices=MARKS, coerce=int, widget=forms.RadioSelect(attrs={"class": "marks"})
            )


@admin.register(Review)
class ReviewAdmin(ReadOnly, admin.ModelAdmin[Review]):
    list_display = ["question", "reviewer", *ALL_CRITERIA, "given"]
    list_filter = ["reviewer"]
    list_select_related = ["turn", "reviewer"]
    fields = ["question", "reply", "reviewer", *ALL_CRITERIA, "comment", "given"]
    readonly_fields = ["question", "reply", "given"]
    change_list_template = "admin/evaluation/review/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Review]:
        rows: QuerySet[Review] = super().get_queryset(request)
        return readable_reviews(request, rows)

    @admin.display(description=_("question"), ordering="turn__said")
    def question(self, review: Review) -> str:
        return Truncator(review.turn.said).chars(MOST_SHOWN)

    @admin.display(description=_("reply"))
    def reply(self, review: Review) -> str:
        return review.turn.reply

    given = column("created_at", short, _("given"))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        labels = {field.name: field.verbose_name for field in Review._meta.concrete_fields}
        context = {
            "judges": list(calibrations_by_judge().values()),
            "names": [labels[name] for name in ALL_CRITERIA],
            "columns": len(ALL_CRITERIA) + 5,
            "least": CALIBRATED,
            "fewest": FEWEST_CASES,
            "fewest_people": FEWEST_PEOPLE,
            "waiting": readable_replies(request, turns_to_review(request.user)).count(),
            "may_review": request.user.has_perm("evaluation.add_review"),
        }
        return super().changelist_view(request, (extra_context or {}) | context)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("next/", view(self.next_view), name="evaluation_review_next"),
            path("turn/<int:turn_id>/", view(self.turn_view), name="evaluation_review_turn"),
        ]
        return [*own, *super().get_urls()]

    def next_view(self, request: HttpRequest) -> HttpResponseBase:
        require_permission(request, "evaluation.add_review")
        turn = readable_replies(request, turns_to_review(request.user)).first()
        if turn is None:
            add_message(request, _("There is nothing left to mark."))
            return HttpResponseRedirect(reverse("admin:evaluation_review_changelist"))
        return HttpResponseRedirect(reverse("admin:evaluation_review_turn", args=[turn.pk]))

    def turn_view(self, request: HttpRequest, turn_id: int) -> HttpResponseBase:
        require_permission(request, "evaluation.add_review")
        turn = get_object_or_404(readable_replies(request, DialogueTurn.objects.select_related("dialogue")), pk=turn_id)
        form = ReviewForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            store_review(turn, request.user, form.cleaned_data, marks_from_form(request))
            add_message(request, _("Thank you, your marks are stored."))
            return HttpResponseRedirect(reverse("admin:evaluation_review_next"))
        earlier = turn.dialogue.turns.filter(number__lt=turn.number)
        return render_page(
            self, request, "review/turn.html",
            title=_("Mark a reply"), turn=turn, form=form, earlier=earlier, sentences=markable_pieces(turn),
            choices=SentenceMark.Mark.choices, criteria=[form[name] for name in ALL_CRITERIA],
        )  # fmt: skip


def marks_from_form(request: HttpRequest) -> dict[int, tuple[str, str]]:
    """The marks of sentences as the form sends them: mark-1, comment-1 …"""
    found = {}
    for name, mark in request.POST.items():
        kind, _dash, number = name.partition("-")
        if kind == "mark" and parse_row_id(number) and isinstance(mark, str) and mark:
            found[parse_row_id(number)] = (mark, str(request.POST.get(f"comment-{number}", "")))
    return found
