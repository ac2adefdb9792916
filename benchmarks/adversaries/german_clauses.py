# ruff: noqa: E501 - a pattern in one piece can be read, a wrapped one cannot
"""Changes of German sentences that need their structure: negation, roles, merged facts, conditions lost or invented."""

import itertools
import re
from collections.abc import Iterator

from benchmarks.adversaries.sentences import (
    CONTRADICTS,
    DAMAGED,
    FINITE,
    Mutation,
    Rule,
    Sentence,
    is_opening_condition,
    is_predicate,
    label_at,
    lowered,
    tidy,
    with_replaced,
)

AUXILIARY = r"(?:ist|sind|wird|werden|wurde|wurden|war|waren|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|sollen|sollte|sollten)"
NEGATED = re.compile(r"\b(?:nicht|nie|niemals|kein\w*|weder|ohne|niemand|nur|auch|un\w+lich)\b", re.IGNORECASE)
FEMININE_SINGULAR = r"\w+(?:ung|heit|keit|schaft|tion|tät|pflicht|gefahr|gebühr|möglichkeit|frist|ahme|age)\b"
FEMININE = [
    "Gemeinde",
    "Behörde",
    "Verwaltung",
    "Schule",
    "Polizei",
    "Bundesregierung",
    "Landesregierung",
    "Bundesagentur",
    "Krankenkasse",
    "Landesbehörde",
    "Aufsichtsbehörde",
    "Bundesanstalt",
    "Kommission",
    "Kirche",
    "Feuerwehr",
    "Universität",
    "Hochschule",
    "Bank",
    "Gesellschaft",
    "Staatsanwaltschaft",
    "Prüfstelle",
    "Handwerkskammer",
    "Verwaltungsbehörde",
    "Zollbehörde",
    "Erlaubnisbehörde",
    "Kasse",
    "Mutter",
    "Ausbildungsstätte",
]
MASCULINE = [
    "Antragsteller",
    "Arbeitgeber",
    "Arbeitnehmer",
    "Eigentümer",
    "Mieter",
    "Vermieter",
    "Bürgermeister",
    "Käufer",
    "Verkäufer",
    "Unternehmer",
    "Verbraucher",
    "Bewerber",
    "Prüfer",
    "Versicherer",
    "Betreiber",
    "Hersteller",
    "Gläubiger",
    "Schuldner",
    "Empfänger",
    "Besitzer",
    "Halter",
    "Erwerber",
    "Veräußerer",
    "Auftraggeber",
    "Auftragnehmer",
    "Leiter",
    "Lehrer",
    "Schüler",
    "Benutzer",
    "Veranstalter",
    "Steuerpflichtiger",
    "Minister",
    "Einwohner",
]
BODIES = [
    "Bundestag",
    "Bundesrat",
    "Gemeinderat",
    "Landtag",
    "Kreistag",
    "Landkreis",
    "Vorstand",
    "Aufsichtsrat",
    "Ausschuss",
]


def negation_removed(sentence: Sentence) -> Iterator[Mutation]:
    text = sentence.text
    if len(NEGATED.findall(text)) != 1:
        return
    for match in re.finditer(r"\bnicht ", text):
        rest = text[match.end() :]
        if re.match(
            r"(?:nur|mehr|zuletzt|anders|zu|länger|später|weniger|öffentliche\w*|älter|über|vor|überschreit|übersteig)",
            rest,
        ):
            continue
        if re.search(r"noch $|sondern|soweit|es sei denn", text[: match.start()]) or "sondern" in rest:
            continue
        label = label_at(CONTRADICTS, sentence, match.start())
        yield Mutation("- nicht", "negation removed", label, tidy(text[: match.start()] + rest))
    for match in re.finditer(r"\b([Kk])ein(e[nmrs]?|)\b (?!andere|weitere|\w+ere\w? )(?P<word>\w+)", text):
        if re.match(r" (?:mehr|als)\b", text[match.end() :]):
            continue
        singular = match[2] != "e" or re.match(FEMININE_SINGULAR, match["word"])
        if match[2] == "en" and re.search(r"(?:en|ern)$", match["word"]):
            singular = False
        new = (("E" if match[1] == "K" else "e") + f"in{match[2]} " if singular else "") + match["word"]
        label = label_at(CONTRADICTS, sentence, match.start())
        claim = with_replaced(text, match.start(), match.end(), new)
        yield Mutation("- kein", "negation removed", label, claim)


