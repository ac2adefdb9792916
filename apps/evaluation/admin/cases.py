"""Test cases of suites in the admin: written, found again, and made from an answer somebody complained about."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from apps.admin_base import LinesField
from apps.chat.admin.turns_staff_may_read import readable_turns
from apps.chat.models import Turn
from apps.evaluation.admin.admin_page_helpers import add_message, redirect_to_row, render_page, require_permission
from apps.evaluation.gate.cases_from_feedback import case_from_turn
from apps.evaluation.limit_rows_to_readable_collections import readable_cases, readable_suites
from apps.evaluation.models import Case, CaseSource, ExpectedPage, Suite


class ExpectedInline(admin.TabularInline[ExpectedPage, Case]):
    model = ExpectedPage
    extra = 1


class CaseForm(forms.ModelForm[Case]):
    required = LinesField(label=_("Must contain"), required=False, help_text=_("One text per line."))
    forbidden = LinesField(label=_("Must not contain"), required=False, help_text=_("One text per line."))
    tags = LinesField(label=_("Tags"), required=False, help_text=_("One per line."))

    class Meta:
        model = Case
        fields = [
            "suite", "question", "reference", "must_refuse", "is_control", "held_out", "required", "forbidden",
            "persona", "language", "tags", "source", "note", "is_active",
        ]  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("required", "forbidden", "tags"):
            if name in self.fields:
                self.fields[name].widget.attrs["rows"] = 3


@admin.register(Case)
class CaseAdmin(admin.ModelAdmin[Case]):
    form = CaseForm
    list_display = ["question", "suite", "source", "is_control", "must_refuse", "held_out", "is_active"]
    list_filter = [
        ("suite", admin.RelatedOnlyFieldListFilter),
        "source",
        "is_control",
        "must_refuse",
        "held_out",
        "is_active",
    ]
    search_fields = ["question", "reference", "note"]
    inlines = [ExpectedInline]
    list_select_related = ["suite"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        """Held-out cases are hidden from those who may not change cases: who writes prompts must not write for them."""
        cases = readable_cases(request, super().get_queryset(request))
        return cases if request.user.has_perm("evaluation.change_case") else cases.filter(held_out=False)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **values: Any) -> Any:
        if db_field.name == "suite":
            values["queryset"] = readable_suites(request)
        return super().formfield_for_foreignkey(db_field, request, **values)

    def save_model(self, request: HttpRequest, obj: Case, form: object, change: bool) -> None:
        if not change:
            obj.created_by = cast(User, request.user)
        super().save_model(request, obj, form, change)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.from_turn_view)
        return [path("from-turn/<uuid:turn_id>/", view, name="evaluation_case_from_turn"), *super().get_urls()]

    def from_turn_view(self, request: HttpRequest, turn_id: object) -> HttpResponseBase:
        """From an answer somebody complained about to a case: this page, and its button."""
        require_permission(request, "evaluation.add_case")
        turn = get_object_or_404(readable_turns(request), pk=turn_id)
        draft = case_from_turn(turn)
        form = FromTurnForm(request.POST or None, initial=draft)
        cast(forms.ModelChoiceField[Suite], form.fields["suite"]).queryset = readable_suites(request)
        if request.method == "POST" and form.is_valid():
            case = form.saved(turn, cast(User, request.user))
            add_message(request, _("The case is in suite “%(suite)s”; its next run asks it.") % {"suite": case.suite})
            return redirect_to_row(case)
        title = _("A case from feedback")
        return render_page(self, request, "case/from_turn.html", title=title, form=form, turn=turn, original=turn)


class FromTurnForm(forms.Form):
    suite = forms.ModelChoiceField(label=_("Suite"), queryset=Suite.objects.all(), empty_label=None)
    question = forms.CharField(label=_("Question"), widget=forms.Textarea(attrs={"rows": 3, "cols": 90}))
    reference = forms.CharField(
        label=_("What would have been right"), required=False, widget=forms.Textarea(attrs={"rows": 3, "cols": 90})
    )
    must_refuse = forms.BooleanField(label=_("Must be refused"), required=False)
    is_control = forms.BooleanField(label=_("Control"), required=False)

    def saved(self, turn: Turn, user: User) -> Case:
        values = {**self.cleaned_data, "source": CaseSource.FEEDBACK, "created_by": user}
        return Case.objects.create(**values, note=f"turn {turn.pk}", language=turn.conversation.language)
