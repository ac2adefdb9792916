"""An act in other words: "die Zahlung erfolgt", "tritt in Kraft", "es besteht Anspruch". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import (
    ACCUSATIVE,
    DATIVE,
    NOMINATIVE,
    NOMINATIVE_OR_ACCUSATIVE,
    Part,
)
from apps.text.entailment.both_languages.normalise_amount_bounds import WEEKDAYS as DAYS
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.entailment.german.nominalisations.act_nouns import THINGS, head_index, verb_of_act_noun, verb_of_part
from apps.text.entailment.german.nominalisations.giving_and_receiving_paraphrases import with_case

EXISTING = frozenset({"bestehen", "geben", "existieren"})
WEEKDAYS = frozenset({*DAYS, *DAYS.values()})
ACTING = frozenset({"erfolgen", "vornehmen", "durchführen", "stattfinden"})


def existence(statement: Statement) -> None:
    """ "es gibt X" and "X besteht"."""
    if statement.predicate.verb not in EXISTING or statement.predicate.voice != "active":
        return
    expletive = any(p.words == ("it",) for p in statement.parts)
    if statement.predicate.verb == "geben" and not expletive:
        return
    statement.licences += ["word: es gibt = besteht"] if statement.predicate.verb == "geben" else []
    say_that_it_exists(statement)


def say_that_it_exists(statement: Statement) -> None:
    """With "bestehen", whose subject may be the object of "es gibt"."""
    drop_parts(statement, lambda part: part.words == ("it",) and not part.scope)
    replace_verb(statement, "bestehen")
    statement.parts = [
        replace(p, cases=p.cases | NOMINATIVE_OR_ACCUSATIVE) if p.mark == "np" else p for p in statement.parts
    ]


def present(statement: Statement) -> None:
    """ "X ist vorhanden" as "X besteht", which "es gibt X" is too."""
    if statement.predicate.verb == "sein vorhanden" and statement.predicate.voice == "active":
        say_that_it_exists(statement)
        statement.licences.append("word: ist vorhanden = es gibt")


def available(statement: Statement) -> None:
    """ "X steht zur Verfügung", "X ist verfügbar" as "X besteht"; not where somebody is named who may use it."""
    found = statement.predicate
    others = [p for p in statement.parts if p.mark == "np" and p.words != ("it",)]
    if found.verb in {"bereitstehen", "sein verfügbar"} and found.voice == "active" and len(others) == 1:
        say_that_it_exists(statement)
        statement.licences.append("word: steht zur Verfügung = es gibt")


def performed_act(statement: Statement) -> None:
    """ "Die Zahlung erfolgt monatlich" as "es wird monatlich gezahlt"."""
    if statement.predicate.verb not in ACTING:
        return
    subjects = [
        p
        for p in statement.parts
        if p.mark == "np" and verb_of_part(p) and not p.scope and not p.determiner and head_index(p) == 0
    ]
    if len([p for p in statement.parts if p.mark == "np"]) != 1 or len(subjects) != 1:
        return
    subject = subjects[0]
    if statement.predicate.verb == "stattfinden" and (subject.words[0] in THINGS or not subject.words[1:]):
        return  # A meeting takes place; nobody meets it.
    index, rest = statement.parts.index(subject), subject.words[2:]
    statement.parts[index : index + 1] = (
        [Part("np", rest, cases=frozenset({NOMINATIVE}), text=subject.text)] if rest else []
    )
    statement.front -= (not rest) and index < statement.front
    replace_verb(statement, verb_of_part(subject), voice="passive")
    statement.licences.append(f"idiom: {subject.words[0]} erfolgt = wird …")


def taking_place(statement: Statement) -> None:
    """ "Bestattungen und Beisetzungen werden vorgenommen" as "finden statt": several acts, which no one verb says."""
    found = statement.predicate
    phrases = [p for p in statement.parts if p.mark == "np"]
    acts = [word for p in phrases for word in p.words if word not in {"and", "or"}]
    several = len(phrases) == 1 and len(acts) > 1 and len(acts) < len(phrases[0].words)
    if not several or not all(verb_of_act_noun(word) and word not in THINGS for word in acts):
        return
    passive = found.verb in {"vornehmen", "durchführen"} and found.voice == "passive" and found.tense == "present"
    if passive or (found.verb == "erfolgen" and found.voice == "active"):
        replace_verb(statement, "stattfinden", voice="active", same_subject=True)
        statement.licences.append("idiom: werden vorgenommen = finden statt")


def granted(statement: Statement) -> None:
    """ "dem Antrag wird stattgegeben" as "der Antrag wird bewilligt"."""
    if statement.predicate.verb == "stattgeben":
        replace_verb(statement, "bewilligen")
        case = NOMINATIVE if statement.predicate.voice == "passive" else ACCUSATIVE
        statement.parts = [
            replace(p, cases=frozenset({case})) if p.mark == "np" and "dat" in p.cases else p for p in statement.parts
        ]
        statement.licences.append("idiom: einem Antrag stattgeben = ihn bewilligen")


def begun(statement: Statement) -> None:
    """ "Mit dem Bau darf begonnen werden" as "der Bau darf beginnen"."""
    if (
        statement.predicate.verb == "beginnen"
        and statement.predicate.voice == "passive"
        and not any(p.mark == "np" for p in statement.parts)
    ):
        statement.parts = [
            replace(p, mark="np", words=drop_carrying_out(p.words), cases=frozenset({NOMINATIVE}), turned=True)
            if p.mark == "with"
            else p
            for p in statement.parts
        ]
        replace_verb(statement, "beginnen", voice="active")
        statement.licences.append("voice: mit X wird begonnen = X beginnt")


def ended(statement: Statement) -> None:
    """ "Die Haltung wird beendet" as "die Haltung endet"."""
    found = statement.predicate
    plain = found.voice == "passive" and found.tense == "present" and not found.modality
    if found.verb == "beenden" and plain and not any(p.mark in {"from", "by"} for p in statement.parts):
        replace_verb(statement, "enden", voice="active", same_subject=True)
        statement.licences.append("voice: wird beendet = endet")


def drop_carrying_out(words: tuple[str, ...]) -> tuple[str, ...]:
    """ "Durchführung der Arbeiten" as "Arbeiten"."""
    return words[2:] if words[:2] in {("durchführung", "of"), ("ausführung", "of")} else words


def enclosed(statement: Statement) -> None:
    """ "muss beiliegen" as "muss beigefügt werden"."""
    if (
        statement.predicate.verb == "beifügen"
        and statement.predicate.voice == "active"
        and not statement.generic
        and not statement.predicate.imperative
    ):
        replace_verb(statement, "beifügen", voice="passive")


def event_taking_place(statement: Statement) -> None:
    """ "Der Markt ist donnerstags auf dem Platz" as "er findet dort statt"."""
    timed = any(word.startswith(("clock:", "date:")) or word in WEEKDAYS for p in statement.parts for word in p.words)
    phrases = [p for p in statement.parts if p.mark == "np" and not is_each_weekday(p)]
    timed = timed or any(is_each_weekday(p) for p in statement.parts)
    if (
        statement.predicate.verb == "sein"
        and timed
        and len(phrases) == 1
        and not any(p.mark in {"adj", "value"} for p in statement.parts)
    ):
        replace_verb(statement, "stattfinden")
        statement.licences.append("idiom: ist am … = findet am … statt")


def is_each_weekday(part: Part) -> bool:
    """ "jeden ersten Mittwoch": when, though it has no preposition."""
    return part.mark == "np" and part.words[:1] == ("all",) and part.words[-1] in WEEKDAYS and not part.scope


def applied_to(statement: Statement) -> None:
    """ "§ 5 ist auf Vereine (nicht) anzuwenden", "findet auf Vereine Anwendung" as "§ 5 gilt (nicht) für Vereine"."""
    found = statement.predicate
    objects = [p for p in statement.parts if p.mark == "on"]
    if found.verb != "anwenden" or found.voice != "passive" or found.modality not in {"", "must"}:
        return
    if len(objects) != 1 or objects[0].scope not in {(), ("not",)} or found.tense != "present":
        return
    if any(p.mark in {"from", "by"} for p in statement.parts):
        return
    statement.scope = (*statement.scope, *objects[0].scope)
    statement.parts = [replace(p, mark="for", scope=()) if p is objects[0] else p for p in statement.parts]
    replace_verb(statement, "gelten", voice="active", modality="", same_subject=True)
    statement.licences.append("idiom: ist auf X anzuwenden = gilt für X")


def informed_about(statement: Statement) -> None:
    """ "jemanden über X unterrichten" as "informieren"; without "über" it may be to teach."""
    if statement.predicate.verb == "unterrichten" and any(p.mark == "about_topic" for p in statement.parts):
        replace_verb(statement, "informieren", same_subject=True)
        statement.licences.append("word: unterrichten über = informieren über")


def let_be_done(statement: Statement) -> None:
    """ "Die Unterlagen lassen sich einreichen" as "können eingereicht werden"."""
    verb = statement.predicate.verb.removesuffix(" lassen").removeprefix("lassen ")
    own = [p for p in statement.parts if p.words == ("oneself",)]
    if verb == statement.predicate.verb or len(own) != 1 or statement.generic or statement.predicate.modality:
        return
    drop_parts(statement, lambda part: part is own[0])
    replace_verb(statement, verb, modality="can", voice="passive", same_subject=True)
    statement.licences.append("modality: lässt sich … = kann … werden")


LET = frozenset(
    {
        *("vormerken", "beglaubigen", "verlängern", "eintragen", "registrieren", "impfen", "reparieren", "reinigen"),
        *("kastrieren", "kennzeichnen", "untersuchen", "beraten", "vertreten", "übersetzen", "ausstellen", "zusenden"),
        *("reservieren", "ändern", "umschreiben", "erneuern", "befreien", "prüfen", "abholen", "anfertigen"),
    }
)
"""What people have done for them."""


def let_do(statement: Statement) -> None:
    """ "Sie können das Buch vormerken lassen" as "das Buch kann vorgemerkt werden"."""
    found = statement.predicate
    verb = found.verb.removesuffix(" lassen").removeprefix("lassen ")
    if verb not in LET or verb == found.verb or statement.generic not in {"you", "one"} or found.voice != "active":
        return
    if any(p.words == ("oneself",) for p in statement.parts) or found.tense != "present":
        return
    statement.parts = [
        with_case(p, NOMINATIVE) if p.mark == "np" and ACCUSATIVE in p.cases else p for p in statement.parts
    ]
    statement.generic = ""
    replace_verb(statement, verb, voice="passive")
    statement.predicate = replace(statement.predicate, imperative=False)
    statement.licences.append("voice: etwas tun lassen = es wird getan")


def consisting_of(statement: Statement) -> None:
    """ "Der Rat besteht aus 32 Mitgliedern", "dem Rat gehören 32 Mitglieder an" as "der Rat hat 32 Mitglieder"."""
    found = statement.predicate
    counted = [p for p in statement.parts if p.words[:1] and p.words[0].startswith("number:")]
    if len(counted) != 1 or found.modality or statement.scope or found.voice != "active":
        return
    others = [p for p in statement.parts if p.mark == "np" and p is not counted[0]]
    of = found.verb == "bestehen" and counted[0].mark == "out"
    within = found.verb == "angehören" and counted[0].mark == "np"
    if len(others) == 1 and (of or (within and DATIVE in others[0].cases)):
        has = others[0]
    else:
        return
    changed = {
        id(has): with_case(has, NOMINATIVE),
        id(counted[0]): with_case(replace(counted[0], mark="np"), ACCUSATIVE),
    }
    statement.parts = [changed.get(id(p), p) for p in statement.parts]
    replace_verb(statement, "haben")
    statement.licences.append("word: besteht aus 32 X = hat 32 X")


FORMS = tuple(
    "antrag formular vordruck broschüre flyer merkblatt plan karte sack kalender heft".split()  # noqa: SIM905
)
"""Ends of what is handed out to whoever asks for it."""


def obtainable(statement: Statement) -> None:
    """ "Der Antrag ist im Bürgerbüro erhältlich" as "Sie erhalten den Antrag im Bürgerbüro"."""
    found = statement.predicate
    named = [p for p in statement.parts if p.mark == "np"]
    plain = found.verb == "sein erhältlich" and found.tense == "present" and not found.modality
    placed = any(p.mark in {"in", "near", "at"} and not p.has_value for p in statement.parts)
    if not plain or statement.generic or not placed or len(named) != 1 or not named[0].words[-1].endswith(FORMS):
        return
    statement.parts = [with_case(p, ACCUSATIVE) if p is named[0] else p for p in statement.parts]
    replace_verb(statement, "erhalten")
    statement.generic = "you"
    statement.licences.append("word: ist erhältlich = Sie erhalten")


EVENTS = (
    *("unterricht", "kurs", "sitzung", "veranstaltung", "konzert", "markt", "fest", "termin", "sprechstunde", "feier"),
    *("training", "vorstellung", "führung", "gottesdienst", "versammlung", "treffen", "seminar", "vortrag", "lesung"),
)
"""Ends of what takes place."""


NO_EVENTS = (
    *("wechselkurs", "aktienkurs", "börsenkurs", "buchführung", "geschäftsführung", "amtsführung", "verkehrsführung"),
    *("einführung", "ausführung", "durchführung", "prozessführung", "betriebsführung", "haushaltsführung", "zuführung"),
)


def is_not_an_event(part: Part) -> bool:
    """ "Wechselkurs"; and of "ein Kurs" one is told, not all."""
    return part.words[-1].endswith(NO_EVENTS) or part.text.lower().startswith(("ein ", "eine "))


CANCELLING = frozenset({"ausfallen", "entfallen"})


def cancelled(statement: Statement) -> None:
    """ "Der Unterricht fällt am Freitag aus", "entfällt" as "er findet nicht statt"; not "kann ausfallen"."""
    found = statement.predicate
    events = [p for p in statement.parts if p.mark == "np" and p.words and p.words[-1].endswith(EVENTS)]
    others = [p for p in statement.parts if p not in events]
    plain = found.verb in CANCELLING and found.voice == "active" and not found.modality and not statement.scope
    timed = all(p.mark in {"at", "adv"} and not p.scope and not p.determiner and "all" not in p.words for p in others)
    sure = all("or" not in p.words for p in statement.parts) and not any(is_not_an_event(p) for p in events)
    if plain and not statement.relation and len(events) == 1 and not events[0].scope and timed and sure:
        replace_verb(statement, "stattfinden", same_subject=True)
        statement.scope = ("not",)
        statement.licences.append(f"negation: {found.verb} = nicht stattfinden")
