# ruff: noqa: E501 - a pattern in one piece can be read, a wrapped one cannot
"""German sentences said otherwise, with the meaning kept."""

import re
from collections.abc import Iterator

from benchmarks.adversaries.notations import RULES as NOTATIONS
from benchmarks.adversaries.notations import same
from benchmarks.adversaries.sentences import FINITE, PRESERVED, Mutation, Rule, Sentence, lowered, tidy
from benchmarks.adversaries.values import MONTHS

# One word for another where any sentence allows it: old, new (a group keeps an ending).
SYNONYMS = [
    (r"unverzüglich(?= (?:mit|an|zu|nach|vor|schrift|\w+en\b))", "umgehend"),
    (r"\berhält\b", "bekommt"),
    (r"\bbenötigt\b(?! (?:wird|werden|wurde))", "braucht"),
    (r"\bbenötigen\b", "brauchen"),
    (r"\blediglich\b", "nur"),
    (r"(?<=\w) sowie (?=die|der|das|den|dem|des|eine|von|für|zur|zum|in\b)", " und "),
    (r"\b([Ff])alls\b(?! nicht)", r"Wenn|wenn"),
    (r"\b([Ss])ofern\b(?! nicht)", r"Falls|falls"),
    (r", da (?=der|die|das|es|sie|er|ein)", ", weil "),
    (r"\bbevor\b", "ehe"),
    (r"\bauf Grund\b", "aufgrund"),
    (r"\baufgrund\b", "auf Grund"),
    (r"\bzurzeit\b", "derzeit"),
    (r"\bderzeit\b", "zurzeit"),
    (r"\bmomentan\b", "derzeit"),
    (r"(?<=\w )ebenfalls\b", "auch"),
    (r"\bdarüber hinaus\b", "außerdem"),
    (r"\bDarüber hinaus\b", "Außerdem"),
    (r"\bZudem\b", "Außerdem"),
    (r"\bzudem\b", "außerdem"),
    (r"\bbeispielsweise\b", "zum Beispiel"),
    (r"\bsämtliche\b", "alle"),
    (r"\bgemäß (?=§|Art)", "nach "),
    (r"\bGemäß (?=§|Art)", "Nach "),
    (r"\bmindestens\b", "wenigstens"),
    (r"\bhöchstens\b", "maximal"),
    (r"\bgestattet\b", "erlaubt"),
    (r"\buntersagt\b(?= ?(?:\.|,|ist|sind))", "verboten"),
    (r"(?<=ist )unzulässig\b", "nicht zulässig"),
    (r"(?<=sind )unzulässig\b", "nicht zulässig"),
    (r"(?<=ist )nicht zulässig\b", "nicht erlaubt"),
    (r"(?<= )erforderlich(?=\.)", "notwendig"),
    (r"(?<= )unentgeltlich(?=\.| )", "kostenlos"),
    (r"\bz\. ?B\.", "zum Beispiel"),
    (r"\bzum Beispiel\b", "z. B."),
    (r"\bbzw\.", "beziehungsweise"),
    (r"\bbeziehungsweise\b", "bzw."),
    (r"\bd\. ?h\.", "das heißt"),
    (r"\bca\. ", "etwa "),
    (r"(?<= )circa ", "etwa "),
    (r"\bungefähr (?=\d)", "etwa "),
    (r"\binsbesondere\b(?! (?:wenn|weil))", "vor allem"),
    (r"\bggf\.", "gegebenenfalls"),
    (r"\binkl\.", "einschließlich"),
    (r"\bzzgl\.", "zuzüglich"),
    (r"\binnerhalb (?=eines (?:Monats|Jahres)|einer Woche)", "binnen "),
    (r"\bbinnen (?=eines (?:Monats|Jahres)|einer Woche)", "innerhalb "),
    (r"\bKfz\b", "Kraftfahrzeug"),
    (r"(?<= )jährlich(?= (?:zu|im|bis|ein|am)\b)", "jedes Jahr"),
    (r"(?<= )täglich(?= (?:von|geöffnet|zu))", "jeden Tag"),
    (r", es sei denn, (?:dass|daß)\b", ", außer wenn"),
    (r"\bnicht nur ([^,;.]+), sondern auch\b", r"sowohl \1 als auch"),
    (r"\bweder (\w+(?:bar|lich|ig|t)) noch (?=\w+(?:bar|lich|ig|t)\b)", r"nicht \1 und auch nicht "),
    (r"\bbedarf der (?=(?:Zustimmung|Genehmigung|Erlaubnis|Einwilligung) (?:der|des)\b)", r"braucht die "),
    (r"\bhat Anspruch auf (?=eine? |die |den |das |[A-ZÄÖÜ])", "hat ein Recht auf "),
    (r"\btritt am (\d{1,2}\. \w+ \d{4}) in Kraft(?=\.)", r"gilt ab dem \1"),
    (r"\bwerktags\b", "an Werktagen"),
    (r"\bsonntags\b", "an Sonntagen"),
    (r"\bmontags\b", "an Montagen"),
    (r"\bjedoch (?=nicht|nur|auch|in|an|auf|von|die|der|das)", "aber "),
]
SPELLINGS = [
    (r"\bdaß\b", "dass"),
    (r"\bdass\b", "daß"),
    (r"\bmuß\b", "muss"),
    (r"\bmuss\b", "muß"),
    (r"\bgemäss\b", "gemäß"),
    (r"\b(Antrag|Vertrag|Beitrag|Betrag|Auftrag|Bescheid|Grundstück|Zeitraum|Haushalt|Fahrzeug)es\b", r"\1s"),
    (r"\bzugunsten\b", "zu Gunsten"),
    (r"\bmithilfe\b", "mit Hilfe"),
    (r"\bmit Hilfe\b", "mithilfe"),
    (r"\bsodass\b", "so dass"),
    (r"\bso dass\b", "sodass"),
    (r"\bin Bezug auf\b", "in bezug auf"),
    (r"\binfrage\b", "in Frage"),
    (r"\bim Übrigen\b", "im übrigen"),
    (r"\bPhoto", "Foto"),
    (r"\bselbständig", "selbstständig"),
    (r"\bselbstständig", "selbständig"),
]
PARTICIPLES = {
    "vorzulegen": "vorgelegt", "beizufügen": "beigefügt", "mitzuteilen": "mitgeteilt", "einzureichen": "eingereicht",
    "anzuzeigen": "angezeigt", "aufzubewahren": "aufbewahrt", "anzugeben": "angegeben", "einzuhalten": "eingehalten",
    "nachzuweisen": "nachgewiesen", "abzugeben": "abgegeben", "durchzuführen": "durchgeführt", "anzuwenden": "angewendet",
    "festzusetzen": "festgesetzt", "zurückzugeben": "zurückgegeben", "bekanntzumachen": "bekanntgemacht",
    "zu stellen": "gestellt", "zu entrichten": "entrichtet", "zu zahlen": "gezahlt", "zu erteilen": "erteilt",
    "zu beachten": "beachtet", "zu begründen": "begründet", "zu unterzeichnen": "unterzeichnet", "zu erstatten": "erstattet",
    "zu berücksichtigen": "berücksichtigt", "zu gewähren": "gewährt", "zu prüfen": "geprüft", "zu bestellen": "bestellt",
    "zu unterrichten": "unterrichtet", "zu versehen": "versehen", "zu kennzeichnen": "gekennzeichnet", "zu wählen": "gewählt",
    "zu übermitteln": "übermittelt", "zu dokumentieren": "dokumentiert", "zu vernichten": "vernichtet", "zu hören": "gehört",
    "zu berechnen": "berechnet", "zu tragen": "getragen", "zu melden": "gemeldet", "zu veröffentlichen": "veröffentlicht",
}  # fmt: skip
PRESENT = {
    "erhoben": ("erhebt", "erheben"), "festgesetzt": ("setzt", "fest"), "bestimmt": ("bestimmt", "bestimmen"),
    "erteilt": ("erteilt", "erteilen"), "gewählt": ("wählt", "wählen"), "geprüft": ("prüft", "prüfen"),
    "erlassen": ("erlässt", "erlassen"), "bestellt": ("bestellt", "bestellen"), "finanziert": ("finanziert", "finanzieren"),
    "gefördert": ("fördert", "fördern"), "unterstützt": ("unterstützt", "unterstützen"), "geleitet": ("leitet", "leiten"),
    "betrieben": ("betreibt", "betreiben"), "getragen": ("trägt", "tragen"), "geregelt": ("regelt", "regeln"),
    "verwaltet": ("verwaltet", "verwalten"), "beschlossen": ("beschließt", "beschließen"), "gezahlt": ("zahlt", "zahlen"),
    "ernannt": ("ernennt", "ernennen"), "entschieden": ("entscheidet", "entscheiden"),
}  # fmt: skip
SUBJECT = r"(?P<subject>(?:Der|Die|Das|Diese[rs]?|Ein|Eine|Jede[rs]?) [^,;:()]+?)"
SCOPE = re.compile(
    r"\b(?:nicht|nur|auch|kein\w*|erst|sowohl|entweder|weder|insbesondere|lediglich|selbst|sogar|nie)\b", re.IGNORECASE
)


