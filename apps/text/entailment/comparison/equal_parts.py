"""Whether two parts of clauses say the same: equal words, a compound taken apart, the agent of a passive."""

import re
from collections.abc import Sequence

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.replace_equivalents import equivalent_verb
from apps.text.entailment.german.nominalisations.act_nouns import verb_of_act_noun
from apps.text.entailment.tokens.morphology import analyse_word, verb_of_participle
from apps.text.entailment.tokens.parse_numbers_and_dates import PERIOD_PREFIXES
from apps.text.numbers.calendar_names import TO_GERMAN_WEEKDAY

POINTING = ({("it",), ("this",)}, {("it",), ("the",)}, {("this",), ("the",)}, {("you",), ("one",)})


def are_equal_parts(source: Part, claim: Part, *, reordered: bool = False) -> bool:
    """`reordered` allows "A und B" for "B und A", as where no two values belong to them in turn."""
    # The expensive check comes last: nearly all pairs that are compared differ in content.
    return have_same_content(source, claim, reordered=reordered) and not differ_in_number(source, claim)


def have_same_content(source: Part, claim: Part, *, reordered: bool) -> bool:
    """Whether they say the same, whether one of them or all are meant."""
    if source.key == claim.key or is_same_adverb(source, claim):
        return True
    if source.mark == claim.mark and source.scope == claim.scope:
        if is_compound_paraphrase(source.words, claim.words) or {source.words, claim.words} in POINTING:
            return True
        if (
            reordered and sort_conjunct_words(source.words) == sort_conjunct_words(claim.words)
        ) or is_same_nominalisation(source.words, claim.words):
            return True
        if words_without_edge(source) == words_without_edge(claim) != ():
            return True
        if restates_any_as_article(source, claim) or are_same_nominalised_adjective(source, claim):
            return True
        if are_same_participle(source.words, claim.words) or (
            reordered and sort_unarticled_pair(source) == sort_unarticled_pair(claim) != ()
        ):
            return True
    if source.words == claim.words and source.scope == claim.scope and source.mark != claim.mark:
        told = have_same_preposition_role(source, claim)
        if told is not None:
            return told
    if source.words[:1] == ("either",) and "or" in source.words and source.mark == claim.mark:
        return source.words[1:] == claim.words and source.scope == claim.scope
    if is_weekday_of_habit(source, claim):
        return True
    passive_agent = {source.mark, claim.mark} in ({"np", "from"}, {"np", "by"})
    if passive_agent and (*source.scope, *source.words) == (*claim.scope, *claim.words):
        return True
    if source.determiner in {"her", "his"} and claim.determiner == "" and source.scope == claim.scope:
        # "nach ihrer Bekanntmachung" told as "nach der Bekanntmachung"; not as "nach Ihrer Bekanntmachung"
        same = source.mark == claim.mark and source.words[1:] == claim.words
        return bool(same and has_article(claim) and not YOURS.intersection(claim.text.split(" ")))
    if (source.determiner, claim.determiner) == ("this", "") and source.scope == claim.scope:
        return bool(source.mark == claim.mark and source.words[1:] == claim.words and has_article(claim))
    return False


def have_same_preposition_role(source: Part, claim: Part) -> bool | None:
    """Whether two prepositions say the same in front of these words; None where nothing is known of the two."""
    marks = {source.mark, claim.mark}
    if (source.mark, claim.mark) == ("for", "per"):
        return not source.has_value  # "für Kinder" and "je Kind", of what is paid
    if marks in OF_ACTS_AND_TIMES:
        return is_period_or_act(source)
    if marks == {"value", "for"}:
        return len(source.words) == 1 and source.words[0].startswith(PERIOD_PREFIXES)  # "sechs Monate lang"
    if marks == {"during", "in"}:
        return not source.has_value and source.words[-1].endswith(PERIODS)
    if marks == {"for", "to"}:
        head = source.words[: source.words.index("of")] if "of" in source.words else source.words
        return len(head) == 1 and bool(verb_of_act_noun(head[0]))  # "für die Anmeldung", "zur Anmeldung"
    return True if marks == {"having", "near"} else None  # "bei Fragen" is "wenn Sie Fragen haben"


