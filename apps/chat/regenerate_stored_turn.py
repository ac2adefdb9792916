"""Replays a turn: its answer made again, with prompts, model and passages as stored, or as they are today."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.ai_notices import RULE_BASED_MODELS
from apps.chat.answering.answer_question import stream_turn_events
from apps.chat.models import Channel, Turn
from apps.chat.turn_state.conversation_history import MOST_TURNS, PastTurn
from apps.chat.turn_state.load_turn_inputs import ReplayedInput, build_past_turn
from apps.chat.turn_state.turn_events import TurnDone, TurnFailed
from apps.documents.models import Chunk
from apps.llm.models import ChatModel, PromptVersion, Purpose
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts_and_models_in_use import NO_TRIAL, TrialConfiguration
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.models import Profile
from apps.retrieval.query.types import Passage


class Versions(models.TextChoices):
    STORED = "stored", gettext_lazy("as it was stored")
    TODAY = "today", gettext_lazy("as everything is today")


@dataclass(frozen=True, slots=True)
class Replay:
    """How it ended, and what could not be as it was: sentences for people."""

    end: TurnDone | TurnFailed
    differences: Sequence[str]


@dataclass(frozen=True, slots=True)
class Reproduction:
    """What stands in for the settings of today, as far as it still exists."""

    trial: TrialConfiguration
    profile: Profile | None
    given: ReplayedInput
    differences: Sequence[str]


def replay_turn(turn: Turn, versions: Versions) -> Replay:
    """Calls models. The new turn is stored in a conversation of its own; the old one stays as it is."""
    if versions is Versions.STORED:
        found = build_reproduction(turn)
    else:
        found = Reproduction(NO_TRIAL, None, ReplayedInput(load_past_turns(turn)), [])
    ask = AskedQuestion(
        turn.question,
        channel=Channel.REVIEW,
        language=turn.conversation.language,
        # Whoever may read the stored answer may read what it was made from.
        user=User(is_superuser=True),
        in_house=turn.stays_in_house(),
    )
    return Replay(async_to_sync(await_final_event)(ask, found), found.differences)


async def await_final_event(ask: AskedQuestion, found: Reproduction) -> TurnDone | TurnFailed:
    end: TurnDone | TurnFailed = TurnFailed("no_answer", _("The answer ended without a result."))
    async with aclosing(stream_turn_events(ask, profile=found.profile, given=found.given, trial=found.trial)) as events:
        async for event in events:
            if isinstance(event, TurnDone | TurnFailed):
                end = event
    return end


def build_reproduction(turn: Turn) -> Reproduction:
    differences: list[str] = []
    labels = [str(label) for label in turn.prompt_versions.values()]
    prompts = {prompt.slug: prompt for label in labels if (prompt := stored_prompt(label, differences))}
    model = stored_model(turn, differences)
    passages = stored_passages(turn, differences)
    orders = {str(purpose): [model] for purpose in (Purpose.ANSWER, Purpose.REPHRASE)} if model else {}
    given = ReplayedInput(load_past_turns(turn), turn.query, passages)
    return Reproduction(TrialConfiguration(prompts=prompts, orders=orders), stored_profile(turn), given, differences)


def stored_prompt(label: str, differences: list[str]) -> PublishedPrompt | None:
    """By its label, such as answer/3: an algorithm or profile may have brought another prompt than the ordinary one."""
    slug, _slash, number = label.rpartition("/")
    versions = PromptVersion.objects.filter(prompt__slug=slug)
    version = versions.filter(number=int(number)).first() if number.isdigit() else None
    if version is None:
        differences.append(_("The prompt %(label)s no longer exists; the one in force was used.") % {"label": label})
        return None
    return PublishedPrompt(slug=slug, number=version.number, system=version.system, user=version.user)


def stored_model(turn: Turn, differences: list[str]) -> ChatModel | None:
    if turn.model in RULE_BASED_MODELS:
        return ChatModel(name=OFFLINE_MODEL, endpoint=None)
    model = ChatModel.objects.select_related("endpoint").filter(name=turn.model).order_by("-is_active").first()
    if model is None:
        said = _("The model %(name)s is no longer set up; today's was used.")
        differences.append(said % {"name": turn.model or "?"})
    return model


def stored_profile(turn: Turn) -> Profile | None:
    """The profile as it was, not saved; None when its algorithm is gone."""
    if turn.algorithm not in ALGORITHMS:
        return None
    known = {field.name for field in Profile._meta.concrete_fields if not field.primary_key}
    values: dict[str, Any] = {name: value for name, value in turn.profile.items() if name in known}
    return Profile(**{**values, "algorithm": turn.algorithm})


def stored_passages(turn: Turn, differences: list[str]) -> list[Passage]:
    """The passages that the model was given, in their order, as far as their documents still have them."""
    wanted = [(place["chunk"], float(place.get("score", 0.0))) for place in turn.passages]
    chunks = Chunk.objects.select_related("document").in_bulk([pk for pk, _score in wanted])
    lost = [pk for pk, _score in wanted if pk not in chunks]
    if lost:
        said = _("%(number)d of %(all)d passages no longer exist: their documents have changed or gone.")
        differences.append(said % {"number": len(lost), "all": len(wanted)})
    return [passage_of(chunks[pk], score) for pk, score in wanted if pk in chunks]


def passage_of(chunk: Chunk, score: float) -> Passage:
    document = chunk.document
    return Passage(
        chunk_id=chunk.pk,
        document_id=document.pk,
        external_id=document.external_id,
        title=document.title,
        url=document.url,
        date=document.date,
        page=chunk.page_number,
        kind=chunk.kind,
        text=chunk.text,
        score=score,
        document_score=score,
        tokens=chunk.tokens,
    )


def load_past_turns(turn: Turn) -> list[PastTurn]:
    """What had been said before the turn."""
    earlier = Turn.objects.filter(conversation_id=turn.conversation_id, number__lt=turn.number).order_by("-number")
    return [build_past_turn(one) for one in reversed(earlier[:MOST_TURNS])]
