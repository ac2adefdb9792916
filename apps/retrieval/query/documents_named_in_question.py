"""Documents that a question names: by number, by title, by an author's name.

Numbers and titles are compared whole, in any case of letters; of an author the words of the name. A surname alone
counts where the question uses it as one ("von Meier", "Frau Meier") or consists of it: in German every noun has a
capital, and many are surnames. Offices and other bodies name nothing: "Hundesteuer der Stadt Musterfurt" asks for the
dog tax, and the town may have published every document. Several indexes answer in one statement, so this costs a
question less than a millisecond however many documents there are.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate, chain, pairwise

from psycopg.sql import SQL, Composable, Composed, Identifier, Placeholder

from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query
from apps.text.strip_unstorable_characters import strip_unstorable

LONGEST_QUESTION = 1_000
"""Characters of a question that are looked at."""
LONGEST_TITLE, MOST_WORDS_OF_A_TITLE, FEWEST_WORDS_OF_A_TITLE = 200, 14, 2
MOST_NUMBERS, MOST_NAMES, MOST_DOCUMENTS = 10, 6, 10
SEPARATOR, QUOTES, SIGNS = "\x1f", "\"'„“”»«‚‘’(", "\"'„“”»«‚‘’?!.,;:()"
NUMBER = re.compile(r"\b[A-Za-z]{0,3}\d\w*+(?:(?:[/.-]++[^\W\d]*+)++\d\w*+)++|\b\d{4,}\b")
LOOSE_NUMBER = re.compile(r"\b(\d{1,3}) */ *(\d{1,3}) ?(\d{3})\b")
PAPER = re.compile(
    r"(?<![\w/.,-])([a-z]{0,3})(\d{1,3})([/-])(\d{2,6})(?![\w/-]|[.,]\d)([.](?:pdf|docx?)\b)?", re.IGNORECASE
)
"""A printed paper by its term and its number in it, perhaps as its file is called: "S19-10048.pdf"."""
WORDS_FOR_PAPERS = ("drucksache", "drs", "drs.", "anfrage", "vorlage", "antrag", "nummer", "nr", "nr.")
"""Before a number with a dash, which may be a time or an amount from one to another: "10-12 Uhr"."""
DIGITS_OF_A_NUMBER = (4, 5)
"""As many as parliaments fill up with zeros to."""
NAME_PART = re.compile(r"[^\W\d_a-z][\w'’-]+")
BEFORE_A_NAME = {"von", "vom", "durch", "fraktion", "autor", "autorin", "by", "from", "author"}
"""Words after which one word with a capital is a person's name or that of a group, if any author has it."""
PERSONAL_TITLES = {
    "herr", "herrn", "frau", "abgeordnete", "abgeordneter", "abgeordneten", "senator", "senatorin", "minister",
    "ministerin", "stadtrat", "stadträtin", "dr", "prof", "mr", "mrs", "ms", "member",
}  # fmt: skip
"""Words after which it is a person's."""
BODIES = {
    "stadt", "gemeinde", "kreis", "land", "bund", "freistaat", "bezirk", "region", "senat", "rat", "magistrat", "staat",
    "kirche", "verein", "deutsche", "deutscher", "deutsches", "gmbh", "ag", "city", "town", "county", "state",
    "federal", "council", "office", "department", "ministry", "agency", "board", "authority", "university", "court",
    "association", "commission", "parliament", "government",
}  # fmt: skip
ENDINGS_OF_BODIES = (
    "amt", "ämter", "behörde", "ministerium", "verwaltung", "regierung", "stadt", "gemeinde", "kreis", "landtag",
    "bundestag", "kreistag", "bundesrat", "ausschuss", "stadtrat", "gemeinderat", "gericht", "anstalt", "agentur",
    "kammer", "kasse", "versicherung", "verband", "zentrale", "institut", "universität", "hochschule", "polizei",
    "präsidium", "büro", "stelle", "dienst", "werke", "betrieb", "zentrum", "bibliothek", "bücherei", "archiv",
    "museum", "kommission", "stiftung",
)  # fmt: skip