def synonyms(sentence: Sentence) -> Iterator[Mutation]:
    for old, new in SYNONYMS:
        if "|" in new:
            capital, small = new.split("|")
            for match in re.finditer(old, sentence.text):
                word = capital if match[0][0].isupper() else small
                yield Mutation(
                    f"{match[0]} -> {word}",
                    "synonym",
                    PRESERVED,
                    tidy(sentence.text[: match.start()] + word + sentence.text[match.end() :]),
                )
        else:
            yield from same("synonym", sentence.text, old, new)


def spellings(sentence: Sentence) -> Iterator[Mutation]:
    for old, new in SPELLINGS:
        yield from same("spelling variant", sentence.text, old, new)


def obligation(sentence: Sentence) -> Iterator[Mutation]:
    """ "ist … vorzulegen" -> "muss … vorgelegt werden", "hat … zu tragen" -> "muss … tragen"."""
    text = sentence.text
    if re.search(r"[,;:]", text) or SCOPE.search(text):
        return
    match = re.match(rf"{SUBJECT} (?P<verb>ist|sind) (?P<middle>.*?)(?P<gerund>zu \w+en|\w+zu\w+e?n)\.$", text)
    if match and match["gerund"] in PARTICIPLES and " und " not in match["middle"][-25:] and is_plain(match):
        modal = "muss" if match["verb"] == "ist" else "müssen"
        claim = f"{match['subject']} {modal} {match['middle']}{PARTICIPLES[match['gerund']]} werden."
        yield Mutation("ist zu -> muss werden", "modal passive", PRESERVED, tidy(claim))
    match = re.match(rf"{SUBJECT} (?P<verb>hat|haben) (?P<middle>.*?)(?P<gerund>zu \w+en|\w+zu\w+e?n)\.$", text)
    if match and match["gerund"] in PARTICIPLES and is_plain(match):
        modal = "muss" if match["verb"] == "hat" else "müssen"
        infinitive = re.sub(r"^zu |(?<=\w)zu(?=\w)", "", match["gerund"], count=1)
        claim = f"{match['subject']} {modal} {match['middle']}{infinitive}."
        yield Mutation("hat zu -> muss", "modal paraphrase", PRESERVED, tidy(claim))


