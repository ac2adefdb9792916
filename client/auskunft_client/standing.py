"""`auskunft status`: whether the service is ready, or how documents stand."""

import argparse
import json
from typing import Any
from urllib.parse import quote

from auskunft_client.errors import DONE, FAILED, ClientError
from auskunft_client.service import Service
from auskunft_client.terminal import Terminal
from auskunft_client.texts import say

COLOURS = {"ready": "green", "ready_partial": "yellow", "failed": "red", "quarantined": "red", "withdrawn": "faint"}


def status(arguments: argparse.Namespace, service: Service, terminal: Terminal) -> int:
    """FAILED when the service is not ready, a document could not be read, or a number is nobody's."""
    if not arguments.documents:
        return service_status(arguments, service, terminal)
    documents: list[dict[str, Any]] = []
    refused: list[dict[str, str]] = []
    for number in arguments.documents:
        try:
            documents.append(standing_of(service, quote(number, safe="", errors="replace")))
        except ClientError as failure:
            if failure.status != FAILED:
                raise
            refused.append({"id": number, "message": str(failure)})
    if arguments.json:
        terminal.line(json.dumps({"documents": documents, "refused": refused}, ensure_ascii=False))
    else:
        show_all(documents, refused, terminal)
    unread = any(document["status"] in ("failed", "quarantined") for document in documents)
    return FAILED if refused or unread else DONE


def show_all(documents: list[dict[str, Any]], refused: list[dict[str, str]], terminal: Terminal) -> None:
    for document in documents:
        show_standing(document, terminal)
    for one in refused:
        terminal.line(f"{terminal.style(one['id'], 'bold')} {terminal.style(one['message'], 'red')}")


def service_status(arguments: argparse.Namespace, service: Service, terminal: Terminal) -> int:
    said = service.get("/readyz", accepted=(200, 503))
    is_ready = bool(said.get("ready"))
    if arguments.json:
        terminal.line(json.dumps(said, ensure_ascii=False))
        return DONE if is_ready else FAILED
    word = terminal.style(say("ready"), "green") if is_ready else terminal.style(say("not ready"), "red")
    terminal.line(f"{service.url}: {word}")
    for name, is_well in said.get("checks", {}).items():
        terminal.line(
            f"    {name}: {terminal.style(say('yes'), 'green') if is_well else terminal.style(say('no'), 'red')}"
        )
    for outage in said.get("model_outages", ()):
        sentence = say("Model server %(name)s is down: %(reason)s", name=outage["endpoint"], reason=outage["reason"])
        terminal.line("    " + terminal.style(sentence, "yellow"))
    return DONE if is_ready else FAILED


def standing_of(service: Service, number: str) -> dict[str, Any]:
    """Raises ClientError."""
    return dict(service.get(f"/api/v1/documents/{number}"))


def show_standing(document: dict[str, Any], terminal: Terminal) -> None:
    state = document["status"]
    word = terminal.style(state_in_words(state), COLOURS.get(state, "blue"))
    count = document.get("pages")
    pages = f", {count} {say('page') if count == 1 else say('pages')}" if count else ""
    reason = f": {terminal.style(document['reason'], 'red')}" if document.get("reason") else ""
    terminal.line(f"{terminal.style(document['external_id'], 'bold')} ({document['id']}): {word}{pages}{reason}")


def state_in_words(state: str) -> str:
    """As it is where a newer service has states that this client does not know."""
    words = {
        "queued": say("queued"),
        "fetching": say("fetching"),
        "splitting": say("splitting"),
        "extracting": say("extracting text"),
        "ocr": say("reading scans"),
        "summarising": say("summarising"),
        "tagging": say("tagging"),
        "embedding": say("embedding"),
        "ready": say("searchable"),
        "ready_partial": say("searchable in part"),
        "failed": say("failed"),
        "quarantined": say("quarantined"),
        "withdrawn": say("withdrawn"),
    }
    return words.get(state, state)
