# ruff: noqa: E501 - a pattern in one piece can be read, a wrapped one cannot
"""English damage: words whose exchange changes the sense, and changes that need the structure of the sentence."""

import re
from collections.abc import Iterator

from benchmarks.adversaries.sentences import (
    CONTRADICTS,
    DAMAGED,
    Mutation,
    Rule,
    Sentence,
    Swap,
    all_of,
    is_predicate,
    label_at,
    lowered,
    pairs,
    tidy,
    with_replaced,
)

C, D = CONTRADICTS, DAMAGED
NEGATED = r"\bnot\b|n['’]t\b|\bno\b|\bnever\b|\bneither\b|\bnobody\b|\bnone\b|\bwithout\b|\bcannot\b"
NEGATION = re.compile(NEGATED, re.IGNORECASE)
TIMES = [
    *pairs(
        "what would be",
        D,
        "is = would be; are = would be; must = would have to; applies = would apply; apply = would apply; pays = would pay;"
        "pay = would pay; costs = would cost; receive = would receive; requires = would require; has = would have",
        "that|what",
    ),
    *pairs(
        "what was",
        D,
        "is = was; are = were; must = had to; applies > applied; pays > paid; requires > required; receives > received;"
        "begins > began; has = had; does = did; will = would; can = could",
    ),
]
LIMITS = [
    *pairs(
        "limit direction",
        C,
        "at least = at most; no later than > no earlier than; no more than = no fewer than; a minimum of = a maximum of;"
        "not more than > at least; earlier than > later than; longer than > shorter than",
        "not at least",
    ),
    Swap("limit direction", C, r"(?<!no )(?<!not )more than (?=[\d$€£])", "less than "),
    Swap("limit direction", C, r"(?<!no )(?<!not )(?:less|fewer) than (?=[\d$€£])", "more than "),
    Swap("limit direction", C, r"up to (?=[\d$€£])", "at least ", "from"),
    Swap("limit direction", C, r"under (?=\d+ years)", "over "),
    Swap("limit direction", C, r"over (?=\d+ years)", "under "),
    Swap("limit direction", C, r"within (?=\d|two|three|four|five|six|ten|one)", "only after ", "not"),
    Swap("time direction", C, r"before (?=the |\d|\w+ing )", "after ", "the day before|as before|not"),
    Swap(
        "time direction",
        C,
        r"after (?=the |\d|\w+ing )",
        "before ",
        "look after|after all|shortly after|not|named after",
    ),
    Swap(
        "time direction", C, r"until (?=\d|the |Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)", "from ", "not|from"
    ),
    Swap("limit dropped", D, r"(?:at least|at most|no later than|up to) (?=\d)", "", "from"),
]
QUANTIFIERS = [
    Swap(
        "quantifier",
        C,
        r"all (?=(?:the |of the )?[a-z]+s\b)",
        "not all ",
        rf"{NEGATED}|at all|above all|after all|all but|first of all|only",
    ),
    Swap("quantifier", C, r"each (?=[a-z]+ (?:is|has|must|may|can|shall))", "not every ", rf"{NEGATED}|each other"),
    Swap("quantifier", C, r"every (?=[a-z]+ (?:is|has|must|may|can|shall|who|that))", "not every ", NEGATED),
    Swap(
        "quantifier",
        D,
        r"some (?=(?:of the )?[a-z]+s\b)",
        "all ",
        rf"{NEGATED}|some (?:years|days|weeks|hours|months|times)|\ball\b",
    ),
    Swap("quantifier", D, r"many (?=[a-z]+s\b)", "all ", rf"{NEGATED}|\b(?:so|how|too|as|this) many|\ball\b"),
    Swap("quantifier", C, r"many (?=[a-z]+s\b)", "very few ", rf"{NEGATED}|\b(?:so|how|too|as|this) many|\bmany of\b"),
    Swap(
        "quantifier", D, r"several (?=[a-z]+s\b)", "all ", rf"{NEGATED}|several (?:years|days|weeks|hours|months|times)"
    ),
    Swap("quantifier", D, "most of the", "all of the", NEGATED),
    Swap(
        "quantifier",
        C,
        "both",
        "neither",
        rf"{NEGATED}|\bboth (?:\w+ ){{1,4}}and|on both|in both|of both|for both|between|to both|or both",
    ),
    Swap("quantifier", D, "usually", "always", rf"{NEGATED}|than usually|as usually"),
    Swap("quantifier", D, "often", "always", rf"{NEGATED}|(?:as|so|how) often"),
    Swap("quantifier", C, "often", "never", rf"{NEGATED}|(?:as|so|how) often"),
    Swap("quantifier", C, "always", "never", NEGATED),
    Swap("quantifier", D, "generally", "always", rf"{NEGATED}|more generally"),
    Swap("quantifier", C, "partly", "entirely", NEGATED),
    Swap("quantifier", C, "fully", "only partly", rf"{NEGATED}|more fully|only"),
    Swap("quantifier", D, "especially", "exclusively", NEGATED),
    Swap("only and also", D, "only", "also", rf"{NEGATED}|only (?:if|when|one|to)|the only|an only|if only|\balso\b"),
    Swap(
        "only and also",
        C,
        "only (?=(?:for|on|in|at|to|by|with|from|after|between) )",
        "not only ",
        rf"{NEGATED}|the only",
    ),
    Swap(
        "only and also",
        D,
        "only (?=(?:for|on|in|at|to|by|with|from|after|between|if|when) )",
        "",
        rf"{NEGATED}|the only",
    ),
    Swap("only and also", D, "also", "only", rf"{NEGATED}|but also|see also|also known|\bonly\b|also (?:said|told)"),
    Swap("only and also", C, "not only", "not", ""),
]
MODALITY = [
    Swap("modality", D, "must", "may", NEGATED),
    Swap("modality", D, "must", "should", NEGATED),
    Swap("modality", C, "must", "need not", NEGATED),
    Swap("modality", C, "must not", "may", "must not (?:be more|exceed|be longer|be later)"),
    Swap("modality", D, "shall", "may", NEGATED),
    Swap("modality", C, "shall not", "shall", ""),
    Swap("modality", C, "(?:may not|cannot)", "may", "only|may not be (?:more|longer|later)|may not (?:have|exceed)"),
    Swap("modality", D, "should", "must", NEGATED),
    Swap("modality", D, "may", "must", rf"{NEGATED}|only|May \d|\d May|may (?:have|be more)|in May"),
    Swap("modality", C, "may", "must not", rf"{NEGATED}|only|\d May|May \d|may (?:have|be more)|in May|if|where"),
    Swap("modality", D, "can", "must", rf"{NEGATED}|only|as \w+ as"),
    Swap("modality", C, "can", "cannot", rf"{NEGATED}|only|as \w+ as|\bif\b"),
    Swap("modality", D, "could", "will", rf"{NEGATED}|as \w+ as|could have"),
    Swap("modality", D, "might", "will", rf"{NEGATED}|might have"),
    Swap("modality", C, "will", "will not", rf"{NEGATED}|goodwill|free will|\bwill be able|at will|\bonly\b|until"),
    Swap("modality", D, "(is|are) required to", r"\1 allowed to", NEGATED),
    Swap("modality", D, "(is|are) (?:allowed|permitted|entitled) to", r"\1 required to", NEGATED),
    Swap("modality", C, "(is|are) (?:allowed|permitted|entitled) to", r"\1 not permitted to", NEGATED),
]
CONNECTIVES = [
    Swap("cause and concession", D, "because of", "in spite of"),
    Swap("cause and concession", D, "because", "although", "because of|only because"),
    Swap("cause and concession", D, "(?:although|even though)", "because"),
    Swap("cause and concession", D, "(?:despite|in spite of)", "because of"),
    Swap("cause and concession", D, "due to", "despite", r"\bis due|are due|was due|were due|be due"),
    Swap("cause and concession", D, "therefore", "nevertheless"),
    Swap(
        "condition and exception",
        C,
        "if",
        "unless",
        rf"{NEGATED}|as if|even if|only if|what if|whether|if (?:necessary|any|possible|not)|\bsee if|know if|ask if",
    ),
    Swap("condition and exception", C, "unless", "if", ""),
    Swap(
        "condition and exception",
        D,
        "if",
        "even if",
        r"as if|even if|only if|what if|if (?:necessary|any|possible|not)|whether|\bsee if|know if|ask if",
    ),
    Swap("condition and exception", C, "except (?=(?:for|on|in|during) )", "including ", NEGATED),
    Swap("and, or", D, r"either (.{3,40}?) or", r"both \1 and", NEGATED),
    Swap("and, or", D, r"both (?!of|the)(.{3,40}?) and", r"either \1 or", rf"{NEGATED}|between both"),
    Swap("and, or", C, r"neither (.{3,40}?) nor", r"both \1 and", ""),
    Swap("and, or", D, r"(must|shall) ([^,;.]{3,50}?) and (?=[a-z]+)", r"\1 \2 or ", NEGATED),
    Swap("and, or", D, r"(must) ([^,;.]{3,50}?) or (?=[a-z]+)", r"\1 \2 and ", rf"{NEGATED}|either|\ban?\b|any"),
    Swap("included and added", C, "including (?=(?:the|VAT|tax|all)\\b)", "excluding ", ""),
    Swap("included and added", C, "excluding", "including", ""),
    Swap("included and added", C, "plus (?=(?:the|VAT|tax|postage|expenses)\\b)", "including ", ""),
    Swap(
        "with and without",
        D,
        "without (?=(?:permission|consent|notice|charge|a permit|written|prior)\\b)",
        "with ",
        "with or without|nor|not",
    ),
    Swap(
        "with and without",
        D,
        "with (?=(?:permission|consent|the consent|written|prior)\\b)",
        "without ",
        "with or without|not",
    ),
]
OPPOSITES = pairs(
    "opposite",
    C,
    "free of charge > subject to a fee; open on > closed on; is open > is closed; are open > are closed; is closed > is open;"
    "allowed = forbidden; prohibited > permitted; permitted > prohibited; approved = rejected; granted = refused; valid = invalid;"
    "increased = decreased; rose = fell; higher than = lower than; larger than = smaller than; before noon > after noon;"
    "in advance > in arrears; enters into force > ceases to be in force; came into force > expired; begins = ends;"
    "accepted = declined; won = lost; possible = impossible; legal = illegal; public = private; mandatory = voluntary;"
    "compulsory = optional; refundable = non-refundable; temporary = permanent; included > excluded; excluded > included;"
    "confirmed = denied; succeeded = failed; in writing > orally; earlier this > later this; supports = opposes; buy = sell;"
    "bought = sold; last year > next year; best = worst; strengthened = weakened",
    rf"{NEGATED}|only|fell (?:in|into|to|asleep)|private and|public and|rose (?:to|garden)",
)


