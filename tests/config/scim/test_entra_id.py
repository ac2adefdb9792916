"""What Microsoft Entra ID sends, from its published examples: op in capitals, truth as text, paths with filters."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from config.user_directory.models import ProvisionedGroup, ProvisionedPerson
from tests.config.scim.conftest import Call

pytestmark = pytest.mark.django_db

PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
USER = "urn:ietf:params:scim:schemas:core:2.0:User"
ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
ERIKA = {
    "schemas": [USER, ENTERPRISE],
    "externalId": "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
    "userName": "Erika.Muster@amt.example",
    "active": True,
    "emails": [{"primary": True, "type": "work", "value": "erika@amt.local"}],
    "meta": {"resourceType": "User"},
    "name": {"formatted": "Erika Muster", "familyName": "Muster", "givenName": "Erika"},
    "roles": [],
    "addresses": [{"type": "work", "streetAddress": "Hauptstr. 1"}],
    ENTERPRISE: {"department": "Bauamt", "manager": {"value": "x"}},
}


def patched(call: Call, path: str, *operations: dict[str, Any]) -> Any:
    return call("PATCH", path, {"schemas": [PATCH], "Operations": list(operations)})


def created(call: Call, **changes: Any) -> str:
    reply = call("POST", "Users", ERIKA | changes)
    assert reply.status_code == 201, reply.body
    return str(reply.body["id"])


def account(pk: str) -> User:
    return ProvisionedPerson.objects.get(pk=pk).account  # type: ignore[return-value]


def test_the_connection_is_tried_with_a_name_that_nobody_has(call: Call) -> None:
    reply = call("GET", 'Users?filter=userName eq "non-existent-6f2c"')
    assert reply.status_code == 200
    assert reply["Content-Type"] == "application/scim+json"
    assert (reply.body["totalResults"], reply.body.get("Resources", [])) == (0, [])


def test_a_person_is_made_found_and_sent_back_without_what_is_not_needed(call: Call) -> None:
    reply = call("POST", "Users", ERIKA)
    assert reply.status_code == 201
    assert reply["Location"] == reply.body["meta"]["location"] == f"http://testserver/scim/v2/Users/{reply.body['id']}"
    found = call("GET", 'Users?filter=userName eq "erika.muster@AMT.example"').body["Resources"]
    assert [one["id"] for one in found] == [reply.body["id"]]
    assert found[0]["emails"][0]["value"] == "erika@amt.local"
    assert "addresses" not in found[0]
    assert ENTERPRISE not in found[0]
    made = account(reply.body["id"])
    assert (made.first_name, made.last_name, made.email) == ("Erika", "Muster", "erika@amt.local")
    assert (made.is_active, made.is_staff, made.has_usable_password()) == (True, False, False)
    assert "Hauptstr" not in str(ProvisionedPerson.objects.get().said)


def test_the_same_name_twice_is_a_conflict(call: Call) -> None:
    created(call)
    reply = call("POST", "Users", ERIKA | {"userName": "ERIKA.muster@amt.example", "externalId": "other"})
    assert (reply.status_code, reply.body["scimType"]) == (409, "uniqueness")
    assert reply.body["schemas"] == ["urn:ietf:params:scim:api:messages:2.0:Error"]
    assert User.objects.filter(username__startswith="scim-").count() == 1


def test_a_wrong_value_is_named_in_one_line(call: Call) -> None:
    reply = patched(call, f"Users/{created(call)}", {"op": "replace", "path": "active", "value": "perhaps"})
    assert (reply.status_code, reply.body["scimType"]) == (400, "invalidValue")
    assert "active" in reply.body["detail"]
    assert "\n" not in reply.body["detail"]
    assert "http" not in reply.body["detail"]


@pytest.mark.parametrize("said", ["False", "false", False])
def test_a_person_is_closed_and_opened_by_a_truth_as_text(call: Call, said: object) -> None:
    pk = created(call)
    reply = patched(call, f"Users/{pk}", {"op": "Replace", "path": "active", "value": said})
    assert (reply.status_code, reply.body["active"], account(pk).is_active) == (200, False, False)
    reply = patched(call, f"Users/{pk}", {"op": "Replace", "path": "active", "value": "True"})
    assert (reply.status_code, account(pk).is_active) == (200, True)


def test_what_is_no_truth_is_refused(call: Call) -> None:
    pk = created(call)
    reply = patched(call, f"Users/{pk}", {"op": "Replace", "path": "active", "value": "vielleicht"})
    assert (reply.status_code, reply.body["scimType"], account(pk).is_active) == (400, "invalidValue", True)


def test_paths_with_filters_change_and_make_addresses(call: Call) -> None:
    pk = created(call)
    reply = patched(
        call,
        f"Users/{pk}",
        {"op": "Replace", "path": 'emails[type eq "work"].value', "value": "neu@amt.example"},
        {"op": "Add", "path": 'emails[type eq "other"].value', "value": "zweite@amt.example"},
        {"op": "Replace", "path": "name.familyName", "value": "Neumann"},
        {"op": "Add", "path": f"{ENTERPRISE}:department", "value": "Ordnungsamt"},
        {"op": "Replace", "path": f"{ENTERPRISE}:manager", "value": "31ad1a4b"},
    )
    assert reply.status_code == 200, reply.body
    mails = {(one["type"], one["value"]) for one in reply.body["emails"]}
    assert mails == {("work", "neu@amt.example"), ("other", "zweite@amt.example")}
    assert (account(pk).email, account(pk).last_name) == ("neu@amt.example", "Neumann")


def test_several_attributes_come_in_one_value_with_dots_and_schemas_in_their_names(call: Call) -> None:
    pk = created(call)
    value = {
        "displayName": "Erika N.",
        "name.givenName": "Erika Maria",
        f"{ENTERPRISE}:department": "x",
        "active": "False",
    }
    reply = patched(call, f"Users/{pk}", {"op": "Replace", "value": value})
    assert reply.status_code == 200, reply.body
    assert (reply.body["displayName"], account(pk).first_name, account(pk).is_active) == (
        "Erika N.",
        "Erika Maria",
        False,
    )


def test_a_group_with_a_foreign_schema_gets_and_loses_members(call: Call) -> None:
    one, two = created(call), created(call, userName="max@amt.example", externalId="max")
    body = {
        "schemas": [
            "urn:ietf:params:scim:schemas:core:2.0:Group",
            "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group",
        ],
        "externalId": "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
        "displayName": "Bauakten",
        "meta": {"resourceType": "Group"},
    }
    group = call("POST", "Groups", body).body["id"]
    reply = patched(
        call, f"Groups/{group}", {"op": "Add", "path": "members", "value": [{"value": one}, {"value": two}]}
    )
    assert (reply.status_code, reply.content) == (204, b"")
    here = Group.objects.get(name="Bauakten")
    assert set(here.user_set.all()) == {account(one), account(two)}
    reply = patched(
        call, f"Groups/{group}", {"op": "Remove", "path": "members", "value": [{"$ref": None, "value": one}]}
    )
    assert reply.status_code == 204, reply.body
    assert set(here.user_set.all()) == {account(two)}
    reply = patched(call, f"Groups/{group}", {"op": "Remove", "path": f'members[value eq "{two}"]'})
    assert reply.status_code == 204, reply.body
    assert not here.user_set.exists()


def test_groups_are_asked_for_without_their_members_and_for_one_member(call: Call) -> None:
    pk = created(call)
    group = call("POST", "Groups", {"displayName": "Bauakten", "members": [{"value": pk}]}).body["id"]
    (found,) = call("GET", 'Groups?excludedAttributes=members&filter=displayName eq "bauakten"').body["Resources"]
    assert (found["id"], "members" in found) == (group, False)
    whole = call("GET", f"Groups/{group}").body
    assert whole["members"] == [{"value": pk, "$ref": f"http://testserver/scim/v2/Users/{pk}"}]
    asked = f'Groups?attributes=id&filter=id eq "{group}" and members eq "{pk}"'
    assert call("GET", asked).body["totalResults"] == 1
    assert call("GET", asked.replace(pk, group)).body["totalResults"] == 0


def test_a_member_that_is_nobody_is_named(call: Call) -> None:
    reply = call("POST", "Groups", {"displayName": "Bauakten", "members": [{"value": "nobody"}]})
    assert (reply.status_code, reply.body["scimType"]) == (400, "invalidValue")
    assert "'nobody'" in reply.body["detail"]
    assert not ProvisionedGroup.objects.exists()


def test_a_deleted_person_is_gone_for_the_directory(call: Call) -> None:
    pk = created(call)
    closed = account(pk)
    assert call("DELETE", f"Users/{pk}").status_code == 204
    assert call("GET", f"Users/{pk}").status_code == 404
    assert call("GET", 'Users?filter=userName eq "erika.muster@amt.example"').body["totalResults"] == 0
    closed.refresh_from_db()
    assert (closed.is_active, closed.first_name, closed.last_name, closed.email) == (False, "", "", "")
    again = created(call)
    assert again != pk
    assert (account(again), account(again).is_active) == (closed, True)
