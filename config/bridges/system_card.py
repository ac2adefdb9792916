"""GET /system-card: what answers here, from what, how well and within which limits. Made from what is in force."""

from datetime import timedelta
from typing import Any, cast

from django.core.cache import cache
from django.db.models import Max, Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.defaultfilters import floatformat
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from apps.chat.models import Channel, Feedback, Turn, TurnState
from apps.chat.models.service_settings import ServiceRules, load_service_rules
from apps.documents.models import PUBLISHED, Collection, Document
from apps.evaluation.gate.public_evaluation_results import published_runs
from apps.evaluation.models import RunKind
from apps.evaluation.second_reader_calibration.calibration_status import second_reader_status
from apps.llm.model_registry import embedding_model_row, models_in_order
from apps.llm.models import Purpose
from apps.llm.offline.built_in_model_display_names import model_display_name
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile, active_profile
from apps.retrieval.search.explain_search import algorithm_label
from config.api.protocol.errors import read_only

SHOWN_PURPOSES = (Purpose.ANSWER, Purpose.REPHRASE, Purpose.SIMPLIFY)
PURPOSE_OF_PROMPT = dict(zip(("answer", "rephrase", "simplify"), SHOWN_PURPOSES, strict=True))
DAYS = 30
OFFLINE = "offline-extractive"
KEPT_SECONDS = 60
"""Anybody may ask, and the counts of a month's answers take long in a large installation."""


@require_safe
def system_card_page(request: HttpRequest) -> HttpResponse:
    made = current_system_card()
    found = made["answers"]
    for reader in made["second_reader"]["readers"]:
        reader["false_supported_percent"] = format_percent(reader["false_supported"])
    found |= {
        "refused_percent": format_percent(found["refused"]),
        "without_percent": format_percent(found["without_model"]),
    }
    for one in made["models"]:
        one["models"] = [model_display_name(name) for name in one["models"]]
    for prompt in made["prompts"]:
        prompt["purpose"] = PURPOSE_OF_PROMPT[prompt["name"]].label
    if made["search"]:
        made["search"]["algorithm"] = algorithm_label(made["search"]["algorithm"])
    return render(request, "system_card.html", {"card": made})


@read_only
def system_card_json(request: HttpRequest) -> JsonResponse:
    card = current_system_card()
    made_at = card["made_at"].isoformat(timespec="minutes")
    return JsonResponse(card | {"made_at": made_at}, json_dumps_params={"ensure_ascii": False, "default": str})


def current_system_card() -> dict[str, Any]:
    """The card in the reader's language, made at most once a minute."""
    return cast(dict[str, Any], cache.get_or_set(f"system-card:{get_language()}", build_system_card, KEPT_SECONDS))


def build_system_card() -> dict[str, Any]:
    """Every figure is counted now or stands in a finished run. Some thirty short queries."""
    return {
        "made_at": timezone.localtime(),
        "language_model": has_answering_model(),
        "models": model_entries(),
        "prompts": prompt_entries(),
        "search": search_entry(),
        "collections": collection_entries(),
        "evaluation": evaluation_entries(),
        "second_reader": second_reader_status(),
        "answers": answer_statistics(),
        "limits": limit_entries(load_service_rules()),
    }


def model_entries() -> list[dict[str, Any]]:
    named = [
        {"purpose": str(purpose.label), "models": [row.name for row in models_in_order(purpose)] or [OFFLINE]}
        for purpose in SHOWN_PURPOSES
    ]
    return [*named, {"purpose": "embed", "models": [embedding_model_row().name]}]


def has_answering_model() -> bool:
    """Whether a language model writes the answers at the moment, and not the built-in rules alone."""
    return load_service_rules().answers_are_on and any(row.name != OFFLINE for row in models_in_order(Purpose.ANSWER))


def prompt_entries() -> list[dict[str, object]]:
    """Lists versions and wordings, those of single models too: who wants to know what a model is told can read it."""
    profile = profile_in_force()
    return [
        {"name": slug, "version": one.label, "model": model, "system": one.system, "user": one.user}
        for slug in PURPOSE_OF_PROMPT
        if (prompt := load_published_prompt(slug, profile.slug if profile else ""))
        for model, one in [(None, prompt), *prompt.by_model]
    ]


def search_entry() -> dict[str, object] | None:
    profile = profile_in_force()
    return {"profile": str(profile), "algorithm": profile.algorithm} if profile else None


def profile_in_force() -> Profile | None:
    try:
        return active_profile()
    except NoActiveProfile:
        return None


def collection_entries() -> list[dict[str, Any]]:
    """Only what everybody may read: the card is public."""
    found = []
    for collection in Collection.objects.readable_by(None):
        documents = Document.objects.shown_to(None).filter(collection=collection)
        newest = documents.aggregate(newest=Max(PUBLISHED))["newest"]
        found.append(
            {
                "name": collection.name,
                "description": collection.description,
                "documents": documents.count(),
                "newest": newest,
            }
        )
    return found


def evaluation_entries() -> list[dict[str, object]]:
    """The newest finished runs of what is in force, with the intervals of the runs.

    `calibrated` is false for scores of a judge that people have not confirmed: that model, prompt and language.
    """
    return [
        {
            "kind": str(run.get_kind_display()),
            "title": run.title,
            "mean": run.mean,
            "low": run.low,
            "high": run.high,
            "calibrated": run.kind == RunKind.HIT_RATE or getattr(run, "is_calibrated", False),
            "finished": run.finished_at,
        }
        for run in published_runs()
    ]


def answer_statistics() -> dict[str, Any]:
    """How the answers to visitors ended in the last days; shares are null when there were none.

    `without_model`: those that no language model wrote, the built-in one's extracts among them.
    """
    since = timezone.now() - timedelta(days=DAYS)
    visitors = Turn.objects.exclude(conversation__channel=Channel.REVIEW)
    ended = visitors.filter(created_at__gt=since, state__in=Turn.END_STATES)
    count = ended.count()
    refused = ended.filter(state=TurnState.REFUSED).count()
    without = ended.filter(Q(state=TurnState.DONE_WITHOUT_LLM) | Q(state=TurnState.DONE, model=OFFLINE)).count()
    rated = Feedback.objects.filter(turn__in=ended)
    return {
        "days": DAYS,
        "count": count,
        "refused": rounded_share(refused, count),
        "without_model": rounded_share(without, count),
        "helpful": rated.filter(rating=Feedback.Rating.UP).count(),
        "not_helpful": rated.filter(rating=Feedback.Rating.DOWN).count(),
    }


def rounded_share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def format_percent(part: float | None) -> str:
    return str(floatformat(100 * (part or 0), 1))


def limit_entries(in_force: ServiceRules) -> dict[str, object]:
    return {
        "answers_are_on": in_force.answers_are_on,
        "visitor_per_day": in_force.visitor_per_day or None,
        "questions_per_day": in_force.questions_per_day or None,
        "keep_days": in_force.keep_days,
        "keep_staff_days": in_force.keep_staff_days,
        "personal_data": in_force.personal_data,
    }