def negation_inserted(sentence: Sentence) -> Iterator[Mutation]:
    text = sentence.text
    if NEGATION.search(text) or re.search(r"\b(?:only|all|every|each|both|any|until|also|just)\b", text, re.IGNORECASE):
        return
    for match in re.finditer(
        r"(?<= )(is|are|was|were|must|may|should|will|would|could|shall|has been|have been)(?= (?!not)[a-z])", text
    ):
        if is_predicate(sentence, match.start()) and not re.search(r"[,;]", text[: match.start()]):
            word = match[1]
            new = f"{word.split()[0]} not {word.split()[1]}" if " " in word else f"{word} not"
            claim = with_replaced(text, match.start(), match.end(), new)
            yield Mutation("+ not", "negation inserted", CONTRADICTS, claim)
            return


def negation_removed(sentence: Sentence) -> Iterator[Mutation]:
    text = sentence.text
    if len(NEGATION.findall(text)) != 1:
        return
    for match in re.finditer(
        r"(?<=\b)(is|are|was|were|must|may|should|will|would|could|shall|can|do|does|did)(?:n[’']t| not) (?!only|more|later|longer|so|as|exceed)",
        text,
    ):
        if match[1] in {"do", "does", "did"} and match[1] != "do":
            continue
        new = "" if match[1] == "do" else f"{match[1]} "
        label = label_at(CONTRADICTS, sentence, match.start())
        if " but " not in text[match.end() :]:
            yield Mutation("- not", "negation removed", label, with_replaced(text, match.start(), match.end(), new))
    for match in re.finditer(
        r"\bno (?=(?:right|charge|fee|fees|obligation|deadline|entitlement|evidence|refund|change|changes|limit|warranty)\b)",
        text,
    ):
        label = label_at(CONTRADICTS, sentence, match.start())
        yield Mutation("- no", "negation removed", label, with_replaced(text, match.start(), match.end(), "a "))