def is_plain(match: re.Match[str]) -> bool:
    """No further verb of the frame's kind in subject or middle."""
    return not re.search(rf"\b{FINITE['de']}|\bzu \w+en\b", f"{match['subject']} {match['middle']}")


def duty(sentence: Sentence) -> Iterator[Mutation]:
    """ "ist verpflichtet, … zu zahlen" -> "muss … zahlen", "ist berechtigt, …" -> "darf …"."""
    match = re.match(
        rf"{SUBJECT} (?P<verb>ist|sind) (?P<what>verpflichtet|berechtigt|befugt), (?P<middle>[^,;]+?) (?P<verbal>zu \w+n|\w+zu(?!sammen|rück)\w+n)\.$",
        sentence.text,
    )
    if (
        match is None
        or SCOPE.search(sentence.text)
        or re.search(rf"\b{FINITE['de']}", match["subject"] + match["middle"])
    ):
        return
    if re.search(r"\bzu (?:nehmen|haben)\b|\bzu\b", match["middle"]) or re.search(r"\bund (?:zu )?$", match["middle"]):
        return
    modal = {"verpflichtet": ("muss", "müssen"), "berechtigt": ("darf", "dürfen"), "befugt": ("darf", "dürfen")}[
        match["what"]
    ]
    infinitive = re.sub(r"^zu |(?<=\w)zu(?=\w)", "", match["verbal"], count=1)
    claim = f"{match['subject']} {modal[match['verb'] == 'sind']} {match['middle']} {infinitive}."
    yield Mutation(f"{match['what']} -> {modal[0]}", "modal paraphrase", PRESERVED, claim)


