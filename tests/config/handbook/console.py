"""A console with a row behind each page that the handbook speaks of, and what people can read on a page."""

import contextlib
import re
from html.parser import HTMLParser

from django.contrib.auth.models import User

from apps.chat.models import Conversation, Feedback, Turn, TurnState
from apps.documents.models import Source, Status, Step, StepState
from apps.evaluation.models import Draft
from apps.graph.models import GraphIndex
from apps.llm.models import Endpoint, Prompt, PromptVersion
from apps.llm.prompts.prompt_store import publish_version
from apps.llm.publication_hooks import PublicationHeld
from apps.retrieval.models import Profile
from apps.simplify.models import Synonym, WordList
from config.api.tokens.api_tokens import ApiToken
from config.oauth.user_pages.client_programs import Program
from tests import factories
from tests.evaluation.conftest import made_suite, measured_run


def filled_console() -> dict[str, int | str]:
    """Keys by the name that addresses of the handbook's pages use. Nobody else's rows are needed."""
    collection = factories.collection("demo", name="Musterstadt")
    failed = factories.document([], status=Status.FAILED, reason_code="no_pages", title="plan", collection=collection)
    Step.objects.create(revision=failed.current_revision, stage="extract", state=StepState.FAILED, attempts=1)
    suite = made_suite()
    run = measured_run(suite)
    turn = refused_turn()
    person = User.objects.create_user("erika")
    ApiToken(name="Bürger-App", user=person, scopes=["ask"]).issue()
    Program.objects.create(name="Assistent", client_type="public", authorization_grant_type="authorization-code")
    prompt = Prompt.objects.get(slug="answer")
    source = Source.objects.create(name="Ratsinformation", kind="folder", collection=collection, location="/srv/pdf")
    return {
        "collection": collection.pk,
        "document": failed.pk,
        "source": source.pk,
        "prompt": prompt.pk,
        "draft": held_draft(prompt, suite).pk,
        "suite": suite.pk,
        "run": run.pk,
        "reply": run.dialogues.get(number=1).turns.get().pk,
        "turn": str(turn.pk),
        "conversation": str(turn.conversation_id),
        "profile": Profile.objects.get_or_create(slug="handbook", name="Handbuch", algorithm="chunks-only")[0].pk,
        "synonym": Synonym.objects.get_or_create(language="de", official="Wohnungsgeber", plain="Vermieter")[0].pk,
        "list": WordList.objects.get_or_create(name="Handbuch")[0].pk,
        "endpoint": Endpoint.objects.create(name="Rathaus", base_url="http://localhost:9/v1").pk,
        "graph": GraphIndex.objects.get_or_create(collection=collection)[0].pk,
        "user": person.pk,
    }


def refused_turn() -> Turn:
    conversation = Conversation.objects.create(language="de")
    turn = Turn.objects.create(
        conversation=conversation, number=1, question="Was kostet das Freibad?", state=TurnState.REFUSED
    )
    Feedback.objects.create(turn=turn, rating=Feedback.Rating.DOWN, reasons=["wrong"])
    return turn


def held_draft(prompt: Prompt, suite: object) -> Draft:
    """As the gate makes it of a change that has to be measured first."""
    type(suite).objects.update(is_pinned=True)
    held = prompt.published
    version = PromptVersion.objects.create(prompt=prompt, system=f"{held.system}\nKurz.", user=held.user)
    with contextlib.suppress(PublicationHeld):
        publish_version(prompt, version)
    return Draft.objects.get()


class Texts(HTMLParser):
    """Every piece of text a page shows: between tags, and in what stands for a text of fields and pictures."""

    SPOKEN = ("aria-label", "placeholder", "title", "alt")
    BUTTONS = ("submit", "button")

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_data(self, data: str) -> None:
        # "mean score (0.81-0.93)": what stands in brackets is not part of the name.
        self.found |= {folded(data), folded(data.split(" (")[0])}

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        spoken = [given.get(name) for name in self.SPOKEN]
        if tag == "input" and given.get("type") in self.BUTTONS:
            spoken.append(given.get("value"))
        self.found |= {folded(text) for text in spoken if text}


def folded(text: str) -> str:
    """Without case, surplus blanks and the colon after the name of a field."""
    return re.sub(r"\s+", " ", text).strip().rstrip(":").casefold()


def texts_of(html: str) -> set[str]:
    parser = Texts()
    parser.feed(html)
    return parser.found