def condition_dropped(sentence: Sentence) -> Iterator[Mutation]:
    text = sentence.text
    clause = re.search(r",? (?:if|unless|provided that|except (?:for|on|in|during)|as long as) [^,;]+\.$", text)
    if clause and len(text[: clause.start()].split()) > 3:
        before = text[: clause.start()]
        if not re.search(
            r"\b(?:only|even|and|or|as|but|see|ask|know|what|wonder\w*|that|which|asked)$|\bif\b|whether", before
        ):
            yield Mutation("- condition", "condition dropped", DAMAGED, f"{before}.")
    opening = re.match(r"(?:If|Unless|As long as) [^,;]+, (?P<main>.+)$", text)
    if opening and not opening["main"].startswith(("and", "or", "but", "if", "then again")):
        main = re.sub(r"^then ", "", opening["main"])
        yield Mutation("condition -> in any case", "condition dropped", DAMAGED, f"In any case {main}")
    for match in re.finditer(
        r" (?:on request|upon request|in exceptional cases|with prior consent|in writing|as a rule|within \w+ (?:days|weeks|months|years))(?= |\.)",
        text,
    ):
        if not re.search(r"\b(?:only|not|or|and)$", text[: match.start()]) and not re.match(
            r" (?:or|and|of)\b", text[match.end() :]
        ):
            yield Mutation(
                f"-{match[0]}", "condition dropped", DAMAGED, tidy(text[: match.start()] + text[match.end() :])
            )


