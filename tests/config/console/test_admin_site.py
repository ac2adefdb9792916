import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.safestring import SafeString

from apps.chat.models.service_settings import ServiceRules
from apps.documents.models import Source
from config.templatetags.console import with_column_name
from tests import factories
from tests.config.console.topics.test_topics import DOGS, ask


def test_the_first_page_begins_with_documents_and_ends_with_the_queue(admin_client: Client) -> None:
    apps = [app["app_label"] for app in admin_client.get("/admin/").context["app_list"]]
    assert apps[:2] == ["documents", "chat"]
    assert apps[-1] == "django_q"


def test_the_history_of_a_row_names_fields_in_the_language_of_the_reader(admin_client: Client) -> None:
    page = admin_client.get(reverse("admin:chat_servicerules_changelist"), follow=True)
    form = page.context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in values.items() if value is not None and value is not False}
    done = admin_client.post(page.request["PATH_INFO"], {**sent, "cost_per_day": "3"})
    assert done.status_code == 302, done.context["adminform"].form.errors
    history = reverse("admin:chat_servicerules_history", args=[ServiceRules.objects.get().pk])
    assert "Kosten je Tag geändert." in admin_client.get(history).content.decode()
    english = admin_client.get(history, headers={"accept-language": "en"}).content.decode()
    assert "Changed Cost a day." in english
    assert "<li>Kosten je Tag: <del>0</del> → <ins>3</ins></li>" in admin_client.get(history).content.decode()
    LogEntry.objects.update(change_message="von Hand")
    assert "von Hand" in admin_client.get(history).content.decode()


def test_the_history_has_old_and_new_values_in_the_language_of_the_reader(admin_client: Client) -> None:
    bauamt = factories.collection("bauamt", name="Bauamt")
    form = (
        admin_client.get(address := reverse("admin:documents_collection_change", args=[bauamt.pk]))
        .context["adminform"]
        .form
    )
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    changed = {"name": "Bauaufsicht", "readers": "staff", "language": "en"}
    assert admin_client.post(address, sent | changed).status_code == 302
    history = reverse("admin:documents_collection_history", args=[bauamt.pk])
    german = admin_client.get(history).content.decode()
    assert "<del>Bauamt</del> → <ins>Bauaufsicht</ins>" in german
    assert "<del>alle</del> → <ins>angemeldete Beschäftigte</ins>" in german
    english = admin_client.get(history, headers={"accept-language": "en"}).content.decode()
    assert "<del>everybody</del> → <ins>signed-in staff</ins>" in english


def test_the_history_keeps_nothing_about_people(admin_client: Client) -> None:
    erika = User.objects.create_user("erika", email="alt@stadt.example", is_staff=True)
    address = reverse("admin:auth_user_change", args=[erika.pk])
    form = admin_client.get(address).context["adminform"].form
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    moments = {"date_joined_0": "01.01.2026", "date_joined_1": "10:00"}
    assert admin_client.post(address, sent | moments | {"email": "neu@stadt.example"}).status_code == 302
    kept = LogEntry.objects.get().change_message
    assert "stadt.example" not in kept


def test_groups_are_chosen_by_the_names_of_their_roles(admin_client: Client) -> None:
    collection = factories.collection("bauamt")
    for name in ("documents_collection_add", "documents_document_change"):
        args = [factories.document(collection=collection).pk] if name.endswith("change") else []
        html = admin_client.get(reverse(f"admin:{name}", args=args)).content.decode()
        assert "Redaktion</option>" in html
        assert "editor</option>" not in html


def test_an_empty_list_offers_the_first_row(admin_client: Client) -> None:
    shown = admin_client.get("/admin/documents/source/", headers={"accept-language": "de"}).content.decode()
    assert "Hier gibt es noch nichts." in shown
    assert '<a href="add/">Ersten Eintrag hinzufügen</a>' in shown
    nobody_adds = admin_client.get("/admin/documents/receipt/", headers={"accept-language": "en"}).content.decode()
    assert "There is nothing here yet." in nobody_adds
    assert "Add the first entry" not in nobody_adds


