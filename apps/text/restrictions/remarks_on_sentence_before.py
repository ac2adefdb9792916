"""Sentences that speak of the whole one before them: "Das behauptet der Nachbar.", "Wunschdenken.", "That was once so."

What can be said of a sentence that makes it untrue has no end. What follows from it, what it serves and whom it
concerns are said with few words: only such a remark leaves it as it stands.
"""

import re

from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.narrowing_sentences import EXTENDING, UNREAD_VERB, VERB_KINDS
from apps.text.entailment.parse_statements import parse_statements

IN_FRONT = r"(?:(?:Doch|Aber|Denn|Und|Nur|Auch|Ganz|Genau|Schon|But|And|Yet|Or) )?"
GERMAN = re.compile(
    rf"{IN_FRONT}(?:Das|Dies|Dem|So|das|dies|dem|so)\b"
    r"|(?:[\w-]{1,30} ){1,6}(?:das|dies)(?![,;] |\s[\"„]|\s(?:[a-zäöüß-]{2,30}e[nmrs]? )?[A-ZÄÖÜ\d])\b"
)
"""The pronoun at the beginning, or in the first clause where no noun follows it. All other sentences are not parsed."""
OPENING = re.compile(rf"{IN_FRONT}(?:das|dies|dem|so)\b", re.IGNORECASE)
ENGLISH_VERB = (
    r"(?:at any|is|was|has|had|did|does|will|would|could|should|may|might|can|used|\w{2,}(?<!s)s|\w+ed)\b"
    r"(?! (?:is|are|was|has|have|must|may|can|will)\b)"
)
ENGLISH = re.compile(
    rf"{IN_FRONT}(?:(?:This|That|this|that),? {ENGLISH_VERB}"
    r"|(?:So|so) (?:the|they|he|she|it|says?|said|goes|runs?|wrote|read)\b|It (?:used to|was once|is said)\b)"
)
""" "That was the plan."; not "This office is open"."""
ENGLISH_THAT_LEAVES = re.compile(
    rf"{IN_FRONT}(?:this|that) (?:also |usually )?(?:(?:will|can|may|should) (?:also )?)?"
    r"(?:means?|includes?|concerns?|ensures?|helps?|allows?|enables?|serves?|protects?|saves?|reduces?|prevents?"
    r"|avoids?|improves?|increases?|requires?|makes?|happens?|covers?|takes?|costs?|provides?|appl(?:y|ies)"
    r"|simplif(?:y|ies)|supports?|encourages?|gives?"
    r"|(?:was|is|were) (?:agreed|approved|adopted|decided|confirmed|because)"
    r"|(?:be|is) (?:(?:the |settled )?(?:rule|law)|(?:our|the) standard|free|necessary"
    r"|important|possible|required|usual|easy|mandatory|compulsory|done|because|why|how|to)\b)",
    re.IGNORECASE,
)
ALONE = frozenset({("the",), ("this",), ("so",)})
"""Words of a part that is nothing but "das", "dies" or "so"."""
PRESENT, PAST, CAN, MANNER = "present", "past", "can", "so"
LEAVES = frozenset(
    {
        *("bedeuten", "heissen", "geschehen", "erfolgen", "umfassen", "schliessen", "enthalten"),
        *("einschliessen", "beinhalten", "entsprechen", "ergeben", "folgen", "dienen", "helfen", "nützen"),
        *("nutzen", "sichern", "sicherstellen", "gewährleisten", "ermöglichen", "erleichtern", "vereinfachen"),
        *("beschleunigen", "unterstützen", "fördern", "stärken", "schützen", "schonen", "sparen", "ersparen"),
        *("verringern", "senken", "reduzieren", "verhindern", "vermeiden", "vorbeugen", "erhöhen"),
        *("verbessern", "dauern", "kosten", "erledigen", "beantragen"),
        *("mitteilen", "regeln", "vorschreiben", "verlangen", "bewirken", "gelingen", "können", "finden"),
        *("gehen", "nennen", "freuen", "sehen_vor", "vorsehen", "beruhen", "hängen", "liegen"),
    }
)
"""Verbs of what follows from a sentence, what it serves, whom it concerns and how it is done."""
SCOPING = frozenset({"gelten", "betreffen"})
WIDE = frozenset(
    {"all", "every", "each", "both", "unabhängig", "ungeachtet", "grundsätzlich", "ebenso", "entsprechend"}
)
PLAIN_QUALITIES = frozenset(
    {
        *("necessary", "possible", "important", "notwendig", "nötig", "erforderlich", "wichtig", "möglich"),
        *("sinnvoll", "ratsam", "hilfreich", "vorgeschrieben", "verpflichtend", "freiwillig", "kostenlos"),
        *("kostenfrei", "free", "üblich", "usual", "vernünftig", "zweckmässig", "bequem", "einfach"),
        *("unabhängig", "voraussetzung", "pflicht", "vorteil", "grund", "recht", "gesetz"),
    }
)
CONFIRMS = frozenset({"entscheiden", "beschliessen", "bestimmen", "festlegen", "bestätigen", "klarstellen"})
""" "So hat es das Gericht entschieden." """
PLAIN_REMARK = re.compile(
    r"(?:So|Das|Dies) (?:steht|regelt|bestimmt|schreibt|sieht|verlangt|ergibt)\b[^.]{0,60}"
    r"(?:§|\w*(?:satzung|gesetz\w*|verordnung|ordnung)\b)[^.]{0,40}\.\Z"
    r"|(?:Das|Dies) ist (?:\w+ ){0,3}(?:kostenlos|kostenfrei|freiwillig|gebührenfrei)\b|(?:Das|Dies) sind \d"
    r"|(?:Das|Dies) hängt nicht\b[^.]{0,60}\bab\b|(?:Das|Dies) kommt\b[^.]{1,60}\bzugute\b"
    r"|(?:Daran|Hieran) (?:ändert|ändern|rüttelt)\b[^.]{1,200}\bnichts\b"
    r"|[^.]{1,200}\bnot (?:alter|change|affect) (?:this|that|it)\b"
    r"|(?:This|That) (?:has|have) not changed\b|(?:This|It) depends on no\b"
    r"|(?:Gilt|Gelten|Valid|Applies) (?:für|for|to) (?:alle|jede\w*|all|every\w*)\b"
    r"|(?:Keine?|No) \w+ (?:nötig|notwendig|erforderlich|needed|required|necessary)\b|Kein Problem\b|No problem\b",
    re.IGNORECASE,
)
""" "So steht es in § 3 der Satzung.", "Daran ändert der Umbau nichts.", "Gilt für alle Haushalte." """
BEING = "sein"
LIMITING = re.compile(
    r"(?:Zumindest|Wenigstens|Vorausgesetzt|Unterstellt|Angenommen|At least|At any rate|(?:Always a|A)ssuming"
    r"|Provided|Providing|Subject to|Save (?:for|that)|In theory|In principle)\b"
)
""" "Vorausgesetzt, der Haushalt wird genehmigt." """
MOST_OF_ASIDE = 5
"""Words. A longer one without a verb says something of its own."""
ASIDE = re.compile(r"[^\d:;/@|]{2,80}[.!…]\Z")
OFFERS = re.compile(
    r"\b(?:frei|nötig|erforderlich|erlaubt|gestattet|verboten|vorhanden|möglich|kostenlos|inklusive|willkommen|gerecht"
    r"|\w+gerecht|Uhr|Problem|auch|ebenso|free|parking|available|required|allowed|welcome|news|also|too)\b",
    re.IGNORECASE,
)
""" "Keine Anmeldung nötig.", "Herzlich willkommen.": so offers are told, each for itself."""
POLITE = re.compile(
    r"(?:(?:Vielen|Herzlichen|Besten) Dank|Danke|Mit freundlichen|(?:Einstimmig|Mehrheitlich) \w+|Carried|Agreed|Thank"
    r"|Many thanks|Alle Rechte|Liebe[rs]?|Sehr geehrte\w*|Guten|Hallo|Dear|All rights)\b"
)