def added(sentence: Sentence) -> Iterator[Mutation]:
    text = sentence.text
    if not re.search(r"\b(?:if|unless|provided|when)\b", text, re.IGNORECASE):
        for clause in (
            "provided that the supervisory authority agrees",
            "if at least five people are affected",
            "unless the applicant is under 18",
            "as long as the annual income is below 30,000 euros",
        ):
            yield Mutation(f"+ {clause}", "condition added", DAMAGED, f"{text[:-1]}, {clause}.")
    for fact in (
        "No application is needed for this.",
        "The costs are paid by the state.",
        "Processing takes three weeks at most.",
        "This also applies on public holidays.",
        "Anyone who violates this must pay 500 euros.",
    ):
        yield Mutation(f"+ {fact}", "fact added", DAMAGED, f"{text} {fact}")
    if not NEGATION.search(text):
        yield Mutation(
            "+ It is not true", "denied as a whole", CONTRADICTS, f"It is not true that the following applies: {text}"
        )
        yield Mutation(
            "+ formerly",
            "hedge added",
            DAMAGED,
            f"In the past the following applied: {lowered(text) if text.startswith(('The ', 'A ', 'An ')) else text}",
        )


def universal_added(sentence: Sentence) -> Iterator[Mutation]:
    match = re.match(r"(?:The|This|These|A|An|You|We) [^,;]*?\b(?:is|are|must|may|can|will|shall) ", sentence.text)
    if (
        match is None
        or NEGATION.search(sentence.text)
        or re.search(r"\b(?:always|every|all|each|only)\b", sentence.text)
    ):
        return
    for words in (
        "even without an application",
        "even against the will of those concerned",
        "now and for ever",
        "even with effect for the past",
    ):
        yield Mutation(
            f"+ {words}", "universal added", DAMAGED, f"{match[0].rstrip()}, {words}, {sentence.text[match.end() :]}"
        )


def roles_exchanged(sentence: Sentence) -> Iterator[Mutation]:
    """ "X is done by Y" -> "Y is done by X"."""
    match = re.match(
        r"(?P<object>(?:The|A|An) [^,;]{3,40}?) (?P<verb>(?:is|are|was|were|must be|may be|will be|has been) \w+(?:ed|en|id|de|nt)) by (?P<agent>(?:the|an?) [a-z ]{3,30}?)(?P<rest>(?: (?:on|in|within|after|before|for|at) [^,;]+)?)\.$",
        sentence.text,
    )
    if match:
        claim = f"{match['agent'].capitalize()} {match['verb']} by {lowered(match['object'])}{match['rest']}."
        yield Mutation("subject <-> agent", "roles exchanged", DAMAGED, claim)


