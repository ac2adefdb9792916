"""Who may call, what a directory may never do, what ends with an account, and what holds for the next question."""

import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.db import connection
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, RefreshToken

from apps.chat.models import rate_allowances
from apps.chat.turn_state.conversation_ownership import user_of_session
from apps.documents.lifecycle.restrict_document_access import set_readers, set_readers_of_source
from apps.documents.models import Document, Readers, reader_of
from apps.documents.models.resolve_account_names import resolve_account_ids
from apps.documents.sources.connectors.source_item import NamedReaders
from config.api.protocol import throttles
from config.api.tokens.api_tokens import ApiToken
from config.oauth.user_pages.client_programs import Program
from config.scim import endpoint
from config.user_directory.models import GroupAssignment, ProvisionedPerson, SignInSubject
from tests import factories
from tests.config.scim.conftest import Call
from tests.config.scim.test_entra_id import ERIKA, account, created, patched

pytestmark = pytest.mark.django_db

ERROR = "urn:ietf:params:scim:api:messages:2.0:Error"


def bearer(**values: Any) -> dict[str, str]:
    return {"authorization": f"Bearer {ApiToken(name='x', **values).issue()}"}


def test_errors_of_tokens_come_in_the_form_of_the_protocol(call: Call) -> None:
    superuser = User.objects.get(username="leitung")
    editor = User.objects.create(username="redaktion")
    for headers, status in [
        ({}, 401),
        ({"authorization": "Bearer ausk_nobody"}, 401),
        ({"authorization": "Basic eDp5"}, 401),
        (bearer(user=superuser, scopes=["ask", "documents:write"]), 403),
        (bearer(user=editor, scopes=["scim"]), 403),
        (bearer(user=superuser, scopes=["scim"], expires_at=timezone.now() - timedelta(1)), 401),
    ]:
        for path in ("Users", "ServiceProviderConfig", "Schemas"):
            reply = Client().get(f"/scim/v2/{path}", headers=headers)
            body = json.loads(reply.content)
            assert (reply.status_code, body["schemas"], body["status"]) == (status, [ERROR], str(status)), path
            assert reply["Content-Type"] == "application/scim+json"
            assert ("WWW-Authenticate" in reply) is (status == 401)


def test_the_scope_is_in_no_token_and_no_programs_hands_unless_a_superuser_names_it(client: Client) -> None:
    person = User.objects.create(username="verwaltung", is_staff=True)
    person.groups.add(Group.objects.get(name="administrator"))
    client.force_login(person)
    assert b'value="scim"' not in client.get("/admin/config/apitoken/add/").content
    client.force_login(User.objects.create(username="alles", is_superuser=True, is_staff=True))
    assert b'value="scim"' in client.get("/admin/config/apitoken/add/").content
    assert "scim" not in client.get("/.well-known/oauth-authorization-server").json()["scopes_supported"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "kind"),
    [
        ("POST", "Users", b"{", 400, "invalidSyntax"),
        ("POST", "Users", {"schemas": ERIKA["schemas"]}, 400, "invalidValue"),
        ("POST", "Users", {**ERIKA, "userName": ""}, 400, "invalidValue"),
        ("POST", "Users", {**ERIKA, "userName": "x\0y"}, 400, "invalidValue"),
        ("POST", "Users", {**ERIKA, "userName": "x" * 300}, 400, "invalidValue"),
        ("POST", "Users", {**ERIKA, "emails": [{"value": "a@b.de"}] * 21}, 400, "invalidValue"),
        ("POST", "Users", [1], 400, None),
        ("POST", "Users", b'{"userName": "\\ud800"}', 400, "invalidSyntax"),
        ("GET", "Users?filter=userName eq", None, 400, "invalidFilter"),
        ("GET", "Users?filter=shoeSize eq 43", None, 400, "invalidFilter"),
        ("GET", "Users?sortBy=userName", None, 501, None),
        ("GET", "Users/nobody", None, 404, None),
        ("GET", "Devices", None, 404, None),
        ("GET", "Me", None, 501, None),
        ("GET", "", None, 501, None),
        ("POST", "Bulk", {}, 501, None),
        ("DELETE", "Users", None, 405, None),
        ("PUT", "Schemas", {}, 405, None),
    ],
)  # fmt: skip
def test_bad_requests_get_an_error_of_the_protocol(
    call: Call, method: str, path: str, body: object, status: int, kind: str | None
) -> None:
    reply = call(method, path, body)
    assert reply.status_code == status, reply.body
    assert reply.body["schemas"] == [ERROR]
    assert reply.body["status"] in (status, str(status))
    assert kind is None or reply.body["scimType"] == kind
    assert not ProvisionedPerson.objects.exists()