def restates_any_as_article(source: Part, claim: Part) -> bool:
    """ "any change of address" as "a change of address"; never the other way round."""
    one = claim.text.split(" ")[0].lower() in {"a", "an"} or claim.text.split(" ")[1:2] in (["a"], ["an"])
    return source.words[:1] == ("any",) and source.words[1:] == claim.words and one


def are_same_nominalised_adjective(one: Part, other: Part) -> bool:
    """ "Wahlberechtigte", which opens a sentence like an adjective, is "den Wahlberechtigten"."""
    if one.words[:-1] != other.words[:-1] or not one.words or one.mark != "np":
        return False
    short, long = sorted((one.words[-1], other.words[-1]), key=len)
    names = [part.text.rpartition(" ")[2] for part in (one, other)]
    return long == f"{short}e" and all(n[:1].isupper() and n.endswith(("e", "en", "er", "em", "es")) for n in names)


def is_weekday_of_habit(source: Part, claim: Part) -> bool:
    """ "samstags bis 8 Uhr" told as "am Samstag bis 8 Uhr"; not the other way round, which may be one day."""
    if (source.mark, claim.mark, source.scope) != ("adv", "at", claim.scope) or len(claim.words) != 1:
        return False
    return source.words[:1] in {(day,) for day, name in TO_GERMAN_WEEKDAY.items() if name == claim.words[0]}


PERIODS = ("zeit", "urlaub", "ferien", "saison", "semester", "sommer", "winter", "nacht", "pause", "woche", "monat")
"""What lasts: "in der Probezeit" is "während der Probezeit"."""
OF_ACTS_AND_TIMES = ({"for", "near"}, {"for", "in"})


def is_period_or_act(part: Part) -> bool:
    """ "für die Berechnung" is "bei der Berechnung", "für die ersten sechs Wochen" "in den ersten sechs Wochen"."""
    head = part.words[: part.words.index("of")] if "of" in part.words else part.words
    if part.has_value:
        return bool(head) and head[0].startswith("ordinal:") and head[-1].startswith(("days:", "months:"))
    return len(head) == 1 and head[0].endswith("ung") and bool(verb_of_act_noun(head[0]))


EDGES = {"before": "beginn", "after": "ende"}


def words_without_edge(part: Part) -> tuple[str, ...]:
    """ "vor Beginn der Ferien" is "vor den Ferien", "nach Ende der Frist" is "nach der Frist"."""
    edge = EDGES.get(part.mark)
    if edge is None or part.has_value:
        return ()
    return part.words[2:] if part.words[:2] == (edge, "of") else part.words


def is_same_adverb(one: Part, other: Part) -> bool:
    """ "fristlos" read as an adjective on one side and as an adverb on the other."""
    return {one.mark, other.mark} == {"adj", "adv"} and one.words == other.words and one.scope == other.scope


def are_same_participle(one: Sequence[str], other: Sequence[str]) -> bool:
    """ "unterschriebene Formulare" with the participle as an adjective on one side and by its verb on the other."""
    if len(one) != len(other) or len(one) < len(("participle", "noun")) or one[-1] != other[-1]:
        return False
    changed = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    if len(changed) != 1:
        return False
    short, verb = sorted(changed[0], key=lambda word: analyse_word(word).tag.startswith("VV(INF"))
    return ":" not in short and verb in {verb_of_participle(short), equivalent_verb(verb_of_participle(short))}


def differ_in_number(one: Part, other: Part) -> bool:
    """ "ein Elternteil" and "die Elternteile": one of them is not all of them."""
    indefinite = [part.text.split(" ")[0].lower() in ONE for part in (one, other)]
    if indefinite[0] == indefinite[1] or (one.mark, other.mark) != ("np", "np"):
        return False
    if "and" in one.words and surface_words(one) == surface_words(other):
        return False
    last = (part.text.split(" ")[-1].lower() for part in (one, other))
    short, long = sorted((word.removesuffix("s").removesuffix("e") for word in last), key=len)
    return not long.endswith(short)  # "rechtlicher Anspruch" and "Rechtsanspruch" are one