def negation_inserted(sentence: Sentence) -> Iterator[Mutation]:
    """Before the verbs that close a main clause without commas."""
    text = sentence.text
    if "," in text or ";" in text or NEGATED.search(text) or is_opening_condition(sentence):
        return
    frame = re.match(
        rf"(?P<front>.+? {AUXILIARY}) (?P<middle>.+?) (?P<verbs>(?:zu )?\w+(?:t|en|bar|ig|lich)(?: (?:werden|worden|sein|haben|können))?)\.$",
        text,
    )
    if frame is None or re.search(
        r"\b(?:alle\w*|jede\w*|immer|sowohl|entweder|mindestens|höchstens|bis)\b", text, re.IGNORECASE
    ):
        return
    if not frame["verbs"][0].islower() or re.search(rf"\b{AUXILIARY}\b", frame["middle"]):
        return
    if re.search(
        r"\b(?:zum|zur|im|am|beim|de[rnms]|eine[rnms]?|und|oder|zu|als|wie|sehr|sich|\w+lich|\w+ig|besonders|so|ganz)$",
        frame["middle"],
    ):
        return
    yield Mutation(
        "+ nicht", "negation inserted", CONTRADICTS, f"{frame['front']} {frame['middle']} nicht {frame['verbs']}."
    )


REASON = (
    r"(?:wegen|aufgrund|auf Grund|infolge|angesichts|anlässlich|mangels|zwecks|aus(?= [^,;.]* (?:Gründen|Anlass|Not))|"
    r"allein wegen|nur wegen|schon wegen)"
)
CLOSING_VERBS = r"(?:zu )?\w+(?:t|en|bar|ig|lich)(?: (?:werden|worden|sein|haben|hat|wird|wurde|wurden|ist|sind|war|waren|können|kann|darf|dürfen))*"
WHOLE = r"(?:alle[nsr]?|jede[rnsm]?|immer|stets|überall|sämtliche[nr]?|vollständig|ganz)"


def denial_moved(sentence: Sentence) -> Iterator[Mutation]:
    """ "Nicht wegen X abgelehnt" (but refused for another reason) and "wegen X nicht abgelehnt"; "nicht alle", "alle nicht"."""
    text = sentence.text
    if len(re.findall(r"\b(?:nicht|kein\w*|nie)\b", text, re.IGNORECASE)) != 1 or "sondern" in text:
        return
    phrase = r"[^,;.:()]+?"
    behind = re.search(rf"\bnicht (?P<phrase>{REASON} {phrase}) (?P<verbs>{CLOSING_VERBS})(?=[.,;])", text)
    if behind:
        claim = with_replaced(text, behind.start(), behind.end(), f"{behind['phrase']} nicht {behind['verbs']}")
        yield Mutation("nicht wegen -> wegen nicht", "denial moved", DAMAGED, claim)
    before = re.search(rf"\b(?P<phrase>{REASON} {phrase}) nicht (?P<verbs>{CLOSING_VERBS})(?=[.,;])", text)
    if before:
        claim = with_replaced(text, before.start(), before.end(), f"nicht {before['phrase']} {before['verbs']}")
        yield Mutation("wegen nicht -> nicht wegen", "denial moved", DAMAGED, claim)
    opening = re.match(rf"Nicht (?P<whole>{WHOLE} {phrase} {AUXILIARY} {phrase}) (?P<verbs>{CLOSING_VERBS})\.$", text)
    if opening:
        yield Mutation(
            "nicht alle -> alle nicht", "denial moved", DAMAGED, tidy(f"{opening['whole']} nicht {opening['verbs']}.")
        )
    within = re.search(rf"\bnicht (?P<whole>{WHOLE})(?P<rest>(?: {phrase})??)(?= {CLOSING_VERBS}[.,;])", text)
    if within:
        claim = with_replaced(text, within.start(), within.end(), f"{within['whole']}{within['rest']} nicht")
        yield Mutation("nicht immer -> immer nicht", "denial moved", DAMAGED, claim)


