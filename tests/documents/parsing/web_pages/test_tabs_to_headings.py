"""What stands in the panel of a tab stands under the words of the tab."""

import pytest

from apps.documents.parsing.formats.html_to_markdown import page_to_markdown

TABS = """<html><body><main><h1>Ummelden</h1><p>Sie müssen Ihren Wohnsitz binnen zwei Wochen ummelden.</p>
<div role="tablist"><button role="tab" {0}="{1}a">Online</button><a role="tab" {0}="{1}b">Vor Ort</a></div>
<div role="tabpanel" id="a"><p>Sie brauchen die Online-Ausweisfunktion.</p></div>
<div role="tabpanel" id="b" hidden>{2}<p>Sie brauchen einen Termin im Bürgeramt.</p></div></main></body></html>"""


@pytest.mark.parametrize(("attribute", "mark"), [("aria-controls", ""), ("href", "#")])
def test_a_tab_becomes_the_heading_of_its_panel(attribute: str, mark: str) -> None:
    assert page_to_markdown(TABS.format(attribute, mark, "")).endswith(
        "## Online\n\nSie brauchen die Online-Ausweisfunktion.\n\n## Vor Ort\n\nSie brauchen einen Termin im Bürgeramt."
    )


def test_a_panel_with_a_heading_keeps_it() -> None:
    text = page_to_markdown(TABS.format("aria-controls", "", "<h2>Im Bürgeramt</h2>"))
    assert "## Im Bürgeramt" in text
    assert "Vor Ort" not in text


def test_tabs_without_panels_stay_as_they_are() -> None:
    assert "Online" in page_to_markdown(TABS.format("aria-controls", "x", ""))
