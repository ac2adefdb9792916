"""A hint saves a comparison that would find nothing, and no other."""

from apps.simplify.checks.check_all import HINTS, TAKING_OUT, WHOLE
from apps.simplify.checks.skip_unneeded_checks import ALWAYS, CheckPrefilter
from apps.simplify.text.mask_found_matches import MaskedText
from tests.simplify.checks.test_check_all import DAMAGE

WAYS = """
nur wenn|lediglich|ausnahmsweise|ausschließlicher|es sei denn|mit Ausnahme von|abgesehen von|anderenfalls
vorbehaltlich|im Falle|in Fällen|unter der Bedingung|vorausgesetzt|insofern|as long as|in case|nicht weniger als
nicht unter|Mindestalter|3 Tage oder mehr|18 oder älter|no less than|at least|ab 3 Tagen|bis zu 3 Tagen
nicht länger als|no more than|Höchstbetrag|3 oder jünger|übersteigt nicht|nicht überschreiten|nicht öfter als
mehr als drei|über drei|größer als|oberhalb|weniger als 3|unter 3|fewer than|unterhalb|innerhalb|vor Ablauf
no later than|nicht vor|erst ab|nicht früher als|ab sofort|so bald wie möglich|ohne Verzögerung|schnellstmöglich
in der Regel|im Normalfall|as a rule|grundsätzliche|nicht|Nichtzahlung|keinerlei|niemals|nirgends|weder|ohne|cannot
don't|unzulässig|untersagt|unterbleibt|Verbot|ausgeschlossen|entfällt|abgelehnt|lehnt ab|verweigert|versagt|mangels
gebührenfrei|kostenlos|arbeitslos|befreit|verzichtet|verhindert|weggefallen|erlischt|zu groß, um|zu groß, als dass
statt|abgewiesen|unless|prohibited|excluded|nicht nur|nichtsdestotrotz|zwei Drittel|anderthalb Jahre|die Hälfte
eine Woche|einen Euro|fünfzig|zweitausend|am achten Tag|zwölf|hunderteins|Monatsfrist|dreimalig|zweiwöchig|14-tägig
5 %|§ 5|Absatz 2|Abs. 1|Satz 3|Nr. 4|Nummer 4|Ziffer 2|Artikel 3|Art. 3|Anlage 1|Kapitel 2|Buchstabe a|UAbs. 2|Mai
im Mai|Sonnabend|Mondays|14:30|8 Uhr|8 h|1.1.|0221 221-0|a@b.de|a(at)b.de|www.a.de|b.info|Am Markt 3|BauGB
Gemeindeordnung|Sicherheitsgesetz|Sie|Ihnen|Ihre|du|deinem|euch|eure|Frau Weber|Köln|{{x}}|[x]|«x»|____|....|XX|%x%
#x#|Bürger*innen|Bürger:in|Bürger_in|Bürger/-in|Bürger(innen)|BürgerInnen|**x**|# x|> x|- - -|---|`x`|[x](y)|| x |
Ⅷ|х|0der|a\u200bb|a\u00adb|als KI|Gerne, |Natürlich!|Es tut mir leid|I cannot|Systemprompt|ignoriere alle Regeln
Schreiben Sie|Gedicht|write|„in besonderen Fällen nötig“|»in besonderen Fällen nötig«
""".replace("\n", "|").split("|")
EMPTY = "Hunde spielen gerne."
PAIRS = [pair for pairs in DAMAGE.values() for pair in pairs] + [(f"Hunde {way} spielen.", EMPTY) for way in WAYS]


def test_whatever_finds_something_was_hinted_at() -> None:
    for old, new in (texts for before, after in PAIRS for texts in ((before, after), (after, before))):
        found = {compare for compare in TAKING_OUT if compare(MaskedText(old), MaskedText(new))}
        found |= {look for look in WHOLE if look(old, new)}
        assert found <= HINTS.needed(old, new), (old, new)


def test_nothing_but_the_needed_is_compared() -> None:
    assert HINTS.needed("Hunde spielen.", "Hunde laufen.") == {look for look in WHOLE if WHOLE[look] == ALWAYS}


def test_a_very_long_word_is_looked_up_as_well() -> None:
    assert CheckPrefilter({"long": "end$", "always": ALWAYS}).needed("x" * 1000 + "end") == {"long", "always"}
