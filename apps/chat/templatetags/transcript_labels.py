"""Labels for what the transcript of a conversation stores as codes."""

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.chat.ai_notices import FEEDBACK_REASONS
from apps.chat.models import Turn
from apps.chat.proof.proof_levels import ProofLevel
from apps.chat.rendering.proof_level_labels import PROOF_LEVEL_EXPLANATIONS, PROOF_LEVEL_LABELS
from apps.chat.second_reader.second_reader_models import calibrated_languages
from apps.documents.models import ChunkKind
from apps.retrieval.algorithms import display_profile_name
from apps.retrieval.search.explain_search import STEP_LABELS

register = template.Library()

WARNINGS: dict[str, Promise] = {
    "unsupported_number": _("A figure that stands on no cited page"),
    "other_number": _("Another figure than in the quoted sentence"),
    "unsupported_name": _("A name that stands on no cited page"),
    "unsupported_negation": _("A no where the cited page says none"),
    "missing_negation": _("The cited page says no here"),
    "opposite": _("The opposite of the quoted sentence"),
    "unrelated": _("A sentence whose page is about something else"),
    "unproved_sentence": _("A sentence without proof"),
    "nothing_proved": _("No proof at all"),
    "words_only": _("Searched by words alone, because the embedding model failed"),
    "cut_off": _("Cut off"),
    "content_filter": _("Ended by the model's filter"),
    "interrupted": _("Interrupted"),
    "stopped": _("Stopped"),
}
REASONS: dict[str, Promise] = {
    "page_not_retrieved": _("the model was not given this page"),
    "no_page": _("the source has no page"),
    "no_quote": _("the model gave no quote"),
    "quote_not_found": _("the quote does not stand on the page"),
    "quote_too_short": _("the quote is too short to prove anything"),
    "not_looked_up": _("the answer has too many markers; this one was not looked up"),
}
SECONDS: dict[str, Promise] = {
    "load": _("load the conversation"),
    "rephrase": _("rephrase"),
    "translate": _("say it in the language of the documents"),
    "embed": _("embed the question"),
    "search": _("search"),
    "first_token": _("until the first word"),
    "answer": _("answer"),
    "check": _("prove"),
    "models": _("of these in models"),
    "total": _("in all"),
}
PROFILE: dict[str, Promise] = {
    "algorithm": _("algorithm"),
    "chunk_limit": _("chunks to find"),
    "summary_limit": _("summaries to find"),
    "document_limit": _("documents to use"),
    "pages_per_document": _("pages per document"),
    "threshold": _("least similarity"),
    "context_tokens": _("context in tokens"),
    "ef_search": _("breadth of the index search"),
    "field_limit": _("hits in each short field"),
    "field_threshold": _("least similarity of short fields"),
    "neighbours": _("neighbours on each side"),
}


@register.filter
def warning_words(kind: str) -> str:
    return str(WARNINGS.get(kind, kind))


@register.filter
def feedback_words(reason: str) -> str:
    return str(FEEDBACK_REASONS.get(reason, reason))


@register.filter
def reason_words(reason: str) -> str:
    return str(REASONS.get(reason, reason))


@register.filter
def kind_words(kind: str) -> str:
    return str(dict(ChunkKind.choices).get(kind, kind))


@register.filter
def step_words(name: str) -> str:
    return str(STEP_LABELS.get(name, kind_words(name)))


@register.filter
def in_order(seconds: dict[str, object]) -> list[tuple[str, object]]:
    """Seconds by what took them, in the order of an answer; what is not known here comes last."""
    known = [(str(label), seconds[name]) for name, label in SECONDS.items() if name in seconds]
    return known + [(name, value) for name, value in seconds.items() if name not in SECONDS]


@register.filter
def profile_name(turn: Turn) -> str:
    """Returns the name that the profile of the turn had when it was answered."""
    return display_profile_name(turn.profile.get("name", ""), turn.algorithm)


@register.filter
def profile_words(profile: dict[str, object]) -> list[tuple[str, object]]:
    """The limits of a stored profile, without its names."""
    return [(str(label), profile[name]) for name, label in PROFILE.items() if profile.get(name) is not None]


@register.simple_tag
def proof_legend() -> list[tuple[str, str]]:
    """Label and meaning of each level of proof, the best first, in the language that is active.

    `checked` is among them only where a second reader is calibrated. A few queries.
    """
    has_reader = bool(calibrated_languages())
    shown = [level for level in PROOF_LEVEL_EXPLANATIONS if level != ProofLevel.CHECKED or has_reader]
    return [(str(PROOF_LEVEL_LABELS[level]), str(PROOF_LEVEL_EXPLANATIONS[level])) for level in shown]


@register.filter
def level_words(level: str) -> str:
    return str(PROOF_LEVEL_LABELS[ProofLevel(level)]) if level in set(ProofLevel) else level
