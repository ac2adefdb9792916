"""Builds the last event of a turn: when it ends, and again from the stored turn for clients that connect later."""

from apps.chat.answer_or_refusal.turn_conclusion import Conclusion
from apps.chat.models import Turn
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.chat.turn_state.turn_events import CitationView, TurnDone


def done_event(draft: TurnDraft, conclusion: Conclusion) -> TurnDone:
    totals = draft.ledger.totals()
    return TurnDone(
        turn=str(draft.turn_id),
        conversation=draft.snapshot.conversation.token,
        state=conclusion.state,
        answer=conclusion.text,
        answer_html=conclusion.html,
        citations=tuple(shown.view for shown in conclusion.citations),
        warnings=tuple(conclusion.warnings),
        nearest=tuple(conclusion.nearest),
        sentences=tuple(sentence.as_json() for sentence in conclusion.sentences),
        model=conclusion.model or draft.model_name,
        algorithm=draft.snapshot.search.algorithm.slug,
        prompt_version=draft.prompt_version,
        query=draft.query,
        seconds=draft.seconds,
        input_tokens=totals["input_tokens"],
        output_tokens=totals["output_tokens"],
        help=draft.snapshot.help_offered,
    )


def load_turn_done_event(turn: Turn) -> TurnDone:
    """Builds the event from the stored turn by one query. Citations of documents that are gone have no address."""
    citations = tuple(
        CitationView(
            number=row.number,
            external_id=row.external_id,
            title=row.title,
            page=row.page,
            quote=row.quote,
            verified=row.verified,
            url=row.url,
            sheet=row.sheet,
            cells=row.cells,
            withdrawn=row.is_withdrawn,
            section=row.section,
            preceding=row.preceding,
            following=row.following,
        )
        for row in turn.citations.all()
        if row.is_shown
    )
    return TurnDone(
        turn=str(turn.pk),
        conversation=turn.conversation.token,
        state=turn.state,
        answer=turn.answer,
        answer_html=turn.answer_html,
        citations=citations,
        warnings=tuple(turn.warnings),
        nearest=tuple(turn.nearest),
        sentences=tuple(turn.sentences),
        model=turn.model,
        algorithm=turn.algorithm,
        prompt_version=turn.prompt_versions.get("answer", ""),
        query=turn.query,
        seconds=turn.seconds,
        input_tokens=turn.input_tokens,
        output_tokens=turn.output_tokens,
    )
