# ruff: noqa: E501 - a pattern in one piece can be read, a wrapped one cannot
"""German words whose exchange changes the sense: limits, quantifiers, modality, connectives, opposites, validity."""

from benchmarks.adversaries.sentences import CONTRADICTS, DAMAGED, Rule, Swap, all_of, pairs, stems

C, D = CONTRADICTS, DAMAGED
NEGATED = r"\bnicht|\bkein|\bweder"


EVENT = (
    r"(?:Ablauf|Beginn|Beendigung|Ende|Eingang|Zustellung|Bekanntgabe|Verkündung|Inkrafttreten|Abschluss|Erteilung|"
    r"Aufnahme|Fälligkeit|Antragstellung|Vollendung|Abgabe|Einreichung|Anhörung|Eintritt|Auszahlung|Übergabe)"
)
LIMITS = [
    *pairs(
        "limit direction",
        C,
        "mindestens = höchstens; spätestens = frühestens; längstens > mindestens; nicht mehr als > mehr als;"
        "nicht weniger als > weniger als; wenigstens > höchstens",
        "nicht (?:mindestens|höchstens)",
    ),
    Swap("limit direction", C, r"(?<!nicht )mehr als (?=\d|zwei|drei|vier|fünf|sechs|zehn|die Hälfte)", "weniger als "),
    Swap("limit direction", C, r"(?<!nicht )weniger als (?=\d|zwei|drei|vier|fünf|sechs|zehn|die Hälfte)", "mehr als "),
    Swap(
        "limit direction", C, r"bis zu (?=\d|zwei|drei|vier|fünf|sechs|zehn)", "mindestens ", r"\bvon\b|\bab\b|zwischen"
    ),
    Swap("limit direction", C, r"unter (\d[\d.,]*) (Jahre\w*|Euro|€|Prozent|Meter\w*)", r"über \1 \2"),
    Swap("limit direction", C, r"über (\d[\d.,]*) (Jahre\w*|Euro|€|Prozent|Meter\w*)", r"unter \1 \2"),
    Swap("limit direction", C, r"bis zum (\d\d?\.)", r"ab dem \1", r"\bvo[nm]\b|\bab\b|zwischen|\bseit\b"),
    Swap("limit direction", C, r"ab dem (\d\d?\.)", r"bis zum \1", r"\bbis\b"),
    Swap("limit direction", C, r"innerhalb (von|eine[rs])", r"nach Ablauf \1", "nach Ablauf"),
    Swap("limit direction", C, r"binnen (eine[rs])", r"nach Ablauf \1", "nach Ablauf"),
    Swap("limit direction", C, r"länger als", "kürzer als", "nicht länger"),
    Swap("limit direction", C, r"kürzer als", "länger als", "nicht kürzer"),
    Swap("time direction", C, rf"nach ({EVENT})", r"vor \1", "Maßgabe|je nach"),
    Swap("time direction", C, rf"vor ({EVENT})", r"nach \1"),
    Swap(
        "time direction",
        C,
        r"nach (de[rm]) (Beginn|Ende|Zustellung|Bekanntgabe|Geburt|Wahl|Prüfung|Sitzung)",
        r"vor \1 \2",
    ),
    Swap(
        "time direction",
        C,
        r"vor (de[rm]) (Beginn|Ende|Zustellung|Bekanntgabe|Geburt|Wahl|Prüfung|Sitzung)",
        r"nach \1 \2",
    ),
    Swap("time direction", C, "vorher", "nachher"),
    Swap("time direction", C, "im Voraus", "im Nachhinein"),
    Swap("time direction", C, "im Nachhinein", "im Voraus"),
    Swap("time direction", C, "zuvor", "danach", "danach"),
    Swap("time direction", C, "anschließend", "zuvor", "zuvor"),
    Swap("time direction", C, "zu Beginn", "am Ende"),
    Swap("time direction", C, "am Ende", "zu Beginn"),
    Swap("limit dropped", D, r"(?:mindestens|höchstens|spätestens|frühestens|längstens) ", "", r"nicht|jeweils"),
    Swap("limit dropped", D, r"bis zu (?=\d)", "", r"\bvon\b|\bvom\b|zwischen"),
    Swap("limit dropped", D, r"(?<!nicht )(?:mehr|weniger) als (?=\d)", ""),
]
WOULD = pairs(
    "what would be",
    D,
    "ist = wäre; sind = wären; wird = würde; hat = hätte; kann = könnte; können = könnten; darf = dürfte; muss = müsste;"
    "gilt = gälte; beträgt = betrüge; besteht = bestünde; erhält = erhielte; bleibt = bliebe; gibt = gäbe; tritt = träte",
    r"(?:der|die|seine|seiner|ihre|ihrer) Würde\b",
)
SAID = pairs(
    "what is said",
    D,
    "ist = sei; sind = seien; wird = werde; hat = habe; kann = könne; darf = dürfe; muss = müsse; soll = solle;"
    "gilt = gelte; beträgt = betrage; besteht = bestehe; erhält = erhalte; bleibt = bleibe; gibt = gebe; bedarf = bedürfe;"
    "entscheidet = entscheide; endet = ende; beginnt = beginne; haftet = hafte; zahlt = zahle; kostet = koste",
)
WAS = pairs(
    "what was",
    D,
    "ist = war; sind = waren; wird = wurde; kann = konnte; können = konnten; darf = durfte; dürfen = durften;"
    "muss = musste; müssen = mussten; gilt = galt; beträgt = betrug; besteht = bestand; erhält = erhielt; bleibt = blieb;"
    "endet = endete; kostet = kostete; zahlt = zahlte; bedarf = bedurfte; entscheidet = entschied",
)
VALIDITY = [
    Swap("validity", C, "in Kraft", "außer Kraft", "außer Kraft"),
    Swap("validity", C, "außer Kraft", "in Kraft", r"\bin Kraft"),
    Swap("validity", C, "weiterhin", "nicht mehr", NEGATED),
    Swap("validity", C, "bereits", "noch nicht", NEGATED),
    Swap("validity", C, "nicht mehr", "weiterhin", "nicht mehr als|sondern"),
    Swap("validity", C, "noch nicht", "bereits", "sondern"),
    Swap("validity", C, "erstmals", "letztmals"),
    Swap("validity", C, "künftig", "bisher", "bisher"),
    Swap("validity", C, "in Zukunft", "in der Vergangenheit"),
    Swap("validity", C, "befristet", "unbefristet", "unbefristet"),
    Swap("validity", C, "vorläufig", "endgültig", "endgültig"),
]
QUANTIFIERS = [
    Swap(
        "quantifier",
        C,
        r"alle (?=[A-ZÄÖÜ]\w+n\b)",
        "keine ",
        rf"{NEGATED}|alle (?:zwei|drei|vier|fünf|Jahre)|ohne|vor allem",
    ),
    Swap("quantifier", C, r"alle (?=[A-ZÄÖÜ])", "nicht alle ", rf"{NEGATED}|für alle Fälle|nahezu|fast"),
    Swap("quantifier", C, r"jeder (?=[A-ZÄÖÜ])", "nicht jeder ", NEGATED),
    Swap("quantifier", C, r"jede (?=[A-ZÄÖÜ])", "nicht jede ", NEGATED),
    Swap("quantifier", C, "sämtliche", "nur einige", NEGATED),
    Swap("quantifier", D, r"(?<!um )einige", "alle", rf"{NEGATED}|\balle\b|einige[rn]? (?:Zeit|Male)"),
    Swap("quantifier", D, "mehrere", "alle", rf"{NEGATED}|\balle\b|haften|Mehrere (?:Personen|Schuldner)"),
    Swap("quantifier", D, "viele", "alle", rf"{NEGATED}|\balle\b|so viele|wie viele|zu viele"),
    Swap("quantifier", C, "viele", "nur wenige", rf"{NEGATED}|so viele|wie viele|zu viele|nur"),
    Swap("quantifier", D, "die meisten", "alle", rf"{NEGATED}|am meisten"),
    Swap("quantifier", C, "die meisten", "nur wenige", rf"{NEGATED}"),
    Swap("quantifier", C, "beide", "keine", rf"{NEGATED}|die beide|diese beide|alle beide|beide Male"),
    Swap("quantifier", D, "in der Regel", "ausnahmslos", NEGATED),
    Swap("quantifier", D, "grundsätzlich", "ausnahmslos", NEGATED),
    Swap("quantifier", D, "häufig", "immer", rf"{NEGATED}|so häufig|wie häufig"),
    Swap("quantifier", C, "häufig", "nie", rf"{NEGATED}|so häufig|wie häufig"),
    Swap(
        "quantifier", C, "immer", "nie", rf"{NEGATED}|immer (?:noch|wieder|mehr|weniger|\w+er\b)|nach wie vor|wie immer"
    ),
    Swap("quantifier", C, "stets", "nie", NEGATED),
    Swap("quantifier", D, "oft", "immer", rf"{NEGATED}|so oft|wie oft"),
    Swap("quantifier", C, "teilweise", "vollständig", NEGATED),
    Swap("quantifier", C, "vollständig", "nur teilweise", NEGATED),
    Swap("quantifier", D, "insbesondere", "ausschließlich", rf"{NEGATED}|insbesondere (?:wenn|weil|dass|auch)"),
    Swap("quantifier", D, "vor allem", "ausschließlich", NEGATED),
    Swap("quantifier", C, "überwiegend", "ausschließlich", NEGATED),
    Swap("quantifier", D, "ausnahmsweise", "stets", NEGATED),
    Swap("quantifier", D, "möglicherweise", "mit Sicherheit", NEGATED),
    Swap("quantifier", D, "voraussichtlich", "mit Sicherheit", NEGATED),
    Swap("quantifier", D, "gegebenenfalls", "in jedem Fall", NEGATED),
]
FOCUS = [
    Swap(
        "only and also",
        C,
        "(?:nur|lediglich|ausschließlich)",
        "nicht nur",
        rf"{NEGATED}|nur noch|nicht nur|,? nur (?:wenn|soweit)",
    ),
    Swap("only and also", D, "(?:nur|lediglich|ausschließlich)", "auch", rf"{NEGATED}|nur noch|auch"),
    Swap("only and also", D, "(?:nur|lediglich|ausschließlich) ", "", rf"{NEGATED}|nur noch"),
    Swap("only and also", C, "nicht nur", "nicht", ""),
    Swap(
        "only and also",
        D,
        "auch (?=(?:für|in|bei|auf|an|von|durch|die|der|das|den|dem) )",
        "nur ",
        r"sondern|auch (?:wenn|nicht|dann|noch)|wie auch|als auch|oder auch|und auch|aber auch|wenn auch|sowie auch|kein|nicht|ohne|nur",
    ),
]
MODALITY = [
    Swap("modality", D, "muss", "kann", NEGATED),
    Swap("modality", D, "müssen", "können", rf"{NEGATED}|werden müssen"),
    Swap("modality", D, "muss", "soll", NEGATED),
    Swap("modality", D, "müssen", "sollen", NEGATED),
    Swap("modality", C, "muss", "muss nicht", NEGATED),
    Swap("modality", C, "muss", "darf nicht", rf"{NEGATED}|muss (?:mindestens|auch|nur)"),
    Swap("modality", D, "soll", "muss", NEGATED),
    Swap("modality", D, "sollen", "müssen", NEGATED),
    Swap("modality", D, "sollte", "muss", NEGATED),
    Swap("modality", D, "sollten", "müssen", NEGATED),
    Swap("modality", D, "soll", "kann", NEGATED),
    Swap("modality", D, "kann", "muss", NEGATED),
    Swap("modality", D, "können", "müssen", rf"{NEGATED}|zu können|werden können"),
    Swap("modality", D, "darf", "muss", rf"{NEGATED}|\bnur\b|\berst\b|bedarf"),
    Swap("modality", D, "dürfen", "müssen", rf"{NEGATED}|\bnur\b|\berst\b"),
    Swap("modality", C, "darf", "darf nicht", rf"{NEGATED}|\bnur\b|\berst\b|ohne|höchstens|bis zu"),
    Swap(
        "modality",
        C,
        "darf nicht",
        "darf",
        "sondern|nicht (?:nur|mehr als|länger|weniger|später|vor|über)|überschreiten|übersteigen",
    ),
    Swap(
        "modality",
        C,
        "dürfen nicht",
        "dürfen",
        "sondern|nicht (?:nur|mehr als|länger|weniger|später|vor|über)|überschreiten|übersteigen",
    ),
    Swap("modality", C, "kann nicht", "kann", "sondern|nicht (?:nur|mehr als|länger|weniger)|wenn|soweit"),
    Swap("modality", C, "können nicht", "können", "sondern|nicht (?:nur|mehr als|länger|weniger)|wenn|soweit"),
    Swap("modality", D, "ist verpflichtet", "ist berechtigt", "berechtigt|nicht"),
    Swap("modality", D, "sind verpflichtet", "sind berechtigt", "berechtigt|nicht"),
    Swap("modality", D, "ist berechtigt", "ist verpflichtet", "verpflichtet|nicht"),
    Swap("modality", D, "sind berechtigt", "sind verpflichtet", "verpflichtet|nicht"),
    Swap("modality", C, "(ist|sind) verpflichtet", r"\1 nicht verpflichtet", "nicht"),
    Swap("modality", C, "(ist|sind) berechtigt", r"\1 nicht berechtigt", "nicht"),
]
CONNECTIVES = [
    Swap("cause and concession", D, ", weil", ", obwohl"),
    Swap("cause and concession", D, "weil", "obwohl", "deshalb|allein weil|nur weil|, weil"),
    Swap("cause and concession", D, "obwohl", "weil"),
    Swap("cause and concession", D, "trotz", "wegen", "trotzdem"),
    Swap("cause and concession", D, "wegen", "trotz", "von wegen|nur wegen"),
    Swap("cause and concession", D, "aufgrund", "ungeachtet", "aufgrund von|aufgrund des §"),
    Swap("cause and concession", D, "trotzdem", "deshalb"),
    Swap("cause and concession", D, "dennoch", "deshalb"),
    Swap("cause and concession", D, "(?:daher|deshalb|deswegen)", "dennoch", "weil"),
    Swap(
        "condition and exception",
        C,
        ", (?:wenn|sofern|falls|soweit)",
        ", es sei denn, dass",
        r"auch wenn|nur|dann|erst|insbesondere|nicht|kein|als wenn|so(?:weit|fern) (?:sie|es|er) nicht",
    ),
    Swap(
        "condition and exception",
        D,
        "(?<!auch )(?<!und )(?<!oder )(?<!es sei denn, )(?:wenn|sofern|falls)",
        "auch wenn",
        r"nur|auch|dann|erst|selbst|insbesondere|ohne dass",
    ),
    Swap(
        "condition and exception",
        D,
        "(?<!und )(?<!oder )(?:soweit|solange)",
        "auch wenn",
        r"nur|auch|dann|erst|selbst|insbesondere|insoweit|nicht",
    ),
    Swap("condition and exception", C, ", es sei denn, (?:dass|daß)", ", wenn", ""),
    Swap("condition and exception", C, "(?<!, )nur, wenn", "auch dann, wenn", ""),
    Swap("condition and exception", C, "nur dann, wenn", "auch dann, wenn", ""),
    Swap("time order", C, "bevor", "nachdem", "nicht"),
    Swap("time order", C, "nachdem", "bevor", "je nachdem"),
    Swap("time order", C, "sobald", "bevor"),
    Swap("and, or", C, "entweder (.{3,50}?) oder", r"sowohl \1 als auch", NEGATED),
    Swap("and, or", C, "sowohl (.{3,50}?) als auch", r"entweder \1 oder", NEGATED),
    Swap("and, or", C, "weder (.{3,40}?) noch", r"sowohl \1 als auch", ""),
    Swap(
        "and, or",
        D,
        r"(müssen|muss|enthält|enthalten|beizufügen sind|bestehen aus|besteht aus) ([^,;.]{3,60}?) und (?=[A-ZÄÖÜ])",
        r"\1 \2 oder ",
        NEGATED,
    ),
    Swap(
        "and, or",
        D,
        r"(muss|müssen) ([^,;.]{3,60}?) oder (?=[A-ZÄÖÜ])",
        r"\1 \2 und ",
        rf"{NEGATED}|entweder|ein(?:e[rnms]?)?\b",
    ),
    Swap("included and added", C, "zuzüglich", "einschließlich"),
    Swap("included and added", C, "einschließlich (der|des)", r"mit Ausnahme \1"),
    Swap("included and added", C, "mit Ausnahme (der|des)", r"einschließlich \1"),
    Swap(
        "with and without",
        D,
        "ohne (?=(?:Genehmigung|Zustimmung|Erlaubnis|Antrag|Einwilligung|Anspruch|Aussprache|Unterbrechung|Begründung)\\b)",
        "mit ",
        "nicht|auch ohne|mit oder|nur",
    ),
    Swap(
        "with and without",
        D,
        "mit (?=(?:Zustimmung|Genehmigung|Einwilligung|Begründung|Unterstützung|Hilfe)\\b)",
        "ohne ",
        "ohne|nicht",
    ),
]
OPPOSITES = [
    *stems(
        "opposite",
        C,
        "zulässig=unzulässig kostenlos=kostenpflichtig gebührenfrei=gebührenpflichtig geöffnet=geschlossen "
        "gestattet=untersagt erlaubt=verboten bewilligt=abgelehnt genehmigt=abgelehnt möglich=unmöglich "
        "wirksam=unwirksam öffentlich=nichtöffentlich beschränkt=unbeschränkt schriftlich=mündlich "
        "freiwillig=zwangsweise ausreichend=unzureichend entgeltlich=unentgeltlich ehrenamtlich=hauptamtlich "
        "gestiegen=gesunken erhöht=gesenkt verlängert=verkürzt beschleunigt=verzögert gültig=ungültig "
        "rechtmäßig=rechtswidrig vollendet=abgebrochen steuerfrei=steuerpflichtig verfügbar=vergriffen "
        "zugelassen=ausgeschlossen aufgehoben=bestätigt anwendbar=unanwendbar übertragbar=unübertragbar "
        "widerruflich=unwiderruflich gleich=verschieden erforderlich=entbehrlich notwendig=überflüssig",
    ),
    *pairs(
        "opposite",
        C,
        "höher als = niedriger als; größer als = kleiner als; mehr > weniger; steigt = sinkt; steigen = sinken;"
        "erhöht sich = vermindert sich; positiv = negativ; ja > nein; beginnt = endet; gewinnt = verliert;"
        "öffnet = schließt; zustimmt > ablehnt; stimmt zu > lehnt ab; vorhanden > nicht vorhanden; gewährt > verweigert;"
        "erlaubt > untersagt; anzuwenden > nicht anzuwenden; zu gewähren > zu versagen; zu erteilen > zu versagen",
        r"nicht mehr|mehr als|nicht|immer mehr|mehr oder|je mehr|umso|kein|sich mehr|mehr und mehr|mehrere",
    ),
    *pairs(
        "opposite noun",
        D,
        "Zunahme = Abnahme; Erhöhung = Senkung; Einnahmen = Ausgaben; Gläubiger = Schuldner; Käufer = Verkäufer;"
        "Beginn = Ende; Inland = Ausland; Vormittag = Nachmittag; Eingang = Ausgang; Gewinn = Verlust; Vorteile = Nachteile;"
        "Vorteil = Nachteil; Stärkung = Schwächung; Verbesserung = Verschlechterung; Zulassung = Ablehnung;"
        "Aufnahme = Entlassung; Anmeldung = Abmeldung; Sommer = Winter; Anstieg = Rückgang; Verlängerung = Verkürzung;"
        "Mindestbetrag = Höchstbetrag; Obergrenze = Untergrenze; Vorsatz = Versehen; Erteilung = Versagung;"
        "Minderjährige = Volljährige; Frauen = Männer; Mütter = Väter; Erwachsene = Kinder; Ausfuhr = Einfuhr",
    ),
    Swap("inside and outside", D, "außerhalb", "innerhalb", "innerhalb"),
    Swap(
        "inside and outside",
        D,
        "innerhalb (der|des|dieses) (?=[A-ZÄÖÜ])",
        r"außerhalb \1 ",
        "Frist|Jahr|Monat|Woche|Tage|außerhalb|Stunde|Zeit",
    ),
]

RULES: list[Rule] = [
    all_of(table)
    for table in (LIMITS, WOULD, SAID, WAS, VALIDITY, QUANTIFIERS, FOCUS, MODALITY, CONNECTIVES, OPPOSITES)
]
