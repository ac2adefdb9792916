from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from apps.chat.models.service_settings import ServiceRules


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
    LogEntry.objects.update(change_message="von Hand")
    assert "von Hand" in admin_client.get(history).content.decode()
