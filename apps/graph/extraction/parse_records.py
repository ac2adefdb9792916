"""Parses the records of an extraction reply strictly: a record is complete and of a known kind, or dropped.

("entity"<|>NAME<|>TYPE<|>description)
##
("relationship"<|>SOURCE<|>TARGET<|>description<|>strength)
##
("claim"<|>SUBJECT<|>OBJECT<|>KIND<|>STATUS<|>from<|>to<|>description)
<|COMPLETE|>
"""

import re
from dataclasses import dataclass, field

from apps.graph.extraction.entity_keys import display_name, entity_key, name_key
from apps.text.strip_unstorable_characters import strip_unstorable

FIELD, END = "<|>", "<|COMPLETE|>"
# A record ends with a bracket before the next record, the sign for the end, or the end. Brackets in a description stay.
RECORD = re.compile(
    r"""\(\s*+["'„“”]?(entity|relationship|claim)["'„“”]?\s*+<\|>(.*?)"""
    r"""(?=\#\#|<\|COMPLETE\|>|\(\s*+["'„“”]?(?:entity|relationship|claim)["'„“”]?\s*+<\|>|\Z)""",
    re.DOTALL | re.IGNORECASE,
)
RECORD_START = re.compile(r"""\(\s*["'„“”]?(?:entity|relationship|claim)\b""", re.IGNORECASE)
NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
FIELDS = {"entity": (3, 3), "relationship": (3, 4), "claim": (7, 7)}
"""Least and most fields after the kind."""
WEAKEST, STRONGEST, USUAL = 1.0, 10.0, 5.0
STATUSES = {"true": "true", "wahr": "true", "false": "false", "falsch": "false"}
QUOTES = "\"'„“”«» \t\r\n"
LONGEST_TEXT = 4_000


@dataclass(frozen=True, slots=True)
class EntityRecord:
    name: str
    type: str
    description: str


@dataclass(frozen=True, slots=True)
class RelationRecord:
    source: str
    target: str
    description: str
    strength: float


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    subject: str
    object: str
    kind: str
    status: str
    begins: str
    ends: str
    description: str


@dataclass
class ExtractedRecords:
    """`malformed` counts records that were begun but cannot be read; nothing of them is taken."""

    entities: list[EntityRecord] = field(default_factory=list)
    relations: list[RelationRecord] = field(default_factory=list)
    claims: list[ClaimRecord] = field(default_factory=list)
    malformed: int = 0

    def __bool__(self) -> bool:
        return bool(self.entities or self.relations or self.claims)

    def add(self, more: "ExtractedRecords") -> None:
        """A later round; what it repeats is left out."""
        known = {entity_key(each.name, each.type) for each in self.entities}
        self.entities += [each for each in more.entities if entity_key(each.name, each.type) not in known]
        self.relations += [each for each in more.relations if each not in self.relations]
        self.claims += [each for each in more.claims if each not in self.claims]


def parse_records(text: str) -> ExtractedRecords:
    """All whole records in a reply. Never raises."""
    records = ExtractedRecords()
    found = 0
    for kind, rest in RECORD.findall(text):
        found += 1
        if not add_record(records, kind.lower(), rest):
            records.malformed += 1
    records.malformed += max(0, len(RECORD_START.findall(text)) - found)
    return records


def contains_records(text: str) -> bool:
    """Whether there is one whole record at least. Reads no further than to the first."""
    return any(add_record(ExtractedRecords(), found[1].lower(), found[2]) for found in RECORD.finditer(text))


def add_record(records: ExtractedRecords, kind: str, rest: str) -> bool:
    """`rest` follows the kind. False for a record with fields missing, too many, or empty where a name must be."""
    least, most = FIELDS[kind]
    fields = [part.strip(QUOTES) for part in rest.rstrip().removesuffix(")").split(FIELD)]
    if not least <= len(fields) <= most:
        return False
    first, second = display_name(fields[0]), display_name(fields[1])
    if not name_key(first):
        return False
    if kind == "entity":
        records.entities.append(EntityRecord(first, second[:100], clean_description(fields[2])))
    elif kind == "relationship":
        if not name_key(second) or name_key(first) == name_key(second):
            return False
        strength = first_number(fields[3]) if len(fields) == most else USUAL
        if strength is None:
            return False
        clipped = min(max(strength, WEAKEST), STRONGEST)
        records.relations.append(RelationRecord(first, second, clean_description(fields[2]), clipped))
    else:
        records.claims.append(parse_claim(first, second, fields))
    return True


def parse_claim(subject: str, object_: str, fields: list[str]) -> ClaimRecord:
    status = STATUSES.get(fields[3].lower(), "suspected")
    begins, ends = (blank_if_none(value)[:40] for value in fields[4:6])
    return ClaimRecord(
        subject, blank_if_none(object_), fields[2][:100], status, begins, ends, clean_description(fields[6])
    )


def blank_if_none(value: str) -> str:
    return "" if value.strip().upper() in {"NONE", "KEINE", "KEIN", "UNBEKANNT", "N/A", "-"} else value


def clean_description(text: str) -> str:
    return " ".join(strip_unstorable(text).split())[:LONGEST_TEXT]


def first_number(text: str) -> float | None:
    """The number in "7", "8.5", "85,5 %" or "9/10"; None when there is none."""
    found = NUMBER.search(text)
    return float(found[0].replace(",", ".")) if found else None
