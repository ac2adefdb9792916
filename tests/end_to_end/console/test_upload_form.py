"""The form for uploads in a real browser: what is missing is asked for before the files are gone."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.console.test_admin import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def test_files_stay_chosen_while_no_collection_is(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "archiv.txt"
    file.write_text("Das Stadtarchiv ist mittwochs offen.", encoding="utf-8")
    sign_in(page, "redaktion")
    page.goto("/admin/documents/document/upload/")
    page.locator("input[type=file]").set_input_files(file)
    page.locator("input[type=submit].default").click()
    expect(page.locator("#id_collection")).to_be_focused()
    expect(page.locator(".chosen")).to_have_text("archiv.txt")
    page.locator("form.upload summary").click()
    page.locator("[name=new_collection]").fill("Archiv")
    page.locator("input[type=submit].default").click()
    expect(page.locator(".uploads")).to_contain_text("archiv")


def test_too_many_files_are_told_before_they_are_sent(page: Page, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.txt" for number in range(51)]
    for file in files:
        file.write_text("Das Stadtarchiv ist mittwochs offen.", encoding="utf-8")
    sign_in(page, "redaktion")
    page.goto("/admin/documents/document/upload/")
    chooser = page.locator("input[type=file]")
    chooser.set_input_files(files)
    assert "höchstens 50 auf einmal" in chooser.evaluate("input => input.validationMessage")
    chooser.set_input_files(files[:50])
    assert chooser.evaluate("input => input.validationMessage") == ""
