"""The content policy allows no inline script and no inline style; what stands inline would silently not work."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib import admin
from django.test import Client
from django.urls import NoReverseMatch, reverse

INLINE = re.compile(r"<[^<>]*\s(?:on[a-z]+|style)\s*=[^<>]*>|<style\b|javascript:", re.IGNORECASE)
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\s(?:src=|type=\"application/json\"))[^>]*>", re.IGNORECASE)
PUBLIC = ["/", "/conversations/", "/system-card", "/api/docs", "/admin/login/", "/nowhere"]


def inline(html: str) -> list[str]:
    return [found[0][:200] for pattern in (INLINE, INLINE_SCRIPT) for found in pattern.finditer(html)]


def pages_of_the_console() -> Iterator[str]:
    """Every page that is reached without the number of a row."""
    yield reverse("admin:index")
    yield reverse("simplify:page")
    yield reverse("admin:password_change")
    for model in admin.site._registry.values():
        for pattern in model.get_urls():
            name = getattr(pattern, "name", None)
            try:
                yield reverse(f"admin:{name}")
            except NoReverseMatch:
                continue


@pytest.mark.parametrize("html", ['<a onclick="x()">', "<p class=a style='b'>", "<script>x</script>", "<style>"])
def test_the_search_finds_what_it_looks_for(html: str) -> None:
    assert inline(html)


def test_no_template_has_anything_inline() -> None:
    templates = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
    assert len(templates) > 100
    found = {str(path.relative_to(settings.BASE_DIR)): inline(path.read_text(encoding="utf-8")) for path in templates}
    assert {path: texts for path, texts in found.items() if texts} == {}


@pytest.mark.django_db
def test_no_page_of_the_console_has_anything_inline(admin_client: Client) -> None:
    seen = 0
    for path in dict.fromkeys(pages_of_the_console()):
        answer = admin_client.get(path)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            seen += 1
            assert inline(answer.content.decode()) == [], path
    assert seen > 75


@pytest.mark.django_db
@pytest.mark.parametrize("path", PUBLIC)
def test_no_public_page_has_anything_inline(client: Client, path: str) -> None:
    assert inline(client.get(path).content.decode()) == []
