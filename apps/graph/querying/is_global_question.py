"""Whether a question is about the whole of a collection: told by its words, German or English."""

import re

# Each of these is a sign; one strong one suffices, of the weak ones ENOUGH_WEAK are needed.
STRONG = re.compile(
    r"""
    \b(?=[^\W\d])(?:
      (?:haupt|kern|ober|schwerpunkt)themen? | (?:themen|themenschwerpunkte|schwerpunkte|muster|trends
        |tendenzen)\b.{0,60}
        \b(?:insgesamt|immer\ wieder|wiederkehrend\w*|häufig\w*|überall|gemeinsam\w*|durchzieh\w+|dominier\w+
        |vorkommen|kommen)
      | (?:wiederkehrende|gemeinsame|übergreifende|zentrale|wichtigste|häufigste)n?\ (?:themen|muster|trends
        |anliegen|probleme|streitpunkte|schwerpunkte)
      | (?:insgesamt|überall|durchgehend)\b.{0,40}\b(?:häufig|oft|meist)
      | worum\ geht\ es\ (?:insgesamt|in\ (?:der|dieser)\ sammlung|in\ (?:den|diesen|allen)\ (?:dokumenten
        |unterlagen|texten))
      | (?:welche|welchen|was\ für)\ (?:themen|themenfelder|schwerpunkte|inhalte|gebiete|bereiche)\b.{0,40}
        \b(?:dokumenten?|sammlung|unterlagen|texten?|bestand)\b
      | (?:über|in|aus)\ (?:alle|allen|sämtliche|sämtlichen)\ (?:dokumente|dokumenten|unterlagen|texte|texten
        |quellen|folgen|protokolle|protokollen)
      | (?:ganze|gesamte)[nr]?\ (?:sammlung|bestand|datenbestand|korpus)
      | (?:überblick|gesamtbild|zusammenfassung)\ (?:über|von|zu)\ (?:alle\w*|die\ (?:sammlung|dokumente
        |unterlagen|themen))
      | (?:fasse|fassen\ sie)\ (?:alle|die\ (?:sammlung|dokumente|unterlagen|wichtigsten))
      | (?:main|key|central|common|recurring|overarching|major|dominant|prevalent)\ (?:theme|topic|trend
        |pattern|concern|challenge|subject|argument)s?
      | (?:themes?|topics?|trends?|patterns?)\ (?:that\ )?(?:are\ |is\ |do\ |does\ )?(?:most\ |consistently\
        |commonly\ |frequently\ )*
        (?:recur\w*|emerge\w*|discussed|mentioned|highlighted|predicted|emphasi[sz]ed|covered|run\w*|across)
      | (?:across|throughout|over)\ (?:all|the\ (?:whole|entire)|every|multiple|several|various|different)\ \w+
      | (?:whole|entire)\ (?:collection|corpus|dataset|data\ set|series|set\ of)
      | (?:most|more)\ (?:frequently|commonly|often)\ (?:mentioned|discussed|cited|highlighted|raised|asked
        |referenced|addressed)
      | (?:frequently|commonly|consistently|repeatedly|often)\ (?:mentioned|discussed|cited|highlighted|raised
        |predicted|referenced|emphasi[sz]ed|expressed)
      | (?:what|how|which|do|does|are\ there|is\ there)\b.{0,90}\b(?:guests|interviewees|speakers|respondents
        |leaders|contributors
        |discussions|conversations|episodes|interviews|podcasts?)
      | (?:which|what)\ (?:topics|themes|subjects|areas)\b.{0,40}\b(?:documents|collection|texts|papers)\b
      | (?:sprecher(?:innen)?|gäste|befragte[nr]?|teilnehmende[nr]?|redner(?:innen)?|abgeordnete[nr]?)\b.{0,60}
        \b(?:sagen|meinen|sprechen|fordern|kritisieren|diskutieren|beklagen|erwarten|befürchten)
    )
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
WEAK = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:insgesamt|im überblick|im großen und ganzen|allgemein|generell|typischerweise|üblicherweise)\b",
        r"\b(?:die|alle|sämtliche|den|allen|in den) (?:dokumenten?|unterlagen|texten?|quellen|sammlung|protokollen?"
        r"|anfragen|folgen|gäste)\b",
        r"\b(?:themen|themenfelder|themenbereiche|trends|muster|strömungen|gemeinsamkeiten|meinungen|sichtweisen|haltungen)\b",
        r"\b(?:häufig|häufigsten|oft|meisten|immer wieder|wiederholt|vergleich\w*|unterschied\w*)\b",
        r"\b(?:overall|in general|generally|typically|usually|on the whole|collectively|broadly|consistently)\b",
        r"\b(?:guests?|documents|articles|episodes|speakers|interviews|conversations|discussions|podcasts?|texts|sources"
        r"|tech leaders|leaders|authors|collection|dataset|industry|hosts?)\b",
        r"\b(?:themes?|topics?|trends?|patterns?|views?|opinions?|perspectives?|attitudes?|challenges|strategies|advice"
        r"|predictions?|concerns|common|commonalit\w+|sectors?|quotes?|inspirations?|suggested|backgrounds?)\b",
        r"\b(?:how (?:do|does|are|is)|which|what are|do any|is there|are there|what kinds? of|what types? of)\b"
        r".{0,80}\b(?:guests?|speakers|leaders|episodes|interviewees|conversations|discussions)\b",
        r"\b(?:most|frequent\w*|often|recurr\w*|common\w*|multiple|different|various|compar\w*|any|evol\w*|differ\w*)\b",
    )
)
ENOUGH_WEAK = 3
# What names one place is a question for it, however it is put: paragraphs, numbers of documents, quotations.
ONE_PLACE = re.compile(r"§|\b\d+/\d+\b|[\"„“»«]|\b(?:artikel|seite|absatz|section|page) \d", re.IGNORECASE)
LONGEST = 300
"""Characters: whoever writes more describes a case."""


def is_global_question(question: str) -> bool:
    """Decided by wording alone: a question it misses is searched like any other, a false positive costs more calls."""
    text = " ".join(question.split())
    if len(text) > LONGEST or ONE_PLACE.search(text):
        return False
    return bool(STRONG.search(text)) or sum(bool(sign.search(text)) for sign in WEAK) >= ENOUGH_WEAK
