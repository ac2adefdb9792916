"""200 documents, 60 of them with a sentence that only some of 12 people may read, and everything made of them.

Answers, links to share, suggestions and the graph are made while all documents are open; then they are closed. The
words are drawn from syllables, so that none of them stands anywhere else.
"""

import random
from dataclasses import dataclass, field
from typing import Any

DOCUMENTS, SECRETS, FACTS = 200, 60, 20
SYLLABLES = ["za", "ru", "ko", "pel", "mi", "dor", "vun", "tas", "gri", "lo", "bek", "nuf", "sai", "wem", "hol", "jit"]
GROUPS = ("bauamt", "personal", "kasse", "jugend")
NAMED_HERE, NAMED_BY_SOURCE = frozenset({"person-named"}), frozenset({"person-two"})
TOPICS = ("Bewohnerparken", "Hundesteuer", "Sperrmüll", "Baumschutz", "Wochenmarkt")


@dataclass(frozen=True, slots=True)
class Secret:
    number: int
    word: str
    document: int
    external_id: str
    collection: str
    readers: frozenset[str]
    """Names of the groups and people who may read it."""

    @property
    def question(self) -> str:
        return f"Wie lautet das Kennwort im Vorgang {self.number}?"

    @property
    def sentence(self) -> str:
        return f"Das Kennwort im Vorgang {self.number} lautet {self.word}."


@dataclass(slots=True)
class Person:
    """`user` is None for the public; `names` are the groups and the name by which documents name them."""

    name: str
    user: Any
    names: frozenset[str]
    token: str = ""
    console: str = ""
    tokens: list[str] = field(default_factory=list)

    def may_read(self, secret: Secret) -> bool:
        return bool(self.names & secret.readers)


def plant(seed: int) -> tuple[list[Secret], list[Person]]:
    """Writes the database. Nobody of the twelve is a superuser: these read everything."""
    from django.contrib.auth.models import Group

    from apps.documents.keywords import write_keyword_index as keyword_index
    from apps.graph.building.build_graph import build_collection_graph
    from apps.graph.building.graph_status import get_or_create_graph_index
    from tests import factories

    chance = random.Random(seed)  # noqa: S311 - invented words
    for name in GROUPS:
        Group.objects.get_or_create(name=name)
    people = make_people()
    collections = [factories.collection("stadt"), factories.collection("amt")]
    secrets = []
    for number in range(DOCUMENTS):
        collection, topic = collections[number % 2], TOPICS[number % len(TOPICS)]
        open_text = f"Die Gebühr für {topic} beträgt im Fall {number} genau {10 + number} Euro im Jahr."
        text = [open_text]
        if number < SECRETS:
            secret = made_secret(number, chance, collection.slug)
            secrets.append(secret)
            text = [f"{open_text} {secret.sentence}"]
        factories.document(
            text, title=f"{topic}, Fall {number}", external_id=f"fall-{number}.pdf", collection=collection,
            summary=" ".join(text), summary_vector=None,
        )  # fmt: skip
    while keyword_index.index_missing_documents():
        pass
    for collection in collections:
        build_collection_graph(get_or_create_graph_index(collection))
    secrets = [with_document(secret) for secret in secrets]
    for secret in secrets[:FACTS]:
        remember_an_answer(secret)
    for secret in secrets:
        close(secret, people)
    return secrets, people


def made_secret(number: int, chance: random.Random, collection: str) -> Secret:
    word = "".join(chance.choice(SYLLABLES) for _ in range(4)).capitalize() + f"{number:02}"
    readers = frozenset(chance.sample(GROUPS, chance.choice((1, 1, 2))))
    if number % 10 == 0:
        readers = NAMED_HERE
    if number % 10 == 5:
        readers = NAMED_BY_SOURCE
    return Secret(number, word, 0, f"fall-{number}.pdf", collection, readers)


