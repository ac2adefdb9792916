"""Recognises words that void a text: repealed, rejected, wrong, a draft, an example."""

import re

from apps.text.grammar.negation_words import is_negated

LONGEST_READ = 1_000
NO_LONGER = r"nicht mehr|nicht länger|kein\w* .{0,40}\bmehr\b|no longer|not yet|noch nicht"
RULE_NOUNS = (
    r"(?:fassung|regel(?:ung)?|satzung|ordnung|rechtslage|stand|gebühr|preis|tarif|version|vorschrift|bestimmung"
    r"|rule|price|fee|regulation|law|wording)(?:e|s|n|en)?"
)
VOID = re.compile(
    rf"\b(?:{NO_LONGER}"
    r"|auf(?:ge|zu)hoben\w*|au(?:ß|ss)er Kraft|verlier(?:t|en) .{0,60}\b(?:gültigkeit|geltung|wirksamkeit)"
    r"|(?:ungültig|überholt|veraltet|hinfällig|gegenstandslos|nichtig)(?:e[nrs]?)?"
    r"|(?:abge|ver)(?:lehnt|worfen)\w*|zurückge(?:zogen|nommen|wiesen)\w*|(?:durch)?gestrichen\w*|entfallen|entfällt|ausgesetzt\w*"
    r"|(?:falsch|unzutreffend|unrichtig|unwahr|irrig|irrtümlich)(?:e[nrs]?)?|irrtum|irrtums|irrtümer\w*|myth(?:os|en)"
    r"|gerüchte?|muster(?:satzung|ordnung|schreiben|vertrag|antrag|text|brief|formular)\w*"
    r"|(?:vorgeschlagen|beantragt|geplant)(?:e[nrs]?)?"
    rf"|(?:früher|ehemalig|damalig|bisherig|vorherig|einstig|alt|historisch)e[nrs]? [\w-]{{0,30}}{RULE_NOUNS}"
    r"|repealed|rejected|dismissed|withdrawn|deleted|superseded|revoked|abolished|overturned|expired"
    r"|false|wrong|incorrect|untrue|outdated|obsolete|mistakes?|mistaken|myths?|misconceptions?|rumou?rs?"
    r"|drafts?|struck (?:through|out)|model (?:bye?-?laws?|forms?|text|letter|contract|rules?)|cease[sd] to"
    rf"|samples?|examples?|proposals?|proposed|hypothetical|(?:former|previous|earlier|old) [\w-]{{0,30}}{RULE_NOUNS})"
    r"(?![\w-])"
    r"|(?:entw(?:urf|ürfe)|muster|beispiel|vorschl(?:ag|äge))(?:s|e[ns]?|fassung|text|fall)?(?![\w-])",
    re.IGNORECASE,
)
"""The last words also end compounds: "Gesetzentwurf"."""
DOCUMENT = re.compile(
    r"(?:^|(?<=[.:!?] )|(?<=\*\*))(?:dies(?:e[rs]?|em|en)?|(?:der|die|das) (?:(?:vor|nach)stehende|folgende)n?"
    r"|vorliegende[rns]?|this|the following|(?:the|die|alle)(?= (?:pages|contents?|inhalte|angaben|texte|seiten)\b))"
    r" (?:[\w-]{0,30}(?:fassung|seite|text|dokument|merkblatt|ordnung|satzung|richtlinie|information(?:en)?|version"
    r"|(?:regelung|vorschrift)(?:en)?|inhalte?|angaben|anleitung|liste|tabelle|faltblatt|broschüre|formular|artikel"
    r"|beitrag|protokoll|meldung|mitteilung|nachricht|bekanntmachung)|seiten|texte|pages?|contents?|document|leaflet"
    r"|text|article|version|rules?|regulations?|information|brochure|form|statute|policy|notice|guidance|guide"
    r"|announcement|advice)\b"
    r"|(?:^|(?<=[.:!?] )|(?<=\) ))(?:die|der|das) [\w-]{0,30}"
    r"(?:satzung|ordnung|richtlinie|vereinbarung|gesetz|vertrag|erlass) (?:tritt|verliert) ",
    re.IGNORECASE | re.MULTILINE,
)
"""A document that speaks of itself, at the beginning of a sentence or line; "die Satzung vom 3. Mai tritt" is another
one."""
OLD = re.compile(
    r"\b(?:ist|sind|is|are) (?:\w+ )?(?:älter|mehr|older|more) (?:als|than) [\w-]{1,20}"
    r" (?:Tage?|Wochen?|Monate?|Jahre?|days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
""" "ist älter als zwölf Monate", of the document; not "für Hunde, die älter als drei Monate sind"."""


END_BESIDE_BEGIN = re.compile(
    r"(?<=\bin Kraft)\b(?P<between>.{0,60}?)\b(?:die|der|das|alle|sämtliche)\b(?P<named>.{0,200}?)\bau(?:ß|ss)er Kraft",
    re.IGNORECASE | re.DOTALL,
)
SEVERAL = re.compile(r"\b(?:treten|werden)\s*\Z", re.IGNORECASE)
OTHER_DOCUMENT = re.compile(
    r"\bvom \d|\b(?:bisherig|früher|ehemalig|vorherig|bisher gelten|entgegenstehen|alt)\w*", re.IGNORECASE
)


def says_void(text: str) -> bool:
    """Whether it has such a word and does not deny it; never of a text longer than LONGEST_READ."""
    if len(text) > LONGEST_READ:
        return False
    found = list(VOID.finditer(text))
    if any(re.match(NO_LONGER, one[0], re.IGNORECASE) for one in found):
        return True
    return bool(found) and not is_negated(text)


def voids_document(text: str) -> bool:
    """ "Diese Fassung ist nicht mehr in Kraft.", "Diese Meldung ist älter als ein Jahr": nothing of it may hold."""
    if not DOCUMENT.search(text):
        return False
    own = END_BESIDE_BEGIN.sub(drop_repeal_of_another, text, 1) if len(text) <= LONGEST_READ else text
    return says_void(own) or OLD.search(text) is not None


def drop_repeal_of_another(found: re.Match[str]) -> str:
    """ "Diese Satzung tritt am 1. Januar in Kraft; gleichzeitig tritt die Satzung vom 3. Mai außer Kraft" without its
    second half, which speaks of another document: with its date, its age, or in the plural."""
    is_another = SEVERAL.search(found["between"]) or OTHER_DOCUMENT.search(found["named"])
    return "" if is_another else found[0]
