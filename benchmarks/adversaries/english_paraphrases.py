# ruff: noqa: E501 - a pattern in one piece can be read, a wrapped one cannot
"""English sentences said otherwise, with the meaning kept."""

import re
from collections.abc import Iterator

from benchmarks.adversaries.notations import RULES as NOTATIONS
from benchmarks.adversaries.notations import same
from benchmarks.adversaries.sentences import PRESERVED, Mutation, Rule, Sentence, lowered, tidy

SYNONYMS = [
    (r"\bprior to\b", "before"),
    (r"\bin order to\b", "to"),
    (r"\b(is|are) required to\b", "must"),
    (r"\b(is|are) permitted to\b", r"\1 allowed to"),
    (r"\b(is|are) allowed to\b", r"\1 permitted to"),
    (r"\bat least\b(?= [\d$€£])", "a minimum of"),
    (r"\bat most\b(?= [\d$€£])", "a maximum of"),
    (r"\bno later than\b", "at the latest by"),
    (r"\bapproximately\b", "about"),
    (r"\bin addition\b", "additionally"),
    (r"\bIn addition,", "Additionally,"),
    (r"\bfor example\b", "e.g."),
    (r"\bfree of charge\b", "at no cost"),
    (r"\bcommence\b", "begin"),
    (r"\bobtain\b", "get"),
    (r"\bobtained\b", "received"),
    (r"\bassist\b", "help"),
    (r"\bin the event that\b", "if"),
    (r"\bprovided that\b", "as long as"),
    (r"\beven though\b", "although"),
    (r"\balthough\b", "even though"),
    (r"\bdue to\b", "because of"),
    (r"\bper year\b", "a year"),
    (r"\bper month\b", "a month"),
    (r"\bper day\b", "a day"),
    (r"\bannually\b", "every year"),
    (r"\bforbidden\b", "prohibited"),
    (r"\bprohibited\b(?= (?:in|on|at|from)|\.)", "forbidden"),
    (r"\bsubsequently\b", "afterwards"),
    (r"\bcurrently\b", "at present"),
    (r"\bwithin the meaning of\b", "as defined in"),
    (r"\bpursuant to\b", "under"),
    (r"\bin accordance with\b", "according to"),
    (r"\ba number of\b", "several"),
]
SPELLINGS = [
    (r"\b([Oo])rganiz", r"\1rganis"),
    (r"\b([Oo])rganis", r"\1rganiz"),
    (r"\bcolor\b", "colour"),
    (r"\bcolour\b", "color"),
    (r"\bcent(?:er)\b", "centre"),
    (r"\bcentre\b", "center"),
    (r"\blabor\b", "labour"),
    (r"(?<=the )program\b", "programme"),
    (r"\bauthoriz", "authoris"),
    (r"\bauthoris", "authoriz"),
    (r"\brecogniz", "recognis"),
    (r"\blicense\b(?= (?:is|fee|holder|must|may))", "licence"),
    (r"\bdo not\b", "don't"),
    (r"\bdoes not\b", "doesn't"),
    (r"\bis not\b", "isn't"),
    (r"\bare not\b", "aren't"),
    (r"\bcannot\b", "can not"),
    (r"\bdon[’']t\b", "do not"),
    (r"\bdoesn[’']t\b", "does not"),
    (r"\bisn[’']t\b", "is not"),
    (r"\bwon[’']t\b", "will not"),
    (r"\bcan[’']t\b", "cannot"),
]
MODALS = r"(?:is|are|must|may|can|will|shall|has|have|applies|apply|costs)"


def synonyms(sentence: Sentence) -> Iterator[Mutation]:
    for old, new in SYNONYMS:
        yield from same("synonym", sentence.text, old, new)


def spellings(sentence: Sentence) -> Iterator[Mutation]:
    for old, new in SPELLINGS:
        yield from same("spelling variant", sentence.text, old, new)


def clause_order(sentence: Sentence) -> Iterator[Mutation]:
    match = re.match(
        r"(?P<main>(?:The|A|An|You|This|These|We|It|They) [^,;:]+?),? (?P<word>if|unless) (?P<clause>[^,;:]+)\.$",
        sentence.text,
    )
    if match and not re.search(
        r"\b(?:only|even|and|or|as|whether|see|ask|know|that|wonder\w*|asked|check|if|decide)$|\bif\b|what ",
        match["main"],
    ):
        main = lowered(match["main"])
        yield Mutation(
            "condition first", "clause order", PRESERVED, f"{match['word'].capitalize()} {match['clause']}, {main}."
        )
    match = re.match(
        r"(?P<word>If|Unless) (?P<clause>[^,;:]+), (?P<main>(?:the|an?|you|this|these|we|it|they) [^,;:]+)\.$",
        sentence.text,
    )
    if match:
        yield Mutation(
            "condition last",
            "clause order",
            PRESERVED,
            f"{match['main'][0].upper()}{match['main'][1:]} {lowered(match['word'])} {match['clause']}.",
        )


