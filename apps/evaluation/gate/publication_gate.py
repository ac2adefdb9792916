"""The gate: while a suite is pinned, nothing that answers people changes unless it passed that suite, or a person with
the right to do so says why it goes live all the same.

`guard` stands around every publication (apps/llm/publication_hooks.py). Below it stand triggers of the database,
which let no statement change what is in force without a line in the release log.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.evaluation.gate.activate_configuration import Content, put_in_force
from apps.evaluation.gate.release_decision import ReleaseDecision, decide, pinned_suite
from apps.evaluation.models import Draft, DraftState, Release, Suite
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind, digest
from apps.llm.publication_hooks import Publication, PublicationHeld, acting, publisher

User = AbstractBaseUser | AnonymousUser
SHORTEST_REASON = 10
"""Characters: "weil" explains nothing to the one who reads the log."""
RIGHT_TO_CHANGE = {
    ChangeKind.PROMPT: "llm.change_prompt",
    ChangeKind.PROFILE: "retrieval.change_profile",
    ChangeKind.MODEL_ORDER: "llm.change_modelorder",
}
OVERRIDE = "evaluation.override_release"


@dataclass(frozen=True, slots=True)
class ChangePermit:
    """One change that was looked at by a person: exactly this content, nothing else."""

    kind: str
    target: str
    digest: str
    action: Release.Action
    reason: str
    run_number: int | None = None

    def fits(self, change: Publication) -> bool:
        return (self.kind, self.target, self.digest) == (change.kind, change.target, digest(change.after))


@contextmanager
def guard_publication(change: Publication) -> Iterator[None]:
    """Around the statements that put the change in force. Raises PublicationHeld; every end is in the release log."""
    if not is_installed():
        yield
        return
    permit, suite = publisher().permit, pinned_suite()
    if change.kind == "model":
        if suite is not None:
            refuse_other_model(change)
        yield
        return
    if isinstance(permit, ChangePermit) and permit.fits(change):
        with logged(change, permit.action, permit.reason, permit.run_number):
            yield
    elif suite is None and not any(change.before.values()):
        # The first setting of a new installation changes nothing.
        yield
    elif suite is None:
        with logged(change, Release.Action.PUBLISHED):
            yield
    else:
        draft = passed_draft(change, suite)
        with logged(change, Release.Action.PUBLISHED, run_number=draft.run_number):
            yield
            Draft.objects.filter(pk=draft.pk).update(state=DraftState.PUBLISHED)


def refuse_other_model(change: Publication) -> NoReturn:
    """A row of a model is no draft: what is measured is an order of rows. Raises PublicationHeld, and logs it."""
    message = _(
        "This model answers, and every change has to be measured first. Make a new row for the other model and put "
        "it into the order: that becomes a draft."
    )
    write_release(change, Release.Action.HELD, message)
    raise PublicationHeld(message)


@dataclass(frozen=True, slots=True)
class PassedDraft:
    pk: int
    run_number: int


def passed_draft(change: Publication, suite: Suite) -> PassedDraft:
    """The draft of this change, which has passed. Otherwise it is made and logged, and raises PublicationHeld."""
    draft, is_new = draft_of(change)
    decision = decide(draft, suite)
    if decision.passes and decision.run:
        return PassedDraft(draft.pk, decision.run.pk)
    write_release(change, Release.Action.DRAFTED if is_new else Release.Action.HELD, " ".join(decision.reasons))
    if is_new:
        message = _("This is a draft now. It goes live when it has passed suite “%(suite)s”.") % {"suite": suite}
    else:
        message = _("Not published: %(reasons)s") % {"reasons": " ".join(decision.reasons)}
    raise PublicationHeld(message, reverse("admin:evaluation_draft_change", args=[draft.pk]))


def draft_of(change: Publication) -> tuple[Draft, bool]:
    """The draft of exactly this change, and whether it is new."""
    user = publisher().user
    draft, is_new = Draft.objects.get_or_create(
        kind=change.kind,
        target=change.target,
        digest=digest(change.after),
        defaults={"content": change.after, "created_by_id": user.pk if user else None},
    )
    if draft.state != DraftState.OPEN:
        Draft.objects.filter(pk=draft.pk).update(state=DraftState.OPEN)
    return draft, is_new


@contextmanager
def logged(
    change: Publication, action: Release.Action, reason: str = "", run_number: int | None = None
) -> Iterator[None]:
    """The line of the log, the change, and between them the word to the triggers that this line stands for it."""
    with transaction.atomic():
        line = write_release(change, action, reason, run_number)
        announce_release_to_triggers(str(line.pk))
        yield
        announce_release_to_triggers("")


def write_release(
    change: Publication, action: Release.Action, reason: str = "", run_number: int | None = None
) -> Release:
    user = publisher().user
    return Release.objects.create(
        action=action,
        kind=change.kind,
        target=change.target,
        before=dict(change.before),
        after=dict(change.after),
        reason=reason,
        run_number=run_number,
        by=user.get_username() if user else "",
    )


def announce_release_to_triggers(line: str) -> None:
    """For this transaction, or until the savepoint it stands in is rolled back."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('auskunft.release', %s, true)", [line])


