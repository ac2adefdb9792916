"""What people were told, compared with what is in the database afterwards."""

from typing import Any

from benchmarks.cluster_parts.load import ASKED, IMPORTED, Load, text_of
from benchmarks.cluster_parts.patroni import Cluster

TURNS = "SELECT id::text, client_message_id, state, answer FROM chat_turn"
FEEDBACK = "SELECT turn_id::text, rating FROM chat_feedback"
DOCUMENTS = f"""
    SELECT external_id, status, (SELECT count(*) FROM documents_revision WHERE document_id = document.id),
           (SELECT count(*) FROM documents_page page WHERE page.revision_id = document.current_revision_id),
           (SELECT count(*) FROM documents_chunk chunk
            WHERE chunk.document_id = document.id AND chunk.kind = 'content'),
           (SELECT count(*) FROM documents_embedding embedding JOIN documents_chunk chunk ON chunk.id = chunk_id
            WHERE chunk.document_id = document.id)
           - (SELECT count(*) FROM documents_chunk chunk WHERE chunk.document_id = document.id)
    FROM documents_document document JOIN documents_collection collection ON collection.id = collection_id
    WHERE slug = '{IMPORTED}'"""
OPEN = f"""
    SELECT count(*) FROM documents_document document
    JOIN documents_collection collection ON collection.id = collection_id
    WHERE slug IN ('{ASKED}', '{IMPORTED}') AND status NOT IN ('ready', 'ready_partial', 'failed', 'quarantined')"""
ENDED = ("done", "done_without_llm", "refused")
WHOLE = ("ready", 1, 1, 1, 0)
"""Of a document: one revision, page and piece of text, and as many vectors as pieces."""


def account(found: Cluster, load: Load, reference: dict[int, str]) -> dict[str, Any]:
    """`reference`: what was answered about each document before anything was killed. Reads the database."""
    return {**questions(found, load, reference), **feedback(found, load), **documents(found, load)}


def questions(found: Cluster, load: Load, reference: dict[int, str]) -> dict[str, Any]:
    rows = found.ask_patiently(TURNS)
    stored = {turn: (message, state, answer) for turn, message, state, answer in rows}
    ended: dict[str, int] = {}
    for _turn, message, state, _answer in rows:
        ended[message] = ended.get(message, 0) + (state in ENDED)
    told = load.told.answers
    lost = [message for message, (turn, _, _) in told.items() if stored.get(turn, ("", "", ""))[1] not in ENDED]
    wrong = [
        message
        for message, (turn, said, document) in told.items()
        if is_wrong(stored.get(turn), said, document, reference)
    ]
    return {
        "questions_confirmed": len(told),
        "questions_lost": len(lost),
        "lost": [f"{message}: {stored.get(told[message][0], ('', 'not stored', ''))[1]}" for message in lost[:20]],
        "questions_doubled": sum(number > 1 for message, number in ended.items() if message in told),
        "answers_wrong": len(wrong),
        "refused_for_good": len(load.told.refused),
        "given_up_because": load.told.refused[:20],
    }


def is_wrong(stored: tuple[str, str, str] | None, said: str, document: int, reference: dict[int, str]) -> bool:
    """Another amount is stored, or by REST, where the collection that is asked stands still, any other answer."""
    if stored is None:
        return False
    answer = stored[2]
    return expected(document) not in answer or bool(said and {said, answer} != {reference[document]})


def feedback(found: Cluster, load: Load) -> dict[str, Any]:
    rows = found.ask_patiently(FEEDBACK)
    stored = dict(rows)
    told = load.told.feedback
    return {
        "feedback_confirmed": len(told),
        "feedback_lost": sum(stored.get(turn) != rating for turn, rating in told.items()),
        "feedback_doubled": len(rows) - len(stored),
    }


def documents(found: Cluster, load: Load) -> dict[str, Any]:
    rows = found.ask_patiently(DOCUMENTS)
    whole = {name for name, *rest in rows if tuple(rest) == WHOLE}
    told = load.told.documents
    return {
        "documents_confirmed": len(told),
        "documents_lost": len(told - {name for name, *_ in rows}),
        "documents_not_whole": len(told - whole),
        "documents_doubled": len(rows) - len({name for name, *_ in rows}),
    }


def still_open(found: Cluster) -> int:
    return int(found.ask_patiently(OPEN)[0][0])


def expected(number: int) -> str:
    """What an answer about a document has to say."""
    return text_of(number).split("beträgt ")[1].rstrip(".")
