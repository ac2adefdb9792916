"""What a stage or the engine needs, made for tests: models that do as they are told, files that exist only here."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from asgiref.sync import async_to_sync

from apps.documents.engine.engine import Engine
from apps.documents.engine.revisions_to_process import OpenRevisions
from apps.documents.lifecycle.import_documents import get_or_create_collection
from apps.documents.lifecycle.register_documents import Registered, register_items
from apps.documents.model_calls.cost_attribution import AttemptLedger, StepAttempt, current_attempt
from apps.documents.model_calls.load_models_and_prompts_for_stages import PROMPT_PURPOSES, PromptedModel, Resources
from apps.documents.model_calls.request_batching import BatchingEmbedder
from apps.documents.models import Collection
from apps.documents.sandbox.parser_pool import ParserPool
from apps.documents.sources.connectors.local_files_and_folders import items_of_paths
from apps.llm.errors import ModelError
from apps.llm.model_registry import embedding_model_row
from apps.llm.offline import OfflineEmbedder
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.types import CallRecord, Completion, Message, Usage

Reply = Callable[[str], str]


class TellingModel:
    """Asks `reply` what to say to each prompt; an error that it returns is raised. Keeps the prompts."""

    name = "telling"

    def __init__(self, reply: Callable[[str], str | ModelError], *, context_window: int = 16_000) -> None:
        self.reply = reply
        self.context_window = context_window
        self.prompts: list[str] = []
        self.ledger = AttemptLedger()

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        self.prompts.append(messages[-1].text)
        said = self.reply(messages[-1].text)
        failed = isinstance(said, ModelError)
        usage = Usage(0, 0) if failed else Usage(100, 10)
        self.ledger.add(
            CallRecord("summarise", self.name, "", outcome=said.code if failed else "ok", seconds=0.0, usage=usage)
        )
        if isinstance(said, ModelError):
            raise said
        return Completion(said, self.name, usage=usage)

    def stream(self, messages: Sequence[Message], *, temperature: float = 0.0) -> Any:
        raise NotImplementedError("no stage streams")


def says(text: str) -> TellingModel:
    return TellingModel(lambda prompt: text)


def fails(*, temporary: bool) -> TellingModel:
    code = "server_error" if temporary else "garbage"
    return TellingModel(lambda prompt: ModelError("The server is out of order.", code=code, temporary=temporary))


class FailingEmbedder:
    name = "failing"
    dimensions = 1024

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise ModelError("The server is out of order.", code="server_error", temporary=True)


def resources(*, summariser: Any = None, tagger: Any = None, embedder: Any = None, parser: Any = None) -> Resources:
    """Needs the database for prompts and the embedding model."""
    models = {"tag": tagger or says('["Gebühr", "Hund"]')}
    ledger, shared, row = AttemptLedger(), StepAttempt(), embedding_model_row()
    asking = {
        slug: PromptedModel(
            load_published_prompt(slug), models.get(slug) or summariser or says("Eine Zusammenfassung.")
        )
        for slug in PROMPT_PURPOSES
    }
    gathering = BatchingEmbedder(embedder or OfflineEmbedder(ledger), batch_size=row.batch_size, shared=shared)
    return Resources(parser or ParserPool(), asking, gathering, row, shared)


def computed(stage: Any, given: Any, with_tools: Resources) -> Any:
    """What the stage makes of its input, as within a step."""

    async def run() -> Any:
        current_attempt.set(StepAttempt())
        [output] = await stage.compute([given], with_tools)
        return output

    return async_to_sync(run)()


def registered(folder: Path, slug: str = "amt") -> tuple[Collection, Registered]:
    """The folder's files as documents that wait for their first step."""
    collection = get_or_create_collection(slug)
    return collection, register_items(collection.pk, list(items_of_paths([folder])))


def run_engine(with_tools: Resources, revisions: Sequence[int] | None = None) -> Engine:
    engine = Engine(with_tools, open_revisions=None if revisions is None else OpenRevisions(revisions))
    async_to_sync(engine.run)()
    return engine
