"""Lowers the level of a derived sentence where its page says more than its quote: what takes it back or restricts it.

Such a sentence is proved only where the answer quotes or names that, too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from apps.chat.contradictions.contrasting_section_headings import contrasting_heading, section_at, split_page_sections
from apps.chat.proof.derive_from_quotes import (
    find_proof_restriction,
    is_reported_or_struck,
    page_sentences_with_spans,
    sentence_before_quote,
)
from apps.chat.proof.proof_levels import LeveledSentence, ProofLevel
from apps.chat.proof.types import ProvedCitation, ProvedSentence
from apps.chat.quote_restrictions.restricting_lead_in import mentions_all_words, restricting_heading, restricting_lead
from apps.chat.quote_restrictions.restricting_table_cell import restricting_key
from apps.chat.quote_restrictions.unsupported_column_header import QuotedPlace, unexplained_head
from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER_PATTERN
from apps.chat.reply_parsing.split_answer_sentences import Sentence
from apps.text.entailment import Difference, addresses_reader, begins_with_anaphor, derive
from apps.text.locate_quote import Span
from apps.text.restrictions.restricting_sentences_before import restricts_as_heading
from apps.text.word_stems import WORD, fold, stem

CITED = re.compile(MARKER_PATTERN, re.IGNORECASE)
"""What the answer has a source for is held against that."""
LIKE_HEADING = re.compile(r"(?![#|>]|[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t])[^\n]{2,80}(?<![.!?:;,])")
UNDERLINED = re.compile(
    r"^(?P<title>(?![-*+•][ \t]|[>|#]|[-*_= \t]*$|\d{1,3}[.)] )\S[^\n]*)\n(?P<line> {0,3}(?:=+|-+)[ \t]*)$",
    re.MULTILINE,
)
"""A heading of Markdown whose next line is nothing but "---" or "==="."""
ITEM = re.compile(r"(?m)^( *)[-*+•][ \t]+([^\n]{2,80})$")
SIGNS = "*＊∗⁎※†‡°#¹²³⁰⁴-⁹⁺"
OF_MARKDOWN = r"\[\^\w{1,4}\]"
NOTE_SIGN = re.compile(rf"([{SIGNS}]){{1,3}}(?=[\s.,;:!?)\[\]<]|\Z)|({OF_MARKDOWN})")
BEHIND = re.compile(rf"\S*(?:[ \t]{{1,2}}[{SIGNS}]{{1,3}}[ \t]*$)?", re.MULTILINE)
"""What stands directly behind a sentence and its markers, or alone at the end of their line."""
BEFORE_NOTE = re.compile(rf"(?:[^\w\[]|[_{SIGNS}]|{OF_MARKDOWN}|\[(?![\d^]))*")
EMPHASIS = re.compile(r"(?<![^\s(\[\"'„“»>_-])(\*{1,3})(?=[^\s*])([^*]{0,1000}(?<=\S))\1")
USUAL = """Antwort Zusammenfassung Überblick Übersicht Ergebnis Fazit Details Einzelheiten Hinweis Hinweise Wichtig Kurz
Allgemeines Wichtiges Weiteres Weitere Informationen Quellen Auszug Auszüge Frage Answer Summary Overview Result Details
Note Notes Important Short General Further Information Sources Question"""
"""Headings of answers that say nothing of what stands below them."""


def lower_if_pointing_back(
    leveled: LeveledSentence, before: LeveledSentence | None, proofs: Sequence[ProvedCitation]
) -> LeveledSentence:
    """A sentence that points back is proved only after a proved one of the same page: "it" may be another thing."""
    if leveled.level != ProofLevel.DERIVED or not begins_with_anaphor(leveled.text):
        return leveled
    # Few sentences point back: for the others no page is split into its sentences.
    if all(
        addresses_reader(leveled.text, text) for text in (before.text if before else "", sentence_before_quote(proofs))
    ):
        return leveled
    if before and before.level == ProofLevel.DERIVED and set(before.citations) & set(leveled.citations):
        return leveled
    return replace(leveled, level=ProofLevel.QUOTED)


def lower_by_page_context(
    leveled: LeveledSentence,
    proofs: Sequence[ProvedCitation],
    everywhere: Sequence[ProvedCitation],
    said: Sequence[str],
) -> LeveledSentence:
    """A derived sentence, lowered where the rest of the pages that it cites says more than its quote.

    `said`: what was derived, the sentences before it, nearest first, and the question. `everywhere`: all quotes of the
    answer.
    """
    cited = cited_by(leveled, proofs)
    leveled = lower_by_section(lower_in_condition_list(leveled, cited, said[0]), cited, said)
    return lower_by_unquoted_exception(leveled, cited, everywhere)


def cited_by(leveled: LeveledSentence, proofs: Sequence[ProvedCitation]) -> list[ProvedCitation]:
    return [one for one in proofs if one.number in leveled.citations and one.quote in leveled.quotes]


def lower_in_condition_list(
    leveled: LeveledSentence, proofs: Sequence[ProvedCitation], context: str
) -> LeveledSentence:
    """One of several conditions that "und" joins is proved only with the others: it says less than all."""
    for proof in proofs:
        rest = proof.page_text.rest_of_list(proof.span) if proof.span else ""
        if rest and not derive(context, [f"{proof.sentence} {rest}"], only_proof=True).proved:
            return replace(leveled, level=ProofLevel.QUOTED, differences=(str(Difference("dropped", rest, "")),))
    return leveled


def lower_by_unquoted_exception(
    leveled: LeveledSentence, proofs: Sequence[ProvedCitation], everywhere: Sequence[ProvedCitation]
) -> LeveledSentence:
    """A sentence that another one of its page takes back in part is proved only where the answer quotes that, too."""
    if leveled.level != ProofLevel.DERIVED:
        return leveled
    for proof in proofs:
        found = find_proof_restriction(proof)
        if found and not is_quoted_too(found.text, proof, everywhere):
            told = str(Difference("exception", found.text, ""))
            return replace(leveled, level=ProofLevel.QUOTED, differences=(told,))
    return leveled


def is_quoted_too(text: str, proof: ProvedCitation, everywhere: Sequence[ProvedCitation]) -> bool:
    """Whether the answer also quotes what restricts that proof."""
    return any(text in other.sentence or other.quote in text for other in everywhere if other is not proof)


def lower_below_own_heading(
    leveled: LeveledSentence, body: str, place: Sentence, proofs: Sequence[ProvedCitation], question: str
) -> LeveledSentence:
    """A sentence that the answer itself puts below a heading, or behind words, which nothing explains, is not proved:
    "## Nicht mehr gültig" or "## Katzen" above it says something else.

    The question, the source's title, the sentence itself and its headings on the page explain what they say; a heading
    that restricts must stand in one of them with all of its words, another one may be of any section of the page.
    """
    if leveled.level != ProofLevel.DERIVED:
        return leveled
    told = [
        question,
        *(text for proof in proofs for text in (proof.title, proof.sentence, *headings_above_proof(proof))),
    ]
    lead = restricting_lead(body, Span(place.start, place.end))
    unexplained = (
        [] if not lead or lead.endswith(":") or CITED.search(lead) or contains_all_words(told, lead) else [lead]
    )
    for title in answer_headings_above(body, place):
        named = (
            contains_all_words(told, title)
            if restricts_as_heading(title)
            else mentions_all_words([*told, *common_heading_texts(proofs)], title)
        )
        unexplained += [] if named else [title]
    if head := unexplained_head(body, Span(place.start, place.end), quoted_places(proofs), question):
        unexplained.append(head)
    if not unexplained:
        return leveled
    return replace(leveled, level=ProofLevel.QUOTED, differences=(str(Difference("section", "", unexplained[-1])),))


def quoted_places(proofs: Sequence[ProvedCitation]) -> list[QuotedPlace]:
    return [
        QuotedPlace(proof.page_text.text, proof.span, proof.sentence, [proof.title, *headings_above_proof(proof)])
        for proof in proofs
    ]


def contains_all_words(told: Sequence[str], title: str) -> bool:
    """Whether one of the texts has all words of it, "nicht" and "nur" as well."""
    return any(words_of(title) <= words_of(text) for text in told)


def words_of(text: str) -> set[str]:
    return {stem(word) for word in WORD.findall(fold(text))}


def common_heading_texts(proofs: Sequence[ProvedCitation]) -> Iterator[str]:
    """What headings of answers say of nothing, and those of all sections of the pages."""
    yield USUAL
    for proof in proofs:
        yield from (title for section in split_page_sections(proof.page_text.text) for title in section.path)


def headings_above_proof(proof: ProvedCitation) -> Sequence[str]:
    return section_at(split_page_sections(proof.page_text.text), proof.span.start).path if proof.span else ()


def answer_headings_above(body: str, place: Sentence) -> list[str]:
    """The headings of an answer above a sentence, a line that stands like one directly above the line it begins, and
    the item within whose list it stands."""
    start = body.rfind("\n", 0, place.start) + 1
    body = mark_underlined_headings(body)
    above, prefix = body[:start].rstrip(), body[start : place.start]
    found = [*section_at(split_page_sections(body), place.start).path]
    line = above[above.rfind("\n") + 1 :]
    if not WORD.search(prefix) and LIKE_HEADING.fullmatch(line):
        found.append(line)
    depth = len(prefix) - len(prefix.lstrip(" "))
    found += next(([item] for mark, item in reversed(ITEM.findall(above)) if len(mark) < depth), [])
    return [title for title in found if not CITED.search(title)]


@lru_cache(maxsize=16)
def mark_underlined_headings(body: str) -> str:
    """Puts a sign before each underlined heading and blank lines below it; every place stays where it is."""

    def hashed(found: re.Match[str]) -> str:
        sign = "## " if len(found["line"]) > 1 and "-" in found["line"] else "# "
        return f"{sign}{found['title']}".ljust(len(found[0]), "\n")

    return UNDERLINED.sub(hashed, body)


def find_own_notes(body: str, sentences: Sequence[ProvedSentence], place: int) -> Iterator[tuple[int, str]]:
    """What the answer adds to a sentence that has the sign of a note ("70 Euro* [1]." with "* im Monat" below it):
    place and words of each later sentence that begins with the same sign."""
    signs = note_signs(body, sentences[place].place)
    for later in range(place + 1, len(sentences) if signs else 0):
        text = body[sentences[later - 1].place.end : sentences[later].place.end]
        if later == place + 1:
            text = re.sub(r"\A\S+", "", text)  # It belongs to the sentence itself.
        lead = BEFORE_NOTE.match(text)
        words = CITED.sub("", text[lead.end() :]) if lead and any(sign in lead[0] for sign in signs) else ""
        if WORD.search(words):
            yield later, words


def note_signs(body: str, place: Sentence) -> set[str]:
    """The signs of notes within a sentence and behind its markers; emphasis in pairs is none."""
    begin = body.rfind("\n", 0, place.start) + 1
    behind = BEHIND.match(body, place.end)
    end = behind.end() if behind else place.end
    line = body[begin:end] + body[end:].partition("\n")[0]
    for _ in ("inner", "outer"):
        line = EMPHASIS.sub(lambda found: "_" * len(found[1]) + found[2] + "_" * len(found[1]), line)
    return {found[1] or found[2] for found in NOTE_SIGN.finditer(line[place.start - begin : end - begin])}


def lower_by_section(
    leveled: LeveledSentence, proofs: Sequence[ProvedCitation], said: Sequence[str]
) -> LeveledSentence:
    """A sentence whose heading or row restricts it, or that another section contradicts, is proved only where `said`
    names its own one; what somebody is quoted with is never."""
    if is_reported_or_struck(proofs):
        return replace(leveled, level=ProofLevel.QUOTED, differences=(str(Difference("speech", leveled.text, "")),))
    for proof in proofs:
        if proof.span is None:
            continue
        page = proof.page_text
        heading = (
            restricting_heading(page.text, proof.span.start, said)
            or restricting_key(page.text, proof.span, said)
            or contrasting_heading(page.text, page_sentences_with_spans(page), proof.span.start, proof.sentence, said)
        )
        if heading:
            return replace(leveled, level=ProofLevel.QUOTED, differences=(str(Difference("section", heading, "")),))
    return leveled
