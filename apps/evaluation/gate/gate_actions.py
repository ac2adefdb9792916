"""What people do at the gate: publish, override, roll back and discard changes, pin and unpin a suite."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from apps.evaluation.gate.activate_configuration import Content, activate_change
from apps.evaluation.gate.publication_gate import ChangePermit
from apps.evaluation.gate.write_release_log import log_draft, log_suite
from apps.evaluation.models import Draft, DraftState, Release, Suite
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind, content_digest
from apps.llm.publication_hooks import PublicationHeld, one_change_at_a_time, publishing_as

User = AbstractBaseUser | AnonymousUser
SHORTEST_REASON = 10
"""Characters: "weil" explains nothing to the one who reads the log."""
RIGHT_TO_CHANGE = {
    ChangeKind.PROMPT: "llm.change_prompt",
    ChangeKind.PROFILE: "retrieval.change_profile",
    ChangeKind.MODEL_ORDER: "llm.change_modelorder",
}
OVERRIDE_PERMISSION = "evaluation.override_release"


def publish_draft(draft: Draft, user: User | None) -> None:
    """Puts a draft in force where the gate finds that it has passed. Raises PublicationHeld, PermissionDenied,
    DraftTargetMissing."""
    require_permission(user, RIGHT_TO_CHANGE[ChangeKind(draft.kind)])
    with publishing_as(user):
        activate_change(ChangeKind(draft.kind), draft.target, draft.content)


def override_gate(draft: Draft, user: User, reason: str) -> None:
    """Puts a draft in force whatever its run says. Raises PermissionDenied, ValueError for a reason that is none."""
    require_permission(user, OVERRIDE_PERMISSION)
    reason = reason.strip()
    if len(reason) < SHORTEST_REASON:
        raise ValueError(_("Please write the reason in a sentence: it stays in the log."))
    run = draft.runs.order_by("-pk").first()
    permit = permit_for(draft, Release.Action.OVERRIDDEN, reason, run.pk if run else None)
    activate_with_permit(permit, draft.content, user)


def roll_back(line: Release, user: User | None) -> None:
    """What was in force before this line is in force again, to the byte. Only for the last line of its kind and target.

    Raises PermissionDenied, PublicationHeld when something went live since, or when nothing was in force before.
    """
    require_permission(user, RIGHT_TO_CHANGE[ChangeKind(line.kind)])
    reason = _("back from line %(line)s") % {"line": line.pk}
    permit = ChangePermit(line.kind, line.target, content_digest(line.before), Release.Action.ROLLED_BACK, reason)
    with one_change_at_a_time():
        if not can_be_rolled_back(line):
            raise PublicationHeld(
                _("Only the last change can be rolled back, and only where something was in force before.")
            )
        try:
            activate_with_permit(permit, line.before, user)
        except PublicationHeld as error:
            held = error
        else:
            return
    # Outside, as in the gate: the draft that was made of what is held, and its line in the log, are not rolled back.
    raise held


def can_be_rolled_back(line: Release) -> bool:
    """Whether it put something in force in place of something else, and nothing came after it. One query."""
    return releases_to_roll_back().filter(pk=line.pk).exists()


def releases_to_roll_back() -> QuerySet[Release]:
    """The lines that can be rolled back: of each kind and target the last one, if something was in force before it."""
    in_force = Q(action__in=Release.IN_FORCE)
    later = Release.objects.filter(in_force, kind=OuterRef("kind"), target=OuterRef("target"), pk__gt=OuterRef("pk"))
    return Release.objects.filter(in_force).exclude(before={}).exclude(Exists(later))


def permit_for(draft: Draft, action: Release.Action, reason: str = "", run_number: int | None = None) -> ChangePermit:
    return ChangePermit(draft.kind, draft.target, content_digest(draft.content), action, reason, run_number)


def activate_with_permit(permit: ChangePermit, content: Content, user: User | None) -> None:
    """Puts the permitted content in force, past the gate. Raises PublicationHeld, PromptError, DraftTargetMissing."""
    with publishing_as(user, permit):
        activate_change(ChangeKind(permit.kind), permit.target, content)


def require_permission(user: User | None, right: str) -> None:
    """None is a command: who may run commands may change the database anyway, and the gate holds there, too."""
    if user is not None and not user.has_perm(right):  # type: ignore[union-attr]
        raise PermissionDenied


def pin_suite(suite: Suite, user: User | None) -> None:
    """From now on every change has to pass this suite. Raises PermissionDenied."""
    require_permission(user, "evaluation.pin_suite")
    with transaction.atomic():
        unpin_suite(user)
        Suite.objects.filter(pk=suite.pk).update(is_pinned=True)
        log_suite(suite, Release.Action.PINNED, user)


def unpin_suite(user: User | None) -> None:
    """Changes go live at once again. Raises PermissionDenied."""
    require_permission(user, "evaluation.pin_suite")
    for suite in Suite.objects.filter(is_pinned=True):
        Suite.objects.filter(pk=suite.pk).update(is_pinned=False)
        log_suite(suite, Release.Action.UNPINNED, user)


def discard_draft(draft: Draft, user: User) -> None:
    """Nobody waits for it any more. Raises PermissionDenied."""
    require_permission(user, RIGHT_TO_CHANGE[ChangeKind(draft.kind)])
    with transaction.atomic():
        if Draft.objects.filter(pk=draft.pk, state=DraftState.OPEN).update(state=DraftState.DISCARDED):
            log_draft(draft, Release.Action.DISCARDED, user)