def differ_in_definiteness(one: Part, other: Part) -> bool:
    """ "a school" and "the school": one of many is not the one that was told of."""
    first = [{word.lower() for word in part.text.split(" ")[:2]} for part in (one, other)]
    indefinite = [bool(words & ONE) for words in first]
    return all(words & (ONE | DEFINITE | {"the"}) for words in first) and indefinite[0] != indefinite[1]


def surface_words(part: Part) -> list[str]:
    """Its words as written, in any order, without what tells their case."""
    written = (word.strip(",").lower() for word in part.text.split(" "))
    return sorted("ein" if word in ONE else word.removesuffix("n") for word in written if word not in DEFINITE and word)


DEFINITE = frozenset({"der", "die", "das", "den", "dem", "des"})
ONE = frozenset({"ein", "eine", "einen", "einem", "einer", "eines", "a", "an"})


def is_compound_paraphrase(one: Sequence[str], other: Sequence[str]) -> bool:
    """ "Tag der Ausgabe" is "Ausgabetag", "jede Wahl des Rates" "jede Ratswahl"."""
    long, short = (one, other) if len(one) > len(other) else (other, one)
    if len(long) - len(short) == 1 and len(long) > 2 and long[-2] == "of":  # "meetings of the committee"
        return (*long[:-3], long[-1], long[-3]) == tuple(short) and long[-1] != long[-3]
    if len(long) - len(short) != len(("of", "noun")) or not short or long[:-3] != short[:-1] or long[-2] != "of":
        return False
    return any(short[-1] == long[-1] + joint + long[-3] for joint in JOINTS_OF_WORDS)


JOINTS_OF_WORDS = ("", "s", "es", "n", "en")


def sort_conjunct_words(words: Sequence[str]) -> Sequence[str]:
    """ "Eltern und zwei Kinder" as "zwei Kinder und Eltern": words, with their number, around one conjunction."""
    joints = {word for word in words if word in {"and", "or"}}
    if len(joints) != 1 or {"of", "not"} & set(words):
        return words
    groups: list[tuple[str, ...]] = [()]
    for word in words:
        if word in joints:
            groups.append(())
        else:
            groups[-1] += (word,)
    if not all(len(group) == 1 or (len(group) == 2 and ":" in group[0]) for group in groups):
        return words
    return [word for group in sorted(groups) for word in group] + [*joints]


BARE_PAIR = re.compile(r"\bvon \w+ (?:und|oder|sowie) \w+$")


def sort_unarticled_pair(part: Part) -> tuple[str, ...]:
    """ "die Erhebung von Gebühren und Auslagen": the two in one order, where neither has an article; else nothing."""
    if part.words[-4:-3] != ("of",) or not BARE_PAIR.search(part.text):
        return ()
    return (*part.words[:-3], *sorted((part.words[-3], part.words[-1])), part.words[-2])


def is_same_nominalisation(one: Sequence[str], other: Sequence[str]) -> bool:
    """ "das Ausstellen der Karte" is "die Ausstellung der Karte"."""
    if len(one) != len(other) or one[1:] != other[1:] or not one or (len(one) > 1 and one[1] != "of"):
        return False
    gerund = next((word for word in (one[0], other[0]) if word.endswith("en")), "")
    return bool(gerund) and {one[0], other[0]} == {gerund, gerund.removesuffix("en") + "ung"}


def has_article(part: Part) -> bool:
    """ "die Hausordnung", "gegen die Hausordnung", "im Haus"."""
    words = part.text.split(" ")
    first = words[1:3] if words[0] in {"und", "oder", "sowie"} else words[:2]
    yours = any(word.startswith("Ihr") and word in YOURS for word in first)
    return yours or bool(MELTED.union(DEFINITE, {"the"}).intersection(word.lower() for word in first))


YOURS = frozenset({"Ihr", "Ihre", "Ihren", "Ihrem", "Ihrer", "Ihres"})


MELTED = frozenset({"im", "am", "zum", "zur", "beim", "vom", "ins", "ans"})
