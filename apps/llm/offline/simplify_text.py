"""Simplifies text by rules: office words become plain ones, long sentences are split where a main clause begins.

What cannot be made easier without a risk stays as it is. It reads a table of words and nothing else.
"""

import re
from functools import cache
from pathlib import Path

from apps.llm.prompts.delimit_quoted_text import parse_block
from apps.text.grammar.split_sentences import sentence_spans

TABLE = Path(__file__).with_name("plain_words.txt")
LONG = 12
"""Words from which a sentence is worth splitting."""
LONGEST_SPLIT = 5_000
"""Characters; nobody writes longer ones, and each place for a cut is weighed with all that stands before it."""
SHORTEST_PART = 4
VERY_LONG = 15
"""Words from which a condition at the end becomes a sentence of its own."""
FINITE = (
    r"(?:ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|kann|können|muss|müssen|darf|dürfen|soll|sollen"
    r"|gilt|gelten"
    r"|besteht|bestehen|beträgt|betragen|bleibt|bleiben|erhält|erhalten|bedarf|bedürfen|liegt|liegen|gibt|geben)"
)
SUBJECT = (
    r"(?:(?:[Dd]er|[Dd]ie|[Dd]as|[Ee]in|[Ee]ine|[Dd]iese[rs]?|[Ii]hre?|[Ss]ie|[Ee]s|[Ee]r|[Ww]ir)(?: [^\s,;.]+){0,4}?)"
)
MAIN_CLAUSE = re.compile(rf"{SUBJECT} {FINITE}\b")
BORDER = re.compile(r"(?P<border>; | – |,? und |, (?:aber|doch) )(?=\S)")
PRONOUN = re.compile(r"(?:er|sie|es|wir|dies|diese|dieser|dieses)\b", re.IGNORECASE)
VERB = re.compile(
    rf"\b{FINITE}\b|\b(?!(?:nicht|mit|seit|statt|oft|dort|fort|jetzt|selbst|weit|soweit)\b)[a-zäöü]{{2,}}t\b"
)
EXCEPTION = re.compile(rf", es sei denn, (?={SUBJECT} {FINITE}\b)")
# A condition at the end that belongs to the whole sentence and not to a word such as "nur" in it.
LAST_CONDITION = re.compile(
    r", (?P<condition>(?:sofern|wenn|falls|soweit) [^,;:()]+(?:, (?:die|der|das) [^,;:()]+)?)\.$"
)
BOUND = re.compile(
    r"\b(?:nur|erst|dann|auch|insbesondere|es sei denn|ausschließlich|lediglich|außer|als|ob|dass|davon|selbst"
    r"|jedenfalls|und|oder)\b"
)
SUBORDINATE = re.compile(
    r"\b(?:dass|wenn|weil|sofern|soweit|falls|ob|obwohl|während|nachdem|bevor|sobald|solange|damit|indem|sodass"
    r"|zu \w+en)\b"
    r"|, (?:die|der|das|den|dem|deren|dessen|welche[rsnm]?|wo|wie|was|wer)\b|\bes sei denn\b|\b(?:zwischen|sowohl"
    r"|weder|entweder)\b",
    re.IGNORECASE,
)
BINNEN = re.compile(r"\b(b|B)innen (?=(\w+))")
RELATIVE = re.compile(r"(?<=, )(welche|welcher|welches|welchen|welchem)(?= )")
RELATIVES = {"welche": "die", "welcher": "der", "welches": "das", "welchen": "den", "welchem": "dem"}
# Never at the beginning: without it the verb would come first and make a question.
FILLER = re.compile(r"(?<![\w-])(?:hiermit|im Übrigen|nachstehend|vorstehend|selbstverständlich) (?=\w)")
UNTOUCHED = re.compile(
    r"„[^„“”\"]*+[“”\"]|\"[^\"\n]*+\"|»[^»«\n]*+«|(?:(?<!\S)|(?<=[“”\"«}\]]))[^\s@/“”\"«}\]]*+[@/]\S*+|\{[^{}\n]*+\}|\[[^\[\]\n]*+\]"
)


def simplify_text(prompt: str) -> str:
    """The text of the prompt in plain words. A text that comes back with its faults named is given back as it was."""
    text = parse_block("text", prompt) or prompt
    if parse_block("fehler", prompt):
        return text
    protected = [word for word in parse_block("schutz", prompt).splitlines() if word]
    return "\n".join(simplify_line(line, protected) for line in text.split("\n"))