def active(sentence: Sentence) -> Iterator[Mutation]:
    """ "The fee is set by the council." -> "The council sets the fee."."""
    verbs = {"set": "sets", "paid": "pays", "issued": "issues", "approved": "approves", "appointed": "appoints", "decided": "decides",
             "elected": "elects", "made": "makes", "provided": "provides", "managed": "manages", "reviewed": "reviews", "collected": "collects",
             "published": "publishes", "checked": "checks", "granted": "grants", "covered": "covers", "organised": "organises"}  # fmt: skip
    match = re.match(
        r"(?P<object>(?:The|A|An) [^,;]{3,40}?) (?:is|are) (?P<verb>\w+) by (?P<agent>(?:the|an?) \w+(?: \w+)?)(?P<rest>(?: (?:on|in|within|after|before|for|at|every) [^,;]+)?)\.$",
        sentence.text,
    )
    if (
        match
        and match["verb"] in verbs
        and not match["agent"].endswith("s")
        and not re.search(r"\b(?:and|or|not|only)\b", sentence.text)
    ):
        claim = f"{match['agent'].capitalize()} {verbs[match['verb']]} {lowered(match['object'])}{match['rest']}."
        yield Mutation("passive -> active", "active voice", PRESERVED, claim)


def fronted(sentence: Sentence) -> Iterator[Mutation]:
    """A phrase of time at the end goes first."""
    match = re.match(
        r"(?P<main>(?:The|A|An|This|These|You) [^,;:]+?) (?P<time>(?:on|from|until|since) \d{1,2} [A-Z][a-z]+(?: \d{4})?|in (?:19|20)\d\d)\.$",
        sentence.text,
    )
    if match and not re.search(r"\b(?:and|or|from|not|only|between|dated|of)\b", match["main"]):
        time = match["time"]
        yield Mutation(
            "phrase of time first", "word order", PRESERVED, f"{time[0].upper()}{time[1:]}, {lowered(match['main'])}."
        )


def parts(sentence: Sentence) -> Iterator[Mutation]:
    text = sentence.text
    if text.count("; ") == 1:
        first, second = text.split("; ")
        if (
            len(first.split()) > 3
            and re.match(r"(?:the|this|it|they|you|an?|these) \w+", second)
            and re.search(rf"\b{MODALS}\b", first)
        ):
            yield Mutation(
                "two sentences at the semicolon",
                "sentence split",
                PRESERVED,
                f"{first}. {second[0].upper()}{second[1:]}",
            )
    match = re.match(
        rf"(?P<subject>(?:The|This|You|These) ?[^,;:]*?) (?P<one>{MODALS} [^,;:]+?) and (?P<two>{MODALS} [^,;:]+)\.$",
        text,
    )
    if (
        match
        and not re.search(r"\b(?:or|and|that|which|who|not)\b", text[: match.start("two") - 5])
        and not re.search(rf"\b{MODALS}\b", match["subject"])
    ):
        yield Mutation(
            "two sentences at and",
            "sentence split",
            PRESERVED,
            f"{match['subject']} {match['one']}. {match['subject']} {match['two']}.",
        )


def lead_in(sentence: Sentence) -> Iterator[Mutation]:
    if re.search(r"\b(?:must|may|shall|applies|costs)\b", sentence.text):
        yield Mutation("+ The rule is", "lead-in", PRESERVED, f"The rule is: {sentence.text}")
        yield Mutation("list of one", "lead-in", PRESERVED, f"The following applies:\n- {sentence.text}")


def addressed(sentence: Sentence) -> Iterator[Mutation]:
    yield from same("abbreviation in brackets dropped", sentence.text, r" \([A-Z]{2,}\)", "")


def must(sentence: Sentence) -> Iterator[Mutation]:
    """ "must" -> "has to", by the number of the subject."""
    for match in re.finditer(r"\b(?P<noun>[a-z]+) must (?!not|also|only|be)(?P<verb>[a-z]+)", sentence.text):
        plural = match["noun"] == "you" or (match["noun"].endswith("s") and not match["noun"].endswith("ss"))
        new = f"{match['noun']} {'have' if plural else 'has'} to {match['verb']}"
        if match["noun"] in {"they", "we", "people", "children"} or re.search(
            r"\b(?:and|or|who|that|which)\b", sentence.text[: match.start()]
        ):
            continue
        yield Mutation(
            "must -> has to",
            "modal paraphrase",
            PRESERVED,
            tidy(sentence.text[: match.start()] + new + sentence.text[match.end() :]),
        )


RULES: list[Rule] = [*NOTATIONS, synonyms, spellings, clause_order, active, fronted, parts, lead_in, addressed, must]
