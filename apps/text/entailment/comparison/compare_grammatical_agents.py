"""Compares who acts in the source and in the claim: passive and active voice, "Sie", "man" and "wir"."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from apps.text.entailment.both_languages.clause_part import DATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.replace_equivalents import equivalent_verb
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.comparison.comparison_result import ClauseComparison
from apps.text.entailment.german.nominalisations.persons_and_offices import is_person

TABLE = Path(__file__).with_name("acts_without_agent.tsv")
# "Die Erlaubnis kann widerrufen werden" says what an authority can do, not what "you" can.
OF_THE_READER = frozenset({"must", "may", "should"})
REMEDIES = frozenset({"widerspruch", "einspruch", "einwendung", "klage", "beschwerde", "einwand"})


def compare_agents(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    if source.predicate.voice == claim.predicate.voice:
        compare_generic(source, claim, found)
        return
    passive, active = (source, claim) if source.predicate.voice == "passive" else (claim, source)
    if any(part.mark in {"from", "by"} and not part.has_value for part in passive.parts) and not active.generic:
        found.license("voice: the agent of the passive is the subject of the active")
    elif not active.generic:
        found.differ("voice", source.text, claim.text)
    elif (active.generic == "you" and not may_be_reader(active)) or (
        active.generic == "we" and not may_be_office(active)
    ):
        found.differ("agent", source.generic, claim.generic)
    else:
        found.license(f"voice: {source.predicate.voice} -> {claim.predicate.voice}, nobody named")


def compare_generic(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    if {source.generic, claim.generic} == {"you", "one"} and not (may_mean_they(source) or may_mean_they(claim)):
        found.license("person: man = Sie")
    elif source.generic != claim.generic:
        found.differ("agent", source.generic, claim.generic)


def may_mean_they(statement: Statement) -> bool:
    """ "Sie" that opens a sentence after another: in German the same letters as those told of before."""
    return statement.follows and statement.generic == "you" and statement.text.startswith("Sie ")


APPLICANTS = frozenset(
    {
        *(("antragsteller",), ("antragstellerin",), ("antragstellend", "person"), ("antragstellend",), ("bewerber",)),
        *(("besucher",), ("benutzer",), ("nutzer",), ("teilnehmer",), ("gast",), ("visitor",), ("applicant",)),
        *(
            ("user",),
            ("participant",),
            ("customer",),
            ("guest",),
            ("fahrgast",),
            ("badegast",),
            ("teilnehmend",),
            ("bürger",),
        ),
        *(("public",), ("jedermann",), ("each",), ("everyone",)),
        *(("einwohner",), ("resident",), ("citizen",), ("passenger",), ("reader",), ("attendee",)),
    }
)
"""Whoever applies, visits or takes part: the reader of a text that tells how to."""
PAIR = frozenset({"antragsteller", "antragstellerin", "or"})


def license_applicant_as_reader(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """ "Der Antragsteller hat … zu versichern" as "Sie müssen … versichern"; never the other way round."""
    if claim.generic != "you" or source.generic or source.predicate.voice != claim.predicate.voice:
        return
    named = [p.text for p in source.parts if not p.scope and (p.words in APPLICANTS or set(p.words) == PAIR)]
    gone = [d for d in found.differences if d.kind == "agent" or (d.kind == "dropped" and d.source in named)]
    if len(named) == 1 and len(gone) == len(("agent", "dropped")):
        found.differences = [d for d in found.differences if d not in gone]
        found.license(AS_READER)


AS_READER = "person: Antragsteller = Sie"
ANYBODY = frozenset({("person",), ("any", "person"), ("all", "person"), ("anyone",), ("anybody",), ("everyone",)})
OF_ANYBODY = frozenset({"any person", "every person", "each person", "no person", "anyone", "anybody"})
OF_ANYBODY |= {"everyone", "no one", "nobody"}
"""How a rule names whoever it may concern; "persons" and "the person" may be some of them."""


def names_anybody(part: Part, statement: Statement) -> bool:
    """ "A person" only where it is denied or allowed something: "A person must attend the machine" asks for one, and "a
    person may be present" tells that somebody is.
    """
    free = statement.denied or (statement.predicate.modality == "may" and statement.predicate.verb != "be")
    return part.text.lower() in OF_ANYBODY or (free and part.text.lower() == "a person")


def license_anybody_as_reader(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """ "A person must not enter" as "You must not enter": what holds of anybody holds of the reader."""
    if claim.generic != "you" or source.generic or not source.predicate.modality:
        return
    if source.predicate.voice != "active" or claim.predicate.voice != "active":
        return
    named = [
        p.text
        for p in source.parts[:1]
        if p.mark == "np" and p.words in ANYBODY and not p.scope and names_anybody(p, source)
    ]
    gone = [d for d in found.differences if d.kind == "agent" or (d.kind == "dropped" and d.source in named)]
    if len(named) == 1 and len(gone) == len(("agent", "dropped")):
        found.differences = [d for d in found.differences if d not in gone]
        found.license(AS_ANYBODY)


AS_ANYBODY = "person: a person = you"
SAME_PERSON = frozenset({("that", "person"), ("they",), ("person",)})
THAT_PERSON = frozenset({"that person", "the person", "they", "he or she"})


def clause_about_reader(clause: Statement, found: ClauseComparison) -> Statement:
    """ "wenn er Schäden bemerkt" as "wenn Sie Schäden bemerken", where its sentence says of the reader what it says of
    him.
    """
    subjects = [p for p in clause.parts if p.mark == "np" and p.words == ("he",) and NOMINATIVE in p.cases]
    conditional = clause.relation in {"if", "only_if"} and clause.predicate.voice == "active"
    told = AS_READER in found.licences and conditional
    if AS_ANYBODY in found.licences and conditional:
        told, subjects = True, [p for p in clause.parts[:1] if p.words in SAME_PERSON and p.text.lower() in THAT_PERSON]
    if not told or clause.generic or len(subjects) != 1 or subjects[0].scope:
        return clause
    front = clause.front - (clause.parts.index(subjects[0]) < clause.front)
    return replace(clause, generic="you", parts=[p for p in clause.parts if p is not subjects[0]], front=front)


OFFICES = frozenset(
    {
        *(("stadt",), ("gemeinde",), ("verwaltung",), ("stadtverwaltung",), ("gemeindeverwaltung",), ("behörde",)),
        *(("landkreis",), ("council",), ("authority",), ("office",)),
    }
)
"""Whoever speaks to the reader in a text of the administration."""


def license_office_as_we(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """ "Die Stadt entscheidet …" as "Wir entscheiden …"; never the other way round."""
    if claim.generic != "we" or source.generic or source.predicate.voice != claim.predicate.voice:
        return
    named = [p.text for p in source.parts if p.mark == "np" and not p.scope and p.words in OFFICES]
    gone = [d for d in found.differences if d.kind == "agent" or (d.kind == "dropped" and d.source in named)]
    if len(named) == 1 and len(gone) == len(("agent", "dropped")):
        found.differences = [d for d in found.differences if d not in gone]
        found.license("person: die Stadt, die Gemeinde = wir")


TELLING = frozenset(
    """
    mitteilen melden anzeigen informieren senden einsenden vorlegen zusenden tell notify verständigen
    """.split()  # noqa: SIM905 - a list of words to be read
)


def license_told_to_us(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """ "Die Anschrift ist mitzuteilen" as "Teilen Sie uns die Anschrift mit": told to whom the reader deals with."""
    to_us = [p for p in claim.parts if p.mark == "np" and p.words == ("we",) and not p.scope]
    gone = [d for d in found.differences if (d.kind, d.source) == ("added", "") and d.claim in {p.text for p in to_us}]
    to_others = any(p.mark == "np" and DATIVE in p.cases and NOMINATIVE not in p.cases for p in source.parts)
    if claim.predicate.verb in TELLING and claim.generic == "you" and len(to_us) == len(gone) == 1 and not to_others:
        found.differences = [d for d in found.differences if d not in gone]
        found.license("person: mitzuteilen = uns mitzuteilen")


OF_CLAUSES = frozenset({"relative", "if", "only_if", "before", "after", "as_soon", "until", "while"})


def may_be_office(active: Statement) -> bool:
    """What "wir" may be meant by, where the passive names nobody: what is done, and what only an office can do."""
    if active.predicate.modality in {"", "will"}:
        return active.predicate.verb not in verbs_of_kind("must") | verbs_of_kind("pay") | verbs_of_kind(
            "applying"
        ) or (active.predicate.verb in verbs_of_kind("shared"))
    return active.predicate.modality in {"can", "may"} and active.predicate.verb in verbs_of_kind("official") | {
        "zulassen",
        "verlängern",
    }


def is_allowed_by_rule(source: Statement, claim: Statement) -> bool:
    """ "Zwei Urnen können beigesetzt werden" as "dürfen …", "Residents may hire the hall" as "can hire"."""
    verb = source.predicate.verb
    told = source.predicate.tense == claim.predicate.tense == "present" and not (source.denied or claim.denied)
    return told and verb == claim.predicate.verb and verb in verbs_of_kind("applying") | verbs_of_kind("by_rule")


def may_be_reader(active: Statement) -> bool:
    """What the reader may be meant by, where the passive names nobody. What nobody can do, the reader cannot."""
    if active.denied and active.predicate.modality in {"can", "may"}:
        return True
    if active.predicate.verb in verbs_of_kind("official") and active.generic != "we":
        return False
    if active.predicate.modality in OF_THE_READER or active.relation in OF_CLAUSES:
        return may_be_act_of_reader(active)
    if (
        active.predicate.verb in verbs_of_kind("used")
        and not active.predicate.modality
        and active.predicate.tense == "present"
    ):
        return active.generic == "you"
    if active.predicate.verb in {"brauchen", "zahlen", "pay", "need"} and not active.predicate.modality:
        return True
    remedy = active.predicate.verb in {"erheben", "einlegen"} and any(
        p.mark == "np" and p.words[-1:] and p.words[0] in REMEDIES for p in active.parts
    )
    return active.predicate.modality == "can" and (active.predicate.verb in verbs_of_kind("applying") or remedy)


@cache
def verbs_of_kind(kind: str) -> frozenset[str]:
    """The verbs of a kind in acts_without_agent.tsv, as they are compared."""
    rows = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#")]
    return frozenset(equivalent_verb(verb, lang) for lang, of, names in rows if of == kind for verb in names.split(" "))


ONLY_WITH = {
    "annehmen": frozenset({"platz", "angebot", "wahl", "stelle", "he"}),
    "accept": frozenset({"place", "offer", "it"}),
    "einholen": frozenset({"genehmigung", "erlaubnis", "bewilligung", "einwilligung"}),
}
"""Of what people do these: an office takes applications and asks for expert opinions."""
PEOPLE = frozenset(
    {
        *("parent", "applicant", "resident", "tenant", "owner", "patient", "neighbor", "person", "people", "child"),
        *("staff", "customer", "member", "participant", "family", "public", "beteiligt", "betroffen"),
        *("öffentlichkeit", "fahrgast", "winner", "gast"),
    }
)
OF_OFFICES = (
    *("bescheid", "ergebnis", "bericht", "akte", "register", "beschluss", "entscheidung", "stimmzettel", "wahlurne"),
    *("wahllokal", "strasse", "spielplatz", "brücke", "radweg", "haltestelle", "aufzug", "müll", "abfall"),
    *("daten", "datum", "kitaplatz", "betreuungsplatz", "leiter", "geldbusse", "leistung", "personalien"),
    *("kaution", "deposit"),
    *("data", "decision", "record", "road", "street", "station", "place", "waste", "notice", "benefit", "licence"),
)
"""Ends of what offices handle, publish or keep in order."""
OWED = (
    *("gebühr", "beitrag", "steuer", "kosten", "miete", "rechnung", "betrag", "entgelt", "preis", "busse"),
    *("bussgeld", "strafe", "zuschlag", "eintritt", "pfand", "abschlag", "rate", "vorauszahlung", "schuld"),
    *("verwarnungsgeld", "schulgeld", "essensgeld", "kaufpreis"),
)
"""Ends of what people pay; benefits and wages are paid to them."""
OWED_IN_ENGLISH = frozenset(
    {"fee", "charge", "tax", "price", "fine", "rent", "bill", "amount", "contribution", "fare", "deposit"}
)
PAID_BACK = ("zuschuss", "förderung", "darlehen", "überzahlung")
"""Ends of what people may have to pay back."""


PRIVATE = frozenset({"wohnung", "grundstück", "haus", "konto", "adresse", "telefonnummer", "flat", "home", "account"})
"""What others may enter or use only where a rule lets them: whose permission it is has to be said."""


def may_be_act_of_reader(active: Statement) -> bool:
    """An act that people do themselves, with a thing that is theirs to do it with.

    Offices tell persons ("Eltern sind zu informieren"), keep data and pay benefits; plans ("soll gebaut werden") are
    theirs.
    """
    found, name = active.predicate, active.predicate.verb
    things = [p for p in active.parts if p.mark == "np" and p.words]
    told = {p.words[-1] for p in things}
    persons = bool(told & PEOPLE) or any(is_person(p) for p in things)
    if name in ONLY_WITH:
        return bool(told & ONLY_WITH[name])
    if any(word.endswith(OF_OFFICES) for word in told):
        return False
    if name in verbs_of_kind("pay"):
        return not persons and may_be_paid_by_reader(active, told)
    if name in TELLING:
        return not persons and found.modality != "may"
    if found.modality == "may":
        own = any(p.text.startswith(("Ihr", "your ")) for p in things) or bool(told & PRIVATE)
        return name in verbs_of_kind("may") and not own
    if found.modality == "should":
        return name in verbs_of_kind("should")
    return name in verbs_of_kind("must") | verbs_of_kind("applying") | verbs_of_kind("used")


def may_be_paid_by_reader(active: Statement, told: set[str]) -> bool:
    """Fees and the like, and a sum of money; grants only back."""
    back = active.predicate.verb == "zurückzahlen"
    named = [word for word in told if ":" not in word and word not in {"he", "it", "oneself", "you"}]
    if active.predicate.modality == "may":
        return False
    if back:  # A fee that is paid back, an office pays back.
        return bool(named) and all(word.endswith(PAID_BACK) for word in named)
    return all((word.endswith(OWED) or word in OWED_IN_ENGLISH) and not word.endswith(PAID_BACK) for word in named)
