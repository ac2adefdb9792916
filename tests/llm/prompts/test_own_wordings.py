"""Wordings for a model, a profile, or a model in a profile: the most exact one is sent, recorded and part of keys."""

import json
from dataclasses import asdict, replace

import pytest
from django.core.exceptions import ValidationError

from apps.graph.extraction.extraction_requests import first_reply_key
from apps.graph.extraction.load_text_units import TextUnit
from apps.graph.model_calls.prompts_of_a_build import load_build_prompts
from apps.llm.call_ledger import Ledger
from apps.llm.errors import PromptError
from apps.llm.models import Prompt, PromptUse, PromptVersion
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import load_published_prompt, load_wordings_in_force, publish_wording
from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.llm.providers.fallback_model import FallbackLanguageModel
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.llm.types import Message, ShortenableMessages, append_messages, messages_worded_for_model
from apps.retrieval.models import Profile
from tests.fakes.models import FakeLanguageModel
from tests.fakes.openai_server import FakeOpenAIServer
from tests.llm.conftest import MakeModel

pytestmark = pytest.mark.django_db
TWO = PublishedPrompt("tag", 1, "Lang.", "{text}", (("small", PublishedPrompt("tag", 2, "Kurz.", "{text}")),))


def own_wording(system: str, *, slug: str = "answer", model: str = "", profile: str = "") -> PromptUse:
    prompt = Prompt.objects.select_related("published").get(slug=slug)
    assert prompt.published is not None
    version = PromptVersion.objects.create(prompt=prompt, system=system, user=prompt.published.user)
    use = PromptUse(prompt=prompt, model=model, profile=profile)
    publish_wording(use, version)
    return use


def named(name: str) -> FakeLanguageModel:
    model = FakeLanguageModel()
    model.name = name
    return model


def sent(model: str, profile: str = "") -> str:
    return ModelAccess(Ledger(), profile=profile).prompt("answer").for_model(model).system


def test_the_most_exact_wording_counts_and_a_profile_goes_before_a_model() -> None:
    usual = load_published_prompt("answer").system
    own_wording("Für small.", model="small")
    assert (sent("small"), sent("large")) == ("Für small.", usual)
    own_wording("Für das Bauamt.", profile="bauamt")
    assert (sent("small"), sent("small", "bauamt"), sent("large", "bauamt")) == (
        "Für small.", "Für das Bauamt.", "Für das Bauamt.",
    )  # fmt: skip
    own_wording("Für small im Bauamt.", model="small", profile="bauamt")
    assert (sent("small", "bauamt"), sent("large", "bauamt"), sent("small", "andere")) == (
        "Für small im Bauamt.", "Für das Bauamt.", "Für small.",
    )  # fmt: skip
    assert load_wordings_in_force(["answer", "tag"])["answer"].in_profile("bauamt") == load_published_prompt(
        "answer", "bauamt"
    )
    assert load_published_prompt("tag").by_model == ()


def test_a_wording_taken_away_leaves_the_usual_one() -> None:
    use = own_wording("Für small.", model="small")
    use.delete()
    assert sent("small") == load_published_prompt("answer").system


def test_versions_of_all_wordings_are_counted_together_so_a_label_names_one_text() -> None:
    own_wording("Für small.", model="small")
    prompt = load_published_prompt("answer")
    assert (prompt.label, prompt.for_model("small").label) == ("answer/1", "answer/2")


def test_kept_replies_of_a_graph_are_those_of_the_wording_that_was_sent() -> None:
    piece = TextUnit(1, 1, 1, 1, 0, 4, 1, "hash", "Text")
    before = first_reply_key(piece, load_build_prompts("de", (), with_claims=False), "small")
    own_wording("{types} {claims} {language}", slug="graph-extract", model="small")
    after = first_reply_key(piece, load_build_prompts("de", (), with_claims=False), "small")
    assert before != after
    assert after != first_reply_key(piece, load_build_prompts("de", (), with_claims=False), "large")


async def test_each_model_of_an_order_is_sent_its_own_wording(
    make_model: MakeModel, openai_server: FakeOpenAIServer
) -> None:
    await make_model().complete([Message("user", "The first call of all loads the client.")])
    rows = [replace(make_model(retry_policy=RetryPolicy(3.0, 1, 0.0)), name=name) for name in ("large", "small")]
    models = FallbackLanguageModel(rows, deadline=3.0)
    for asked in (TWO.messages(text="x"), ShortenableMessages(TWO.messages(text="x"), lambda: None)):
        openai_server.fault("500")
        await models.complete(asked)
        openai_server.fault("500")
        _ = [item async for item in models.stream(asked)]
    sent_to = [(request.body["model"], request.system) for request in openai_server.chat_requests]
    assert [pair for pair in sent_to if pair[0] != "some-model"] == [("large", "Lang."), ("small", "Kurz.")] * 4
    assert type(replace(TWO, by_model=()).messages(text="x")) is list


def test_what_follows_and_what_is_shortened_keeps_the_wording_of_each_model() -> None:
    longer = append_messages(TWO.messages(text="x"), [Message("assistant", "y")])
    assert [message.text for message in messages_worded_for_model(longer, "small")][::2] == ["Kurz.", "y"]
    assert [message.text for message in longer][::2] == ["Lang.", "y"]
    messages = ShortenableMessages(TWO.messages(text="x"), lambda: TWO.messages(text="z"))
    assert messages.shorten()
    assert [message.text for message in messages_worded_for_model(messages, "small")] == ["Kurz.", "<text>\nz\n</text>"]


def test_a_child_process_gets_all_wordings() -> None:
    assert PublishedPrompt.from_facts(json.loads(json.dumps(asdict(TWO)))) == TWO


def test_an_unfit_wording_and_one_for_everybody_are_refused() -> None:
    prompt = Prompt.objects.get(slug="answer")
    unfit = PromptVersion.objects.create(prompt=prompt, system="", user="Ohne Variablen.")
    with pytest.raises(PromptError):
        publish_wording(PromptUse(prompt=prompt, model="small"), unfit)
    other = PromptVersion.objects.create(prompt=Prompt.objects.get(slug="tag"), system="", user="{text}")
    with pytest.raises(PromptError):
        PromptUse(prompt=prompt, model="small", version=other).save()
    with pytest.raises(ValidationError):
        PromptUse(prompt=prompt, version=unfit).full_clean()


def test_a_profile_with_wordings_keeps_its_short_name_and_takes_them_along_when_it_goes() -> None:
    profile = Profile.objects.filter(is_active=False)[0]
    own_wording("Eigene.", profile=profile.slug)
    profile.slug = "anders"
    with pytest.raises(ValidationError, match="Profil"):
        profile.full_clean()
    Profile.objects.get(pk=profile.pk).delete()
    assert not PromptUse.objects.exists()