def with_document(secret: Secret) -> Secret:
    from dataclasses import replace

    from apps.documents.models import Document

    return replace(secret, document=Document.objects.get(external_id=secret.external_id).pk)


def make_people() -> list[Person]:
    """The public, a stranger, the three roles of the console, members of one and two groups, one who is named."""
    from django.contrib.auth.models import Group, User

    from config.api.tokens.api_tokens import ApiToken
    from config.api.tokens.scopes import PERSONAL_SCOPES

    wanted: dict[str, tuple[str, ...]] = {
        "stranger": (), "person-named": (), "person-editor": ("editor",), "person-evaluator": ("evaluator",),
        "person-administrator": ("administrator",), "person-bauamt": ("bauamt",), "person-personal": ("personal",),
        "person-kasse": ("kasse",), "person-jugend": ("jugend",), "person-two": ("bauamt", "kasse"),
        "editor-jugend": ("editor", "jugend"),
    }  # fmt: skip
    people = [Person("public", None, frozenset())]
    for name, groups in wanted.items():
        roles = [group for group in groups if group not in GROUPS]
        user = User.objects.create_user(name, f"{name}@amt.example", is_staff=bool(roles))
        user.groups.set(Group.objects.filter(name__in=groups))
        token = ApiToken(name=name, user=user, scopes=[scope.value for scope in PERSONAL_SCOPES]).issue()
        people.append(Person(name, user, frozenset({name, *groups}), token, roles[0] if roles else ""))
    return people


def remember_an_answer(secret: Secret) -> None:
    """An answer from before, with a link that was shared and a subscription."""
    from django.utils import timezone

    from apps.chat.models import Conversation, Subscription, SubscriptionQuote, SubscriptionWay, Turn
    from apps.chat.models.share_links import ShareLink

    place = {
        "document": secret.document, "chunk": 0, "external_id": secret.external_id, "title": "Fall", "page": 1,
    }  # fmt: skip
    talk = Conversation.objects.create(language="de")
    turn = Turn.objects.create(
        conversation=talk, number=1, question=secret.question, answer=secret.sentence, answer_html=secret.sentence,
        state="done", passages=[place],
    )  # fmt: skip
    ShareLink.objects.create(conversation=talk, last_turn=1, token=f"shared-{secret.number}")
    told = Subscription.objects.create(
        token=f"told-{secret.number}", turn=turn, way=SubscriptionWay.FEED, language="de", question=secret.question,
        confirmed_at=timezone.now(),
    )  # fmt: skip
    SubscriptionQuote.objects.create(
        subscription=told, is_new=False, document_id=secret.document, page=1, quote=secret.sentence
    )


def close(secret: Secret, people: list[Person]) -> None:
    """By the console, as an administrator does it; where a source names somebody, by what every run of one calls."""
    from django.contrib.auth.models import Group
    from django.test import Client

    from apps.documents.lifecycle.restrict_document_access import set_readers_of_source
    from apps.documents.models import Document
    from apps.documents.sources.connectors.source_item import NamedReaders

    users = [person.user for person in people if person.user and person.name in secret.readers]
    groups = Group.objects.filter(name__in=secret.readers)
    if secret.readers == NAMED_BY_SOURCE:
        mails = frozenset((user.email.upper(),) for user in users)
        set_readers_of_source([(secret.document, NamedReaders(people=mails))])
        return
    client, document = Client(), Document.objects.get(pk=secret.document)
    administrator = next(person.user for person in people if person.console == "administrator")
    client.force_login(administrator, backend="django.contrib.auth.backends.ModelBackend")
    form = {
        "title": document.title, "url": document.url, "date": "", "metadata": "{}",
        "only_groups": list(groups.values_list("pk", flat=True)),
        "only_people": "\n".join(user.email for user in users),
    }  # fmt: skip
    reply = client.post(f"/admin/documents/document/{document.pk}/change/", form)
    if reply.status_code != 302:
        raise RuntimeError(f"The console did not close document {document.pk}: {reply.content.decode()[:2000]}")
