"""What Okta sends, from its published examples: whole replacements, values without a path, pages by number."""

from typing import Any

import pytest

from config.user_directory.models import ProvisionedPerson
from tests.config.scim.conftest import Call
from tests.config.scim.test_entra_id import account, created, patched

pytestmark = pytest.mark.django_db

ISAAC = {
    "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
    "userName": "isaac@amt.example",
    "name": {"givenName": "Isaac", "middleName": "", "familyName": "Brock"},
    "emails": [{"primary": True, "value": "isaac@amt.example", "type": "work"}],
    "displayName": "Isaac Brock",
    "locale": "en-US",
    "externalId": "00ujl29u0le5T6Aj10h7",
    "groups": [],
    "password": "1mz050nq",
    "active": True,
}


def test_a_password_that_comes_along_is_never_kept(call: Call) -> None:
    reply = call("POST", "Users", ISAAC)
    assert reply.status_code == 201, reply.body
    assert "password" not in reply.body
    assert not account(reply.body["id"]).has_usable_password()
    assert "1mz050nq" not in str(ProvisionedPerson.objects.values())


def test_a_person_is_replaced_as_a_whole(call: Call) -> None:
    made = call("POST", "Users", ISAAC).body
    changed = made | {"name": {"givenName": "Ike", "familyName": "Brock"}, "id": made["id"], "meta": made["meta"]}
    reply = call("PUT", f"Users/{made['id']}", changed)
    assert (reply.status_code, reply.body["name"]["givenName"]) == (200, "Ike")
    assert account(made["id"]).first_name == "Ike"


def test_a_replacement_without_a_word_about_it_opens_no_closed_account(call: Call) -> None:
    pk = created(call, active=False)
    body: dict[str, Any] = {"schemas": ISAAC["schemas"], "userName": "erika.muster@amt.example"}
    assert call("PUT", f"Users/{pk}", body).status_code == 200
    assert not account(pk).is_active


def test_a_person_is_closed_by_a_value_without_a_path_and_read_back(call: Call) -> None:
    pk = created(call)
    reply = patched(call, f"Users/{pk}", {"op": "replace", "value": {"active": False}})
    assert (reply.status_code, reply.body["id"], reply.body["active"]) == (200, pk, False)


def test_a_group_is_renamed_by_a_value_that_repeats_its_identifier(call: Call) -> None:
    pk = created(call)
    group = call("POST", "Groups", {"displayName": "Alt", "members": [{"value": pk, "display": "erika"}]}).body["id"]
    reply = patched(call, f"Groups/{group}", {"op": "replace", "value": {"id": group, "displayName": "Neu"}})
    assert reply.status_code == 204, reply.body
    assert call("GET", f"Groups/{group}").body["displayName"] == "Neu"
    assert [one.name for one in account(pk).groups.all()] == ["Neu"]


def test_pages_come_by_number(call: Call) -> None:
    for number in range(5):
        created(call, userName=f"p{number}@amt.example", externalId=str(number))
    seen = []
    for start in (1, 3, 5):
        page = call("GET", f"Users?startIndex={start}&count=2").body
        assert (page["totalResults"], page["startIndex"]) == (5, start)
        assert page["itemsPerPage"] == len(page["Resources"]) <= 2
        seen += [one["userName"] for one in page["Resources"]]
    assert sorted(seen) == [f"p{number}@amt.example" for number in range(5)]
    some = call("GET", "Users?filter=active%20eq%20true&startIndex=2&count=2").body
    assert (some["totalResults"], [one["externalId"] for one in some["Resources"]]) == (5, ["1", "2"])
    assert call("GET", "Users?count=0").body["totalResults"] == 5
    assert len(call("GET", "Users?startIndex=-4&count=100000").body["Resources"]) == 5


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ('userName sw "p1"', {"p1"}),
        ('not (userName eq "p1@amt.example")', {"p0", "p2"}),
        ('externalId eq "2" or userName eq "p0@amt.example"', {"p0", "p2"}),
        ('active eq true and emails[value co "LOCAL"]', {"p0", "p1", "p2"}),
        ('active eq false', set()),
        ('meta.lastModified gt "2020-01-01T00:00:00Z"', {"p0", "p1", "p2"}),
        ('name.familyName pr and userName ew "2@amt.example"', {"p2"}),
    ],
)  # fmt: skip
def test_filters_hold(call: Call, asked: str, found: set[str]) -> None:
    for number in range(3):
        created(call, userName=f"p{number}@amt.example", externalId=str(number))
    page = call("GET", f"Users?filter={asked}").body
    assert {one["userName"].partition("@")[0] for one in page.get("Resources", [])} == found
    assert page["totalResults"] == len(found)