def simplify_line(line: str, protected: list[str]) -> str:
    if not line.strip() or line.lstrip().startswith("|"):
        return line
    hidden: list[str] = []
    covered = UNTOUCHED.sub(lambda found: mask_text(found[0], hidden), line)
    for word in sorted(protected, key=len, reverse=True):
        covered = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda found: mask_text(found[0], hidden), covered)
    plain = " ".join(split_sentence(sentence) for sentence in split_line_sentences(replace_office_words(covered)))
    return re.sub(r"\ue000(\d+)\ue001", lambda found: hidden[int(found[1])], plain)


def mask_text(text: str, hidden: list[str]) -> str:
    """A mark in its place, which no rule touches: private characters, no letters."""
    hidden.append(text)
    return f"\ue000{len(hidden) - 1}\ue001"


def split_line_sentences(line: str) -> list[str]:
    """The sentences of a line; the first keeps its indent."""
    indent = line[: len(line) - len(line.lstrip())]
    first, *others = [line[start:end] for start, end in sentence_spans(line)]
    return [indent + first, *others]


def replace_office_words(text: str) -> str:
    table, pattern = plain_word_table()
    text = BINNEN.sub(lambda found: format_innerhalb(found[1], found[2]), text)
    text = RELATIVE.sub(lambda found: RELATIVES[found[1]], text)
    text = FILLER.sub("", text)
    return pattern.sub(lambda found: copy_capital(table[found[0].lower()], found[0]), text)


def format_innerhalb(letter: str, following: str) -> str:
    """binnen eines Monats -> innerhalb eines Monats; binnen zwei Wochen -> innerhalb von zwei Wochen."""
    head = "I" if letter == "B" else "i"
    return f"{head}nnerhalb " if following.lower() in ("eines", "einer", "der", "des") else f"{head}nnerhalb von "


def copy_capital(plain: str, written: str) -> str:
    return plain[:1].upper() + plain[1:] if written[0].isupper() else plain


@cache
def plain_word_table() -> tuple[dict[str, str], re.Pattern[str]]:
    """Office word in small letters -> plain word, and one pattern for all of them, longest first."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    table = {office.lower(): plain for office, plain in rows}
    words = sorted((row[0] for row in rows), key=len, reverse=True)
    return table, re.compile(rf"(?<![\w-])(?=\w)(?:{alternation_by_letter(words)})(?![\w-])")


def alternation_by_letter(words: list[str]) -> str:
    """A pattern of all these words, by their first letter: a word is compared with those only that begin as it does."""
    by_letter: dict[str, list[str]] = {}
    for word in words:
        by_letter.setdefault(word[0].lower(), []).append(
            re.escape(word) if word[0].isupper() else initial_case_pattern(word)
        )
    return "|".join(f"(?=[{letter}{letter.upper()}])(?:{'|'.join(same)})" for letter, same in sorted(by_letter.items()))


def initial_case_pattern(word: str) -> str:
    """The word with a small or a capital letter at its beginning."""
    return f"[{word[0]}{word[0].upper()}]{re.escape(word[1:])}"


def split_sentence(sentence: str) -> str:
    """Splits a long sentence where what follows can stand on its own, once or more."""
    if len(sentence) > LONGEST_SPLIT or len(sentence.split()) < LONG:
        return sentence
    sentence = EXCEPTION.sub(lambda found: ". Ausnahme: ", sentence)
    sentence = re.sub(r"(?<=\. Ausnahme: )[a-zäöü]", lambda found: found[0].upper(), sentence)
    return split_at_border(split_condition(sentence))


def split_condition(sentence: str) -> str:
    """A, sofern B. -> A. Das gilt, wenn B. Only where nothing before it points to the condition."""
    found = LAST_CONDITION.search(sentence)
    if not found or len(sentence.split()) < VERY_LONG:
        return sentence
    before = sentence[: found.start()]
    if "," in before or re.search(r"\bg[ie]lt", before) or BOUND.search(before) or not VERB.search(before):
        return sentence
    return f"{before}. Das gilt, {found['condition']}."


def split_at_border(sentence: str) -> str:
    for border in BORDER.finditer(sentence):
        before, after = sentence[: border.start()], sentence[border.end() :]
        word = border["border"].strip(" ,")
        if can_stand_alone(before, after, word):
            opening = "Aber " if word in ("aber", "doch") else ""
            head = after if opening else after[:1].upper() + after[1:]
            return f"{before}. {split_sentence(opening + head)}"
    return sentence


def can_stand_alone(before: str, after: str, border: str) -> bool:
    if len(before.split()) < SHORTEST_PART or len(after.split()) < SHORTEST_PART or not MAIN_CLAUSE.match(after):
        return False
    # A bracket must not be torn apart.
    if before.count("(") != before.count(")") or not VERB.search(before):
        return False
    if border == ";":
        return True
    # Between main clauses only; after "und" a noun might still belong to the clause before it.
    return not SUBORDINATE.search(before) and (border != "und" or bool(PRONOUN.match(after)))