# A number names one document or a few, a title as well; of an author's documents the newest come. What is asked for
# stands in subqueries: the planner, who would estimate each word anew with each question, keeps one plan for all of
# them. Planning took four times as long as finding.
NAMED = SQL(
    """{words_of_names}
SELECT document.id, CASE WHEN {numbers} THEN 'number' WHEN {titles} THEN 'title' ELSE 'author' END AS means
FROM documents_document AS document
WHERE {allowed} AND ({numbers} OR {titles}{authors})
ORDER BY {numbers} DESC, {titles} DESC, document.date DESC NULLS LAST, document.id
LIMIT (SELECT %(most_named)s::bigint)"""
)
NUMBERS = SQL("lower(document.number) = ANY((SELECT %(named_numbers)s::text[])::text[])")
# The beginning of a title, as the index has it.
TITLES = SQL("left(lower(document.title), 200) = ANY((SELECT string_to_array(%(named_titles)s, chr(31)))::text[])")
# The words of a name are read once, and those of a document's authors only where a name is asked for: small tables are
# read row by row, which took twenty milliseconds for five hundred documents. Read before all documents and not beside
# each: the planner took a plan for certain names for cheaper otherwise, and made one for every question.
WORDS_OF_NAMES = SQL("\nWITH asked AS MATERIALIZED (SELECT {words})")
WORDS_OF_NAME = SQL("nullif(retrieval_words(ARRAY[{name}::text]), '{{}}') AS {column}")
NAME = SQL("(SELECT {column} FROM asked)")
AUTHOR = SQL(
    """ OR ({name} IS NOT NULL AND document.authors <> '{{}}' AND retrieval_words(document.authors::text[]) @> {name}
        AND EXISTS (SELECT FROM unnest(document.authors) AS author
            WHERE retrieval_words(ARRAY[author]::text[]) @> {name}))"""
)


def named_documents(query: Query, most: int = MOST_DOCUMENTS) -> dict[int, str]:
    """Ids of the documents that the reader may see, each with what names it: number, title or author. One query."""
    text = strip_unstorable(query.text[:LONGEST_QUESTION])
    numbers, titles, names = document_numbers_in(text), possible_titles(text), person_names_in(text)
    if not (numbers or titles or names):
        return {}
    values = access_parameters(query) | {
        "named_numbers": [number.lower() for number in numbers],
        "named_titles": SEPARATOR.join(titles),
        "most_named": most,
        **{f"named_author_{place}": names[place] if place < len(names) else None for place in range(MOST_NAMES)},
    }
    return dict(fetch_search_rows(build_statement(query, with_names=bool(names)), values))


def build_statement(query: Query, *, with_names: bool) -> Composable:
    before, after = statement_around_condition(with_names=with_names)
    return Composed([before, access_condition(query), after])


@cache
def statement_around_condition(*, with_names: bool) -> tuple[SQL, SQL]:
    """What stands before and after the condition of what the reader may see: the same for all questions.

    With room for all names that may be asked for, however many there are: one statement is planned once."""
    names = [f"named_author_{place}" for place in range(MOST_NAMES if with_names else 0)]
    words = (WORDS_OF_NAME.format(name=Placeholder(name), column=Identifier(name)) for name in names)
    whole = NAMED.format(
        words_of_names=WORDS_OF_NAMES.format(words=SQL(", ").join(words)) if names else SQL(""),
        numbers=NUMBERS,
        titles=TITLES,
        authors=SQL("").join(AUTHOR.format(name=NAME.format(column=Identifier(name))) for name in names),
        allowed=SQL(SEPARATOR),
    )
    before, _, after = whole.as_string().partition(SEPARATOR)
    return SQL(before), SQL(after)