ACTORS = (
    r"Gemeinde|Behörde|Verwaltung|Schule|Bundesregierung|Landesregierung|Kommission|Aufsichtsbehörde|Krankenkasse|Hochschule|"
    r"Verwaltungsbehörde|Landesbehörde|zuständigen Behörde|obersten Landesbehörde"
)


def active(sentence: Sentence) -> Iterator[Mutation]:
    """ "Die Gebühren werden von der Gemeinde erhoben." -> "Die Gemeinde erhebt die Gebühren."."""
    match = re.match(
        rf"(?P<object>(?:Der|Die|Das) [^,;:()]+?) (?:wird|werden) (?P<before>[^,;]*?)von der (?P<agent>{ACTORS})(?P<after> [^,;]+?)? (?P<participle>\w+)\.$",
        sentence.text,
    )
    if (
        match is None
        or match["participle"] not in PRESENT
        or SCOPE.search(sentence.text)
        or re.search(r"\b(?:und|oder)\b", match["after"] or "")
    ):
        return
    if re.search(r"\b(?:von|vom|durch)\b", match["before"]):
        return
    agent = re.sub(r"^(zuständig|oberst)en", r"\1e", match["agent"])
    thing = re.sub(r"^der ", "den ", lowered(match["object"]))
    if thing.startswith("den ") and re.match(r"den \w+e[rn]? [A-ZÄÖÜ]|den \w+(?:e|ent|ist|at|ant)\b", thing):
        return
    present, particle = PRESENT[match["participle"]]
    last = f" {particle}" if match["participle"] == "festgesetzt" else ""
    claim = f"Die {agent} {present} {thing} {match['before']}{(match['after'] or '').strip()}".rstrip() + f"{last}."
    yield Mutation("passive -> active", "active voice", PRESERVED, tidy(claim))


TIME = rf"(?:[Aa]m|[Aa]b dem|[Bb]is zum|[Ss]eit dem) \d{{1,2}}\. ?(?:{'|'.join(MONTHS['de'])})(?: \d{{4}})?|im Jahre? \d{{4}}|in der Regel"


def fronted(sentence: Sentence) -> Iterator[Mutation]:
    """A phrase of time goes first: "Die Frist endet am 1. Mai." -> "Am 1. Mai endet die Frist."."""
    text = sentence.text
    if re.search(r"[,;:]", text) or SCOPE.search(text):
        return
    match = re.match(
        rf"{SUBJECT} (?P<verb>{FINITE['de']}) (?P<before>(?:[^,;]*? )?)(?P<time>{TIME})(?P<after>[^,;]*)\.$", text
    )
    if match is None or re.search(
        r"\b(?:und|oder|bis|vom?|als|Stand|Fassung|Gesetz\w*|Richtlinie|Antrag\w*|Beschluss)\b", match["before"]
    ):
        return
    if re.match(r" (?:und|oder|bis|geltende\w*|in der Fassung|\w+e[nmrs]? [A-ZÄÖÜ])", match["after"]) or re.search(
        rf"\b{FINITE['de']}", match["subject"]
    ):
        return
    if re.search(r"[A-ZÄÖÜ]\w+ $", match["before"]) and not match["time"].startswith("in der Regel"):
        return
    time = match["time"][0].upper() + match["time"][1:]
    claim = f"{time} {match['verb']} {lowered(match['subject'])} {match['before']}{match['after'].strip()}"
    yield Mutation("phrase of time first", "word order", PRESERVED, tidy(claim.rstrip() + "."))


