"""Cue words of each answer type: a time, a duration, a place, a person, a decision, or a limited group of people."""

import re
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

from apps.text.numbers.calendar_names import GERMAN_MONTHS, GERMAN_WEEKDAYS
from apps.text.numbers.parse_number_words import ENGLISH_NUMBER, FIRST_WORDS, GERMAN_WORD

MONTHS = "|".join(GERMAN_MONTHS)
DAY_NAMES = (*GERMAN_WEEKDAYS, "sonnabend", "werktag", "feiertag", "wochenend")
DAYS = rf"(?:{'|'.join(DAY_NAMES)})\w*"
NUMBER_BEGINNINGS = (*FIRST_WORDS, "mehrere", "halben")
TIME_BEGINNINGS = (
    *NUMBER_BEGINNINGS, *GERMAN_MONTHS, "uhr", *DAY_NAMES, "täglich", "jährlich", "halbjährlich",
    "vierteljährlich", "monatlich", "wöchentlich", "mitternacht", "unverzüglich", "sofort",
    "noch", "innerhalb", "nach", "vor", "ersten", "ablauf", "ende", "o'clock",
)  # fmt: skip
NOON = ("a.m", "p.m")
"""Apart, because "a." begins much else."""
DURATION_BEGINNINGS = (*NUMBER_BEGINNINGS, "unbefristet", "dauerhaft", "ganzjährig", "bis")


def two_letter_lookahead(words: Iterable[str]) -> str:
    """The first two characters of all these, in either case: a place that begins otherwise need not be tried with
    each."""
    pairs = groupby(sorted({word[:2] for word in words}), key=itemgetter(0))
    either = (
        f"[{first}{first.upper()}][{''.join(pair[1] + pair[1].upper() for pair in same)}]" for first, same in pairs
    )
    return f"(?=(?-i:{'|'.join(either)}))"


def first_letter_lookahead(words: Iterable[str]) -> str:
    """A figure, or the first character of any of these in either case."""
    signs = "".join(sorted({word[0] for word in words}))
    return rf"(?-i:(?=[\d{signs}{signs.upper()}]))"


# Never gone back into: a text of figures alone would be tried with every word at each of them.
NUMBERS = (
    rf"(?>\d++(?:[,.]\d++)?"
    rf"|{two_letter_lookahead(NUMBER_BEGINNINGS)}(?:eine[nmrs]?|{GERMAN_WORD}|{ENGLISH_NUMBER}|mehrere|halbe[ns])\b)"
)
COUNT = rf"(?:\d|\b{two_letter_lookahead(NUMBER_BEGINNINGS)}(?!(?:ein|one)\b)(?:{GERMAN_WORD}|{ENGLISH_NUMBER})\b)"
"""A number that is no article and no pronoun."""
SPANS = (
    r"[^\W\d]*?(?-i:(?=[smtwjqdyhSMTWJQDYH]))"
    r"(?:Sekunde|Minute|Stunde|Tag|Woche|Monat|Jahr|Quartal|day|week|month|year|hour|minute)\w*"
)  # fmt: skip

