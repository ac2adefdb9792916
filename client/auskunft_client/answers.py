"""`auskunft ask` and `auskunft search`: an answer with its proofs, documents with their passages."""

import argparse
import json
from collections.abc import Iterable
from typing import Any

from auskunft_client.errors import DONE, NOT_REACHED, NOTHING_FOUND, ClientError
from auskunft_client.service import Service
from auskunft_client.terminal import Terminal
from auskunft_client.texts import say


def ask(arguments: argparse.Namespace, service: Service, terminal: Terminal) -> int:
    """NOTHING_FOUND when the documents do not answer the question."""
    # Without a language of its own the answer keeps that of the question.
    body = {"question": arguments.question, "collections": arguments.collection} | {
        name: getattr(arguments, name) for name in ("language", "conversation") if getattr(arguments, name)
    }
    if terminal.is_terminal and not arguments.json:
        answer = written_answer(service.events("/api/v1/ask", without_nothing(body)), terminal)
        show_proofs(answer, service, terminal)
        return NOTHING_FOUND if answer.get("refused") else DONE
    answer = service.post("/api/v1/ask", without_nothing(body))
    if arguments.json:
        terminal.line(json.dumps(answer, ensure_ascii=False))
    else:
        terminal.paragraph(answer.get("answer") or "")
        show_proofs(answer, service, terminal)
    return NOTHING_FOUND if answer.get("refused") else DONE


def written_answer(events: Iterable[dict[str, Any]], terminal: Terminal) -> dict[str, Any]:
    """Shows the words as they are written; when the check takes them back, what holds instead. Raises ClientError."""
    shown = ""
    for event in events:
        if event["type"] == "delta":
            shown += event["text"]
            terminal.piece(event["text"])
        elif event["type"] == "error":
            raise ClientError(str(event.get("message")))
        elif event["type"] == "done":
            end_of_answer(shown, event.get("answer") or "", terminal)
            return event
    raise ClientError(say("The connection broke before the answer was complete."), NOT_REACHED)


def end_of_answer(shown: str, answer: str, terminal: Terminal) -> None:
    if shown:
        terminal.line()
    if shown.split() == answer.split():
        return
    if shown:
        terminal.line(terminal.style(say("The check has replaced these words:"), "yellow"))
    terminal.paragraph(answer)


def show_proofs(answer: dict[str, Any], service: Service, terminal: Terminal) -> None:
    if citations := answer.get("citations"):
        terminal.line()
        terminal.line(terminal.style(say("Sources"), "bold"))
    for citation in citations or ():
        show_citation(citation, service, terminal)
    if answer.get("ai_generated"):
        terminal.line()
        terminal.line(terminal.style(say("Written by an AI from the documents. Please check the sources."), "faint"))


def show_citation(citation: dict[str, Any], service: Service, terminal: Terminal) -> None:
    """A quote that is not proved has no link and is said to be none."""
    number = terminal.style(f"[{citation['number']}]", "blue", "bold")
    name = terminal.style(place(citation["title"], citation.get("page")), "bold")
    if citation.get("withdrawn"):
        terminal.line(f"{number} {name} ({terminal.style(say('withdrawn'), 'yellow')})")
        return
    doubt = "" if citation.get("verified") else f" ({terminal.style(say('not proved'), 'red')})"
    terminal.line(f"{number} {name}{doubt}")
    if citation.get("quote"):
        terminal.paragraph(f"„{citation['quote']}“", "    ")
    if citation.get("verified") and citation.get("url"):
        terminal.line("    " + terminal.style(service.absolute(citation["url"]), "faint"))


def search(arguments: argparse.Namespace, service: Service, terminal: Terminal) -> int:
    body = {"question": arguments.question, "collections": arguments.collection, "limit": arguments.limit}
    found = service.post("/api/v1/search", without_nothing(body), answers_in_own_language=True)
    documents = found.get("documents") or []
    if arguments.json:
        terminal.line(json.dumps(found, ensure_ascii=False))
    elif not documents:
        terminal.line(say("Nothing was found."))
    for document in [] if arguments.json else documents:
        show_document(document, service, terminal)
    return DONE if documents else NOTHING_FOUND


def show_document(document: dict[str, Any], service: Service, terminal: Terminal) -> None:
    terminal.line(terminal.style(document["title"] or document["external_id"], "bold"))
    if document.get("url"):
        terminal.line("    " + terminal.style(service.absolute(document["url"]), "faint"))
    for passage in document.get("passages") or ():
        if passage.get("page"):
            terminal.line("    " + terminal.style(say("page %(number)s", number=passage["page"]), "blue"))
        terminal.paragraph(" ".join(str(passage["text"]).split())[:400], "    ")
    terminal.line()


def place(title: str, page: int | None) -> str:
    return f"{title}, {say('page %(number)s', number=page)}" if page else title


def without_nothing(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}