def document_numbers_in(text: str) -> list[str]:
    """Numbers of documents as they are typed, "19 / 10 048" and "S19-10048.pdf" also as "19/10048"."""
    loose = [f"{term}/{first}{last}" for term, first, last in LOOSE_NUMBER.findall(text)]
    papers = list(dict.fromkeys(paper_numbers_in(text)))[:MOST_NUMBERS]
    typed = unique_values([*NUMBER.findall(text), *loose], MOST_NUMBERS)
    return list(dict.fromkeys([*typed, *chain.from_iterable(map(paper_number_spellings, papers))]))


def paper_numbers_in(text: str) -> list[tuple[str, str]]:
    """Term and number of each printed paper that is named."""
    return [(found[2], found[4]) for found in PAPER.finditer(text) if is_paper_number(found, text)]


def is_paper_number(found: re.Match[str], text: str) -> bool:
    series, sign, ending = found[1], found[3], found[5]
    is_called_one = text[: found.start()].rstrip().lower().endswith(WORDS_FOR_PAPERS)
    return bool(sign == "/" or series or ending or is_called_one or found[0] == text.strip())


def paper_number_spellings(paper: tuple[str, str]) -> list[str]:
    """8/437 and 8/0437."""
    term, number = paper
    bare = number.lstrip("0") or "0"
    return [f"{term}/{number}", f"{term}/{bare}", *(f"{term}/{bare.zfill(digits)}" for digits in DIGITS_OF_A_NUMBER)]


def possible_titles(text: str) -> list[str]:
    """What may be a title: the whole question, and its parts from two words on, folded."""
    words = text.replace(SEPARATOR, " ").lower().split()
    if not words:
        return []
    bare = [word.strip(SIGNS) for word in words]
    # Cut from the text: joining the words of each part anew took a millisecond for a long question.
    joined = " ".join(words)
    starts = list(accumulate((len(word) + 1 for word in words), initial=0))
    parts = [
        (joined[starts[start] : starts[last]] + bare[last]).lstrip(QUOTES)[:LONGEST_TITLE]
        for start in range(len(words))
        for last in range(start + FEWEST_WORDS_OF_A_TITLE - 1, min(len(words), start + MOST_WORDS_OF_A_TITLE))
    ]
    whole = [joined[:LONGEST_TITLE], (joined[: starts[-2]] + bare[-1]).lstrip(QUOTES)[:LONGEST_TITLE]]
    return unique_values([*whole, *parts], len(parts) + 2)


def person_names_in(text: str) -> list[str]:
    """First names with surnames, in either order, then surnames alone."""
    words = [word.strip("\"'„“”»«?!.;:()") for word in text.replace(",", " ").split()]
    pairs = (f"{one} {other}" for one, other in pairwise(words) if is_name_part(one) and is_name_part(other))
    surnames = (name for before, name in pairwise(words) if is_surname(name, before.lower()))
    return unique_values(
        [*pairs, *surnames, *(words if len(words) == 1 and is_name_part(words[0]) else [])], MOST_NAMES
    )


def is_surname(word: str, before: str) -> bool:
    """Persons may be called what bodies are: "Frau Land", but not "von Stadt Musterfurt"."""
    if before in PERSONAL_TITLES:
        return NAME_PART.fullmatch(word) is not None
    return before in BEFORE_A_NAME and is_name_part(word)


def is_name_part(word: str) -> bool:
    return NAME_PART.fullmatch(word) is not None and not is_body(word)


def is_body(word: str) -> bool:
    """Whether it is what offices, towns and associations are called: "Stadt", "Ordnungsamtes", "Council"."""
    folded = word.lower()
    forms = {folded, folded.removesuffix("s"), folded.removesuffix("es")}
    return bool(BODIES & forms) or any(form.endswith(ENDINGS_OF_BODIES) for form in forms)


def unique_values(values: Iterable[str], most: int) -> list[str]:
    kept: Sequence[str] = [value for value in dict.fromkeys(values) if value]
    return list(kept[:most])
