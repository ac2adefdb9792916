"""`auskunft import`: files and whole folders to a collection, one request a file, each with its path as its id."""

import argparse
import json
import os
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from auskunft_client.errors import DONE, FAILED, WRONG_USE, ClientError
from auskunft_client.service import Service
from auskunft_client.standing import show_standing, standing_of
from auskunft_client.terminal import Terminal, clean
from auskunft_client.texts import say

PART = 2**16
PAUSE = 2.0
"""Seconds between two looks at documents that are being read."""
ENDS = {"ready", "ready_partial", "failed", "quarantined", "withdrawn"}
WELL = {"ready", "ready_partial"}


def import_files(arguments: argparse.Namespace, service: Service, terminal: Terminal) -> int:
    """FAILED when a file was refused, or with --wait when one could not be read; the others are sent all the same."""
    sent: list[dict[str, Any]] = []
    refused: list[dict[str, str]] = []
    for path, name in files_of(arguments.paths):
        try:
            document = send(service, path, name, arguments)
        except ClientError as failure:
            if failure.status not in (FAILED, WRONG_USE):
                raise
            refused.append({"external_id": name, "message": str(failure)})
            if not arguments.json:
                terminal.line(f"{terminal.style(name, 'bold')} {terminal.style(str(failure), 'red')}")
            continue
        sent.append(document)
        if not arguments.json:
            terminal.line(f"{terminal.style(name, 'bold')} {say('sent')} ({document['id']})")
    if arguments.wait:
        sent = wait(service, sent, terminal, quiet=arguments.json)
    if arguments.json:
        terminal.line(json.dumps({"documents": sent, "refused": refused}, ensure_ascii=False))
    unread = arguments.wait and any(document["status"] not in WELL for document in sent)
    return FAILED if refused or unread else DONE


def files_of(paths: Sequence[str]) -> Iterator[tuple[Path, str]]:
    """Each file with its id: its name, or its path below the folder that was named. Hidden ones stay.

    Raises ClientError before anything is sent.
    """
    found = []
    for text in paths:
        path = Path(text)
        if os.path.isfile(path):
            found.append((path, path.name))
        elif os.path.isdir(path):
            below = [(each, each.relative_to(path)) for each in sorted(path.rglob("*")) if os.path.isfile(each)]
            kept = [(each, name.as_posix()) for each, name in below if not any(part[0] == "." for part in name.parts)]
            if not kept:
                raise ClientError(say("There are no files in '%(path)s'.", path=text), WRONG_USE)
            found += kept
        else:
            raise ClientError(say("There is no file or folder '%(path)s'.", path=text), WRONG_USE)
    yield from found


def send(service: Service, path: Path, name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """The document as the service has registered it. Raises ClientError."""
    fields = {"collection": arguments.collection, "external_id": name}
    fields |= {"language": arguments.language} if arguments.language else {}
    fields |= {"reader_groups": ";".join(arguments.group)} if arguments.group else {}
    fields |= {"reader_users": ";".join(arguments.person)} if arguments.person else {}
    boundary = secrets.token_hex(16)
    head = form_head(fields, path.name, boundary)
    tail = f"\r\n--{boundary}--\r\n".encode()
    try:
        # Opened before the connection, whose errors would say that the service cannot be reached.
        with path.open("rb") as file:
            length = len(head) + os.fstat(file.fileno()).st_size + len(tail)
            headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Content-Length": str(length)}
            body = parts(head, file, tail)
            answer = service.request("POST", "/api/v1/documents", body, service.in_own_language() | headers)
    except OSError as error:
        raise ClientError(str(error)) from None
    return dict(answer["documents"][0])


def form_head(fields: Mapping[str, str], file_name: str, boundary: str) -> bytes:
    """Of a form with one file (RFC 7578); what would end a name is written as browsers do."""
    safe = clean(file_name).replace('"', "%22")
    lines = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    lines.append(f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n')
    lines.append("Content-Type: application/octet-stream\r\n\r\n")
    # Old shares have bytes in names that are no letters: they are told by their numbers.
    return "".join(lines).encode(errors="backslashreplace")


def parts(head: bytes, file: IO[bytes], tail: bytes) -> Iterable[bytes]:
    yield head
    while part := file.read(PART):
        yield part
    yield tail


def wait(service: Service, sent: list[dict[str, Any]], terminal: Terminal, *, quiet: bool) -> list[dict[str, Any]]:
    """The documents as they stand when all of them are read. Raises ClientError."""
    ended: dict[int, dict[str, Any]] = {}
    while waiting := [document["id"] for document in sent if document["id"] not in ended]:
        for number in waiting:
            document = standing_of(service, quote(str(number)))
            if document["status"] in ENDS:
                ended[number] = document
                if not quiet:
                    show_standing(document, terminal)
        if len(ended) < len(sent):
            time.sleep(PAUSE)
    return [ended[document["id"]] for document in sent]
