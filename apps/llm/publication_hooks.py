"""Runs registered checks around each change to published prompts, profiles or models; any check may hold it back.

A change of a published prompt, of the profile that answers, of the order of models or of a model in it runs inside
`checked_publication`. It asks every check of PUBLICATION_CHECKS, in one transaction with the change itself. Models call
it from `save`, so that it does not matter which page, command or form the change comes from.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction

from apps.database.advisory_lock import wait_for_transaction_lock

PublicationKind = Literal["prompt", "profile", "model_order", "model"]
User = AbstractBaseUser | AnonymousUser
LOCK = 7_203_121


@dataclass(frozen=True, slots=True)
class Publication:
    """`target` is the prompt's name, the purpose of the models, "active" for the profile that answers, or the number
    of a model that stands in an order.

    `before` and `after` are what is in force and what shall be, fit for JSON.
    """

    kind: PublicationKind
    target: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]


class PublicationHeld(ValueError):  # noqa: N818 - an answer to the person who publishes
    """The change is not in force. The message says why in a sentence; `address` is a page that says more."""

    def __init__(self, message: str, address: str = "") -> None:
        super().__init__(message)
        self.address = address


PublicationCheck = Callable[[Publication], AbstractContextManager[None]]
PUBLICATION_CHECKS: list[PublicationCheck] = []
"""Each is entered around the change; it raises PublicationHeld to hold it back."""


@dataclass(frozen=True, slots=True)
class WaitingChange:
    """A change that was held back and waits: how people call it, who made it (may be empty), and its page."""

    label: str
    by: str
    address: str


WAITING_CHANGES: list[Callable[[PublicationKind, str], Sequence[WaitingChange]]] = []
"""Each is given the kind and the target of publications, and asks the database."""


def collect_waiting_changes(kind: PublicationKind, target: str) -> list[WaitingChange]:
    """What waits to go live in the same place, for whoever is about to change it, too."""
    return [change for find in WAITING_CHANGES for change in find(kind, target)]


@dataclass(frozen=True, slots=True)
class Publisher:
    """Who publishes (None for commands and the product itself), and the permit that a check has given for it."""

    user: User | None = None
    permit: object = None


PRODUCT = Publisher()

# A context variable, because the changes are made by `save` and `delete` of models, which forms, formsets and Django's
# admin call: none of them can hand on who asked for it.
_publisher: ContextVar[Publisher] = ContextVar("publisher", default=PRODUCT)


@contextmanager
def one_change_at_a_time() -> Iterator[None]:
    """A transaction in which nobody else puts anything in force: what is read and decided inside holds until it ends.

    Whoever changes other rows in the same transaction begins with this: two that take the lock of a row and this one
    in different order would wait for each other.
    """
    with transaction.atomic():
        wait_for_transaction_lock(LOCK)
        yield


@contextmanager
def checked_publication(find_changes: Callable[[], Iterable[Publication]]) -> Iterator[None]:
    """Around the statements that make the changes. Raises PublicationHeld before any of them.

    `find_changes` reads what is in force, so it is called when nobody else can change that any more; of no changes
    no check is asked.
    """
    with one_change_at_a_time():
        try:
            checks = enter_checks(find_changes())
        except PublicationHeld as error:
            held = error
        else:
            with checks:
                yield
            return
    # Outside, so that what a check notes of a change it holds back is not rolled back with it.
    raise held


def enter_checks(changes: Iterable[Publication]) -> ExitStack:
    """The checks of all changes, entered. Raises PublicationHeld, and leaves those before it with that error."""
    asked: list[tuple[PublicationCheck, Publication]] = []
    try:
        with ExitStack() as checks:
            for change in changes:
                for check in PUBLICATION_CHECKS:
                    asked.append((check, change))
                    checks.enter_context(check(change))
            return checks.pop_all()
    except PublicationHeld:
        check, change = asked[-1]
        if len(asked) > 1:
            # Its draft and its line in the log were rolled back with the checks before it: by itself it writes them.
            with check(change):
                pass
        raise


@contextmanager
def publishing_as(user: User | None, permit: object = None) -> Iterator[None]:
    """Names who publishes what is published inside."""
    token = _publisher.set(Publisher(user, permit))
    try:
        yield
    finally:
        _publisher.reset(token)


def current_publisher() -> Publisher:
    return _publisher.get()