def condition_dropped(sentence: Sentence) -> Iterator[Mutation]:
    """A trailing clause with wenn, sofern …, a phrase such as "auf Antrag", an exception."""
    text = sentence.text
    clause = re.search(
        r", (?:wenn|falls|sofern|soweit|solange|es sei denn|außer wenn|wobei jedoch|bevor|sobald|nachdem) [^,;]+\.$",
        text,
    )
    if (
        clause
        and len(text[: clause.start()].split()) > 3
        and not re.search(r"(?:nur|dann|erst|auch|insbesondere|und|oder|so|,.*,.*)$", text[: clause.start()])
    ):
        before = text[: clause.start()]
        if not re.search(r", (?:dass|ob|die|der|das|wenn|und|oder|soweit|wer)\b", before):
            yield Mutation("- condition", "condition dropped", DAMAGED, f"{before}.")
    dropped = {
        "condition dropped": r"(?:auf Antrag|auf Verlangen|auf Anforderung|auf Wunsch|nach Anhörung de[rs] \w+|nach vorheriger \w+|"
        r"im Einvernehmen mit de[rm] \w+|in besonderen Fällen|in begründeten Fällen|in Ausnahmefällen|im Einzelfall|unter Umständen|"
        r"bei Bedarf|in dringenden Fällen|im Benehmen mit de[rm] \w+|in der Regel|grundsätzlich|ausnahmsweise|gegebenenfalls) ",
        "exception dropped": r",? (?:mit Ausnahme|ausgenommen|abgesehen von|vorbehaltlich) [^,;.]+(?:,|(?=\.))",
        "time limit dropped": r"(?:innerhalb|binnen) (?:von |eines |einer )?(?:\w+ )?(?:Tag|Woche|Monat|Jahr|Stunde)\w* ",
    }
    for kind, pattern in dropped.items():
        for match in re.finditer(rf"(?<= ){pattern}" if kind != "exception dropped" else pattern, text):
            after = text[match.end() :]
            before = text[: match.start()].rstrip()
            if re.search(r"\b(?:nur|erst|auch|nicht|nach|und|oder|als|,)$", before) or re.match(
                r"(?:von|nach|und|oder|des|der|vor|ab|seit)\b", after
            ):
                continue
            if len(f"{before} {after}".split()) > 3:
                yield Mutation(f"- {match[0].strip()}", kind, DAMAGED, tidy(f"{before} {after}"))


def condition_replaced(sentence: Sentence) -> Iterator[Mutation]:
    """ "Wenn …, ist …" -> "In jedem Fall ist …"."""
    opening = re.match(
        r"(?:Wenn|Falls|Sofern|Soweit|Solange) [^,;]+, (?P<main>(?:so )?(?P<verb>\w+) .+)$", sentence.text
    )
    if opening and re.match(FINITE["de"], opening["verb"]):
        yield Mutation("condition -> in jedem Fall", "condition dropped", DAMAGED, f"In jedem Fall {opening['main']}")


def condition_added(sentence: Sentence) -> Iterator[Mutation]:
    text = sentence.text
    if re.search(r"\b(?:wenn|sofern|soweit|falls|es sei denn)\b", text, re.IGNORECASE) or text.endswith(".)."):
        return
    for clause in (
        "sofern die Aufsichtsbehörde zustimmt",
        "wenn mindestens fünf Personen betroffen sind",
        "falls die Kosten vorher bezahlt wurden",
        "es sei denn, es handelt sich um Minderjährige",
        "solange das Jahreseinkommen unter 30.000 Euro liegt",
    ):
        yield Mutation(f"+ {clause}", "condition added", DAMAGED, f"{text[:-1]}, {clause}.")


def universal_added(sentence: Sentence) -> Iterator[Mutation]:
    """Behind the finite verb of a main clause."""
    match = re.match(rf"(?:Der|Die|Das|Diese[rs]?|Eine?) [^,;]*? {FINITE['de']} ", sentence.text)
    if match is None or NEGATED.search(sentence.text):
        return
    if re.search(r"\b(?:immer|stets|jede\w*|alle\w*|ausnahmslos|sich|es|sie|er|ihm|ihnen)\b", sentence.text):
        return
    for words in (
        "auch ohne Antrag",
        "auch rückwirkend",
        "auch gegen den Willen der Beteiligten",
        "ab sofort und für immer",
    ):
        claim = f"{match[0]}{words} {sentence.text[match.end() :]}"
        yield Mutation(f"+ {words}", "universal added", DAMAGED, tidy(claim))