def clause_order(sentence: Sentence) -> Iterator[Mutation]:
    """ "…, wenn …" -> "Wenn …, …" and back where the subject is a pronoun."""
    match = re.match(
        rf"{SUBJECT} (?P<verb>{FINITE['de']}) (?P<rest>[^,;:]+), (?P<word>wenn|falls|sofern) (?P<clause>[^,;:]+)\.$",
        sentence.text,
    )
    if (
        match
        and not re.search(r"\b(?:nur|dann|erst|auch|so|insbesondere|selbst)\b", sentence.text)
        and not re.search(rf"\b{FINITE['de']}", match["subject"])
    ):
        claim = f"{match['word'].capitalize()} {match['clause']}, {match['verb']} {lowered(match['subject'])} {match['rest']}."
        yield Mutation("condition first", "clause order", PRESERVED, claim)
    match = re.match(
        rf"(?P<word>Wenn|Falls|Sofern) (?P<clause>[^,;:]+), (?P<verb>{FINITE['de']}) (?P<subject>Sie|es|man) (?P<rest>[^,;:]+)\.$",
        sentence.text,
    )
    if match and not re.search(r"\b(?:nur|dann|auch)\b", sentence.text):
        subject = match["subject"][0].upper() + match["subject"][1:]
        claim = f"{subject} {match['verb']} {match['rest']}, {lowered(match['word'])} {match['clause']}."
        yield Mutation("condition last", "clause order", PRESERVED, claim)


def parts(sentence: Sentence) -> Iterator[Mutation]:
    """One sentence as two, at a semicolon or at "und" before a second finite verb."""
    text = sentence.text
    if text.count(";") == 1 and "(" not in text:
        first, second = text.split("; ", 1) if "; " in text else (text, "")
        if (
            second
            and len(first.split()) > 3
            and len(second.split()) > 3
            and re.search(rf"\b{FINITE['de']}", first)
            and re.match(rf"(?:\w+ ){{1,5}}{FINITE['de']}|{FINITE['de']}", second)
            and not re.match(r"\w*(?:wenn|falls|soweit|sofern|dass)\b", second)
        ):
            yield Mutation(
                "two sentences at the semicolon",
                "sentence split",
                PRESERVED,
                f"{first}. {second[0].upper()}{second[1:]}",
            )
    verbs = r"(?:ist|sind|wird|werden|hat|haben|kann|können|muss|müssen|darf|dürfen|soll|sollen|gilt|gelten|beträgt|endet|beginnt|tritt)"
    match = re.match(rf"{SUBJECT} (?P<one>{verbs} [^,;:]+?) und (?P<two>{verbs} [^,;:]+)\.$", text)
    if match is None or re.search(rf"\b(?:und|oder)\b.*\b{verbs}\b", match["one"]) or SCOPE.search(text):
        return
    if match["subject"].startswith(("Der ", "Die ", "Das ", "Diese")) and not re.search(
        rf"\b{FINITE['de']}", match["subject"]
    ):
        claim = f"{match['subject']} {match['one']}. {match['subject']} {match['two']}."
        yield Mutation("two sentences at und", "sentence split", PRESERVED, claim)


def reordered(sentence: Sentence) -> Iterator[Mutation]:
    """ "für Kinder und Jugendliche" -> "für Jugendliche und Kinder"."""
    for match in re.finditer(
        r"(?<= )(?P<before>durch|ohne|gegen|bei|von|mit) (?P<one>[A-ZÄÖÜ]\w+) (?P<and>und|oder) (?P<two>[A-ZÄÖÜ]\w+)(?=\.| (?:ist|sind|wird|werden|zu|gilt|gelten|kann|können)\b)",
        sentence.text,
    ):
        claim = f"{sentence.text[: match.start()]}{match['before']} {match['two']} {match['and']} {match['one']}{sentence.text[match.end() :]}"
        yield Mutation("order of the parts", "coordination order", PRESERVED, claim)


def lead_in(sentence: Sentence) -> Iterator[Mutation]:
    if re.search(r"\b(?:muss|müssen|darf|dürfen|ist zu|sind zu|gilt|beträgt|betragen|wird erhoben)\b", sentence.text):
        yield Mutation("+ Es gilt", "lead-in", PRESERVED, f"Es gilt: {sentence.text}")
        yield Mutation("list of one", "lead-in", PRESERVED, f"Das ist geregelt:\n- {sentence.text}")


def addressed(sentence: Sentence) -> Iterator[Mutation]:
    """Brackets that only hold an abbreviation go."""
    yield from same(
        "abbreviation in brackets dropped", sentence.text, r" \((?!EG|EU|EWG)[A-ZÄÖÜ][A-Za-zÄÖÜ]*[A-ZÄÖÜ]\)", ""
    )


RULES: list[Rule] = [
    *NOTATIONS,
    synonyms,
    spellings,
    obligation,
    duty,
    active,
    fronted,
    clause_order,
    parts,
    reordered,
    lead_in,
    addressed,
]
