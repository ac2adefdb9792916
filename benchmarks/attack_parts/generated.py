"""What is made up against answers, exports, origins and endpoints; each gives how many were tried and held."""

import asyncio
import csv
import io
import os
import tempfile
from pathlib import Path
from typing import Any

from tests.attacks import libreoffice
from tests.attacks.foreign_origins import foreign_origins, is_own
from tests.attacks.forged_answers import LINKS, SOURCE, forged_answers, harm
from tests.attacks.formula_cases import CASES, begins_formula
from tests.attacks.hostile_endpoints import SECRETS, hostile_endpoints, watched_connects

SEPARATORS = [",", ";", "\t", "|"]
HOST = "auskunft.example"
Figures = dict[str, Any]


def figures(tried: int, failed: list[str]) -> Figures:
    return {"tried": tried, "held": tried - len(failed), "failed": failed}


def answers(number: int, seed: int) -> Figures:
    """Links and numbers forged by a model: none may lead to what the source does not hold."""
    from apps.chat.rendering.answer_html import render_answer_html

    attacks = forged_answers(number, seed)
    return figures(len(attacks), [one for one in attacks if harm(render_answer_html(one, LINKS, sources=[SOURCE]))])


def exports() -> Figures:
    """Every case as CSV with each separator and as XLSX; where LibreOffice is installed it opens and recalculates them.

    `libreoffice` says whether it did.
    """
    from apps.spreadsheets.read_and_write_tables import build_workbook, render_csv

    text = render_csv([["first", case, "last"] for case in CASES])
    failed, tried = [], 0
    with tempfile.TemporaryDirectory() as folder:
        table, book = Path(folder) / "cases.csv", Path(folder) / "cases.xlsx"
        table.write_text(text, encoding="utf-8", newline="")
        book.write_bytes(build_workbook({"x": [[case] for case in CASES]}))
        for separator in SEPARATORS:
            tried += len(CASES)
            cells = [cell for row in csv.reader(io.StringIO(text, newline=None), delimiter=separator) for cell in row]
            failed += [cell for cell in cells if begins_formula(cell)]
            failed += libreoffice.computed(table, separator) if libreoffice.OPENS_SHEETS else []
        if libreoffice.OPENS_SHEETS:
            tried += len(CASES)
            failed += libreoffice.computed(book)
    return figures(tried, failed) | {"libreoffice": libreoffice.OPENS_SHEETS}


def origins(number: int, seed: int) -> Figures:
    """Origins of websockets: ours and nobody else's."""
    from django.conf import settings

    from config.http.websocket_origin import is_own_origin

    settings.ALLOWED_HOSTS, settings.SITE_URL, settings.CSRF_TRUSTED_ORIGINS = [HOST], f"https://{HOST}", []
    made = list(foreign_origins(number, seed, HOST))
    failed = []
    for origin in made:
        headers = [(b"host", HOST.encode()), (b"origin", origin.encode("utf-8"))]
        if is_own_origin(headers, "wss") != is_own(origin, HOST):
            failed.append(origin)
    return figures(len(made), failed)


def endpoints() -> Figures:
    """Addresses inside, in all their notations, and variables that hold other secrets, in an endpoint."""
    from django.conf import settings

    from apps.llm.endpoints.api_keys_from_environment import read_api_key

    settings.MODEL_HOSTS, settings.OPENAI_BASE_URL = [], ""
    os.environ.update(dict.fromkeys(filter(None, SECRETS), "the operator's secret") | {"PATH": os.environ["PATH"]})
    failed = [f"{name!r} is sent" for name in SECRETS if read_api_key(name, "https://models.example/v1")]
    addresses = list(hostile_endpoints())
    failed += asyncio.run(all_asked(addresses))
    return figures(len(SECRETS) + len(addresses), failed)


async def all_asked(addresses: list[str]) -> list[str]:
    """Those for which a connection was so much as tried."""
    failed = []
    for address in addresses:
        with watched_connects() as connects:
            said = await asked(address)
        if connects or said == "reached":
            failed.append(f"{address}: {said}, {connects}")
    return failed


async def asked(address: str) -> str:
    """The code of the error, or "reached"."""
    from apps.llm.call_ledger import Ledger
    from apps.llm.errors import ModelError
    from apps.llm.providers.gateway_language_model import GatewayLanguageModel
    from apps.llm.transport.endpoint_connections import EndpointAddress
    from apps.llm.transport.gateway import Gateway
    from apps.llm.transport.timeouts_and_retries import RetryPolicy
    from apps.llm.types import Message

    gateway = Gateway(EndpointAddress("attacked", address, "sk-secret"))
    once = RetryPolicy(deadline=2.0, attempts=1, longest_wait=0.0)
    try:
        await GatewayLanguageModel(gateway, "m", 16_385, 100, "answer", once, Ledger()).complete([Message("user", "x")])
    except ModelError as error:
        return error.code
    return "reached"
