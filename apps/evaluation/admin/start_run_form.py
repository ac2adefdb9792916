"""The form that starts a run: what is measured, by which suite, against what; and what that may cost."""

from decimal import Decimal
from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from apps.evaluation.comparisons.run_comparison import FEWEST_REPEATS, start_comparison
from apps.evaluation.hit_rates.hit_rate_runs import start_hit_rate_run
from apps.evaluation.models import Draft, DraftState, Run, RunKind, Suite
from apps.evaluation.planning import estimate_cost as estimating
from apps.evaluation.planning.create_run import opening_question, run_options_of_suite, start_suite_run
from apps.evaluation.planning.question_files import BadQuestions
from apps.evaluation.planning.run_configuration import DraftTargetMissing
from apps.evaluation.planning.variants import (
    IN_FORCE,
    UnknownVariant,
    configuration_named,
    profile_names,
    variant_label,
)
from apps.llm.models import ChatModel, PromptVersion
from apps.llm.offline.built_in_model_display_names import model_display_name
from apps.llm.prompt_definitions import PROMPTS as PROMPT_DEFINITIONS
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile, active_profile

RUN_START_ERRORS = (ValueError, LookupError, BadQuestions, DraftTargetMissing, UnknownVariant, NoActiveProfile)
KINDS = [
    (RunKind.DIALOGUES.value, _("Dialogues: personas ask, a judge scores")),
    (RunKind.COMPARISON.value, _("Comparison: a judge chooses between two answers")),
    (RunKind.HIT_RATE.value, _("Hit rate: does the search find the document expected?")),
]
PROMPTS = ("answer", "rephrase", "translate-question")
NEWEST = 10


class BudgetForm(forms.Form):
    budget = forms.DecimalField(required=False, min_value=0, max_digits=10, decimal_places=2)


class StartForm(forms.Form):
    kind = forms.ChoiceField(label=_("Kind"), choices=KINDS, widget=forms.RadioSelect, initial=RunKind.DIALOGUES.value)
    suite = forms.ModelChoiceField(label=_("Suite"), queryset=Suite.objects.all(), empty_label=None)
    a = forms.ChoiceField(label=_("What is measured"))
    b = forms.ChoiceField(
        label=_("Compared with"), required=False, help_text=_("For comparisons, and for the hit rates of two profiles.")
    )
    algorithms = forms.BooleanField(label=_("Hit rate of all algorithms"), required=False)
    own_limits = forms.BooleanField(
        label=_("Each profile with its own number of candidates"), required=False,
        help_text=_("Of hit rates. Otherwise all find as many as the active profile, and differ by the rest alone."),
    )  # fmt: skip
    repeats = forms.IntegerField(
        label=_("Judgements of each pair"), min_value=FEWEST_REPEATS, max_value=20, initial=4,
        help_text=_("The order of the two answers changes each time."),
    )  # fmt: skip
    budget = forms.DecimalField(
        label=_("Most it may cost"), required=False, min_value=0, max_digits=10, decimal_places=2,
        help_text=_("Empty: the suite’s."),
    )  # fmt: skip

    def offer(self, suites: QuerySet[Suite]) -> None:
        """These and no others."""
        cast(forms.ModelChoiceField[Suite], self.fields["suite"]).queryset = suites

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = variant_choices()
        self.fields["a"].choices = choices  # type: ignore[attr-defined]
        self.fields["b"].choices = [("", "–"), *choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, object]:
        given = super().clean() or self.cleaned_data
        if given.get("kind") == RunKind.COMPARISON and given.get("a") == given.get("b"):
            self.add_error("b", _("Choose something else to compare with."))
        if given.get("kind") == RunKind.COMPARISON and not given.get("b"):
            self.add_error("b", _("Choose what to compare with."))
        if given.get("kind") == RunKind.HIT_RATE and not given.get("algorithms"):
            for name in filter(None, (given.get("a"), given.get("b"))):
                if ":" in name:
                    raise ValidationError(_("A hit rate is that of a profile; prompts and models have none."))
        return given

    def estimate(self) -> estimating.CostEstimate:
        """Estimates a valid form. A search for hit rates asks no language model."""
        given = self.cleaned_data
        if given["kind"] == RunKind.COMPARISON:
            return estimating.estimate_comparison(given["suite"], given["repeats"])
        if given["kind"] == RunKind.DIALOGUES:
            return estimating.estimate_dialogues(given["suite"])
        return estimating.CostEstimate(0, Decimal(0))

    def started(self, user: User) -> Run:
        """A run that waits. Raises one of RUN_START_ERRORS."""
        given = self.cleaned_data
        match given["kind"]:
            case RunKind.COMPARISON:
                return self.comparison(user)
            case RunKind.HIT_RATE:
                names = [resolve_profile_name(name) for name in (given["a"], given["b"]) if name]
                return start_hit_rate_run(
                    given["suite"],
                    [] if given["algorithms"] else names,
                    algorithms=given["algorithms"],
                    own_limits=given["own_limits"],
                    user=user,
                )
        return self.dialogues(user)

    def dialogues(self, user: User) -> Run:
        suite, name = self.cleaned_data["suite"], self.cleaned_data["a"]
        kind, _colon, number = name.partition(":")
        options = run_options_of_suite(suite, budget=self.cleaned_data["budget"])
        if kind == "draft":
            return start_suite_run(suite, draft=Draft.objects.get(pk=number), options=options, user=user)
        variant = None if name == IN_FORCE else configuration_named(name)
        title = "" if variant is None else f"{suite}, {variant_label(name, profile_names())}"
        return start_suite_run(suite, variant=variant, options=options, user=user, title=title)

    def comparison(self, user: User) -> Run:
        given = self.cleaned_data
        suite: Suite = given["suite"]
        options = run_options_of_suite(suite, budget=given["budget"])
        return start_comparison(
            given["a"],
            given["b"],
            [opening_question(case) for case in suite.active_cases()],
            repeats=given["repeats"],
            collections=options.collections,
            budget=options.budget,
            user=user,
        )


def resolve_profile_name(name: str) -> str:
    return active_profile().slug if name == IN_FORCE else name


def variant_choices() -> list[tuple[object, object]]:
    """What is in force, then profiles, open drafts, newest versions of prompts and models, in groups. Four queries."""
    profiles = sorted(profile_names().items(), key=lambda each: each[1].casefold())
    drafts = [(f"draft:{draft.pk}", str(draft)) for draft in Draft.objects.filter(state=DraftState.OPEN)[:NEWEST]]
    newest = PromptVersion.objects.filter(prompt__slug__in=PROMPTS).select_related("prompt").order_by("-pk")[:NEWEST]
    versions = [(f"prompt:{row.prompt.slug}/{row.number}", version_label(row)) for row in newest]
    models = [
        (f"model:{model.name}", model_display_name(model.name)) for model in ChatModel.objects.filter(is_active=True)
    ]
    groups = [(_("Profiles"), profiles), (_("Drafts"), drafts), (_("Prompts"), versions), (_("Models"), models)]
    return [(IN_FORCE, _("what is in force")), *((label, rows) for label, rows in groups if rows)]


def version_label(version: PromptVersion) -> str:
    """ "Answer a question (answer/3)": the short name is what the list of runs says later."""
    definition = PROMPT_DEFINITIONS.get(version.prompt.slug)
    return f"{definition.title} ({version})" if definition else str(version)
