"""Error pages look like the site, say what to do, and work where nothing else does."""

import pytest
from django.template.loader import get_template
from django.test import Client

PAGES = ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"]


@pytest.mark.parametrize("name", PAGES)
def test_an_error_page_needs_no_context(name: str) -> None:
    html = get_template(name).render()
    assert 'href="/"' in html
    assert "<h1>" in html


@pytest.mark.django_db
def test_an_unknown_address_is_answered_in_the_look_of_the_site(client: Client) -> None:
    response = client.get("/gibt-es-nicht")
    assert response.status_code == 404
    assert "css/site.css" in response.content.decode()
    assert "default-src 'none'" in response["Content-Security-Policy"]


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_with_an_explanation() -> None:
    response = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "en"})
    assert response.status_code == 403
    assert "css/site.css" in response.content.decode()