def only_added(sentence: Sentence) -> Iterator[Mutation]:
    if NEGATED.search(sentence.text) or re.search(
        r"ausschließlich|lediglich|insbesondere|allein|mindestens|alle", sentence.text
    ):
        return
    for match in re.finditer(
        rf"(?<= )({FINITE['de']}) (?=(?:für|bei|in|auf|am|im|an|mit|durch|von|nach) )", sentence.text
    ):
        if is_predicate(sentence, match.start()):
            claim = with_replaced(sentence.text, match.start(), match.end(), f"{match[1]} nur ")
            yield Mutation("+ nur", "only added", DAMAGED, claim)


def relative_clause_dropped(sentence: Sentence) -> Iterator[Mutation]:
    """Of a bare plural that opens the sentence: the rest speaks of all of them."""
    match = re.match(
        rf"(?P<head>[A-ZÄÖÜ]\w+(?:en|er|e|n|s))(?:, (?:die|denen|deren|welche)\b[^,;]+, )(?P<rest>{FINITE['de']} .+)$",
        sentence.text,
    )
    if match and not re.match(r"(?:Diejenige|Die|Der|Das)\b", match["head"]):
        yield Mutation("- relative clause", "restriction dropped", DAMAGED, f"{match['head']} {match['rest']}")


def attribute_dropped(sentence: Sentence) -> Iterator[Mutation]:
    """Of a bare plural that opens the sentence."""
    match = re.match(rf"(?P<word>[A-ZÄÖÜ][a-zäöüß-]+e) (?P<rest>[A-ZÄÖÜ]\w+ {FINITE['de']} .+)$", sentence.text)
    usual = r"Alle|Diese|Jene|Solche|Keine|Eine|Seine|Ihre|Deine|Meine|Unsere|Welche|Beide|Einige|Mehrere|Viele|Jede|Die|Sonstige|"
    usual += r"Weitere|Nähere|Folgende|Andere|Manche|Eigene|Zahlreiche|Erste|Wenige|Sämtliche|Entsprechende|Zuständige|Etwaige"
    if match and not re.fullmatch(usual, match["word"]) and not re.match(r"\w+(?:ung|heit|keit)\b", match["rest"]):
        yield Mutation(f"- {match['word']}", "restriction dropped", DAMAGED, match["rest"])


def determiner_changed(sentence: Sentence) -> Iterator[Mutation]:
    for match in re.finditer(r"\b([Dd])iese(s|r|)? (?=(?P<noun>[A-ZÄÖÜ]\w+))", sentence.text):
        if match[2] == "r" or re.search(
            r"\b(?:alle|all|in|für|an|auf|durch|über|gegen|um|ohne|unter|vor) $", sentence.text[: match.start()]
        ):
            continue
        plural = re.search(
            rf"\b{match['noun']} (?:\w+ )?(?:sind|werden|gelten|treten|haben|können|müssen|dürfen|sollen)\b",
            sentence.text,
        )
        article = {"s": "das", "": "die"}[match[2] or ""]
        ending = "en" if plural else "e"
        if not match[2] and not plural and not re.match(FEMININE_SINGULAR, match["noun"]):
            continue
        if match[2] and match["noun"].endswith("s") and not match["noun"].endswith(("nis", "ss")):
            continue
        for adjective in ("bisherig", "künftig", "meist") if plural else ("bisherig", "künftig"):
            new = f"{article} {adjective}{ending} "
            new = new[0].upper() + new[1:] if match[1] == "D" else new
            claim = with_replaced(sentence.text, match.start(), match.end(), new)
            yield Mutation(f"{match[0].strip()} -> {new.strip()}", "determiner changed", DAMAGED, claim)


def roles_exchanged(sentence: Sentence) -> Iterator[Mutation]:
    """Two actors of one declension class change places, where nothing joins them on equal terms."""
    for names, ending in ((FEMININE, ""), (MASCULINE, "(?:s|n|)"), (BODIES, "(?:es|s|)")):
        found = list(re.finditer(rf"\b({'|'.join(names)})({ending})\b", sentence.text))
        for first, second in itertools.pairwise(found):
            between = sentence.text[first.end() : second.start()]
            if first[1] == second[1] or re.search(
                r"\b(?:und|oder|sowie|bzw|beziehungsweise|als auch|noch|mit)\b|/", between
            ):
                continue
            if not re.search(r"[a-zäöüß]{4,}", re.sub(r"\b(?:de[rmns]|die|eine[rsmn]?)\b", "", between)):
                continue
            if re.search(r"\bzwischen\b", sentence.text[: first.start()]):
                continue
            claim = (
                sentence.text[: first.start()]
                + second[1]
                + first[2]
                + between
                + first[1]
                + second[2]
                + sentence.text[second.end() :]
            )
            yield Mutation(f"{first[1]} <-> {second[1]}", "roles exchanged", DAMAGED, claim)


