"""What stands below a picture or a table of a web page is read."""

from apps.documents.parsing.formats.html_to_markdown import page_to_markdown
from apps.documents.parsing.web_pages.figure_captions_to_paragraphs import captions_to_paragraphs

PAGE = (
    "<html><body><main><h1>Freibad</h1><p>Das Freibad öffnet im Mai und hat bis September täglich geöffnet.</p>"
    '<figure><img src="a.jpg"><figcaption>Das Becken ist 50 Meter lang.</figcaption></figure>'
    "<p>Der Eintritt kostet 4 Euro für Erwachsene und 2 Euro für Kinder und Jugendliche.</p>"
    "<figure><figcaption>Tabelle 1: Besuche</figcaption><table><tr><th>Monat</th><th>Besuche</th></tr>"
    "<tr><td>Mai</td><td>1200</td></tr></table></figure></main></body></html>"
)


def test_captions_of_figures_are_read_where_they_stand() -> None:
    text = page_to_markdown(PAGE)
    assert text.index("September") < text.index("Das Becken ist 50 Meter lang.") < text.index("Der Eintritt")
    assert text.index("Tabelle 1: Besuche") < text.index("| Monat | Besuche |")


def test_text_around_a_caption_stays() -> None:
    source = "<body>vor<figure>a<figcaption><b>b</b></figcaption>c<img></figure>nach</body>"
    assert "vor<p><b>b</b></p><figure>ac<img></figure>nach" in captions_to_paragraphs(source)
    assert "<p>allein</p>" in captions_to_paragraphs("<body><figcaption>allein</figcaption></body>")


def test_a_page_without_captions_is_given_back_as_it_is() -> None:
    assert captions_to_paragraphs("<body><figure><img></figure>") == "<body><figure><img></figure>"
