"""Connects a model: tries it before anything is stored, then stores it with its server and puts it in service."""

import asyncio
from dataclasses import dataclass

from django.conf import settings

from apps.database.advisory_lock import wait_for_lock
from apps.llm.call_ledger import Ledger
from apps.llm.create_initial_models import UNKNOWN_CONTEXT_WINDOW, put_model_in_service
from apps.llm.doctor.check_models import chat_model_report, failure_finding, setting_findings
from apps.llm.doctor.findings import Finding, ModelReport
from apps.llm.doctor.list_server_models import ListedModels, fetch_model_list, try_fetch_model_list
from apps.llm.endpoints.allowed_addresses import host_and_port
from apps.llm.endpoints.encrypted_api_keys import seal
from apps.llm.endpoints.in_house_addresses import is_in_the_house
from apps.llm.errors import ModelError
from apps.llm.model_registry import endpoint_address
from apps.llm.models import ChatModel, Endpoint, Purpose
from apps.llm.publication_hooks import one_change_at_a_time
from apps.llm.transport.circuit_breaker import forget_circuit

LOCK = 7_203_120
"""The kind of advisory lock; nothing else uses it."""
LONGEST_NAME = 90
"""Leaves room for a number after it."""


@dataclass(frozen=True, slots=True)
class ServerModels:
    """What a server lists, or the finding that says why it cannot be asked."""

    listed: ListedModels
    problem: Finding | None = None


def endpoint_at_address(base_url: str, key: str) -> Endpoint:
    """The row of this address, or a new one that is not saved; a key that was typed is sealed into it. One query.

    Raises ValueError for what is no address.
    """
    endpoint = Endpoint.objects.filter(base_url=base_url).order_by("-is_active", "pk").first()
    endpoint = endpoint or new_endpoint(base_url)
    if key:
        endpoint.sealed_key = seal(key, base_url)
    return endpoint


def new_endpoint(base_url: str) -> Endpoint:
    """Not saved. Its address says whether it is in the house; administrators can say otherwise afterwards."""
    is_remote = not is_in_the_house(base_url)
    return Endpoint(name=unused_endpoint_name(base_url), base_url=base_url, api_key_variable="", is_remote=is_remote)


def unused_endpoint_name(base_url: str) -> str:
    """The server's host, with a number where there is one already."""
    address = host_and_port(base_url)
    host = (address.host if address else base_url)[:LONGEST_NAME]
    taken = set(Endpoint.objects.filter(name__startswith=host).values_list("name", flat=True))
    return next(name for name in (host, *(f"{host} {n}" for n in range(2, len(taken) + 3))) if name not in taken)


def fetch_server_models(endpoint: Endpoint) -> ServerModels:
    """Asks for the list. Calls the network, stores nothing."""
    if problem := next(setting_findings(endpoint), None):
        return ServerModels(ListedModels(), problem)
    try:
        return ServerModels(asyncio.run(fetch_model_list(endpoint_address(endpoint))))
    except ModelError as error:
        return ServerModels(ListedModels(), failure_finding(endpoint, error))


def try_model(endpoint: Endpoint, row: ChatModel, window: int | None, ledger: Ledger) -> ModelReport:
    """What `models doctor` says of the two rows; sets the row's abilities and its context window in tokens: the one
    that is wished, else the server's. Calls the network, stores nothing.
    """
    forget_circuit(endpoint.base_url, endpoint.api_key())
    return asyncio.run(model_trial_report(endpoint, row, window, ledger))


async def model_trial_report(endpoint: Endpoint, row: ChatModel, window: int | None, ledger: Ledger) -> ModelReport:
    listed = await try_fetch_model_list(endpoint_address(endpoint))
    supposed = listed.size(row.name) or settings.CHAT_CONTEXT_WINDOW or UNKNOWN_CONTEXT_WINDOW
    row.context_window = window or supposed
    row.max_output_tokens = min(row.max_output_tokens, row.context_window // 2)
    return await chat_model_report(endpoint, row, listed, ledger)


def chat_model_row(endpoint: Endpoint, name: str) -> ChatModel:
    """The row of this model at the server, or a new one that is not saved. At most one query."""
    known = ChatModel.objects.filter(endpoint=endpoint, name=name).first() if endpoint.pk else None
    return known or ChatModel(name=name)


def connect_model(endpoint: Endpoint, row: ChatModel, purpose: Purpose, is_new_key: bool) -> None:
    """Stores both and asks the model first for the purpose from now on; `row` is the stored one then.

    Of two at once the second finds what the first has stored. Raises PublicationHeld when orders may not be changed
    without being measured first: both are stored by then.
    """
    with wait_for_lock(LOCK):
        with one_change_at_a_time():
            server = endpoint_at_address(endpoint.base_url, "")
            if is_new_key:
                server.sealed_key = endpoint.sealed_key
            server.is_active = row.is_active = True
            server.save()
            take_over_stored_row(row, chat_model_row(server, row.name))
            row.endpoint = server
            row.save()
        put_model_in_service(row, purpose)


def take_over_stored_row(row: ChatModel, stored: ChatModel) -> None:
    """Takes over what people entered in the stored row; what the trial has found out is the new one's."""
    row.pk, row.label, row.is_reranker = stored.pk, stored.label, stored.is_reranker
    row.max_output_tokens = min(stored.max_output_tokens, row.context_window // 2)