def remarks_on_sentence_before(text: str) -> bool:
    """Whether a sentence says something of the whole one before it that may make it untrue."""
    if is_verbless_aside(text) or LIMITING.match(text):
        return True
    if ENGLISH.match(text):
        return not ENGLISH_THAT_LEAVES.match(text)
    if not GERMAN.match(text):
        return False
    return any(
        points_to_whole_sentence(one, text) and not leaves_sentence_true(one) for one in parse_statements(text)[:1]
    )


def is_confirming_remark(text: str) -> bool:
    """Whether it says that what stands before holds, is free or is no more than that: nothing is taken back."""
    return PLAIN_REMARK.match(text) is not None


def is_verbless_aside(text: str) -> bool:
    """ "Wunschdenken.", "Not any more.": few words without a verb; in official texts hardly any but those of offers."""
    if len(text.split()) > MOST_OF_ASIDE or not ASIDE.match(text) or POLITE.match(text) or OFFERS.search(text):
        return False
    return all(
        one.predicate.verb in {"", UNREAD_VERB} and not one.dependents and not VERB_KINDS & {p.mark for p in one.parts}
        for one in parse_statements(text)[:1]
    )


def points_to_whole_sentence(one: Statement, text: str) -> bool:
    """Its first part is the pronoun alone; one behind the verb was found by its place."""
    return not OPENING.match(text) or any(p.words in ALONE for p in one.parts[:1])


def leaves_sentence_true(one: Statement) -> bool:
    """In the present, not denied, with a verb or a quality that makes nothing untrue."""
    predicate = one.predicate
    if predicate.modality == CAN and any(p.words == (MANNER,) for p in one.parts[:1]):  # "So können Sie Zeit sparen."
        return True
    if predicate.verb in CONFIRMS and predicate.tense != PAST and not one.scope:
        return True
    if predicate.tense != PRESENT or predicate.mood or set(one.scope) - EXTENDING:
        return False
    if predicate.verb in SCOPING and not widens_scope(one):
        return False
    verb, *qualities = predicate.verb.split() or [""]
    said = {*qualities, *(word for p in one.parts for word in p.words)}
    return bool(said & PLAIN_QUALITIES) if verb == BEING else verb in LEAVES or verb in SCOPING


def widens_scope(one: Statement) -> bool:
    """ "Das gilt auch für Gäste.", "Dies betrifft alle Ämter."; not "Das gilt für Vereine."."""
    scopes = {word for p in one.parts for word in p.scope} | set(one.scope)
    words = {word for p in one.parts for word in p.words}
    return bool(scopes & EXTENDING or words & WIDE)
