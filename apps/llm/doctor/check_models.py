"""Checks all models that are in service: probes each one and reports what does not fit, with the fix."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.llm.call_ledger import Ledger
from apps.llm.doctor.findings import Finding, ModelReport
from apps.llm.doctor.list_server_models import ListedModels, try_fetch_model_list
from apps.llm.doctor.probe_model_capabilities import probe_chat_abilities, probe_vector_length
from apps.llm.errors import ModelError
from apps.llm.model_registry import endpoint_address
from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, endpoint_problems

MOST_NAMED = 8
FIXES = {
    "unreachable": _("Is the server started, and is the address '%(url)s' right? Most addresses end in /v1."),
    "unauthorised": _("Put the right key into the variable %(variable)s."),
    "forbidden": _("The key in %(variable)s may not use this model: ask the provider."),
    "bad_request": _("Compare the name with the server's list, and the address with the server's description."),
    "garbage": _("Something else than a model answers at '%(url)s'. Most addresses end in /v1."),
    "timeout": _("The server may be loading the model: try again, then see how busy it is."),
    "address_refused": _("Name the host in MODEL_HOSTS."),
    "budget_spent": _("See to the account at the provider."),
    "server_error": _("Try again in a minute. If it goes on, the server's own log says why."),
}
WITHOUT_VARIABLE = {
    "unauthorised": _("Enter the right key, or none for a server that asks for none."),
    "forbidden": _("The key may not use this model: ask the provider."),
}
"""In place of the sentences that name a variable."""
NO_LANGUAGE_MODEL = Finding(
    "answer",
    "problem",
    _("This model makes vectors and writes no text."),
    _("Choose a language model here; one that makes vectors is entered under Embedding models."),
)
LACKS = {
    "json_schema": _("no JSON schemas (the form is asked for in words)"),
    "system_messages": _("no system messages (they go into the question)"),
    "streams": _("no streams (answers appear at once, when they are complete)"),
    "usage": _("no count of tokens (they are estimated)"),
}


def check_models() -> list[ModelReport]:
    """Checks the models in service and stores with each language model what is found out. Calls the network."""
    endpoints = list(Endpoint.objects.filter(is_active=True).order_by("name"))
    chat = list(ChatModel.objects.filter(endpoint__in=endpoints, is_active=True, is_reranker=False))
    embedding = list(EmbeddingModel.objects.filter(endpoint__in=endpoints))
    return check_model_rows(endpoints, chat, embedding)


def check_model_rows(
    endpoints: Sequence[Endpoint], chat: Sequence[ChatModel], embedding: Sequence[EmbeddingModel] = ()
) -> list[ModelReport]:
    ledger = Ledger()
    reports = asyncio.run(collect_model_reports(endpoints, chat, embedding, ledger))
    for row in chat:
        ChatModel.objects.filter(pk=row.pk).update(abilities=row.abilities)
    ledger.save("probe")
    return reports


async def collect_model_reports(
    endpoints: Sequence[Endpoint], chat: Sequence[ChatModel], embedding: Sequence[EmbeddingModel], ledger: Ledger
) -> list[ModelReport]:
    """Servers side by side, the models of one after the other: some have one place."""

    async def of_endpoint(endpoint: Endpoint) -> list[ModelReport]:
        listed = await try_fetch_model_list(endpoint_address(endpoint))
        reports = [
            await chat_model_report(endpoint, row, listed, ledger) for row in chat if row.endpoint_id == endpoint.pk
        ]
        return reports + [
            await embedding_model_report(endpoint, row, listed, ledger)
            for row in embedding
            if row.endpoint_id == endpoint.pk
        ]

    return list(chain.from_iterable(await asyncio.gather(*map(of_endpoint, endpoints))))


async def chat_model_report(endpoint: Endpoint, row: ChatModel, listed: ListedModels, ledger: Ledger) -> ModelReport:
    findings = [*setting_findings(endpoint), *name_findings(endpoint, row.name, listed)]
    size = listed.size(row.name)
    try:
        found: dict[str, object] = {**await probe_chat_abilities(endpoint_address(endpoint), row.name, ledger)}
        if size:
            found["context_window"] = size
        row.abilities = {**found, "checked_at": timezone.now().isoformat()}
        findings += [*ability_findings(found), context_finding(row, size)]
    except ModelError as error:
        makes_vectors = error.code == "bad_request" and await is_embedding_model(endpoint, row.name, listed, ledger)
        findings.append(NO_LANGUAGE_MODEL if makes_vectors else failure_finding(endpoint, error))
    return ModelReport(endpoint.name, row.name, tuple(findings))


async def is_embedding_model(endpoint: Endpoint, name: str, listed: ListedModels, ledger: Ledger) -> bool:
    """Whether a model that the server lists, and that answers no question, makes vectors. One call."""
    if not listed.has(name):
        return False
    try:
        return await probe_vector_length(endpoint_address(endpoint), name, ledger) > 0
    except ModelError:
        return False


async def embedding_model_report(
    endpoint: Endpoint, row: EmbeddingModel, listed: ListedModels, ledger: Ledger
) -> ModelReport:
    findings = [*setting_findings(endpoint), *name_findings(endpoint, row.name, listed)]
    try:
        length = await probe_vector_length(endpoint_address(endpoint), row.name, ledger)
        findings.append(vector_length_finding(row, length))
    except ModelError as error:
        findings.append(failure_finding(endpoint, error))
    return ModelReport(endpoint.name, row.name, tuple(findings))


def setting_findings(endpoint: Endpoint) -> Iterator[Finding]:
    for field, problem in endpoint_problems(endpoint.base_url, endpoint.api_key_variable).items():
        yield Finding(field, "problem", problem)


def name_findings(endpoint: Endpoint, name: str, listed: ListedModels) -> Iterator[Finding]:
    if listed.was_read and not listed.has(name):
        said = _("'%(endpoint)s' does not list '%(name)s'.")
        fix = _("It has: %(names)s. On Azure the name of the deployment counts, not that of the model.")
        names = ", ".join(list(listed.sizes)[:MOST_NAMED])
        yield Finding("name", "unknown", said, fix, finding_values(endpoint=endpoint.name, name=name, names=names))


def ability_findings(found: Mapping[str, object]) -> Iterator[Finding]:
    lacking = [name for name in LACKS if found.get(name) is False]
    yield Finding("answer", "ok", _("It answers."))
    for name in lacking:
        yield Finding(name, "ok", LACKS[name])
    if found.get("thinks"):
        yield Finding("thinks", "ok", _("It thinks before it answers: calls take longer, thoughts are not shown."))


def context_finding(row: ChatModel, size: int | None) -> Finding:
    values = finding_values(given=size or 0, wanted=row.context_window)
    if size is None:
        said = _("The server does not say how many tokens it takes; %(wanted)s are set.")
        fix = _("Ollama takes 4,096 on most machines and cuts the rest off unseen: OLLAMA_CONTEXT_LENGTH raises that.")
        return Finding("context_window", "unknown", said, fix, values)
    if size < row.context_window:
        said = _("The server takes %(given)s tokens, but %(wanted)s are set. No more than it takes are sent.")
        fix = _("Enter %(given)s as the context window of the model, or start the server with more.")
        return Finding("context_window", "problem", said, fix, values)
    said = _("The server takes %(given)s tokens, %(wanted)s are set.")
    more = _("Enter %(given)s, and answers read more pages.")
    return Finding("context_window", "ok", said, more if size > row.context_window else "", values)


def vector_length_finding(row: EmbeddingModel, length: int) -> Finding:
    values = finding_values(given=length, wanted=row.dimensions)
    if length == row.dimensions or row.sends_dimensions:
        return Finding("dimensions", "ok", _("Its vectors have %(given)s numbers."), "", values)
    said = _("Its vectors have %(given)s numbers, but %(wanted)s are set.")
    fix = _("Add the model once more with %(given)s dimensions (EMBEDDING_DIMENSIONS for the first rows).")
    return Finding("dimensions", "problem", said, fix, values)


def failure_finding(endpoint: Endpoint, error: ModelError) -> Finding:
    variable = "" if endpoint.sealed_key else endpoint.api_key_variable
    values = finding_values(url=endpoint.base_url, variable=variable, said=str(error))
    fix = FIXES.get(error.code, "") if variable else WITHOUT_VARIABLE.get(error.code, FIXES.get(error.code, ""))
    return Finding("answer", "problem", "%(said)s", fix, values)


def finding_values(**values: object) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(value)) for name, value in values.items())
