"""What a pronoun at the beginning of a sentence stands for: the subject of the sentence before."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement

PRONOUNS = frozenset({"he", "they", "it"})


def resolve_personal_pronouns(statement: Statement, before: Statement) -> None:
    """ "er", "sie", "es" as the only phrase of the sentence before that has its gender."""
    for index, part in enumerate(statement.parts):
        if len(part.words) != 1 or part.words[0] not in PRONOUNS or part.scope or part.mark not in {"np", "for"}:
            continue
        meant = [p for p in before.parts if p.mark in {"np", "for", "fee"} and fits_pronoun(p, part.words[0])]
        if len(meant) != 1:
            return
        place = before.parts.index(meant[0]) + 1
        # What stands in front of the verb with its noun is said of it: "Die Frist zur Abgabe endet …".
        whole = place == 1 and before.predicate.verb and all(p.mark != "np" for p in before.parts[1 : before.front])
        after = before.parts[place : before.front] if whole else before.parts[place : place + 1]
        attributes = [p for p in after if whole or (p.mark == "with" and place < before.front)]
        words = meant[0].words[meant[0].words[0].startswith("number:") :]  # "32 Mitglieder": those
        statement.parts[index : index + 1] = [replace(part, words=words), *attributes]
        statement.front += len(attributes) if index < statement.front else 0
        statement.licences.append(f"pronoun: {part.text} = {meant[0].text}")
        return


DEMONSTRATIVE_PRONOUNS = {"dieser": "he", "diesen": "he", "diese": "they", "dieses": "it"}


def resolve_demonstratives(statement: Statement, before: Statement) -> None:
    """ "Dieser leitet …": the phrase named last in the sentence before that it fits."""
    for index, part in enumerate(statement.parts):
        pronoun = DEMONSTRATIVE_PRONOUNS.get(part.text.lower())
        meant = [p for p in before.parts if pronoun and p.mark == "np" and fits_pronoun(p, pronoun)]
        if part.words == ("this",) and meant:
            statement.parts[index] = replace(part, words=meant[-1].words, determiner="")
            statement.licences.append(f"pronoun: {part.text} = {meant[-1].text}")


DEFINITE = frozenset({"der", "die", "das", "den", "dem"})


def resolve_shortened_names(statement: Statement, before: Statement) -> None:
    """ "Die Sitzung beginnt …" after "Die Sitzung des Rates …": the same one, named by its noun alone."""
    for index, part in enumerate(statement.parts):
        alone = part.mark == "np" and len(part.words) == 1 and part.text.split(" ")[0].lower() in DEFINITE
        meant = [p for p in before.parts if p.mark == "np" and p.words[:2] == (*part.words, "of") and is_definite(p)]
        if alone and len(meant) == 1 and not part.scope:
            statement.parts[index] = replace(part, words=meant[0].words)
            statement.licences.append(f"pronoun: {part.text} = {meant[0].text}")


def is_definite(part: Part) -> bool:
    return part.text.split(" ")[0].lower() in DEFINITE and not part.scope


def move_names_to_main_clause(statement: Statement) -> Statement:
    """ "Sobald die Frist endet, wird sie …" as "Sobald sie endet, wird die Frist …"; "ihre Dauer" as "ihr" is named."""
    for clause in statement.dependents:
        if clause.relation == "if":
            replace_this_by_pronoun(statement)
        replace_repeated_name(statement, clause)
        exchange_pronouns_and_names(statement, clause)
        for index, part in enumerate(clause.parts):
            clause.parts[index] = resolve_possessive(part, statement)
    return statement


def replace_this_by_pronoun(statement: Statement) -> None:
    """ "Besteht ein Ausschuss, ist dieser zu hören" as "ist er zu hören"."""
    for index, part in enumerate(statement.parts):
        if (
            part.mark == "np"
            and part.words == ("this",)
            and not part.scope
            and part.text.lower() in DEMONSTRATIVE_PRONOUNS
        ):
            statement.parts[index] = replace(part, words=(DEMONSTRATIVE_PRONOUNS[part.text.lower()],), determiner="")


def replace_repeated_name(statement: Statement, clause: Statement) -> None:
    """ "Bemerken Sie Schäden, sind die Schäden zu melden" as "Bemerken Sie sie, sind Schäden zu melden"."""
    for part in statement.parts:
        again = part.mark == "np" and len(part.words) == 1 and part.text.split(" ")[0].lower() in DEFINITE
        same = [i for i, p in enumerate(clause.parts) if p.mark == "np" and p.words == part.words and not p.scope]
        if clause.relation != "if" or not again or part.scope or len(same) != 1:
            continue
        named = clause.parts[same[0]]
        pronouns = [pronoun for pronoun in GENDERS if fits_pronoun(named, pronoun)]
        others = [p for p in statement.parts if p is not part and p.mark == "np"]
        if len(pronouns) == 1 and not any(fits_pronoun(p, pronouns[0]) or names_no_one(p) for p in others):
            clause.parts[same[0]] = replace(named, words=(pronouns[0],), determiner="")
            statement.licences.append(f"pronoun: {named.text} = {part.text}")


def names_no_one(part: Part) -> bool:
    """ "Jeder kann den Leiter anrufen, wenn er …": any pronoun may mean it."""
    return part.text.lower() in {"jeder", "jede", "jeder einzelne", "wer", "niemand", "jemand", "alle"}


def exchange_pronouns_and_names(statement: Statement, clause: Statement) -> None:
    """ "Bemerkt der Benutzer Schäden, hat er sie anzuzeigen": two pronouns, each with one noun that it fits."""
    pronouns = [i for i, p in enumerate(statement.parts) if p.mark == "np" and p.words[:1] and p.words[0] in PRONOUNS]
    if len(pronouns) != len(("er", "sie")) or any(statement.parts[i].scope for i in pronouns):
        exchange_pronoun_and_name(statement, clause)
        return
    found = {}
    for place in pronouns:
        word = statement.parts[place].words
        named = [i for i, p in enumerate(clause.parts) if p.mark == "np" and not p.scope and fits_pronoun(p, word[0])]
        if len(named) != 1 or len(word) != 1:
            return
        found[place] = named[0]
    if len(set(found.values())) != len(found):
        return
    for place, index in found.items():
        pronoun, name = statement.parts[place], clause.parts[index]
        clause.parts[index] = replace(pronoun, cases=name.cases)
        statement.parts[place] = replace(name, cases=pronoun.cases, turned=True)
        statement.licences.append(f"pronoun: {pronoun.text} = {name.text}")


def exchange_pronoun_and_name(statement: Statement, clause: Statement) -> None:
    """The name goes to the main clause, the pronoun to the other."""
    pronouns = [i for i, p in enumerate(statement.parts) if p.mark == "np" and p.words[:1] and p.words[0] in PRONOUNS]
    if len(pronouns) != 1 or statement.parts[pronouns[0]].scope or len(statement.parts[pronouns[0]].words) > 1:
        return
    pronoun = statement.parts[pronouns[0]]
    named = [
        i for i, p in enumerate(clause.parts) if p.mark == "np" and not p.scope and fits_pronoun(p, pronoun.words[0])
    ]
    last = [
        i
        for i, p in enumerate(clause.parts)
        if pronoun.words[0] != "it" and has_genitive_antecedent(p, pronoun.words[0])
    ]
    # Where two fit, the pronoun may mean either once they have changed places.
    others = [
        p
        for p in statement.parts
        if p is not pronoun and p.mark == "np" and (fits_pronoun(p, pronoun.words[0]) or names_no_one(p))
        if NOMINATIVE in p.cases or NOMINATIVE not in pronoun.cases
    ]
    if len(named) == 1 and not others:
        name = clause.parts[named[0]]
        clause.parts[named[0]] = replace(pronoun, cases=name.cases)
        statement.parts[pronouns[0]] = replace(name, cases=pronoun.cases, turned=True)
    elif not named and not others and len(last) == 1:
        name = clause.parts[last[0]]
        place = name.words.index("of") + 1
        statement.parts[pronouns[0]] = replace(pronoun, words=name.words[place:])
    else:
        return
    statement.licences.append(f"pronoun: {pronoun.text} = {name.text}")


def has_genitive_antecedent(part: Part, pronoun: str) -> bool:
    """ "Erteilung der Genehmigung": the noun after "der" may be what "sie" is, the one after "des" what "er" is."""
    article = {"they": " der ", "he": " des "}.get(pronoun, "?")
    return part.words.count("of") == 1 and article in part.text and not part.scope


POSSESSIVES = {"her": "they", "his": "he"}


def resolve_possessive(part: Part, statement: Statement) -> Part:
    """ "ihre Erteilung" as "Erteilung der Genehmigung", of the only phrase of the main clause that fits."""
    if len(part.words) != len(("ihre", "Erteilung")) or part.words[0] not in POSSESSIVES:
        return part
    wanted = POSSESSIVES[part.words[0]]
    owners = [
        p
        for p in statement.parts
        if p.mark == "np" and (fits_pronoun(p, wanted) or (wanted == "he" and fits_pronoun(p, "it")))
    ]
    if len(owners) != 1:
        return part
    return replace(part, words=(part.words[1], "of", *owners[0].words), determiner="")


GENDERS = {
    "he": {"der", "den", "dem", "ein", "einen", "einem"},
    "they": {"die", "eine", "diese", "keine"},
    "it": {"das", "ein", "dem", "einem", "dieses"},
}


def fits_pronoun(part: Part, pronoun: str) -> bool:
    written = part.text.split(" ")
    first = written[part.mark == "for" and len(written) > 1]
    if part.words[:1] and part.words[0] in PRONOUNS | {"you", "this", "the"}:
        return False
    possessive = first.lower().removeprefix("ihr").removeprefix("sein") in {"e"} and pronoun == "they"
    bare = first[:1].isupper() and first.lower() not in ARTICLES and pronoun == "they"
    counted = part.words[:1] != () and part.words[0].startswith("number:") and part.words[0] != "number:1"
    return first.lower() in GENDERS[pronoun] or possessive or bare or (counted and pronoun == "they")


ARTICLES = frozenset(word for group in GENDERS.values() for word in group)
