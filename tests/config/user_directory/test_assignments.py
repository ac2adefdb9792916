"""Which group of the directory is which group here: who may say so, and from when on it holds."""

from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.db import connection, transaction
from django.test import Client
from scim2_models import ResourceType

from config.console.roles import assignable_groups
from config.scim import resource_schemas
from config.scim.storage import DirectoryStorage
from config.user_directory.apply_group_memberships import apply_memberships
from config.user_directory.models import GroupAssignment, ProvisionedGroup, ProvisionedPerson

pytestmark = pytest.mark.django_db
ADD = "/admin/config/groupassignment/add/"


@pytest.fixture
def administrator() -> User:
    person = User.objects.create(username="verwaltung", is_staff=True)
    person.groups.add(Group.objects.get(name="administrator"))
    return person


@pytest.fixture
def above() -> Group:
    """A group with a right that administrators do not have."""
    group = Group.objects.create(name="Fachaufsicht")
    group.permissions.add(Permission.objects.get(codename="delete_group"))
    return group


def somebody(group: ProvisionedGroup) -> User:
    account = User.objects.create(username=f"scim-{User.objects.count()}")
    group.members.add(ProvisionedPerson.objects.create(account=account, user_name=account.username))
    return account


def test_nobody_assigns_more_rights_than_their_own(administrator: User, above: Group) -> None:
    assert above not in assignable_groups(administrator)
    assert Group.objects.get(name="editor") in assignable_groups(administrator)
    client = Client()
    client.force_login(administrator)
    refused = client.post(ADD, {"foreign_name": "x", "group": above.pk})
    assert refused.status_code == 200
    assert not GroupAssignment.objects.exists()
    kept = GroupAssignment.objects.create(foreign_name="x", group=above)
    page = f"/admin/config/groupassignment/{kept.pk}"
    assert client.post(f"{page}/change/", {"foreign_name": "y", "group": above.pk}).status_code == 403
    assert client.post(f"{page}/delete/", {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [kept.pk], "post": "yes"}
    client.post("/admin/config/groupassignment/", chosen)
    assert GroupAssignment.objects.get() == kept


@pytest.mark.parametrize("role", ["editor", "evaluator"])
def test_other_roles_see_no_assignments(role: str) -> None:
    person = User.objects.create(username=role, is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(person)
    assert client.get(ADD).status_code == 403
    assert client.get("/admin/config/provisionedperson/").status_code == 403


def test_an_assignment_holds_at_once_until_it_is_changed_or_removed(administrator: User) -> None:
    group = ProvisionedGroup.objects.create(name="Web", external_id="8aa1")
    account, editor = somebody(group), Group.objects.get(name="editor")
    client = Client()
    client.force_login(administrator)
    assert client.post(ADD, {"foreign_name": "8aa1", "group": editor.pk}).status_code == 302
    assert list(account.groups.all()) == [editor]
    page = f"/admin/config/groupassignment/{GroupAssignment.objects.get().pk}"
    evaluator = Group.objects.get(name="evaluator")
    client.post(f"{page}/change/", {"foreign_name": "8aa1", "group": evaluator.pk})
    assert list(account.groups.all()) == [evaluator]
    client.post(f"{page}/delete/", {"post": "yes"})
    account.refresh_from_db()
    assert (account.groups.count(), account.is_staff) == (0, False)


def test_the_lists_say_where_groups_lead(administrator: User) -> None:
    reader = Group.objects.create(name="Bauakten")
    ProvisionedGroup.objects.create(name="Bauakten", group=reader)
    ProvisionedGroup.objects.create(name="editor", group=Group.objects.get(name="editor"))
    somebody(ProvisionedGroup.objects.create(name="Web", external_id="8aa1"))
    GroupAssignment.objects.create(foreign_name="8aa1", group=Group.objects.get(name="evaluator"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(administrator)
    page = client.get("/admin/config/provisionedgroup/").content.decode()
    cells = [part.partition("<")[0] for part in page.split('class="field-leads_to">')[1:]]
    assert sorted(cells) == ["Bauakten", "evaluator", "none: assign one"]
    assert client.get("/admin/config/provisionedperson/").status_code == 200


def test_memberships_are_set_in_a_fixed_number_of_queries(django_assert_max_num_queries: Any) -> None:
    group = ProvisionedGroup.objects.create(name="Web", group=Group.objects.create(name="Web"))
    accounts = [somebody(group) for _ in range(20)]
    with django_assert_max_num_queries(14):
        apply_memberships(ProvisionedPerson.objects.values_list("pk", flat=True))
    assert all(account.groups.get().name == "Web" for account in accounts)


@pytest.mark.django_db(transaction=True)
def test_who_leaves_two_groups_at_once_leaves_the_one_here_that_both_lead_to() -> None:
    here = Group.objects.create(name="Bauakten")
    both = [ProvisionedGroup.objects.create(name=name) for name in ("Bau", "Planung")]
    account = somebody(both[0])
    person = ProvisionedPerson.objects.get(account=account)
    both[1].members.add(person)
    for group in both:
        GroupAssignment.objects.create(foreign_name=group.name, group=here)
    apply_memberships([person.pk])
    assert account.groups.exists()

    def leave(group: ProvisionedGroup) -> None:
        with transaction.atomic():
            group.members.remove(person)
            apply_memberships([person.pk])

    def leave_in_thread(group: ProvisionedGroup) -> None:
        try:
            leave(group)
        finally:
            connection.close()

    other = Thread(target=leave_in_thread, args=[both[1]])
    with transaction.atomic():
        leave(both[0])
        other.start()
        # It waits, or has seen us in the other group still.
        other.join(1)
    other.join(30)
    assert not account.groups.exists()


@pytest.mark.django_db(transaction=True)
def test_an_assignment_and_a_new_name_of_the_group_from_the_directory_do_not_wait_for_each_other(
    administrator: User,
) -> None:
    storage, groups = DirectoryStorage(), ResourceType.from_resource(resource_schemas.Group)
    here = Group.objects.create(name="Bau")
    own = ProvisionedGroup.objects.create(name="Bau", group=here)
    somebody(own)
    client, answers = Client(), list[int]()
    client.force_login(administrator)

    def assign() -> None:
        try:
            answers.append(client.post(ADD, {"foreign_name": "neu", "group": here.pk}).status_code)
        finally:
            connection.close()

    other = Thread(target=assign)
    with transaction.atomic():
        resource: Any = storage.get(groups, str(own.pk))
        other.start()
        # Long enough to take every row that is free.
        other.join(1)
        resource.display_name = "Bauamt"
        storage.update(groups, resource)
    other.join(30)
    assert answers == [302]
    assert Group.objects.get(pk=here.pk).name == "Bauamt"
    assert GroupAssignment.objects.get().foreign_name == "neu"
