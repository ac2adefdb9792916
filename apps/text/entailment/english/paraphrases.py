"""Rules for English paraphrases: "Smoking is prohibited", "It is possible to book", "Holders of a pass"."""

from dataclasses import replace

from apps.text.entailment.both_languages.apply_and_record_rules import apply_and_record_rules
from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.negation_rules import not_without, unless
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.entailment.english.rules.duties_and_rights import verb_of_gerund
from apps.text.entailment.tokens.morphology import analyse_word

JUDGEMENTS = {
    "possible": ("can", False),
    "impossible": ("can", True),
    "forbidden": ("may", True),
    "allowed": ("may", False),
    "necessary": ("must", False),
    "compulsory": ("must", False),
}


def apply_paraphrase_rules(statement: Statement) -> None:
    """By every rule in turn."""
    rules = (
        sum_after_noun,
        only_of_last,
        reserves,
        signature,
        needed,
        told_about,
        receiving,
        judged_act,
        forbidden,
        gerund_subject,
        act_of,
        payable,
        charged,
        unable,
        able,
        made,
        light_verb,
        no_fee,
        nowhere,
        by_the_day,
        unless,
        not_without,
    )
    apply_and_record_rules(rules, statement)


SUMS = frozenset({"fee", "charge", "deposit", "fine", "grant", "surcharge", "allowance", "payment"})


def sum_after_noun(statement: Statement) -> None:
    """ "The £35 fee" as "the fee of £35"."""
    for index, part in enumerate(statement.parts):
        if len(part.words) != len(("35", "fee")):
            continue
        amount, name = part.words
        if name in SUMS and amount.startswith(("pound:", "euro:", "dollar:")):
            article = part.text.split(" ")[0]
            text = f"{article} {name} of {amount.partition(':')[2]}"
            statement.parts[index] = replace(part, words=(name, "of", amount), text=text)


def only_of_last(statement: Statement) -> None:
    """ "is only valid for one car", "is valid for one car only" as "is valid only for one car"."""
    phrases = [i for i, p in enumerate(statement.parts) if i >= statement.front and p.mark not in {"adv", "np"}]
    trailing = [p for p in statement.parts[-1:] if p.words == ("only",) or (not p.words and p.scope == ("only",))]
    if len(phrases) != 1 or (statement.scope != ("only",)) == (not trailing):
        return
    place = phrases[0]
    if statement.parts[place].scope:
        return
    statement.parts[place] = replace(statement.parts[place], scope=("only",))
    drop_parts(statement, lambda part: part in trailing)
    statement.scope = () if not trailing else statement.scope


def judged_act(statement: Statement) -> None:
    """ "It is possible to book the hall" as "one can book the hall"."""
    found = statement.predicate
    judged = [p for p in statement.parts if p.mark == "adv" and p.words[:1] and p.words[0] in JUDGEMENTS]
    name = found.verb if found.verb in JUDGEMENTS else judged[0].words[0] if judged and found.verb == "be" else ""
    subject = [p for p in statement.parts if p.words == ("it",)]
    act = next((i for i, p in enumerate(statement.parts) if p.mark == "to" and p.words and not p.scope), None)
    if not name or found.modality or len(subject) != 1 or act is None:
        return
    infinitive = statement.parts[act]
    if infinitive.text.lower().startswith("to the "):
        return
    thing = replace(infinitive, mark="np", words=infinitive.words[1:], cases=frozenset({ACCUSATIVE}))
    statement.parts[act : act + 1] = [thing] if thing.words else []
    drop_parts(statement, lambda part: part is subject[0] or part.words == (name,))
    modality, denied = JUDGEMENTS[name]
    statement.predicate, statement.generic = Predicate(infinitive.words[0], modality, tense=found.tense), "one"
    statement.scope, statement.front = (*statement.scope, *(("not",) if denied else ())), 0
    statement.licences.append(f"modality: it is {name} to = {modality}{' not' if denied else ''}")


