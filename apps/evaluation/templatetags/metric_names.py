"""The names of metrics as people read them; files and the command keep the short ones."""

from collections.abc import Mapping
from unicodedata import normalize

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.chat.models import TurnState
from apps.evaluation.planning.variants import variant_label
from apps.llm.models import Purpose

register = template.Library()

LABELS: dict[str, str | Promise] = {
    "understanding": _("understanding"),
    "relevance": _("relevance"),
    "completeness": _("completeness"),
    "correctness": _("correctness"),
    "coherence": _("coherence"),
    "citation_proof": _("citations proved"),
    "grounded_figures": _("figures that stand in the sources"),
    "proved_sentences": _("sentences that are proved"),
    "verbatim_sentences": _("sentences in the source's own words"),
    "checked_sentences": _("sentences that a second reader found supported"),
    "quoted_sentences": _("sentences with a quote, not checked"),
    "without_source_sentences": _("sentences without a source"),
    "contradicted_sentences": _("sentences that the source contradicts"),
    "grounded_names": _("names that stand in the sources"),
    "context_precision": _("context precision"),
    "context_recall": _("context recall"),
    "refusal_correct": _("refused when it had to, and only then"),
    "sentences": _("sentences"),
    "words": _("words"),
    "seconds": _("seconds"),
    "tokens": _("tokens"),
    "faithfulness": _("faithfulness"),
    "relevancy": _("relevancy"),
    "noise_relevant": _("noise sensitivity, relevant passages"),
    "noise_irrelevant": _("noise sensitivity, other passages"),
    "comprehensiveness": _("comprehensiveness"),
    "diversity": _("diversity of views"),
    "empowerment": _("helps to judge for oneself"),
    "directness": _("directness"),
    "overall": _("overall"),
    **{purpose.value: purpose.label for purpose in Purpose},
}


FAILURES: dict[str, Promise] = {
    "failed": _("no answer came"),
    "not_refused": _("should have been refused"),
    "refused": _("was refused"),
    "missing": _("is missing: %(text)s"),
    "forbidden": _("must not be said: %(text)s"),
    "wrong_document": _("another document was cited"),
    "weak": _("scored below 0.7"),
    "aspect": _("does not hold: %(text)s"),
}
"""Why a dialogue failed, by the short words of dialogues/check_case_requirements.py."""


@register.filter
def turn_reason(stored: str) -> str:
    """Why a turn has no score: a state of the chat in its words, and whatever else is stored after it unchanged."""
    state, _space, rest = stored.partition(" ")
    return f"{TurnState(state).label} {rest}".strip() if state in TurnState.values else stored


@register.filter
def failure(short: str) -> str:
    """In words for people; what is not known by one stays as it is."""
    code, _colon, text = short.partition(": ")
    return str(FAILURES[code]) % {"text": text} if code in FAILURES else short


@register.filter
def named(slug: str, names: Mapping[str, str] | None) -> str:
    """The name that people gave; the short one where there is none any more."""
    return (names or {}).get(slug, slug)


@register.filter
def variant(name: str, profiles: Mapping[str, str] | None) -> str:
    """What was measured, in the words of people."""
    return variant_label(name or "", profiles or {})


@register.filter
def by_label(values: Mapping[str, object] | None) -> list[tuple[str, object]]:
    """Names with their values in the order that the reader sees, what sums up last: as stored, keys have none."""
    return sorted((values or {}).items(), key=lambda each: (each[0] == "overall", sort_key(labelled(each[0]))))


def sort_key(label: str) -> str:
    """Letters with marks stand beside those without."""
    return normalize("NFKD", label.casefold())


@register.filter
def labelled(name: str) -> str:
    """A name that people gave, such as that of a criterion, stays as it is."""
    return str(LABELS.get(name, name))
