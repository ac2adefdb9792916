"""What stands beside the text of a web page is read where it says a sentence, and left out where it leads elsewhere."""

import pytest

from apps.documents.parsing.formats.html_to_markdown import page_to_markdown

NOTE = "Im Mai bleibt das Bürgerbüro freitags geschlossen."
PAGE = (
    '<html><body><header><nav><a href="/">Start</a></nav></header><{tag}><h1>Bürgerbüro</h1><p>Das Bürgerbüro hat'
    " montags bis freitags von 8 bis 12 Uhr geöffnet. Sie können ohne Termin kommen.</p>{aside}<p>Den"
    " Ausweis beantragen Sie persönlich. Bringen Sie ein Foto mit.</p></{tag}>"
    "<footer><p>© Stadt</p></footer></body></html>"
)


@pytest.mark.parametrize(
    ("tag", "aside", "is_read"),
    [
        ("main", f"<aside><h2>Hinweis</h2><p>{NOTE}</p></aside>", True),
        ("article", f'<aside class="box">{NOTE}</aside>', True),
        ("main", f'<aside><p>{NOTE}</p><a href="/mai">Mehr zu den Zeiten</a></aside>', True),
        ("main", f'<aside><a href="/mai">{NOTE}</a></aside>', False),
        ("main", f"<aside><nav><p>{NOTE}</p></nav></aside>", False),
        ("main", "<aside><p>Im Mai bleibt das</p></aside>", False),
    ],
)
def test_a_note_beside_the_text_is_read(tag: str, aside: str, is_read: bool) -> None:
    assert ("Im Mai bleibt" in page_to_markdown(PAGE.format(tag=tag, aside=aside))) is is_read
