"""A model that was talked into linking elsewhere: forged numbers, disguised addresses, signs of ours in its markup."""

import pytest

from apps.chat.rendering.answer_html import render_answer_html
from tests.attacks.forged_answers import LINKS, ONE, SOURCE, Anchors, forged_answers, harm

ATTACKS, SEED = 500, 20


def test_no_generated_attack_gets_a_link_or_a_number_of_its_own() -> None:
    found = {
        attack: wrong
        for attack in forged_answers(ATTACKS, SEED)
        if (wrong := harm(render_answer_html(attack, LINKS, sources=[SOURCE])))
    }
    assert found == {}


def test_the_attacks_do_make_links_and_numbers() -> None:
    pages = [Anchors(render_answer_html(attack, LINKS, sources=[SOURCE])) for attack in forged_answers(ATTACKS, SEED)]
    kinds = ["citation" in attributes.get("class", "") for page in pages for attributes, _seen in page.links]
    assert kinds.count(True) > 50
    assert kinds.count(False) > 30


@pytest.mark.parametrize(
    "html",
    [
        '<a href="https://evil.example/">x</a>',
        '<a class="citation" href="https://amt.example/antrag?id=7">[1]</a>',
        '<a href="https://amt.example/antrag?id=7">[1]</a> (amt.example)',
        '<a href="https://amt.example/antrag?id=7">x</a>',
        '<a title="x" href="https://amt.example/antrag?id=7">amt.example</a>',
    ],
)
def test_the_check_sees_what_is_harmful(html: str) -> None:
    assert harm(html)


def test_the_reported_attack_is_text() -> None:
    forged = f'[x](https://evil/?q={ONE} "a {ONE} b")'
    html = render_answer_html(forged, LINKS, sources=[SOURCE, "https://evil/"])
    assert harm(html) == []
    assert "evil" not in "".join(attributes.get("href", "") for attributes, _ in Anchors(html).links)


def test_an_address_of_a_source_stays_a_link_with_its_host() -> None:
    html = render_answer_html("[Zum Antrag](https://amt.example/antrag?id=7)", {}, sources=[SOURCE])
    assert html == (
        '<p><a href="https://amt.example/antrag?id=7" rel="noopener noreferrer nofollow">Zum Antrag</a>'
        " (amt.example)</p>\n"
    )


def test_a_number_stands_in_text_code_and_tables() -> None:
    for text in (f"a {ONE}", f"`a {ONE}`", f"```\na {ONE}\n```", f"| a {ONE} |\n|---|\n| b |", f"# a {ONE}"):
        assert [seen for _, seen in Anchors(render_answer_html(text, LINKS)).links] == ["[1]"]
