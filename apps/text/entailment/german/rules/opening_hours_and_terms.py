"""Opening hours and terms: "hat geöffnet", "bleibt geschlossen", "auf zwei Jahre befristet". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.normalise_amount_bounds import WEEKDAYS
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.numbers.calendar_names import TO_ENGLISH_WEEKDAY

OPEN_OR_CLOSED = frozenset({("open",), ("closed",)})


HOURS = frozenset({"öffnungszeit", "sprechzeit", "geschäftszeit"})


def for_a_purpose(statement: Statement) -> None:
    """ "zu wirtschaftlichen Zwecken" as "für wirtschaftliche Zwecke"."""
    for index, part in enumerate(statement.parts):
        if part.mark == "to" and part.words[-1:] == ("zweck",) and len(part.words) > 1 and "of" not in part.words:
            statement.parts[index] = replace(part, mark="for")


def opening_hours(statement: Statement) -> None:
    """ "Die Öffnungszeiten des Büros sind …" as "das Büro ist … geöffnet"."""
    if statement.predicate.verb != "sein":
        return
    named = [
        p for p in statement.parts if p.mark == "np" and p.words[:1] and p.words[0] in HOURS and p.words[1:2] == ("of",)
    ]
    hours = any(word.startswith("clock:") for p in statement.parts for word in p.words)
    if len(named) != 1 or named[0].scope or not hours or statement.scope:
        return
    owner = Part("np", named[0].words[2:], cases=frozenset({NOMINATIVE}), text=named[0].text, turned=True)
    statement.parts = [owner if p is named[0] else p for p in statement.parts]
    replace_verb(statement, "sein open")
    statement.licences.append("word: Öffnungszeiten sind = ist geöffnet")


def opening_as_state(statement: Statement) -> None:
    """ "hat geöffnet", "bleibt geschlossen" as "ist geöffnet", "ist geschlossen"."""
    name = statement.predicate.verb
    stating = any(p.mark == "adj" and p.words in OPEN_OR_CLOSED for p in statement.parts)
    phrases = sum(p.mark == "np" for p in statement.parts)
    if name not in {"haben", "bleiben"} or not stating or phrases > 1 or statement.predicate.voice != "active":
        return
    replace_verb(statement, "sein")
    statement.licences.append(f"word: {name} geöffnet = ist geöffnet")


STATING_HOURS = frozenset({"sein open", "sein closed"})


def open_days(statement: Statement) -> None:
    """ "ist am Freitag von 9 bis 12 Uhr geöffnet" as "freitags": opening hours are of every week."""
    hours = any(word.startswith("clock:") for p in statement.parts for word in p.words)
    if statement.predicate.verb in STATING_HOURS and hours and statement.predicate.tense == "present":
        statement.parts = [
            replace(p, mark="adv", words=(TO_ENGLISH_WEEKDAY[p.words[0]],))
            if p.mark == "at" and is_weekday_part(p)
            else p
            for p in statement.parts
        ]


def is_weekday_part(part: Part) -> bool:
    return len(part.words) == 1 and part.words[0] in TO_ENGLISH_WEEKDAY and not part.scope and not part.determiner


def shut(statement: Statement) -> None:
    """ "Das Rathaus ist am 24. Dezember zu", "bleibt … zu" as "es ist geschlossen"."""
    found = statement.predicate
    if found.verb == "zubleiben" and found.voice == "active" and not found.modality:
        replace_verb(statement, "sein closed")
        statement.licences.append("word: bleibt zu = ist geschlossen")
    closed = [p for p in statement.parts if p.mark == "to" and p.words == ("zu",) and not p.scope]
    if statement.predicate.verb == "sein" and len(closed) == 1:
        drop_parts(statement, lambda part: part is closed[0])
        replace_verb(statement, "sein closed")
        statement.licences.append("word: zu = geschlossen")


def validity_as_verb(statement: Statement) -> None:
    """ "ist vier Wochen gültig" as "gilt vier Wochen"; "gilt zwei Stunden lang" without "lang"."""
    if statement.predicate.verb == "sein gültig":
        replace_verb(statement, "gelten")
        statement.licences.append("word: gültig sein = gelten")
    if statement.predicate.verb == "gelten" and any(p.mark == "value" for p in statement.parts):
        drop_parts(statement, lambda part: part.words == ("lang",) and not part.scope)


def limited_to(statement: Statement) -> None:
    """ "ist auf zwei Jahre befristet" as "gilt für zwei Jahre"."""
    spans = [p for p in statement.parts if p.mark == "on" and p.has_value and not p.scope]
    state = statement.predicate.voice == "passive" and statement.predicate.tense == "perfect"
    if statement.predicate.verb != "befristen" or not state or len(spans) != 1 or statement.predicate.modality:
        return
    statement.parts = [replace(p, mark="for") if p is spans[0] else p for p in statement.parts]
    replace_verb(statement, "gelten", voice="active", tense="present")
    statement.licences.append("idiom: auf … befristet = gilt für …")


def free_entry(statement: Statement) -> None:
    """ "haben freien Eintritt", "für X ist der Eintritt frei" as "X zahlen keinen Eintritt"."""
    entry = [p for p in statement.parts if p.mark == "np" and p.words[-1:] == ("eintritt",) and not p.scope]
    if len(entry) != 1 or statement.denied or statement.predicate.modality:
        return
    if statement.predicate.verb == "haben" and entry[0].words == ("frei", "eintritt"):
        statement.parts = [
            replace(p, words=("eintritt",), determiner="") if p is entry[0] else p for p in statement.parts
        ]
    elif statement.predicate.verb == "sein frei" and entry[0].words == ("eintritt",):
        persons = [p for p in statement.parts if p.mark == "for"]
        if len(persons) != 1:
            return
        drop_parts(statement, lambda part: part is entry[0])
        as_payer = replace(persons[0], mark="np", cases=frozenset({"nom"}))
        statement.parts = [as_payer if p is persons[0] else p for p in statement.parts]
        statement.parts.append(replace(entry[0], cases=frozenset({"acc"}), text="Eintritt"))
    else:
        return
    replace_verb(statement, "zahlen")
    statement.scope = (*statement.scope, "not")
    statement.licences.append("idiom: freier Eintritt = keinen Eintritt zahlen")


LASTING = frozenset(
    {
        *("wählen", "bestellen", "ernennen", "berufen", "erteilen", "gewähren", "bewilligen", "mieten", "vermieten"),
        *("verpachten", "pachten", "abschliessen", "sperren", "bestimmen", "benennen", "einstellen", "anlegen"),
    }
)
"""Verbs with which "auf" and "für" name how long it lasts; "auf zwei Jahre verlängern" names the end of it."""


def for_a_time(statement: Statement) -> None:
    """ "werden auf fünf Jahre gewählt" as "für fünf Jahre"."""
    spans = [p for p in statement.parts if p.mark == "on" and len(p.words) == 1 and p.words[0].startswith(SPANS)]
    if statement.predicate.verb in LASTING and len(spans) == 1:
        statement.parts = [replace(p, mark="for") if p is spans[0] else p for p in statement.parts]
        statement.licences.append("word: auf … Jahre = für … Jahre")


SPANS = ("days:", "months:", "minutes:")


POINTS = frozenset({"at", "around", "on", "in", "until", "until+to"})


def deadline(statement: Statement) -> None:
    """ "spätestens am 5. Mai" as "bis zum 5. Mai", where something has to be done until then."""
    owed = statement.predicate.modality == "must" and not statement.denied
    for index, part in enumerate(statement.parts):
        words = part.words
        if "at_latest" in words:
            words = tuple(word for word in words if word != "at_latest")
        late = part.scope == ("at_latest",) or (not part.scope and len(words) < len(part.words))
        if part.mark == "until" and words and all(word.startswith(SPANS) for word in words) and not part.scope:
            following = statement.parts[index + 1 : index + 2]
            if following and following[0].mark in {"before", "after"}:
                statement.parts[index] = replace(part, mark="value", words=words, scope=("at_latest",))
        elif owed and part.mark in POINTS and (late or (part.mark in {"until", "until+to"} and not part.scope)):
            statement.parts[index] = replace(part, mark="until", words=words, scope=())
            statement.licences += ["limit: spätestens am = bis zum"] if late else []


def visiting_hours(statement: Statement) -> None:
    """ "Sie können von 9 bis 14 Uhr zum Bad kommen", "das Bad besuchen" as "das Bad ist von 9 bis 14 Uhr geöffnet"."""
    found = statement.predicate
    mark = "to" if found.verb == "kommen" else "np"
    places = [p for p in statement.parts if p.mark == mark and not p.scope and not p.has_value]
    hours = any(word.startswith("clock:") for p in statement.parts for word in p.words)
    if found.modality != "can" or statement.generic not in {"you", "one"} or statement.scope or statement.dependents:
        return
    others = any(p.mark == "np" and p not in places for p in statement.parts)
    places = [p for p in places if mark == "to" or is_open_to_visitors(p)]
    if len(places) == 1 and hours and found.voice == "active" and not others:
        place = replace(places[0], mark="np", cases=frozenset({NOMINATIVE}), turned=True)
        statement.parts = [place if p is places[0] else weekday_as_habit(p) for p in statement.parts]
        statement.predicate, statement.generic = Predicate("benutzen", "may", "passive"), ""
        statement.licences.append("idiom: von … bis … kommen können = geöffnet")


EACH_WEEK = {german: english for english, german in WEEKDAYS.items() if english.endswith("day")}


def weekday_as_habit(part: Part) -> Part:
    """ "am Samstag", of hours that are the same every week: "samstags"."""
    day = EACH_WEEK.get(part.words[0], "") if part.mark == "at" and len(part.words) == 1 and not part.scope else ""
    return replace(part, mark="adv", words=(day,)) if day else part


VISITED = (
    *("bücherei", "bibliothek", "bad", "museum", "rathaus", "amt", "büro", "ausstellung", "zoo", "park", "archiv"),
    *("halle", "hof", "kirche", "deponie", "zentrum", "stelle", "laden", "center", "galerie"),
)
"""Ends of places that are open to visitors at some hours."""


def is_open_to_visitors(part: Part) -> bool:
    return bool(part.words) and part.words[-1].endswith(VISITED) and not part.scope and not part.determiner


STARTING_OR_ENDING = {"öffnen": "starting", "aufmachen": "starting", "schliessen": "until", "zumachen": "until"}


def opens_at(statement: Statement) -> None:
    """ "Die Bücherei öffnet um 10 Uhr" as "ist ab 10 Uhr geöffnet", "schließt um 18 Uhr" as "bis 18 Uhr"."""
    found = statement.predicate
    hours = [p for p in statement.parts if p.mark == "around" and len(p.words) == 1 and p.words[0].startswith("clock:")]
    named = [p for p in statement.parts if p.mark == "np"]
    plain = found.voice == "active" and found.tense == "present" and not (found.modality or statement.generic)
    weekly = all(p in hours or p in named or (p.mark == "adv" and not p.scope) for p in statement.parts)
    if found.verb not in STARTING_OR_ENDING or not plain or statement.scope or not weekly:
        return
    if len(hours) != 1 or hours[0].scope or len(named) != 1 or not is_open_to_visitors(named[0]):
        return
    statement.parts = [replace(p, mark=STARTING_OR_ENDING[found.verb]) if p is hours[0] else p for p in statement.parts]
    opens = STARTING_OR_ENDING[found.verb] == "starting"
    replace_verb(statement, "sein open")
    statement.exclusive = True
    statement.licences.append(
        "word: öffnet um X = ist ab X geöffnet" if opens else "word: schließt um X = ist bis X geöffnet"
    )


def open_in_speech(statement: Statement) -> None:
    """ "Die Bücherei hat bis 18 Uhr auf" as "hat … geöffnet"."""
    stated = [p for p in statement.parts if (p.mark, p.words) in {("on", ("auf",)), ("to", ("zu",))} and not p.scope]
    words = {word for p in statement.parts for word in p.words}
    hours = any(word.startswith("clock:") or word in TO_ENGLISH_WEEKDAY for word in words) or (
        not words.isdisjoint(TO_ENGLISH_WEEKDAY.values())
        and any(is_open_to_visitors(p) for p in statement.parts if p.mark == "np")
    )
    if (
        statement.predicate.verb == "haben"
        and len(stated) == 1
        and hours
        and sum(p.mark == "np" for p in statement.parts) == 1
        and not statement.generic
    ):
        state = "open" if stated[0].mark == "on" else "closed"
        drop_parts(statement, lambda part: part is stated[0])
        replace_verb(statement, f"sein {state}")
        statement.licences.append(f"word: hat auf, hat zu = ist {state}")
