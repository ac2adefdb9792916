"""The rules of the service in the admin: the line for other websites stands there, ready to be copied."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import Settings


@pytest.mark.django_db
def test_the_line_for_other_websites_names_this_installation(client: Client, settings: Settings) -> None:
    settings.SITE_URL = "https://auskunft.example"
    client.force_login(User.objects.create_superuser("leitung"))
    html = client.get(reverse("admin:chat_servicerules_changelist"), follow=True).content.decode()
    line = "&lt;script src=&quot;https://auskunft.example/static/js/embed.js&quot;"
    assert line in html
    assert 'data-copies="embedding-code"' in html
    assert '<script src="/static/admin-auskunft/copy.js" type="module"></script>' in html