ACTORS = [
    "council",
    "landlord",
    "tenant",
    "employer",
    "employee",
    "applicant",
    "owner",
    "buyer",
    "seller",
    "teacher",
    "mayor",
    "ministry",
    "court",
    "company",
    "student",
    "visitor",
]


def other_actor(sentence: Sentence) -> Iterator[Mutation]:
    for match in re.finditer(rf"\bthe ({'|'.join(ACTORS)})\b(?![’'-])", sentence.text, re.IGNORECASE):
        at = ACTORS.index(match[1].lower())
        for step in (3, 7):
            other = ACTORS[(at + step) % len(ACTORS)]
            if other not in sentence.text:
                claim = with_replaced(sentence.text, match.start(1), match.end(1), other)
                yield Mutation(f"{match[1]} -> {other}", "other actor", DAMAGED, claim)


def determiner_changed(sentence: Sentence) -> Iterator[Mutation]:
    for match in re.finditer(
        r"\b(These|This) (?=[a-z]+ (?:is|are|must|may|applies|apply|enters?|shall|will)\b)", sentence.text
    ):
        for adjective in ("previous", "future"):
            claim = with_replaced(sentence.text, match.start(), match.end(), f"The {adjective} ")
            yield Mutation(f"{match[1]} -> The {adjective}", "determiner changed", DAMAGED, claim)


SUBJECT = r"(?P<subject>(?:The|This|A|An|Each|Every) [^,;()]+?) (?P<verb>is|are|was|were|must|may|can|has|have|will|costs|applies|apply) (?P<rest>[^,;]+)\.$"


def merged(sentence: Sentence) -> Iterator[Mutation]:
    """The subject of one sentence with the predicate of its neighbour; both are quoted."""
    first, second = re.match(SUBJECT, sentence.text), re.match(SUBJECT, sentence.following)
    if first is None or second is None or NEGATION.search(f"{sentence.text} {sentence.following}"):
        return
    modal = {"must", "may", "can", "will"}
    if first["verb"] != second["verb"] and not {first["verb"], second["verb"]} <= modal:
        return
    one, two = first["subject"], second["subject"]
    if (
        one.split(" ", 1)[1].lower() in two.lower()
        or two.split(" ", 1)[1].lower() in one.lower()
        or max(len(one), len(two)) > 50
    ):
        return
    if re.search(r"\b(?:it|its|they|their|this|these|he|his|she|her|such)\b", first["rest"] + " " + second["rest"]):
        return
    for subject, predicate in ((first, second), (second, first)):
        claim = f"{subject['subject']} {predicate['verb']} {predicate['rest']}."
        yield Mutation(
            "subject and predicate of two sentences",
            "facts merged",
            DAMAGED,
            claim,
            f"{sentence.text} {sentence.following}",
        )


def denial_moved(sentence: Sentence) -> Iterator[Mutation]:
    """ "Was not refused because of X" (but for another reason) and "because of X, was not refused"; "not all", "all not"."""
    text = sentence.text
    if len(NEGATION.findall(text)) != 1 or " but " in text:
        return
    reason = r"(?:because of|because|due to|owing to|on account of|for reasons of|on the grounds of)"
    found = re.match(rf"(?P<main>[^,;]*\bnot\b[^,;]*?) (?P<reason>{reason} [^,;]+)\.$", text)
    if found:
        claim = tidy(f"{found['reason']}, {lowered(found['main'])}.")
        yield Mutation("not because -> because not", "denial moved", DAMAGED, claim)
    opening = re.match(
        r"Not (?P<whole>all|every|each)(?P<rest> [^,;]*? (?:is|are|was|were|must|may|can|will|has|have)) ", text
    )
    if opening:
        claim = tidy(f"{opening['whole']}{opening['rest']} not {text[opening.end() :]}")
        yield Mutation("not all -> all not", "denial moved", DAMAGED, claim)


RULES: list[Rule] = [
    *(all_of(table) for table in (TIMES, LIMITS, QUANTIFIERS, MODALITY, CONNECTIVES, OPPOSITES)),
    negation_inserted,
    negation_removed,
    denial_moved,
    condition_dropped,
    added,
    universal_added,
    roles_exchanged,
    other_actor,
    determiner_changed,
    merged,
]
