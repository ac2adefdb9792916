"""Retrieval profiles in the admin: the switch of the retrieval algorithm."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from apps.admin_base import column, named_by
from apps.llm.admin.changes_held_for_release import ChangesHeldForRelease, held_publication, report_held_changes
from apps.retrieval.admin.compare_profiles import try_profiles_page
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.models import Profile, ProfileUse
from apps.retrieval.question_channel_names import CHANNEL_NAMES
from apps.retrieval.search.explain_search import algorithm_label


class ProfileForm(forms.ModelForm[Profile]):
    class Meta:
        model = Profile
        fields = [
            "name",
            "slug",
            "algorithm",
            "document_limit",
            "chunk_limit",
            "summary_limit",
            "pages_per_document",
            "threshold",
            "context_tokens",
            "ef_search",
            "field_limit",
            "field_threshold",
            "neighbours",
            "rerank_limit",
            "quote_form",
            "improves_questions",
            "graph_level",
            "graph_tokens",
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(algorithm.slug, algorithm.label) for algorithm in ALGORITHMS.values()]
        if "algorithm" in self.fields:
            self.fields["algorithm"] = forms.ChoiceField(label=_("Algorithm"), choices=choices)


@admin.register(Profile)
class ProfileAdmin(ChangesHeldForRelease, admin.ModelAdmin[Profile]):
    form = ProfileForm
    list_display = ["shown_name", "is_active", "algorithm_label", "document_limit", "chunk_limit", "threshold"]
    change_form_template = "admin/retrieval/profile/change_form.html"
    list_filter = [("algorithm", named_by(algorithm_label))]
    search_fields = ["name", "slug"]
    actions = ["use_for_answers"]
    prepopulated_fields = {"slug": ["name"]}

    @admin.display(description=_("name"), ordering="name")
    def shown_name(self, profile: Profile) -> str:
        return str(profile)

    algorithm_label = column("algorithm", algorithm_label, _("algorithm"))

    @admin.action(description=_("Use the selected profile for all answers from now on"), permissions=["change"])
    def use_for_answers(self, request: HttpRequest, profiles: QuerySet[Profile]) -> None:
        if profiles.count() != 1:
            self.message_user(request, _("Choose exactly one profile."), messages.ERROR)
            return
        self.use(request, profiles.get())

    def use(self, request: HttpRequest, profile: Profile) -> None:
        with report_held_changes(request):
            profile.answer_everywhere()
        if held_publication(request):
            return
        self.log_change(request, profile, str(_("Use for all answers")))
        self.message_user(
            request, _("“%(name)s” is used from the next question on.") % {"name": profile}, messages.SUCCESS
        )

    def get_urls(self) -> list[URLPattern]:
        using = self.admin_site.admin_view(require_POST(self.use_view))
        trying = self.admin_site.admin_view(try_profiles_page)
        return [
            path("try/", trying, name="retrieval_try_out"),
            path("<int:profile_id>/use/", using, name="retrieval_profile_use"),
            *super().get_urls(),
        ]

    def use_view(self, request: HttpRequest, profile_id: int) -> HttpResponseBase:
        profile = get_object_or_404(Profile, pk=profile_id)
        if not self.has_change_permission(request, profile):
            raise PermissionDenied
        self.use(request, profile)
        held = held_publication(request)
        address = held.address if held else ""
        return HttpResponseRedirect(address or reverse("admin:retrieval_profile_changelist"))

    def has_delete_permission(self, request: HttpRequest, obj: Profile | None = None) -> bool:
        # Without an active profile nothing could be answered.
        return super().has_delete_permission(request, obj) and not (obj and obj.is_active)


class ProfileUseForm(forms.ModelForm[ProfileUse]):
    class Meta:
        model = ProfileUse
        fields = ["profile", "channel", "collection"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "channel" in self.fields:
            own = self.fields["channel"]
            choices = [("", "---------"), *CHANNEL_NAMES.items()]
            self.fields["channel"] = forms.ChoiceField(
                label=own.label, help_text=own.help_text, choices=choices, required=False
            )


@admin.register(ProfileUse)
class ProfileUseAdmin(ChangesHeldForRelease, admin.ModelAdmin[ProfileUse]):
    form = ProfileUseForm
    list_display = ["profile", "channel_label", "collection"]
    list_select_related = ["profile", "collection"]

    @admin.display(description=_("channel"), ordering="channel", empty_value="*")
    def channel_label(self, use: ProfileUse) -> str:
        return str(CHANNEL_NAMES.get(use.channel, use.channel))