def other_actor(sentence: Sentence) -> Iterator[Mutation]:
    """Somebody else does it, or it is done to somebody else."""
    for names, ending in ((FEMININE, ""), (MASCULINE, "(?:s|n|)"), (BODIES, "(?:es|s|)")):
        for match in re.finditer(
            rf"\b({'|'.join(names)})({ending})\b(?! (?:Bad|Berlin|der Vereinten|für|vom))", sentence.text
        ):
            at = names.index(match[1])
            for step in (3, 7):
                other = names[(at + step) % len(names)]
                if other not in sentence.text and not match[1].lower().endswith(other.lower()):
                    claim = with_replaced(sentence.text, match.start(), match.end(), other + match[2])
                    yield Mutation(f"{match[1]} -> {other}", "other actor", DAMAGED, claim)


SUBJECT = rf"(?P<subject>(?:Der|Die|Das|Diese[rs]?|Ein|Eine|Jede[rs]?) [^,;()]+?) (?P<verb>{FINITE['de']}) (?P<rest>[^,;]+)\.$"
PLURAL_VERB = re.compile(r"\w+en$|sind$|haften$")


def merged(sentence: Sentence) -> Iterator[Mutation]:
    """The subject of one sentence with the predicate of its neighbour; both are quoted."""
    first, second = re.match(SUBJECT, sentence.text), re.match(SUBJECT, sentence.following)
    if first is None or second is None or NEGATED.search(sentence.following + sentence.text):
        return
    one, two = first["subject"], second["subject"]
    alike = bool(PLURAL_VERB.match(first["verb"])) == bool(PLURAL_VERB.match(second["verb"]))
    if not alike or one[4:].lower() in two.lower() or two[4:].lower() in one.lower() or re.match(r"Dies", one + two):
        return
    if (
        len(one.split()) > 6
        or len(two.split()) > 6
        or {one.split()[1], two.split()[1]} & {"Gleiche", "gleiche", "Übrige", "Nähere"}
    ):
        return
    if re.search(r"\b(?:sie|er|es|ihr\w*|sein\w*|deren|dessen|diese\w*|dies)\b", second["rest"] + first["rest"]):
        return
    both = f"{sentence.text} {sentence.following}"
    for subject, predicate in ((first, second), (second, first)):
        if re.search(rf"\b{subject['subject'].split()[-1]}\b", predicate["rest"]):
            continue
        claim = f"{subject['subject']} {predicate['verb']} {predicate['rest']}."
        yield Mutation("subject and predicate of two sentences", "facts merged", DAMAGED, claim, both)


def fact_invented(sentence: Sentence) -> Iterator[Mutation]:
    """A true sentence and one that nobody said."""
    for added in (
        "Ein Antrag ist dafür nicht nötig.",
        "Die Kosten übernimmt das Land.",
        "Die Bearbeitung dauert höchstens drei Wochen.",
        "Wer dagegen verstößt, muss 500 Euro zahlen.",
        "Das gilt auch an Feiertagen.",
    ):
        if added.split()[1] not in sentence.text:
            yield Mutation(f"+ {added}", "fact added", DAMAGED, f"{sentence.text} {added}")
    if re.match(r"(?:Der|Die|Das) ", sentence.text) and not NEGATED.search(sentence.text):
        claim = f"Es trifft nicht zu, dass das Folgende gilt: {sentence.text}"
        yield Mutation("+ Es trifft nicht zu", "denied as a whole", CONTRADICTS, claim)
        yield Mutation("+ Früher galt", "hedge added", DAMAGED, f"Früher galt: {lowered(sentence.text)}")


RULES: list[Rule] = [
    negation_removed,
    negation_inserted,
    denial_moved,
    condition_dropped,
    condition_replaced,
    condition_added,
    universal_added,
    only_added,
    relative_clause_dropped,
    attribute_dropped,
    determiner_changed,
    roles_exchanged,
    other_actor,
    merged,
    fact_invented,
]
