"""The result of comparing two clauses: rules used, differences no rule explains, which parts match."""

from dataclasses import dataclass, field

from apps.text.entailment.derivation_result import Difference


@dataclass(slots=True)
class ClauseComparison:
    """`differences` is empty when the claim's statement is the source's."""

    licences: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    taken: dict[int, frozenset[int]] = field(default_factory=dict)
    """Of which parts of the source, that are lists, only some items are said: those counted from 0."""

    def license(self, name: str) -> None:
        self.licences.append(name)

    def differ(self, kind: str, source: str, claim: str) -> None:
        self.differences.append(Difference(kind, source, claim))
