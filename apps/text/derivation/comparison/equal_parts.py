"""Whether two parts of clauses say the same: equal words, a compound taken apart, the agent of a passive."""

from collections.abc import Sequence

from apps.text.derivation.reading.clause_parts import Part

POINTING = ({("it",), ("this",)}, {("it",), ("the",)}, {("this",), ("the",)})


def alike(source: Part, claim: Part, *, reordered: bool = False) -> bool:
    """`reordered` allows "A und B" for "B und A", as where no two values belong to them in turn."""
    if one_or_many(source, claim):
        return False
    if source.key == claim.key:
        return True
    if source.mark == claim.mark and source.scope == claim.scope:
        if compound(source.words, claim.words) or {source.words, claim.words} in POINTING:
            return True
        if (reordered and in_turn(source.words) == in_turn(claim.words)) or named_by_act(source.words, claim.words):
            return True
    passive_agent = {source.mark, claim.mark} in ({"np", "from"}, {"np", "by"})
    if passive_agent and source.scope == claim.scope and source.words == claim.words:
        return True
    if (source.determiner, claim.determiner) == ("this", "") and source.scope == claim.scope:
        return bool(source.mark == claim.mark and source.words[1:] == claim.words and has_article(claim))
    return False


def one_or_many(one: Part, other: Part) -> bool:
    """ "ein Elternteil" and "die Elternteile": one of them is not all of them."""
    indefinite = [part.text.split(" ")[0].lower() in ONE for part in (one, other)]
    if indefinite[0] == indefinite[1] or (one.mark, other.mark) != ("np", "np"):
        return False
    ends = [part.text.split(" ")[-1].lower() for part in (one, other)]
    return ends[0].removesuffix("s").removesuffix("e") != ends[1].removesuffix("s").removesuffix("e")


ONE = frozenset({"ein", "eine", "einen", "einem", "einer", "eines"})


def compound(one: Sequence[str], other: Sequence[str]) -> bool:
    """ "Tag der Ausgabe" is "Ausgabetag"."""
    long, short = (one, other) if len(one) > len(other) else (other, one)
    if len(short) != 1 or len(long) != 3 or long[1] != "of":
        return False
    return short[0] in {long[2] + long[0], long[2] + "s" + long[0], long[2] + "n" + long[0]}


def in_turn(words: Sequence[str]) -> Sequence[str]:
    """ "Eltern und Kinder" as "Kinder und Eltern": single words around one conjunction in one order."""
    if len(words) < len(("A", "und", "B")) or set(words[1::2]) not in ({"and"}, {"or"}) or len(words) % 2 == 0:
        return words
    if any(":" in word or word in {"and", "or", "of", "not"} for word in words[::2]):
        return words
    return [*sorted(words[::2]), words[1]]


def named_by_act(one: Sequence[str], other: Sequence[str]) -> bool:
    """ "das Ausstellen der Karte" is "die Ausstellung der Karte"."""
    if len(one) != len(other) or one[1:] != other[1:] or not one or (len(one) > 1 and one[1] != "of"):
        return False
    gerund = next((word for word in (one[0], other[0]) if word.endswith("en")), "")
    return bool(gerund) and {one[0], other[0]} == {gerund, gerund.removesuffix("en") + "ung"}


def has_article(part: Part) -> bool:
    return part.text.split(" ")[0].lower() in {"der", "die", "das", "den", "dem", "des", "the"}
