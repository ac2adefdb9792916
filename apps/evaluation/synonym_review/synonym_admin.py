"""Synonyms in the admin: proposed with their sentences, put in force or rejected by somebody else, kept either way."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.evaluation.second_reader_calibration.labelled_cases import BadCases
from apps.evaluation.synonym_review.validate_synonym import synonym_objection, try_synonym
from apps.simplify.models import Synonym, SynonymState
from apps.text.entailment import AcceptedSynonym

PROPOSED = ["language", "official", "plain", "original", "rewrite"]
DECIDED = ["state", "proposed_by", "decided_by", "finding"]


class SynonymForm(forms.ModelForm[Synonym]):
    """A proposal that the trial would refuse is refused at once, with the reason."""

    class Meta:
        model = Synonym
        fields = PROPOSED
        widgets = {name: forms.Textarea(attrs={"rows": 3, "cols": 90}) for name in ("original", "rewrite")}

    def clean(self) -> dict[str, Any] | None:
        given = super().clean() or {}
        if all(given.get(name) for name in PROPOSED):
            pair = AcceptedSynonym(given["official"], given["plain"])
            if objection := synonym_objection(pair, given["language"], given["original"], given["rewrite"]):
                raise forms.ValidationError(objection)
        return given


@admin.register(Synonym)
class SynonymAdmin(admin.ModelAdmin[Synonym]):
    form = SynonymForm
    list_display = ["__str__", "language", "state", "proposed_by", "proposed_at", "decided_by", "finding"]
    list_filter = ["state", "language"]
    list_select_related = ["proposed_by", "decided_by"]
    search_fields = ["official", "plain", "original"]
    actions = ["put_in_force", "reject"]
    change_form_template = "admin/simplify/synonym/change_form.html"

    def get_fields(self, request: HttpRequest, obj: Synonym | None = None) -> Any:
        return [*PROPOSED, *DECIDED] if obj else PROPOSED

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        synonym = self.get_object(request, object_id)
        told = {
            "may_decide": self.has_change_permission(request),
            "is_ones_own": synonym is not None and synonym.proposed_by_id in (None, request.user.pk),
        }
        return super().change_view(request, object_id, form_url, (extra_context or {}) | told)

    def has_change_permission(self, request: HttpRequest, obj: Synonym | None = None) -> bool:
        # What was tried stays as it is; the buttons of its page are the actions of the list.
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Synonym | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, synonym: Synonym, form: Any, change: bool) -> None:
        synonym.proposed_by_id = request.user.pk
        super().save_model(request, synonym, form, change)

    @admin.action(description=_("Try and put in force"), permissions=["change"])
    def put_in_force(self, request: HttpRequest, synonyms: QuerySet[Synonym]) -> None:
        for synonym in synonyms:
            if objection := self.objection(request, synonym):
                self.message_user(request, f"{synonym}: {objection}", messages.ERROR)
            else:
                self.decide(request, synonym, SynonymState.IN_FORCE)

    @admin.action(description=_("Reject"), permissions=["change"])
    def reject(self, request: HttpRequest, synonyms: QuerySet[Synonym]) -> None:
        for synonym in synonyms:
            self.decide(request, synonym, SynonymState.REJECTED)

    def objection(self, request: HttpRequest, synonym: Synonym) -> str:
        """Why it is not put in force, also written down beside it; empty when nothing speaks against it."""
        if synonym.proposed_by_id is None or synonym.proposed_by_id == request.user.pk:
            return str(_("Somebody else than who proposed it puts it in force."))
        try:
            trial = try_synonym(synonym)
        except BadCases as error:
            return str(error)
        tried = _("Tried against all labelled sentences; %(count)d hold these words.") % {"count": trial.cases}
        synonym.finding = str(trial.objection or tried)[:500]
        synonym.save(update_fields=["finding"])
        return trial.objection

    def decide(self, request: HttpRequest, synonym: Synonym, state: SynonymState) -> None:
        synonym.state, synonym.decided_by_id, synonym.decided_at = state, request.user.pk, timezone.now()
        synonym.save(update_fields=["state", "decided_by", "decided_at"])
        self.log_change(request, synonym, str(state.label))
        self.message_user(request, f"{synonym}: {state.label}", messages.SUCCESS)
