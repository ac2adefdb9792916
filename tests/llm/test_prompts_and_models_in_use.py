"""Settings on trial take the place of those in force for the work they are handed to, and for nothing else."""

import pytest

from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.prompts_and_models_in_use import ModelAccess, TrialConfiguration
from apps.llm.providers.reranker import ChatReranker
from apps.llm.types import LanguageModel

pytestmark = pytest.mark.django_db

WORDING = PublishedPrompt("answer", 7, "Kurz.", "{question}")


@pytest.fixture
def model() -> ChatModel:
    endpoint = Endpoint.objects.create(name="other", base_url="http://127.0.0.1:9/v1")
    return ChatModel.objects.create(endpoint=endpoint, name="on-trial")


def test_what_is_on_trial_is_used_and_what_is_not_is_in_force(model: ChatModel) -> None:
    tried = ModelAccess(Ledger(), TrialConfiguration(prompts={"answer": WORDING}, orders={"answer": [model]}))
    assert tried.prompt("answer") == WORDING
    assert tried.prompt("rephrase") == load_published_prompt("rephrase")
    assert tried.language_model("answer", WORDING).name == "on-trial"
    assert tried.language_model("rephrase", load_published_prompt("rephrase")).name == "offline-extractive"
    in_force = ModelAccess(Ledger())
    assert in_force.prompt("answer") == load_published_prompt("answer") != WORDING
    assert in_force.language_model("answer", WORDING).name == "offline-extractive"


def test_every_model_is_wrapped_with_its_purpose() -> None:
    wrapped: list[str] = []

    def wrap(purpose: str, model: LanguageModel) -> LanguageModel:
        wrapped.append(purpose)
        return model

    tried = ModelAccess(Ledger(), TrialConfiguration(wrap=wrap))
    for purpose in ("answer", "map"):
        tried.language_model(purpose, WORDING)
    assert wrapped == ["answer", "map"]


def test_an_order_of_rerankers_can_be_measured_before_it_goes_live(model: ChatModel) -> None:
    ModelOrder.objects.create(purpose="rerank", model=ChatModel.objects.create(endpoint=model.endpoint, name="old"))
    wording = PublishedPrompt("rerank", 9, "Ordnen.", "{question} {text}")
    tried = ModelAccess(
        Ledger(), TrialConfiguration(prompts={"rerank": wording}, orders={"rerank": [model]})
    ).reranker()
    assert isinstance(tried, ChatReranker)
    assert (tried.model.name, tried.prompt) == ("on-trial", wording)
    in_force = ModelAccess(Ledger()).reranker()
    assert isinstance(in_force, ChatReranker)
    assert in_force.model.name == "old"