def is_installed() -> bool:
    """False while migrations have not come this far."""
    return Release._meta.db_table in connection.introspection.table_names()


def publish_draft(draft: Draft, user: User | None, decided: ReleaseDecision | None = None) -> None:
    """Puts a draft in force that has passed. Raises PublicationHeld, PermissionDenied, DraftTargetMissing.

    The gate decides whether it has, unless the caller has just done so by the pinned suite and hands in the decision.
    """
    require(user, RIGHT_TO_CHANGE[ChangeKind(draft.kind)])
    if decided is None or not decided.passes or decided.run is None:
        with acting(user):
            put_in_force(ChangeKind(draft.kind), draft.target, draft.content)
        return
    permitted(draft.kind, draft.target, draft.content, user, Release.Action.PUBLISHED, "", decided.run.pk)
    Draft.objects.filter(pk=draft.pk).update(state=DraftState.PUBLISHED)


def override_gate(draft: Draft, user: User, reason: str) -> None:
    """Puts a draft in force whatever its run says. Raises PermissionDenied, ValueError for a reason that is none."""
    require(user, OVERRIDE)
    reason = reason.strip()
    if len(reason) < SHORTEST_REASON:
        raise ValueError(_("Please write the reason in a sentence: it stays in the log."))
    run = draft.runs.order_by("-pk").first()
    permitted(draft.kind, draft.target, draft.content, user, Release.Action.OVERRIDDEN, reason, run.pk if run else None)
    Draft.objects.filter(pk=draft.pk).update(state=DraftState.PUBLISHED)


def roll_back(line: Release, user: User | None) -> None:
    """What was in force before this line is in force again, to the byte. Only for the last line of its kind and target.

    Raises PermissionDenied, PublicationHeld when something went live since, or when nothing was in force before.
    """
    require(user, RIGHT_TO_CHANGE[ChangeKind(line.kind)])
    if not can_be_rolled_back(line):
        raise PublicationHeld(
            _("Only the last change can be rolled back, and only where something was in force before.")
        )
    reason = _("back from line %(line)s") % {"line": line.pk}
    permitted(line.kind, line.target, line.before, user, Release.Action.ROLLED_BACK, reason)


def can_be_rolled_back(line: Release) -> bool:
    if line.action not in Release.IN_FORCE or not line.before:
        return False
    newest = Release.objects.filter(kind=line.kind, target=line.target, action__in=Release.IN_FORCE).first()
    return newest == line


def permitted(
    kind: str,
    target: str,
    content: Content,
    user: User | None,
    action: Release.Action,
    reason: str,
    run_number: int | None = None,
) -> None:
    with acting(user, ChangePermit(kind, target, digest(content), action, reason, run_number)):
        put_in_force(ChangeKind(kind), target, content)


def require(user: User | None, right: str) -> None:
    """None is a command: who may run commands may change the database anyway, and the gate holds there, too."""
    if user is not None and not user.has_perm(right):  # type: ignore[union-attr]
        raise PermissionDenied


def pin(suite: Suite, user: User | None) -> None:
    """From now on every change has to pass this suite. Raises PermissionDenied."""
    require(user, "evaluation.pin_suite")
    with transaction.atomic():
        unpin(user)
        Suite.objects.filter(pk=suite.pk).update(is_pinned=True)
        log_suite(suite, Release.Action.PINNED, user)


def unpin(user: User | None) -> None:
    """Changes go live at once again. Raises PermissionDenied."""
    require(user, "evaluation.pin_suite")
    for suite in Suite.objects.filter(is_pinned=True):
        Suite.objects.filter(pk=suite.pk).update(is_pinned=False)
        log_suite(suite, Release.Action.UNPINNED, user)


def discard_draft(draft: Draft, user: User) -> None:
    """Nobody waits for it any more. Raises PermissionDenied."""
    require(user, RIGHT_TO_CHANGE[ChangeKind(draft.kind)])
    with transaction.atomic():
        if Draft.objects.filter(pk=draft.pk, state=DraftState.OPEN).update(state=DraftState.DISCARDED):
            log_draft(draft, Release.Action.DISCARDED, user)


def log_draft(draft: Draft, action: Release.Action, user: User | None) -> None:
    log_release(action, draft.kind, draft.target, user, after=draft.content)


def log_suite(suite: Suite, action: Release.Action, user: User | None) -> None:
    log_release(action, "suite", suite.slug, user)


def log_pass_marks(suite: Suite, before: Mapping[str, float | None], user: User | None) -> None:
    """`before`: those marks of the suite that were changed, with what they were."""
    after = {name: getattr(suite, name) for name in before}
    reason = ", ".join(f"{shown(value)} → {shown(after[name])}" for name, value in before.items())
    log_release(Release.Action.PASS_MARK, "suite", suite.slug, user, reason=reason, before=dict(before), after=after)


def shown(mark: float | None) -> str:
    return "–" if mark is None else f"{mark:g}"


def log_release(action: Release.Action, kind: str, target: str, user: User | None, **values: object) -> None:
    by = user.get_username() if user else ""
    Release.objects.create(action=action, kind=kind, target=target, by=by, **values)
