"""Words as the offline models compare them: folded, without those that carry no subject, cut to a stem."""

import re
import unicodedata
from functools import lru_cache

FOLDED = str.maketrans({"ß": "ss", "ä": "a", "ö": "o", "ü": "u"})
WORD = re.compile(r"\w+")
# Longest first. Not a stemmer of the textbook: it only has to cut the forms of one word alike.
ENDINGS = ("ungen", "innen", "ern", "est", "ung", "en", "er", "es", "em", "st", "e", "n", "s", "t")
SHORTEST_STEM = 3


def fold(text: str) -> str:
    """Lower case, compatibility forms resolved, umlauts and ß as plain letters."""
    return unicodedata.normalize("NFKC", text).lower().translate(FOLDED)


def content_words(text: str) -> list[str]:
    """The folded words that say what the text is about, in its order."""
    return [word for word in WORD.findall(fold(text)) if word not in STOP_WORDS]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A folded word without its ending; numbers stay whole."""
    if not word.isalpha():
        return word
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word[: -len(ending)]
    return word


STOP_WORDS = frozenset(
    """
    aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus
    bei beim bereits bin bis bist da dabei dadurch dafur dagegen daher damit danach dann daran darauf daraus darf darin
    daruber darum darunter das dass davon dazu dem den denen denn der deren derzeit des deshalb dessen die dies diese diesem diesen
    dieser dieses doch dort du durch durfen ebenfalls ein eine einem einen einer eines einige einigen er erst es etwa etwas euch
    fur gegen gegenuber gemass gibt habe haben hat hatte hatten hier hierzu hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren
    ihrer ihres im immer in indem ins insbesondere ist ja jede jedem jeden jeder jedes jedoch jene jener jetzt
    kann kein keine keinem keinen keiner konnen konnte konnten mal man mehr mein meine mich mir mit
    mochte mochten muss mussen nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit
    selbst sich sie sind so solche sollen sollte sollten soll somit sondern sonst sowie uber um und uns unser unsere unter
    viel viele vielen vom von vor wahrend wann war waren warum was weder weil weiter welche welchem welchen welcher
    welches wem wen wenn wer werde werden weshalb wessen wie wieder wieso wieviel will wir wird wo wobei wodurch wofur woher wohin
    womit worden wozu wurde wurden zu zum zur zwar zwischen
    hoch lange lang oft gilt gelten bitte danke
    a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its
    many much my no not of on or our shall should so such than that the their them then there these they this those
    to under was we were what when where which who whom why will with would you your
    """.split()
)
"""German and English, folded as in fold()."""
