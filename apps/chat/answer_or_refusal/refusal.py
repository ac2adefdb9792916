"""A refusal: that the documents do not answer, what was looked through, which pages come near, and whom to ask."""

from collections.abc import Sequence
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.chat.answer_or_refusal.answer_warnings import degraded_search_warnings
from apps.chat.answer_or_refusal.turn_conclusion import Conclusion
from apps.chat.models import TurnState
from apps.chat.nearest_passages.select_places_beside_refusal import select_passages_worth_naming
from apps.chat.proof.prove_answer import CitedAnswer
from apps.chat.proof.types import FailedCitation
from apps.chat.rendering.page_and_cell_label import page_and_cell_label
from apps.chat.rendering.refusal_box import refusal_html
from apps.chat.turn_state.fallback_notices import stand_in_warnings
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.documents.models import document_url
from apps.retrieval.query.types import Passage, SearchStep
from apps.retrieval.vectors.explain_no_results import explain_no_result

MOST_NEAREST = 3
UNSEARCHED = frozenset({"no_words", "no_graph"})
"""Signs that are no words, and an algorithm whose graph nobody has built."""


def build_refusal(draft: TurnDraft, unproved: CitedAnswer | None = None) -> Conclusion:
    """No answer and no evidence; the nearest documents are named as what they are, and who knows more.

    What a model wrote without any proof is not shown; it is kept with the turn."""
    unsearched = unsearched_explanation(draft.steps)
    missing = [one.as_json() for one in degraded_search_warnings(draft)]
    said = (
        [unsearched]
        if unsearched
        else [nothing_found_message(by_words_alone=bool(missing)), *search_extent_messages(draft)]
    )
    failures = unproved.failures if unproved else ()
    stand_ins = stand_in_warnings(draft)
    warnings = [*stand_ins, *missing, *(unproved.warnings if unproved else ())]
    return build_refusal_from_sentences(draft, [*said, *(one["text"] for one in stand_ins)], failures, warnings)


def unsearched_explanation(steps: Sequence[SearchStep]) -> str:
    """What to say where no document was looked at, so that none leaves the question unanswered; empty elsewhere."""
    return explain_no_result(steps) if any(step.detail.get("reason") in UNSEARCHED for step in steps) else ""


def nothing_found_message(*, by_words_alone: bool) -> str:
    """Words alone do not tell that documents answer nothing: the question may be in other words than they are, or in
    another language."""
    if by_words_alone:
        return _(
            "By words alone, no answer to this question was found. Please ask again in a few minutes, when the search "
            "by meaning can be reached again."
        )
    return _("The documents do not answer this question.")


def search_extent_messages(draft: TurnDraft) -> list[str]:
    """How many documents the asker's search had to do with and how many come soon, where that was counted."""
    said = []
    if draft.documents_searched:
        said.append(_("Documents looked through: %(count)d") % {"count": draft.documents_searched})
    if draft.documents_coming:
        shown = number_format(draft.documents_coming, force_grouping=True)
        said.append(_("Still being read, not yet searchable: %(shown)s") % {"shown": shown})
    return said


def build_refusal_from_sentences(
    draft: TurnDraft,
    said: Sequence[str],
    failures: Sequence[FailedCitation] = (),
    warnings: Sequence[dict[str, Any]] = (),
) -> Conclusion:
    """The sentences, the pages that come near, if any do, and the contact, as text and as a box."""
    nearest = nearest_documents(select_passages_worth_naming(draft.query, draft.passages, draft.steps))
    contact = draft.snapshot.contact
    intro = ngettext(
        "Closest to it is this document, which does not prove an answer:",
        "Closest to it are these documents, which do not prove an answer:",
        len(nearest),
    )
    ask_here = _("Please ask here: %(contact)s") % {"contact": contact} if contact else ""
    listed = [intro + "\n\n" + "\n".join(f"- {item['label']}" for item in nearest)] if nearest else []
    text = "\n\n".join([*said, *listed, *([ask_here] if ask_here else [])])
    html = refusal_html(said, intro, nearest, contact, ask_here)
    return Conclusion(TurnState.REFUSED, text, html, failures=failures, warnings=warnings, nearest=nearest)


def nearest_documents(passages: Sequence[Passage]) -> list[dict[str, object]]:
    """The first page of each document, as `nearest` of the contract."""
    first_of_documents = {passage.document_id: passage for passage in reversed(passages)}
    return [
        {
            "external_id": passage.external_id,
            "title": passage.title or passage.external_id,
            "document": passage.document_id,
            "page": passage.page,
            "url": document_url(passage.document_id, passage.page),
            "label": label_of(passage),
        }
        for passage in list(first_of_documents.values())[::-1][:MOST_NEAREST]
    ]


def label_of(passage: Passage) -> str:
    return page_and_cell_label(passage.title or passage.external_id, passage.page, passage.sheet, passage.cells)
