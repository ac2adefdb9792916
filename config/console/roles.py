"""The three groups that every installation has, and what their members may see and change in the admin."""

from typing import Any

from django.apps import apps as registry
from django.contrib.auth.models import Group, Permission, User
from django.db import transaction
from django.db.models import Q, QuerySet

from apps.database.advisory_lock import wait_for_transaction_lock

OUR_APPS = ("llm", "documents", "retrieval", "chat", "evaluation", "simplify", "graph", "conflicts", "config")

MEMBERSHIP_LOCK = 4_190
"""The kind of advisory lock of who is in which group."""

VIEW, CHANGE, ADD, DELETE = "view", "change", "add", "delete"

# Group -> {"app.model" or "app.*": verbs}. Editors own texts and documents, evaluators judge answers and change nothing
# that makes them, administrators own models, prices and people.
GROUP_PERMISSIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "editor": {
        "documents.*": (VIEW,),
        "documents.collection": (VIEW, ADD, CHANGE),
        "documents.document": (VIEW, CHANGE, DELETE),
        "documents.source": (VIEW, ADD, CHANGE),
        "llm.prompt": (VIEW, CHANGE),
        "llm.promptuse": (VIEW, ADD, CHANGE, DELETE),
        "llm.promptversion": (VIEW, ADD),
        "llm.modelcall": (VIEW,),
        "chat.gap": (VIEW, CHANGE),
        "chat.fixedanswer": (VIEW, ADD, CHANGE),
        "retrieval.profile": (VIEW, ADD, CHANGE),
        "retrieval.profileuse": (VIEW, ADD, CHANGE, DELETE),
        # Authors of a draft may measure it; the cases stay with the evaluators.
        "evaluation.*": (VIEW,),
        "evaluation.run": (VIEW, ADD),
        "simplify.texttype": (VIEW, ADD, CHANGE),
        "simplify.wordlist": (VIEW, ADD, CHANGE, DELETE),
        "simplify.protectedword": (VIEW, ADD, CHANGE, DELETE),
        "simplify.rewrite": (VIEW,),
        "simplify.synonym": (VIEW, ADD),
        # A build costs money: administrators start it. Which names are one, those know who know the documents.
        "graph.*": (VIEW,),
        "graph.mergesuggestion": (VIEW, CHANGE),
        "conflicts.conflict": (VIEW, CHANGE),
    },
    "evaluator": {
        "documents.*": (VIEW,),
        "graph.*": (VIEW,),
        "conflicts.conflict": (VIEW,),
        "llm.prompt": (VIEW,),
        "llm.promptuse": (VIEW,),
        "llm.promptversion": (VIEW,),
        "llm.modelcall": (VIEW,),
        "retrieval.profile": (VIEW,),
        "retrieval.profileuse": (VIEW,),
        "chat.*": (VIEW,),
        "chat.gap": (VIEW, CHANGE),
        "chat.readercalibration": (VIEW, ADD),
        "simplify.synonym": (VIEW, CHANGE),
        "evaluation.*": (VIEW, ADD, CHANGE),
        "evaluation.suite": (VIEW, ADD, CHANGE, "pin"),
    },
    "administrator": {
        **{f"{app}.*": (VIEW, ADD, CHANGE, DELETE) for app in OUR_APPS},
        "evaluation.suite": (VIEW, ADD, CHANGE, DELETE, "pin"),
        "evaluation.release": (VIEW, "override"),
        "auth.user": (VIEW, ADD, CHANGE, DELETE),
        "auth.group": (VIEW,),
    },
}


def permission_codenames(group: str) -> set[tuple[str, str]]:
    """(app label, codename) of every permission of the group; an exact model name overrides the app's star."""
    wanted: dict[str, tuple[str, ...]] = {}
    for name, verbs in GROUP_PERMISSIONS[group].items():
        app, _, model = name.partition(".")
        if not registry.is_installed(f"apps.{app}") and app not in ("auth", "config"):
            continue
        if model != "*":
            wanted[name] = verbs
            continue
        every = [f"{app}.{found._meta.model_name}" for found in registry.get_app_config(app).get_models()]
        wanted.update({found: verbs for found in every if found not in GROUP_PERMISSIONS[group]})
    return {(name.split(".")[0], f"{verb}_{name.split('.')[1]}") for name, verbs in wanted.items() for verb in verbs}


def assignable_groups(maker: Any) -> QuerySet[Group]:
    """The roles of the console, and other groups whose every right the maker has. Two queries.

    Into the roles administrators put people anyway, though evaluators have rights that administrators lack.
    """
    if maker.is_superuser:
        return Group.objects.all()
    held = maker.get_all_permissions()
    rights = Group.objects.values_list("pk", "permissions__content_type__app_label", "permissions__codename")
    beyond = {group for group, app, codename in rights if codename and f"{app}.{codename}" not in held}
    return Group.objects.filter(~Q(pk__in=beyond) | Q(name__in=GROUP_PERMISSIONS))


def has_more_rights(account: User, maker: Any) -> bool:
    """Whether the account may do what its maker could give to nobody. Up to four queries."""
    if maker.is_superuser:
        return False
    if account.is_superuser or account.groups.exclude(pk__in=assignable_groups(maker)).exists():
        return True
    own = account.user_permissions.values_list("content_type__app_label", "codename")
    return any(f"{app}.{codename}" not in maker.get_all_permissions() for app, codename in own)


def lock_memberships() -> None:
    """Until no other transaction changes who is in which group. Raises DatabaseError.

    Take it before rows of people, groups and accounts: of two that take them in another order each would wait for the
    other one.
    """
    wait_for_transaction_lock(MEMBERSHIP_LOCK)


def create_groups(**kwargs: object) -> None:
    """Creates the groups with their rights; may run again. Rights an administrator changed later are kept.

    A model of which no group has any right came with an update: it gets its rights as in a new installation.
    """
    known = set(
        Permission.objects.filter(group__name__in=GROUP_PERMISSIONS).values_list(
            "content_type__app_label", "content_type__model"
        )
    )
    for name in GROUP_PERMISSIONS:
        with transaction.atomic():
            group, created = Group.objects.get_or_create(name=name)
            is_new = created or not group.permissions.exists()
            group.permissions.add(*wanted_permissions(name, set() if is_new else known))


def wanted_permissions(group: str, known: set[tuple[str, str]]) -> list[Permission]:
    """The rights of a group but for those on the models that are known already."""
    wanted = permission_codenames(group)
    permissions = Permission.objects.select_related("content_type").filter(
        content_type__app_label__in={app for app, _ in wanted}
    )
    return [
        permission
        for permission in permissions
        if (permission.content_type.app_label, permission.codename) in wanted
        and (permission.content_type.app_label, permission.content_type.model) not in known
    ]