def forbidden(statement: Statement) -> None:
    """ "Barbecues are forbidden" as "barbecues are not allowed"."""
    found = statement.predicate
    signs = [p for p in statement.parts if p.mark == "adv" and p.words == ("forbidden",) and not p.scope]
    if found.verb == "be" and len(signs) == 1 and not statement.scope and not found.modality and not found.mood:
        drop_parts(statement, lambda part: part is signs[0])
        replace_verb(statement, "allowed", voice="passive")
        statement.scope = ("not",)
        statement.licences.append("modality: forbidden = not allowed")


def gerund_subject(statement: Statement) -> None:
    """ "Smoking is not allowed" as "one may not smoke"."""
    found = statement.predicate
    acts = [p for p in statement.parts[:1] if p.mark in {"np", "adv"} and len(p.words) == 1 and not p.scope]
    verb = verb_of_gerund_part(acts[0]) if acts else ""
    if found.verb != "allowed" or found.voice != "passive" or not verb or found.modality or found.tense == "past":
        return
    drop_parts(statement, lambda part: part is acts[0])
    statement.front = 0
    statement.predicate, statement.generic = Predicate(verb, "may"), "one"
    statement.licences.append(f"modality: {acts[0].text} is allowed = may {verb}")


ACT_NOUNS = {"use": "use", "sale": "sell", "consumption": "consume", "possession": "possess", "display": "display"}


def act_of(statement: Statement) -> None:
    """ "The use of barbecues is prohibited" as "barbecues may not be used"."""
    found = statement.predicate
    acts = [p for p in statement.parts[:1] if p.mark == "np" and p.words[1:2] == ("of",) and not p.scope]
    if found.verb != "allowed" or found.voice != "passive" or found.modality or found.tense == "past" or not acts:
        return
    verb = ACT_NOUNS.get(acts[0].words[0], "")
    if not verb or acts[0].determiner:
        return
    thing = replace(acts[0], words=acts[0].words[2:], text=acts[0].text.partition(" of ")[2])
    statement.parts = [thing, *statement.parts[1:]]
    statement.predicate = Predicate(verb, "may", "passive")
    statement.licences.append(f"modality: the {acts[0].words[0]} of X is allowed = X may be …")


def verb_of_gerund_part(part: Part) -> str:
    """The verb of "smoking" and "swimming"; an empty text for any other word."""
    return verb_of_gerund(part.text.lower())


def payable(statement: Statement) -> None:
    """ "A fee is payable" as "a fee must be paid"; none is paid where none is payable."""
    adjectives = [p for p in statement.parts if p.words == ("payable",) and not p.scope]
    if statement.predicate.verb == "be" and adjectives and not statement.predicate.modality:
        drop_parts(statement, lambda part: part is adjectives[0])
        replace_verb(statement, "pay", modality="" if statement.denied else "must", voice="passive")
        statement.licences.append("modality: payable = must be paid")


def charged(statement: Statement) -> None:
    """ "A fee of 20 pounds is charged for X" as "one pays a fee of 20 pounds for X"."""
    found = statement.predicate
    fees = [p for p in statement.parts if p.mark == "np" and p.words[:1] in {("fee",), ("charge",)}]
    if found.verb in {"charge", "levy"} and found.voice == "passive" and len(fees) == 1 and not found.modality:
        replace_verb(statement, "pay", voice="active")
        statement.parts = [replace(p, cases=frozenset({ACCUSATIVE})) if p is fees[0] else p for p in statement.parts]
        statement.generic, statement.front = "one", 0
        statement.licences.append("idiom: a fee is charged = one pays it")


def unable(statement: Statement) -> None:
    """ "If you are unable to attend" as "if you cannot attend"."""
    signs = [p for p in statement.parts if p.words in {("unable",), ("able",)} and not p.scope]
    acts = [p for p in statement.parts if p.mark == "to" and p.words and not p.scope]
    found = statement.predicate
    if found.verb != "be" or len(signs) != 1 or len(acts) != 1 or found.modality or statement.scope:
        return
    thing = replace(acts[0], mark="np", words=acts[0].words[1:], cases=frozenset({ACCUSATIVE}))
    rest = [p for p in statement.parts if p is not signs[0]]
    statement.parts = [
        each for p in rest for each in ((thing,) if p is acts[0] and thing.words else (p,) if p is not acts[0] else ())
    ]
    statement.predicate = Predicate(acts[0].words[0], "can", tense=found.tense)
    statement.scope = ("not",) if signs[0].words == ("unable",) else ()
    statement.licences.append("modality: unable to = cannot")


