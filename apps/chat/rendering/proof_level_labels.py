"""Labels of the levels of proof, and what each of them means: the same words on every channel."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.chat.proof.proof_levels import PROVED_LEVELS, ProofLevel

MOST_NAMED, LONGEST_NAMED = 6, 160
"""Sentences that a message names one by one, and characters of each."""

PROOF_LEVEL_LABELS: dict[ProofLevel, Promise] = {
    ProofLevel.DERIVED: _("proved"),
    ProofLevel.CHECKED: _("proved – checked by a second reader"),
    ProofLevel.QUOTED: _("the source says"),
    ProofLevel.CONTRADICTED: _("the source says otherwise"),
    ProofLevel.WITHOUT_SOURCE: _("not proved"),
}

PROOF_LEVEL_EXPLANATIONS: dict[ProofLevel, Promise] = {
    ProofLevel.DERIVED: _("The sentence says what the page says, in its words or in others that mean the same."),
    ProofLevel.CHECKED: _(
        "A language model that was measured on labelled sentences found the sentence supported by its quote, and no "
        "rule objects."
    ),
    ProofLevel.QUOTED: _(
        "The quote stands on the page. Nobody has checked whether the sentence follows from it: compare."
    ),
    ProofLevel.CONTRADICTED: _("The page says something else. Rely on the page."),
    ProofLevel.WITHOUT_SOURCE: _("No page was found that supports the sentence."),
}


def level_label(level: ProofLevel) -> str:
    """In the language that is active."""
    return str(PROOF_LEVEL_LABELS[level])


def level_notices(sentences: Sequence[Mapping[str, object]]) -> list[str]:
    """For channels that show text alone, in the language that is active: how many sentences are proved, and which not.

    `sentences` are those of the contract. A sentence is never repeated without the words that say what it is worth.
    """
    if not sentences:
        return []
    proved = sum(sentence["level"] in PROVED_LEVELS for sentence in sentences)
    counted = gettext("✓ proved: %(proved)d of %(all)d sentences.") % {"proved": proved, "all": len(sentences)}
    others = [sentence for sentence in sentences if sentence["level"] not in PROVED_LEVELS]
    return [counted, *(notice_of(sentence) for sentence in sorted(others, key=urgency)[:MOST_NAMED])]


def urgency(sentence: Mapping[str, Any]) -> int:
    """What readers must not miss comes first."""
    order = [ProofLevel.CONTRADICTED, ProofLevel.WITHOUT_SOURCE, ProofLevel.QUOTED]
    return order.index(ProofLevel(sentence["level"]))


def notice_of(sentence: Mapping[str, object]) -> str:
    text = str(sentence["text"])
    text = text if len(text) <= LONGEST_NAMED else text[:LONGEST_NAMED].rstrip() + " …"
    match sentence["level"]:
        case ProofLevel.CONTRADICTED:
            return gettext("The source says otherwise: “%(text)s”") % {"text": text}
        case ProofLevel.WITHOUT_SOURCE:
            return gettext("Not proved: “%(text)s”") % {"text": text}
        case _:
            return gettext("Not checked, compare it with the quote: “%(text)s”") % {"text": text}
