from django.test import Client


def test_the_first_page_begins_with_documents_and_ends_with_the_queue(admin_client: Client) -> None:
    apps = [app["app_label"] for app in admin_client.get("/admin/").context["app_list"]]
    assert apps[:2] == ["documents", "chat"]
    assert apps[-1] == "django_q"
