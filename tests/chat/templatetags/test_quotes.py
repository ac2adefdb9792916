"""A quote below an answer is read without the addresses of its links."""

from django.template.loader import render_to_string

from apps.chat.models import Citation


def test_a_source_shows_the_texts_of_links() -> None:
    quote = Citation(number=1, title="Wertstoffhof", page=1, quote="siehe [Liste](https://stadt.example/liste)")
    html = render_to_string("chat/source.html", {"quotes": [quote]})
    assert ">siehe Liste</blockquote>" in html