def test_a_search_without_result_leads_back_to_all(admin_client: Client) -> None:
    Source.objects.create(name="Rat", kind="feed", collection=factories.collection("amt"), location="x")
    assert "nothing-listed" not in admin_client.get("/admin/documents/source/").content.decode()
    shown = admin_client.get("/admin/documents/source/", {"enabled__exact": "1"}).content.decode()
    assert "nothing-listed" not in shown
    english = {"accept-language": "en"}
    shown = admin_client.get("/admin/documents/source/", {"enabled__exact": "0"}, headers=english).content.decode()
    assert "Nothing matches this search and these filters." in shown
    assert '<a href="?">Show all</a>' in shown


def test_cells_of_a_list_name_their_columns_and_tell_whether_they_are_blank(admin_client: Client) -> None:
    User.objects.create_user("ohne-adresse", first_name="Egon <i>")
    page = admin_client.get(reverse("admin:auth_user_changelist")).content.decode()
    assert '<th role="rowheader" data-column="Benutzername" class="field-username">' in page
    assert '<td role="cell" data-column="Vorname" class="field-first_name">Egon &lt;i&gt;</td>' in page
    assert '<td role="cell" data-column="E-Mail-Adresse" data-blank class="field-email">-</td>' in page
    assert '<td role="cell" class="action-checkbox">' in page


@pytest.mark.parametrize("nothing", ["", "-", "–", "&nbsp;", " \N{NO-BREAK SPACE}", "&mdash;"])
def test_a_cell_with_a_sign_for_nothing_is_blank(nothing: str) -> None:
    assert " data-blank" in with_column_name(SafeString(f'<td class="field-email">{nothing}</td>'), "mail")


@pytest.mark.parametrize("something", ["0", "none", "-1", '<img src="no.svg" alt="False">', "<p>-</p>"])
def test_a_cell_that_says_something_is_not_blank(something: str) -> None:
    assert " data-blank" not in with_column_name(SafeString(f"<td>{something}</td>"), "mail")


@pytest.mark.parametrize("name", ["auth_user_changelist", "topics"])
def test_tables_that_are_cards_on_a_phone_keep_their_roles(admin_client: Client, name: str) -> None:
    """Safari forgets what a table is once its rows are no rows of a table to the eye."""
    ask(*DOGS)
    page = admin_client.get(reverse(f"admin:{name}")).content.decode()
    [table] = re.findall(r"<table (?:id=\"result_list\"|class=\"cards\").*?</table>", page, re.DOTALL)
    assert "<td" in table
    assert set(re.findall(r"<(?:table|thead|tbody|tr|th|td)\b(?![^>]* role=)[^>]*>", table)) == set()
    cells = re.findall('role="(?:rowheader|cell)"', first_row(table))
    assert len(cells) == table.count('role="columnheader"')


def first_row(table: str) -> str:
    body = table.partition("<tbody")[2]
    return body.partition("</tr>")[0]


def test_a_list_without_sortable_columns_offers_no_sorting() -> None:
    def head(**header: object) -> str:
        context = {"result_headers": [{"text": "Name", **header}], "results": [["<th>Egon</th>"]]}
        return render_to_string("admin/change_list_results.html", context)

    assert "data-sort" not in head(sortable=False)
    assert "data-sort" in head(sortable=True, sort_priority=0)


def test_the_head_of_the_filters_tells_how_many_are_active(admin_client: Client) -> None:
    address = reverse("admin:auth_user_changelist")
    assert "active-filters" not in admin_client.get(address).content.decode()
    for counted in ({}, {"_facets": "True"}):
        chosen = admin_client.get(address, {"is_staff__exact": "1", "is_active__exact": "1", **counted})
        assert '<span class="active-filters">(2 aktiv)</span>' in chosen.content.decode()