def able(statement: Statement) -> None:
    """ "The permit is transferable" as "the permit can be transferred"."""
    if statement.predicate.verb != "be" or statement.predicate.modality:
        return
    for part in statement.parts:
        stem = part.words[0].removesuffix("able") if len(part.words) == 1 and part.mark == "adv" else ""
        verb = next((v for v in (stem, f"{stem}e") if stem and analyse_word(f"{stem}ed", "en").lemma == v), "")
        if verb and stem != part.words[0] and not part.scope:
            drop_parts(statement, lambda other, part=part: other is part)  # type: ignore[misc]
            replace_verb(statement, verb, modality="can", voice="passive")
            statement.licences.append(f"derivation: {part.text} = can be …")
            return


def made(statement: Statement) -> None:
    """ "Payment is due", "payment must be made" as "it must be paid"."""
    acts = [p for p in statement.parts[:1] if p.words == ("payment",) and not p.scope]
    due = [p for p in statement.parts if p.words == ("due",) and not p.scope]
    found = statement.predicate
    making = found.verb == "make" and found.voice == "passive" and found.modality == "must"
    if acts and (making or (found.verb == "be" and due and not found.modality)) and not statement.denied:
        drop_parts(statement, lambda part: part in acts or part in due)
        statement.front = 0
        replace_verb(statement, "pay", modality="must", voice="passive")
        statement.licences.append("idiom: payment is due = must be paid")


def no_fee(statement: Statement) -> None:
    """ "There is no fee for children" as "no fee is paid for children"."""
    there = [p for p in statement.parts if p.words == ("there",) and not p.scope]
    fees = [p for p in statement.parts if p.words in {("fee",), ("charge",)}]
    if statement.predicate.verb == "be" and there and fees and not statement.predicate.modality:
        statement.parts = [
            replace(p, mark="np", cases=frozenset({NOMINATIVE})) if p in fees else p for p in statement.parts
        ]
        drop_parts(statement, lambda part: part in there)
        replace_verb(statement, "pay", voice="passive", modality="" if statement.denied else "must")
        statement.licences.append("idiom: there is a fee = it must be paid")


LIGHT = frozenset({"lodge", "make", "file", "submit", "raise"})
ACTS = {
    "application": "apply",
    "appeal": "appeal",
    "complaint": "complain",
    "payment": "pay",
    "booking": "book",
    "reservation": "reserve",
}
"""Nouns that such a verb does, with their own verb."""


def light_verb(statement: Statement) -> None:
    """ "An appeal may be lodged", "You may lodge an appeal" as "you may appeal"."""
    passive = statement.predicate.voice == "passive"
    named = statement.parts[: statement.front] if passive else statement.parts[statement.front :]
    acts = [p for p in named if p.mark == "np" and len(p.words) == 1 and p.words[0] in ACTS and not p.scope]
    if statement.predicate.verb not in LIGHT or len(acts) != 1 or acts[0].determiner:
        return
    drop_parts(statement, lambda part: part is acts[0])
    replace_verb(statement, ACTS[acts[0].words[0]])
    statement.licences.append(f"idiom: {statement.predicate.verb} for its noun")


def nowhere(statement: Statement) -> None:
    """ "not in any building" as "not in all buildings", each of which is meant."""
    if statement.denied:
        statement.parts = [
            replace(p, words=("all", *p.words[1:])) if p.words[:1] == ("any",) and p.mark != "np" else p
            for p in statement.parts
        ]


def by_the_day(statement: Statement) -> None:
    """ "by 31 March at the latest", "no later than 31 March" as "by 31 March", where something must be done by then."""
    if statement.predicate.modality not in {"must", "should"}:
        return
    dates = [p for p in statement.parts if p.has_value and any(w.startswith(("date:", "clock:")) for w in p.words)]
    for part in dates:
        late = "at_latest" in {*part.scope, *part.words}
        words = tuple(word for word in part.words if word != "at_latest")
        if late or part.mark == "by":
            named = replace(part, mark="by", words=words, scope=())
            statement.parts = [named if p is part else p for p in statement.parts]
    if any(p.mark == "by" and p.has_value for p in statement.parts):
        drop_parts(
            statement, lambda part: part.words == ("at_latest",) or (part.scope == ("at_latest",) and not part.words)
        )


