"""Merges the records of all text units into one graph of entities, relationships and claims with their facts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from apps.graph.extraction.entity_keys import entity_key, name_key
from apps.graph.extraction.parse_records import STRONGEST, ClaimRecord, EntityRecord, ExtractedRecords

MOST_DESCRIPTIONS = 12
"""Different descriptions of one thing that are looked at; what comes again and again says the same."""


class UnitMention(NamedTuple):
    """An entity in one text unit: the number of the unit, the name and the description there."""

    unit: int
    name: str
    description: str


class UnitRelation(NamedTuple):
    """A relationship in one text unit: the number of the unit, the description and the strength (1 to 10) there."""

    unit: int
    description: str
    strength: float


@dataclass
class EntityDraft:
    """An entity while its records are merged: `names` and `types` count how often the texts use each spelling."""

    key: str
    names: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    mentions: list[UnitMention] = field(default_factory=list)
    degree: int = 0
    description: str = ""

    @property
    def name(self) -> str:
        return most_used_spelling(self.names)

    @property
    def type(self) -> str:
        return most_used_spelling(self.types)

    def descriptions(self) -> list[str]:
        return distinct_descriptions(mention.description for mention in self.mentions)

    def units(self) -> list[int]:
        """The numbers of the text units that mention it, in the order of its mentions."""
        return [mention.unit for mention in self.mentions]


@dataclass
class RelationDraft:
    """A relationship while its records are merged; `directions` counts which end the texts name first."""

    source: str
    target: str
    facts: list[UnitRelation] = field(default_factory=list)
    directions: Counter[tuple[str, str]] = field(default_factory=Counter)
    weight: float = 0.0
    rank: int = 0
    description: str = ""

    def descriptions(self) -> list[str]:
        return distinct_descriptions(fact.description for fact in self.facts)

    def units(self) -> list[int]:
        """The numbers of the text units that state it, in the order of its facts."""
        return [fact.unit for fact in self.facts]


@dataclass(frozen=True, slots=True)
class ClaimDraft:
    entity: str
    unit: int
    record: ClaimRecord


@dataclass(frozen=True, slots=True)
class Graph:
    """Everything in a fixed order: the same pieces of text give the same graph."""

    entities: dict[str, EntityDraft]
    relations: dict[tuple[str, str], RelationDraft]
    claims: list[ClaimDraft]

    def edges(self) -> list[tuple[str, str, float]]:
        return [(source, target, draft.weight) for (source, target), draft in self.relations.items()]


def merge_records(records: Sequence[ExtractedRecords], joined: Mapping[str, str] | None = None) -> Graph:
    """`records` by text unit; `joined` leads from a key to the key that a person joined it to.

    A name that only relationships or claims mention becomes an entity without a type: nothing that was said is lost.
    """
    joined = joined or {}
    entities = merge_entities(records, joined)
    by_name = keys_by_name(entities)
    relations: dict[tuple[str, str], RelationDraft] = {}
    claims: list[ClaimDraft] = []
    for unit, found in enumerate(records):
        local = {name_key(each.name): merged_key(each, joined) for each in found.entities}
        ends = EndpointResolver(local, by_name, entities, joined)
        for relation in found.relations:
            source, target = ends.key(relation.source, unit), ends.key(relation.target, unit)
            if source != target:
                add_relation(relations, source, target, UnitRelation(unit, relation.description, relation.strength))
        claims += [ClaimDraft(ends.key(claim.subject, unit), unit, claim) for claim in found.claims]
    return build_weighted_graph(entities, relations, claims)


def merge_entities(records: Sequence[ExtractedRecords], joined: Mapping[str, str]) -> dict[str, EntityDraft]:
    """The entities that records name, by their keys."""
    entities: dict[str, EntityDraft] = {}
    for unit, found in enumerate(records):
        for record in found.entities:
            key = merged_key(record, joined)
            draft = entities.setdefault(key, EntityDraft(key))
            draft.names[record.name] += 1
            draft.types[record.type] += 1
            draft.mentions.append(UnitMention(unit, record.name, record.description))
    return entities


def add_relation(relations: dict[tuple[str, str], RelationDraft], source: str, target: str, fact: UnitRelation) -> None:
    """Both directions are one relationship."""
    pair = (source, target) if source < target else (target, source)
    edge = relations.setdefault(pair, RelationDraft(*pair))
    edge.directions[(source, target)] += 1
    edge.facts.append(fact)


def merged_key(record: EntityRecord, joined: Mapping[str, str]) -> str:
    return follow_merges(entity_key(record.name, record.type), joined)


def follow_merges(key: str, joined: Mapping[str, str]) -> str:
    """The key at the end of a chain of joined keys; of a circle of decisions the first one, wherever it is entered."""
    passed = [key]
    while key in joined:
        key = joined[key]
        if key in passed:
            return min(passed[passed.index(key) :])
        passed.append(key)
    return key


def keys_by_name(entities: Mapping[str, EntityDraft]) -> dict[str, str]:
    """The most mentioned entity of each name."""
    keys: defaultdict[str, list[str]] = defaultdict(list)
    for key, draft in entities.items():
        for name in {name_key(name) for name in draft.names}:
            keys[name].append(key)
    return {name: min(found, key=lambda key: (-len(entities[key].mentions), key)) for name, found in keys.items()}


@dataclass(frozen=True, slots=True)
class EndpointResolver:
    """Which entity a name at the end of a relationship means: the one of this piece of text, else the usual one."""

    local: Mapping[str, str]
    by_name: dict[str, str]
    entities: dict[str, EntityDraft]
    joined: Mapping[str, str]

    def key(self, name: str, unit: int) -> str:
        plain = name_key(name)
        if found := self.local.get(plain) or self.by_name.get(plain):
            return found
        key = follow_merges(entity_key(name, ""), self.joined)
        draft = self.entities.setdefault(key, EntityDraft(key))
        draft.names[name] += 1
        draft.types[""] += 1
        draft.mentions.append(UnitMention(unit, name, ""))
        self.by_name[plain] = key
        return key


def build_weighted_graph(
    entities: dict[str, EntityDraft], relations: dict[tuple[str, str], RelationDraft], claims: list[ClaimDraft]
) -> Graph:
    """Weights between 0 and 1, degrees, ranks and descriptions where one text suffices."""
    strongest = max((total_strength(draft) for draft in relations.values()), default=1.0)
    for (source, target), draft in relations.items():
        draft.weight = total_strength(draft) / strongest
        (draft.source, draft.target), _ = min(draft.directions.items(), key=lambda item: (-item[1], item[0]))
        entities[source].degree += 1
        entities[target].degree += 1
    for (source, target), draft in relations.items():
        draft.rank = entities[source].degree + entities[target].degree
        draft.description = " ".join(draft.descriptions())
    for entity in entities.values():
        entity.description = " ".join(entity.descriptions())
    return Graph(dict(sorted(entities.items())), dict(sorted(relations.items())), claims)


def total_strength(draft: RelationDraft) -> float:
    return sum(fact.strength for fact in draft.facts) / STRONGEST


def distinct_descriptions(descriptions: Iterable[str]) -> list[str]:
    """Each text once, in order, those within another left out."""
    once = list(dict.fromkeys(text for text in descriptions if text))[:MOST_DESCRIPTIONS]
    return [text for text in once if not any(text != other and text in other for other in once)]


def most_used_spelling(counts: Counter[str]) -> str:
    return min(counts, key=lambda text: (-counts[text], text)) if counts else ""
