"""Words of a text, and when two of them are forms of one word. Pure."""

import re
from functools import lru_cache

WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
FOLD = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "s", "é": "e", "è": "e"})
ENDING = re.compile(r"(?:ungen|innen|ung|est|end|em|en|er|es|et|e|n|s|t)$")
PARTICIPLE = re.compile(r"^(?:ge|(ab|an|auf|aus|ein|nach|vor|zu|mit)(?:ge|zu))(?=\w{4})")
STEM_LETTERS = 6
CONTENT_LETTERS = 4

# Words that say nothing about what a sentence is about.
FUNCTION_WORDS = frozenset(
    ["aber", "alle", "allen", "aller", "alles", "also", "auch", "beim", "bereits", "dabei", "dadurch", "dafür", "daher", "damit", "dann", "daran", "darauf", "daraus", "darf", "darin", "darüber", "dass", "davon", "dazu", "dein", "deine", "deinem", "deinen", "deiner", "dem", "den", "denen", "denn", "deren", "dessen", "desto", "dich", "diese", "diesem", "diesen", "dieser", "dieses", "doch", "dort", "durch", "dürfen", "eben", "eine", "einem", "einen", "einer", "eines", "einige", "einigen", "etwa", "etwas", "euch", "euer", "falls", "gegen", "gemäß", "haben", "habt", "hatte", "hatten", "hier", "hiermit", "hierzu", "hinter", "ihnen", "ihre", "ihrem", "ihren", "ihrer", "ihres", "immer", "indem", "jede", "jedem", "jeden", "jeder", "jedes", "jedoch", "jene", "jenem", "jenen", "jener", "jetzt", "kann", "kannst", "kein", "keine", "keinem", "keinen", "keiner", "können", "könnte", "lassen", "lässt", "machen", "macht", "mehr", "mein", "meine", "möchte", "möchten", "müssen", "muss", "musst", "nach", "nachdem", "nicht", "nichts", "noch", "oder", "ohne", "schon", "sehr", "sein", "seine", "seinem", "seinen", "seiner", "seit", "selbst", "sich", "sind", "sobald", "sofern", "sogar", "solche", "solchen", "soll", "sollen", "sollte", "sollten", "sondern", "sonst", "soweit", "sowie", "sowohl", "statt", "trotz", "über", "unser", "unsere", "unserem", "unseren", "unserer", "unter", "viele", "vielen", "vom", "vor", "wann", "waren", "warum", "wäre", "wegen", "weil", "welche", "welchem", "welchen", "welcher", "welches", "wenn", "werde", "werden", "wird", "wurde", "wurden", "würde", "würden", "wieder", "will", "wollen", "worden", "zum", "zur", "zwar", "zwischen", "innerhalb", "außerhalb", "hinsichtlich", "bezüglich", "aufgrund", "anhand", "bitte", "ebenfalls", "ebenso", "jeweils", "jeweilige", "jeweiligen", "insbesondere", "entsprechend", "sogenannte", "about", "also", "been", "from", "have", "into", "more", "must", "shall", "should", "such", "than", "that", "their", "them", "then", "there", "these", "they", "this", "those", "under", "upon", "were", "what", "when", "where", "which", "while", "will", "with", "would", "your"]
)


def words(text: str) -> list[str]:
    return WORD.findall(text)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The beginning that forms of a word share: Anträge, Antrag, Antrags -> antrag; eingereicht, einreichen -> einrei."""
    folded = word.lower().replace("ß", "ss").translate(FOLD).replace("-", "")
    folded = PARTICIPLE.sub(lambda found: found[1] or "", folded)
    if len(folded) > CONTENT_LETTERS:
        folded = ENDING.sub("", folded) or folded
    return folded[:STEM_LETTERS]


@lru_cache(maxsize=4_000)
def content_stems(text: str) -> frozenset[str]:
    """Stems of the words that carry meaning."""
    return frozenset(
        stem(word) for word in words(text) if len(word) >= CONTENT_LETTERS and word.lower() not in FUNCTION_WORDS
    )


def related(one: str, other: str) -> bool:
    """True when the folded words share their stem or one is part of the other, as in a compound."""
    return one == other or (len(one) >= 5 and one in other) or (len(other) >= 5 and other in one)