def test_a_body_of_ten_megabytes_is_refused(call: Call) -> None:
    reply = call("POST", "Users", b'{"userName": "' + b"x" * 10_000_000 + b'"}')
    assert (reply.status_code, reply.body["schemas"]) == (413, [ERROR])


def test_calls_have_a_limit_of_their_own(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    few = rate_allowances.Allowances("directory", capacity=2, per_second=0.01)
    monkeypatch.setattr(endpoint.DirectoryThrottle, "token_calls", few)
    replies = [call("GET", "Users?count=0") for _ in range(3)]
    assert [one.status_code for one in replies] == [200, 200, 429]
    assert replies[2].body["schemas"] == [ERROR]
    assert 50 < int(replies[2]["Retry-After"]) <= 100
    assert throttles.CallerThrottle.token_calls is rate_allowances.TOKEN_CALLS


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(call: Call) -> None:
    reply = call("POST", "Users", ERIKA)
    pk, tag = reply.body["id"], reply.body["meta"]["version"]
    assert reply["ETag"] == tag
    assert call("GET", f"Users/{pk}", **{"if-none-match": tag}).status_code == 304
    assert call("PUT", f"Users/{pk}", ERIKA | {"displayName": "neu"}, **{"if-match": tag}).status_code == 200
    late = call("PUT", f"Users/{pk}", ERIKA | {"displayName": "alt"}, **{"if-match": tag})
    assert (late.status_code, late.body["schemas"]) == (412, [ERROR])
    assert call("DELETE", f"Users/{pk}", **{"if-match": tag}).status_code == 412
    unchanged = call("GET", f"Users/{pk}")["ETag"]
    call("POST", "Groups", {"displayName": "Bauakten", "members": [{"value": pk}]})
    assert call("GET", f"Users/{pk}")["ETag"] != unchanged, "its groups are part of it"


def test_a_closed_account_ends_sessions_tokens_and_programs_for_good(call: Call) -> None:
    pk = created(call)
    person = account(pk)
    browser = Client()
    browser.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    key = browser.session["_auth_user_hash"]
    # What the chat's websocket asks before each question, also on a connection that stays open.
    session = str(browser.session.session_key)
    assert user_of_session(session) == person
    token = ApiToken(name="x", user=person, scopes=["search"])
    secret = token.issue()
    program = Program.objects.create(name="p", client_type="public", authorization_grant_type="authorization-code")
    later = timezone.now() + timedelta(hours=1)
    access = AccessToken.objects.create(user=person, application=program, token="auska_1", expires=later, scope="ask")
    RefreshToken.objects.create(user=person, application=program, token="auskr_1", access_token=access)
    assert Client().post("/api/v1/search", headers={"authorization": f"Bearer {secret}"}).status_code != 401

    patched(call, f"Users/{pk}", {"op": "Replace", "path": "active", "value": False})
    assert Client().post("/api/v1/search", headers={"authorization": f"Bearer {secret}"}).status_code == 401
    patched(call, f"Users/{pk}", {"op": "Replace", "path": "active", "value": True})
    person.refresh_from_db()
    assert person.is_active
    assert person.get_session_auth_hash() != key
    assert not user_of_session(session).is_authenticated
    assert browser.get("/oauth/programs/").status_code in (302, 404)
    assert Client().post("/api/v1/search", headers={"authorization": f"Bearer {secret}"}).status_code == 401
    assert not AccessToken.objects.exists()
    assert not RefreshToken.objects.filter(revoked=None).exists()


def test_superusers_are_never_touched(call: Call) -> None:
    pk = created(call)
    group = call("POST", "Groups", {"displayName": "Bauakten"}).body["id"]
    User.objects.filter(pk=account(pk).pk).update(is_superuser=True, is_staff=True)
    before = User.objects.filter(pk=account(pk).pk).values().get()
    assert patched(call, f"Users/{pk}", {"op": "Replace", "path": "active", "value": False}).status_code == 403
    assert call("PUT", f"Users/{pk}", ERIKA | {"displayName": "x", "active": False}).status_code == 403
    assert call("DELETE", f"Users/{pk}").status_code == 403
    patched(call, f"Groups/{group}", {"op": "Add", "path": "members", "value": [{"value": pk}]})
    assert User.objects.filter(pk=account(pk).pk).values().get() == before
    assert not account(pk).groups.exists()


def test_a_superuser_who_signed_in_before_gets_no_row_of_the_directory(call: Call) -> None:
    boss = User.objects.create(username="sso-1", is_superuser=True)
    SignInSubject.objects.create(account=boss, subject=str(ERIKA["externalId"]))
    assert account(created(call)) != boss


def test_who_signed_in_before_keeps_the_account(call: Call) -> None:
    known = User.objects.create(username="sso-1")
    SignInSubject.objects.create(account=known, subject=str(ERIKA["externalId"]))
    assert account(created(call)) == known


@pytest.mark.parametrize("name", ["administrator", "editor", "Fachrechte"])
def test_a_name_chosen_elsewhere_gives_no_right_here(call: Call, name: str) -> None:
    group, _made = Group.objects.get_or_create(name=name)
    group.permissions.add(Permission.objects.get(codename="change_user"))
    pk = created(call)
    assert call("POST", "Groups", {"displayName": name, "members": [{"value": pk}]}).status_code == 201
    assert not account(pk).groups.exists()
    assert not account(pk).is_staff


def test_an_assignment_gives_a_role_and_takes_it_again(call: Call) -> None:
    pk = created(call)
    editor, _made = Group.objects.get_or_create(name="editor")
    GroupAssignment.objects.create(foreign_name="8aa1a0c0", group=editor)
    body = {"displayName": "Redaktion Web", "externalId": "8aa1a0c0", "members": [{"value": pk}]}
    group = call("POST", "Groups", body).body["id"]
    assert ([one.name for one in account(pk).groups.all()], account(pk).is_staff) == (["editor"], True)
    assert call("DELETE", f"Groups/{group}").status_code == 204
    assert (account(pk).groups.count(), account(pk).is_staff) == (0, False)


def test_a_change_holds_for_the_very_next_question(call: Call) -> None:
    pk = created(call)
    group = call("POST", "Groups", {"displayName": "Bauakten", "members": [{"value": pk}]}).body["id"]
    closed = factories.collection("akten")
    document = factories.document(["Das Kennwort ist Quitte."], collection=closed)
    set_readers([document.pk], groups=[Group.objects.get(name="Bauakten").pk])
    secret = ApiToken(name="x", user=account(pk), scopes=["search"]).issue()

    def found() -> bool:
        body = json.dumps({"question": "Kennwort Quitte"})
        headers = {"authorization": f"Bearer {secret}"}
        reply = Client().post("/api/v1/search", body, content_type="application/json", headers=headers)
        assert reply.status_code == 200, reply.content
        return "Quitte" in json.dumps(reply.json()["documents"])

    assert found()
    patched(call, f"Groups/{group}", {"op": "Remove", "path": f'members[value eq "{pk}"]'})
    assert not found()
    patched(call, f"Groups/{group}", {"op": "Add", "path": "members", "value": [{"value": pk}]})
    assert found()
    call("DELETE", f"Groups/{group}")
    assert not found()


def test_who_is_deleted_there_is_named_as_a_reader_no_more_also_when_they_come_back(call: Call) -> None:
    pk = created(call)
    person = account(pk)
    closed = factories.collection("akten", readers=Readers.GROUPS, people=[person])
    by_hand, by_source = (factories.document(collection=closed, embed=False) for _ in range(2))
    set_readers([by_hand.pk], people=[person.pk])
    set_readers_of_source([(by_source.pk, NamedReaders(people=frozenset({(str(ERIKA["externalId"]),)})))])
    assert Document.objects.readable_by(person).count() == 2
    assert call("DELETE", f"Users/{pk}").status_code == 204
    assert not Document.objects.readable_by(person).exists()
    back = account(created(call))
    assert back == person
    closed.reader_users.add(back)
    assert list(Document.objects.readable_by(back)) == [by_source], "the source names whoever has the identifier"


@pytest.mark.parametrize("name", ["erika.MUSTER@amt.example", "erika@amt.LOCAL", str(ERIKA["externalId"])])
def test_a_person_of_the_directory_is_named_by_what_it_calls_them(call: Call, name: str) -> None:
    person = account(created(call))
    assert resolve_account_ids([name]) == [person.pk]
    document = factories.document(embed=False)
    set_readers_of_source([(document.pk, NamedReaders(people=frozenset({(name,)})))])
    assert Document.objects.readable_by(person).exists()
    assert not Document.objects.readable_by(User.objects.create(username="sso-9")).exists()


def test_groups_set_by_hand_stay(call: Call) -> None:
    pk = created(call)
    account(pk).groups.add(Group.objects.create(name="von Hand"))
    group = call("POST", "Groups", {"displayName": "Bauakten", "members": [{"value": pk}]}).body["id"]
    call("DELETE", f"Groups/{group}")
    assert [one.name for one in account(pk).groups.all()] == ["von Hand"]


def test_a_renamed_group_keeps_its_documents(call: Call) -> None:
    pk = created(call)
    group = call("POST", "Groups", {"displayName": "Alt", "members": [{"value": pk}]}).body["id"]
    before = reader_of(account(pk))
    patched(call, f"Groups/{group}", {"op": "Replace", "path": "displayName", "value": "Neu"})
    assert reader_of(account(pk)) == before


def test_many_members_are_set_by_a_fixed_number_of_queries(call: Call, django_assert_max_num_queries: Any) -> None:
    people = User.objects.bulk_create([User(username=f"u{n}") for n in range(1500)])
    rows = ProvisionedPerson.objects.bulk_create(
        [ProvisionedPerson(account=one, user_name=one.username) for one in people]
    )
    group = call("POST", "Groups", {"displayName": "Alle"}).body["id"]
    with django_assert_max_num_queries(45):
        members = [{"value": str(row.pk)} for row in rows]
        assert patched(call, f"Groups/{group}", {"op": "Add", "path": "members", "value": members}).status_code == 204
    assert Group.objects.get(name="Alle").user_set.count() == 1500


@pytest.mark.django_db(transaction=True)
def test_members_that_come_at_the_same_time_are_all_kept(call: Call) -> None:
    people = [created(call, userName=f"p{n}", externalId=str(n)) for n in range(6)]
    group = call("POST", "Groups", {"displayName": "Alle"}).body["id"]
    statuses = []

    def add(pk: str) -> None:
        reply = patched(call, f"Groups/{group}", {"op": "Add", "path": "members", "value": [{"value": pk}]})
        statuses.append(reply.status_code)
        connection.close()

    threads = [threading.Thread(target=add, args=(pk,)) for pk in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert statuses == [204] * 6
    assert len(call("GET", f"Groups/{group}").body["members"]) == 6


GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group"


def group_of(call: Call, name: str, *people: str, **more: str) -> str:
    members = [{"value": pk} for pk in people]
    reply = call("POST", "Groups", {"schemas": [GROUP], "displayName": name, "members": members, **more})
    assert reply.status_code == 201, reply.body
    return str(reply.body["id"])


def left(call: Call, group: str, person: str) -> None:
    assert patched(call, f"Groups/{group}", {"op": "remove", "path": f'members[value eq "{person}"]'}).status_code < 300


def names(person: str) -> list[str]:
    return sorted(account(person).groups.values_list("name", flat=True))


def test_who_leaves_a_group_leaves_it_here_also_when_it_has_got_rights_meanwhile(call: Call) -> None:
    first, second, third = (created(call, userName=name, externalId=name) for name in ("eins", "zwei", "drei"))
    group = group_of(call, "Fachamt", first, second)
    here = Group.objects.get(name="Fachamt")
    here.permissions.add(Permission.objects.get(codename="delete_document"))
    account(third).groups.add(here)
    left(call, group, first)
    patched(call, f"Groups/{group}", {"op": "add", "path": "members", "value": [{"value": third}]})
    assert (names(first), names(second), names(third)) == ([], ["Fachamt"], ["Fachamt"])
    call("DELETE", f"Groups/{group}")
    assert names(second) == []


def test_a_role_by_hand_outlives_a_group_that_is_only_called_like_it(call: Call) -> None:
    person = created(call)
    group = group_of(call, "editor", person)
    account(person).groups.add(Group.objects.get(name="editor"))
    left(call, group, person)
    assert names(person) == ["editor"]


def test_who_was_deleted_and_comes_back_has_no_right_of_before(call: Call) -> None:
    person = created(call)
    before = account(person)
    before.groups.add(Group.objects.get(name="administrator"))
    before.user_permissions.add(Permission.objects.get(codename="delete_document"))
    User.objects.filter(pk=before.pk).update(is_staff=True)
    call("DELETE", f"Users/{person}")
    back = account(created(call))
    assert (back.pk, back.is_active, back.is_staff) == (before.pk, True, False)
    assert (back.groups.count(), back.user_permissions.count()) == (0, 0)


def test_a_group_that_is_called_by_the_number_of_another_is_not_that_one(call: Call) -> None:
    number = "8aa1a0c0-0000-4000-8000-000000000001"
    GroupAssignment.objects.create(foreign_name=number, group=Group.objects.get(name="administrator"))
    thief, right = (created(call, userName=name, externalId=name) for name in ("eins", "zwei"))
    group_of(call, number, thief, externalId="another")
    group_of(call, "Leitung", right, externalId=number)
    assert names(thief) == [number]
    assert names(right) == ["administrator"]
    assert not account(thief).is_staff


def test_groups_with_more_people_than_one_statement_names(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.user_directory.apply_group_memberships.BATCH_SIZE", 2)
    monkeypatch.setattr("config.scim.groups.BATCH_SIZE", 2)
    people = [created(call, userName=f"n{number}", externalId=f"n{number}") for number in range(5)]
    group = group_of(call, "Alle", *people)
    assert all(names(one) == ["Alle"] for one in people)
    GroupAssignment.objects.create(foreign_name="Alle Leute", group=Group.objects.get(name="editor"))
    patched(call, f"Groups/{group}", {"op": "replace", "path": "displayName", "value": "Alle Leute"})
    assert all(names(one) == ["editor"] and account(one).is_staff for one in people)
    assert patched(call, f"Groups/{group}", {"op": "remove", "path": "members"}).status_code < 300
    assert all(names(one) == [] and not account(one).is_staff for one in people)


@pytest.mark.parametrize("name", ["filter", "FILTER"])
def test_a_filter_of_thousands_of_terms_is_refused_unread(call: Call, name: str) -> None:
    terms = " or ".join(f'userName eq "{number}"' for number in range(3_000))
    asked = {"schemas": ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"], name: terms}
    reply = call("POST", "Users/.search", asked)
    assert (reply.status_code, reply.body["scimType"]) == (400, "invalidFilter")
    asked[name] = " or ".join(f'userName eq "{number}"' for number in range(100))
    assert call("POST", "Users/.search", asked).status_code == 200


def test_thousands_of_operations_in_one_request_are_refused(call: Call) -> None:
    person = created(call)
    reply = patched(call, f"Users/{person}", *[{"op": "add", "path": "displayName", "value": "x"}] * 1_001)
    assert (reply.status_code, reply.body["schemas"]) == (400, [ERROR])
