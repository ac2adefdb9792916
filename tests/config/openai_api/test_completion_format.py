"""Links of an answer stand in the order of its text, each place with the quote that proves it first."""

from typing import Any

from config.openai_api.completion_format import citation_annotations


def citation(quote: str, url: str, number: int = 1, **values: Any) -> dict[str, Any]:
    found = {"number": number, "title": "Satzung", "page": 1, "quote": quote, "url": url, "verified": True}
    return found | values


def test_two_figures_with_one_number_each_lead_to_their_own_quote() -> None:
    answer = {
        "answer": "Für den ersten Hund 96,00 Euro [1]. Für jeden weiteren Hund 192,00 Euro [1].",
        "citations": [
            citation("für den ersten Hund 96,00 Euro", "/first"),
            citation("für jeden weiteren Hund 192,00 Euro", "/second"),
        ],
    }
    found = [one["url_citation"] for one in citation_annotations(answer, "http://amt")]
    assert [one["start_index"] for one in found] == sorted(one["start_index"] for one in found)
    assert [one["url"] for one in found] == [
        "http://amt/first", "http://amt/second", "http://amt/second", "http://amt/first",
    ]  # fmt: skip


def test_what_is_not_proved_is_no_link_and_what_no_number_names_stands_at_the_end() -> None:
    answer = {
        "answer": "Der Eintritt ist frei.",
        "citations": [citation("Eintritt frei", "/a"), citation("Hallo", "/b", verified=False)],
    }
    [found] = citation_annotations(answer, "")
    assert (found["url_citation"]["start_index"], found["url_citation"]["url"]) == (22, "/a")