def reserves(statement: Statement) -> None:
    """ "The library reserves the right to exclude users" as "the library may exclude users"."""
    found = statement.predicate
    right = [p for p in statement.parts if p.mark == "np" and p.words == ("right",) and not p.scope]
    acts = [p for p in statement.parts if p.mark == "to" and p.words and not p.scope]
    if found.verb != "reserve" or found.voice != "active" or found.modality or len(right) != 1 or len(acts) != 1:
        return
    thing = replace(acts[0], mark="np", words=acts[0].words[1:], cases=frozenset({ACCUSATIVE}))
    statement.parts = [thing if p is acts[0] else p for p in statement.parts if p is not right[0]]
    drop_parts(statement, lambda part: not part.words)
    statement.predicate = Predicate(acts[0].words[0], "may", tense=found.tense)
    statement.licences.append("modality: reserves the right to = may")


def signature(statement: Statement) -> None:
    """ "The signature of a parent is needed" as "a parent must sign"."""
    found = statement.predicate
    acts = [p for p in statement.parts if p.mark == "np" and p.words[:2] == ("signature", "of") and not p.scope]
    if found.verb not in {"need", "require", "necessary"} or found.voice != "passive" or found.modality:
        return
    if len(acts) != 1 or acts[0].determiner or statement.scope or found.tense != "present":
        return
    who = replace(acts[0], words=acts[0].words[2:], text=acts[0].text.partition(" of ")[2])
    statement.parts = [who if p is acts[0] else p for p in statement.parts]
    statement.predicate = Predicate("sign", "must")
    statement.licences.append("modality: the signature of X is needed = X must sign")


def needed(statement: Statement) -> None:
    """ "An appointment is required (necessary)" as "an appointment is needed"."""
    found = statement.predicate
    signs = [p for p in statement.parts if p.mark == "adv" and p.words == ("necessary",) and not p.scope]
    stated = found.verb == "necessary" and found.voice == "passive"
    if (stated or (found.verb == "be" and len(signs) == 1)) and not found.modality and found.tense == "present":
        drop_parts(statement, lambda part: part in signs)
        replace_verb(statement, "need", voice="passive")
        statement.licences.append("word: is required = is needed")


def told_about(statement: Statement) -> None:
    """ "inform the landlord of any damage" as "tell the landlord about any damage"."""
    found = statement.predicate
    for index, part in enumerate(statement.parts):
        if found.verb != "tell" or found.voice != "active" or index < statement.front or part.words.count("of") != 1:
            continue
        place = part.words.index("of")
        if part.mark == "np" and place:
            who, _, what = part.text.partition(" of ")
            about = Part("adv", part.words[place + 1 :], ("about",), text=f"of {what}")
            statement.parts[index : index + 1] = [replace(part, words=part.words[:place], text=who), about]
            return


GIVEN = frozenset({"issue", "grant", "award"})


def receiving(statement: Statement) -> None:
    """ "Refunds will be issued within ten days", "we issue refunds …" as "you will get a refund …"."""
    found = statement.predicate
    given = [p for p in statement.parts if p.mark == "np"]
    told = found.voice == "passive" or statement.generic == "we"
    plain = found.verb in GIVEN and found.modality in {"", "will"} and found.tense == "present"
    if any(p.mark in {"to", "by"} and not p.has_value for p in statement.parts) or statement.relation:
        return
    if plain and told and len(given) == 1 and not given[0].scope and not given[0].determiner:
        thing = replace(given[0], cases=frozenset({ACCUSATIVE}))
        statement.parts = [thing if p is given[0] else p for p in statement.parts]
        statement.generic, statement.front = "you", 0
        replace_verb(statement, "receive", voice="active")
        statement.licences.append("word: is issued = you get")