IS_MEASURE = re.compile(
    r"\w{0,20}?(?:sekunde|minute|stunde|tag|woche|monat|jahr|quartal|meter|meile|gramm|liter|tonne|hektar|grad"
    r"|million|milliarde)(?:n|en|e|s|es)?",
    re.IGNORECASE,
)
"""A noun that measures, and counts no things."""
CLOCK = re.compile(rf"\bUhr\b|\b\d{{1,2}}[.:]\d\d\b|\b{DAYS}|\b\d{{1,2}} ?[ap]\.?m\b", re.IGNORECASE)
# Figures and words apart, each after one boundary: a text of figures alone would be tried with every word.
TIME = re.compile(
    rf"{first_letter_lookahead((*TIME_BEGINNINGS, *NOON))}"
    r"\b(?:(?=\d)(?:\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|(?:19|20)\d\d\b)"
    rf"|[ap]\.m\b|(?=\d|{two_letter_lookahead(TIME_BEGINNINGS)})"
    rf"(?:(?!\d)(?:Uhr\b|{DAYS}|(?:{MONTHS})\b|(?:täglich|(?:halb|viertel)?jährlich|monatlich|wöchentlich)\b"
    r"|(?:Mitternacht|unverzüglich|sofort|noch offen)\b"
    r"|(?:innerhalb|nach|vor)\s+(?:\w+\s+){0,2}(?:Woche|Monat|Jahr|Tag)"
    r"|(?:Ersten|Ablauf|Ende) des\b|o'clock\b)"
    rf"|{NUMBERS}\s++(?=[^\W\d])(?:\w++\s++)??{SPANS}))",
    re.IGNORECASE,
)
MOMENT = re.compile(
    r"\b(?:1\d\d\d\b|Jahre?n? \d|\d{1,2}\. (?:Jahrhundert|Tag)|Altertum|Mittelalter|Antike|Neuzeit"
    r"|(?:Stein|Bronze|Eisen|Eis|Römer)zeit|Ostern|Pfingsten|Weihnachten|Silvester|Neujahr|Frühling|Frühjahr|Sommer"
    r"|Herbst|Winter|(?:Vor|Nach)?mittags?\b|Abend|Morgen|Nacht)"
    r"|(?:tag|wöch|monat|jähr)ige[mnrs]\b|arbeitstag|\b[Aa]m (?:ersten )?Tage? (?:nach|vor|der|des)\b"
)
"""Other ways to say when: of history, of the year, of the day, by an adjective."""
CONDITION = re.compile(r"\b(?:wenn|sobald|solange|sofern|falls|bei|when|if|once)\b", re.IGNORECASE)
DURATION = re.compile(
    rf"\b(?:(?=\d|{two_letter_lookahead(DURATION_BEGINNINGS)})"
    rf"(?:{NUMBERS}\s++(?=[^\W\d])(?:(?:bis|und|to)\s++{NUMBERS}\s++(?=[^\W\d]))?(?:\w++\s++)??{SPANS}"
    r"|\d++-\d+ (?:Tage|Wochen|Monate|Jahre)"
    r"|(?!\d)(?:(?:unbefristet|dauerhaft|ganzjährig|bis zum)\b|bis (?:\S{1,20} ){0,3}(?:19|20)\d\d\b)))"
    r"|[年月日]|時間",
    re.IGNORECASE,
)
TIME_LIMIT = re.compile(r"\b(?:innerhalb|binnen)(?:\s++\w++){1,3}", re.IGNORECASE)
AGE = re.compile(
    r"Lebens(?:jahr|monat)|volljährig|minderjährig|jährig|geboren|\b1\d\d\d\b|\byears\b|\b(?:älter|jünger) als\b"
    r"|\b(?:Jahre|Monate|Wochen)n? (?:alt|und älter|oder älter|und jünger|oder jünger)|\d ?(?:bis|–|-) ?\d++ Jahren?\b"
    rf"|\b(?:ab|unter|über|bis|bis zu|mindestens|zwischen|von {NUMBERS} bis|bis zum Alter von) {NUMBERS} Jahren\b",
    re.IGNORECASE,
)
"""Not any span of time: "seit acht Jahren" says nobody's age."""
SHARE = re.compile(
    r"\d ?%|\d Prozent|\bv\. ?H\.|\b(?:Hälfte|\w*(?:drittel|viertel|zehntel)n?|percent|half)\b", re.IGNORECASE
)
SPEED = re.compile(
    r"\bkm ?/ ?h\b|Stundenkilometer|Schritt(?:geschwindigkeit|tempo)|Kilometern? (?:pro|in der) Stunde|m/s\b"
)
AT_ONCE = re.compile(r"\b(?:unverzüglich|sofort|umgehend|schnellst\w*|gleich|spätestens|binnen)\b", re.IGNORECASE)
UNITS = (
    r"(?:[kcm]?m[²³2]?\b|qm\b|ha\b|km/h\b|k?g\b|t\b|l\b|\w{0,20}meter|Hektar|(?:Kilo)?gramm|Tonnen?\b|Liter|Grad\b|Uhr\b"
    r"|%|Prozent|v\. ?H\.)"
)
MEASURED = re.compile(
    rf"(?<![\d.,]){COUNT}[\d.,]*+ ?(?:{UNITS}|Euro|EUR|€|Geschoss|Etage|Stockwerk)|\beine[nmr]? {UNITS}", re.IGNORECASE
)
"""A number with the unit in which size, weight, distance or value is said."""
NO_COUNT = re.compile(
    rf"(?<![\d.,])\d[\d.,]*+ ?{UNITS}|(?<![\d/])\d++/\d++|\b\d++\.(?= ?[A-ZÄÖÜ])|\b(?:19|20)\d\d\b"
    r"|\b\d{1,2}[.:]\d\d\b",
    re.IGNORECASE,
)
"""Figures that count no things: measures, numbers of papers, ordinals, years, times of day. Beside spans of time
and money."""
RATE = re.compile(
    rf"\b(?:je|jeweils|pro)\s++(?:(?:angefangene\w*|weitere\w*|bis zu|volle\w*)\s++){{0,2}}+{COUNT}[\d.,]*+"
    rf"|(?:Werden|Wird|Sind|Ist|Haben|Hat|Leben|Lebt)\b[^.?!,]{{0,120}}?\bmehr als {COUNT}[\d.,]*+",
    re.IGNORECASE,
)
"""Of how many something depends, which does not say how many there are: "je 25 Mitglieder", "werden mehr als 5 Hunde
gehalten, so …"."""
LENGTH = re.compile(
    r"(?<=\w )(?:Kilometer|Meter|Zentimeter|Millimeter|km|cm|mm|metres|meters|kilometres|miles)\b", re.IGNORECASE
)
FREQUENCY = re.compile(
    r"\b(?:\d++ ?|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|mehr|manch|viel)mals?\b|\bMale?\b"
    rf"|\balle (?:\w+ )?{SPANS}|\bjede[nrs]? (?:\w+ )?(?:{SPANS}|{DAYS})"
    r"|\b(?:mon|diens|donners|frei|sams|sonn|werk|feier)tags\b|\bmittwochs\b"
    r"|\b(?:im|pro|je|in der|am|per|a) (?:Tag|Woche|Monat|Quartal|(?:Kalender)?Jahr|day|week|month|year)\b"
    r"|\b(?:täglich|wöchentlich|monatlich|(?:halb|viertel|zwei)?jährlich|regelmäßig|nie|once|twice|times|every|each|daily"
    r"|weekly|monthly|annually|yearly)\b",
    re.IGNORECASE,
)
MONEY = re.compile(
    r"(?:\b(?:täglich|wöchentlich|monatlich|(?:halb|viertel)?jährlich)\s++)?(?<![\d.,])\d[\d.,]*+\s?(?:Euro|EUR|€|Cent|Ct)(?!\w)"
    r"(?:\s+(?:täglich|wöchentlich|monatlich|(?:halb|viertel)?jährlich|(?:im|pro|je) (?:Tag|Woche|Monat|Jahr))\b)?",
    re.IGNORECASE,
)
"""With how often it is paid, which says neither when nor how often anything else happens."""
TELEPHONE = re.compile(
    r"\+\d|(?<![\w,.])(?<!\d/)\(?0\d\d|(?<![\w,.])11(?:0|[2-9]\d*)\b(?! ?[€%])"
    r"|(?:Tel\w{0,30}+|Durchwahl|Fax|[Rr]uf\w{0,30}+)[.: ]{1,3}\d"
)
"""What stands behind the stroke of a reference such as 8/0503 is no number to call."""
PARTS = re.compile(
    r"\b(?:Hälfte|\w*[Dd]rittel|\w*[Vv]iertel|Dutzend\w*|[Kk]eine?|nicht|all(?:e|en|er)|einzige\w*"
    r"|(?:[Nn]ur|[Jj]e|genau|höchstens|mindestens) eine?[mnrs]?|half|third|quarter|dozen|none|no)\b"
)
"""How many, said without a number."""
OPEN = re.compile(r"geöffnet|öffnet|Öffnungszeit|Sprechzeit|geschlossen|open", re.IGNORECASE)
MAIL = re.compile(r"\w@\w")
STREET = re.compile(
    r"\b\w+(?:straße|gasse|platz|weg|allee|damm|ring|ufer|markt|hof)\s+\d+"
    r"|\b(?:Am|An der|Im)\s+\w+\s+\d+[a-z]?\b(?! ?[.:%€])|\b\d{5} [A-ZÄÖÜ]\w+|\bPostfach\b"
)
"""Of a house, or of a town by its postal code."""
ADDRESS = re.compile(rf"{STREET.pattern}|\bZimmer\s+\d+|\bObergeschoss\b|\bwww\.|https?://|@")
BODY = re.compile(r"\b\w+(?:amt|ministerium|behörde|büro|stelle|agentur|kasse|zentrum|verwaltung)e?s?\b")
"""Somebody who can be asked is a place, too."""
NAMED_PLACE = re.compile(r"\b[A-ZÄÖÜ]\w{2,}(?:straße|gasse|platz|allee|damm|ufer|markt|halle|saal|haus|amt|büro)e?s?\b")
PLACE = re.compile(
    r"\b(?:im|am|beim|bei der|in de[rnm]|ins|auf de[mnr]|vor de[mnr]|(?:nach|aus) (?-i:[A-ZÄÖÜ])\w+|befinde\w*|online"
    r"|unter|an der|an das|zur|zum)\b",
    re.IGNORECASE,
)
PERSON = re.compile(
    r"\b(?=[^\W\d]{3})(?:wer|Person(?:en)?|Eigentümer\w*|Inhaber\w*|Mitglied\w*|Eltern|Kinder\w*|Stadt|Rat|Verein\w*|Arbeitgeber\w*"
    r"|\w*[Aa]usschuss\w*|Verwaltung|Einwohner\w*|\w*[Bb]enutzer\w*|\w+[Bb]erechtigt\w*|\w*[Aa]nlieger|\w*[Bb]esitzer\w*|Antragsteller\w*|Bürgerinnen|Unternehme[rn]\w*)\b"
    r"|\b(?=[^\W\d]{3})\w+(?:amt|behörde|büro|stelle|kassen?|aufsicht|halter\w*)\b",
    re.IGNORECASE,
)
DECISION = re.compile(
    r"\b(?:ja|nein|nicht|keine?[nmrs]?|nur|untersagt|erlaubt|gestattet|zulässig|verboten|möglich|ausgeschlossen|darf"
    r"|dürfen|muss|müssen|kann|können|befreit|gilt|gelten|erforderlich|genügt|verpflichtet|frei|weiterhin|wird|werden"
    r"|ist|sind|hat|haben|erhält|erhalten|bekommen|führen)\b",
    re.IGNORECASE,
)
DECIDES_CLEARLY = re.compile(
    r"\A(?:Zu \d+\.: )?(?:ja|nein)\b|\b(?:untersagt|verboten|ausgeschlossen|darf|dürfen|muss|müssen|kann|können)\b"
    r"|\bnicht (?:gestattet|erlaubt|zulässig|möglich|erforderlich|geplant|vorgesehen)\b"
    r"|\bkeine?[nmrs]? (?-i:[A-ZÄÖÜ]\w+)",
    re.IGNORECASE,
)
OBLIGES = re.compile(
    r"\b(?:hat|haben|ist|sind)\b[^.;]{1,160}?"
    r"(?:\bzu [a-zäöüß]{2,}(?:en|ern|eln)|\b[a-zäöüß]{2,6}zu[a-zäöüß]{2,}(?:en|ern|eln))\b",
    re.IGNORECASE,
)
"""How official German says "must": "hat dies … anzuzeigen", "ist … zu stellen"."""
YES_OR_NO = re.compile(r"(?:Zu \d+\.: )?(?:ja|nein)\b", re.IGNORECASE)
DENIAL = re.compile(r"\b(?:nicht|keine?[nmrs]?|not|no)\b", re.IGNORECASE)
BUDGET = re.compile(
    r"\b(?:Ergebnis|Plan|Ansatz|Haushaltsjahr|Haushaltsplan|veranschlagt|Mehrerträge|Aufwendungen|Millionen|Mio"
    r"|Gesamtkosten|ausgezahlt)\b"
)
OF_FEES = re.compile(
    r"gebühr|entgelt|preis|kosten|kostet|tarif|steuers[aä]tz|beitr[aä]g|standgeld|\bfee|charge", re.IGNORECASE
)
EXCEPTION = re.compile(
    r"ermäßig\w*|befrei\w*|kostenfrei|gebührenfrei|entgeltfrei|freien Eintritt|\b\w+-Pass\w*\b|Zuschlag|Verlust"
    r"|Ersatz\w*|Verlänger\w*|Geldbuße|Rabatt|Mahnung|versäum\w*|vollendet\w* \S+ Lebensjahr\w*"
    r"|Lebensjahr\w* vollendet\w*|unter \S+ Jahren",
    re.IGNORECASE,
)
FORMALITY = re.compile(r"\b(?:in|außer) Kraft\b|\bOrdnungswidrig\w*|\bGeldbuße\b")
VALID = re.compile(
    r"\b(?:gilt|gelten|galt\w*|gültig(?:keit\w*)?|\w*befristet|verlier\w+ \w+ gültigkeit|läuft|laufen|laufzeit"
    r"|verfällt|verfallen|ausgestellt|erteilt)\b",
    re.IGNORECASE,
)
LASTING = re.compile(r"\b(?:gilt|gelten|gültig|dauer\w*|beträgt|betragen|lang|liegen|Frist\w*)\b", re.IGNORECASE)
# "Er beginnt um 7 Uhr": what begins so speaks of what the sentence before names.
POINTS_BACK = re.compile(
    r"(?:Er|Sie|Es(?! (?:gibt|besteht|gilt|gelten|ist|sind|wird|werden|dürfen|darf|muss|müssen|kann|können|bedarf)\b)"
    r"|Dies|Diese[rsmn]?|Dabei|Dort)\b(?! (?:sich|Ihr))"
)
CONSEQUENCE = re.compile(
    r"(?:Dann|Andernfalls|Anderenfalls|Ansonsten|Sonst|In diese[mn] F[aä]ll(?:en)?|Erst (?:dann|danach|im Anschluss))\b"
)
"""Begins a sentence that holds under a condition, which the one before says."""
LEANS_ON_PREVIOUS = re.compile(
    rf"{CONSEQUENCE.pattern}|(?:Daher|Deshalb|Deswegen|Somit|Dadurch|Dafür|Dazu|Darin|Darüber|Daraus|Darauf|Hierzu"
    r"|Hierfür|Hierbei|Hiervon|Davon|Dagegen|Dabei|Dort|Damit|Stattdessen|Zusätzlich|Zudem|Außerdem|Ferner|Gleichzeitig"
    r"|Allerdings|Jedoch|Dies|Er|Bis dahin|Gleiches gilt|Insbesondere \w+ (?:er|sie|es)"
    r"|Das (?:gilt|gleiche|ist|heißt|bedeutet)"
    r"|Diese[rsmn]?(?! \w*(?:[Ss]atzung|[Oo]rdnung|[Gg]esetz\w*|[Vv]orschrift|[Rr]ichtlinie)\b)"
    r"|Sie(?= (?:ist|war|wird|hat|kann|muss|darf|soll|gilt|\w+t)\b)"
    r"|Es(?= (?:beträgt|dient|soll|hat|enthält|umfasst|liegt|kostet|befindet)\b))\b"
    r"|\S+ (?:\S+ ){0,2}(?:dies|das) (?:jedoch|allerdings|aber)\b"
)
"""Begins a sentence that says something only behind the one before it. "Sie" may be whoever reads: then a plural verb
follows, as also where several are spoken of. "Diese Satzung" is the one that all its sentences are about."""
