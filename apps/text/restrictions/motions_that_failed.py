"""Finds in minutes that what was moved was not carried: "Beschluss: Der Antrag wird abgelehnt." below the motion."""

import re

LOST = (
    r"(?:abgelehnt|verworfen|zurückgezogen|zurückgestellt|vertagt|abgesetzt|nicht angenommen|keine Mehrheit|beanstandet"
    r"|rejected|defeated|withdrawn|deferred|not carried|not agreed|lost)"
)
MOTION = (
    r"(?:(?:Änderungs|Dringlichkeits|Haushalts)?[Aa]ntrag|Vorlage|Beschlussvorschlag|Beschluss"
    r"|(?:Tagesordnungsp|P)unkt|motion|amendment)"
)
BY_LABEL = re.compile(
    rf"(?:Beschluss|Ergebnis|Abstimmung\w*|Votum|Decision|Result|Vote)\s?:[^.\n]{{0,80}}?\b{LOST}\b", re.IGNORECASE
)
BY_SENTENCE = re.compile(
    rf"\b{MOTION}\b[^.\n,;?]{{0,60}}?\b(?:fand|findet|wurde|wird (?:einstimmig|mehrheitlich|mit)|hat|was|is)\b"
    rf"[^.\n,;?]{{0,60}}?\b{LOST}\b"
)
ALONE = re.compile(
    rf"^[ \t*_(–—-]{{0,9}}(?:einstimmig |mehrheitlich |unanimously )?{LOST}\b", re.IGNORECASE | re.MULTILINE
)
OBJECTED = re.compile(
    r"\b(?:hat (?:den|diesen) Beschluss|(?:Der|Dieser) Beschluss (?:wurde|ist))\b[^.\n]{0,60}?"
    r"\b(?:beanstandet|aufgehoben|ausgesetzt)\b"
)
COUNTED = re.compile(
    r"(\d{1,3})\s*(?:Ja|Fürstimmen|dafür|for|in favour)\b\W{1,3}(\d{1,3})\s*(?:Nein|dagegen|against)\b"
)
NEXT_ITEM = re.compile(
    r"^(?:#{1,6}[ \t]|(?:TOP|Tagesordnungspunkt|Item|Punkt)\s*\d|(?:Antrag|Motion)\s+\d)", re.MULTILINE
)
FARTHEST = 1_200
"""Characters behind the motion, at most up to the next item of the agenda."""


def vote_against(text: str, end: int) -> str:
    """What says behind `end`, within its item of the agenda, that it was not carried; or an empty text."""
    behind = text[end : end + FARTHEST]
    following = NEXT_ITEM.search(behind)
    behind = behind[: following.start()] if following else behind
    for pattern in (ALONE, BY_LABEL, BY_SENTENCE, OBJECTED):
        if found := pattern.search(behind):
            return " ".join(found[0].split())
    return next((found[0] for found in COUNTED.finditer(behind) if int(found[2]) >= int(found[1])), "")
