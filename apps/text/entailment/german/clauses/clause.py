"""A clause of a German sentence and what depends on it."""

from dataclasses import dataclass, field

from apps.text.entailment.tokens.token import Token


@dataclass(slots=True)
class Clause:
    """`relation` is empty for a main clause, else if, after, relative, …; `elliptic` when the subject is left out.

    `is_led` when it stands after the colon of another: "For children applies: …".
    """

    tokens: list[Token]
    relation: str = ""
    connector: str = ""
    head: str = ""
    elliptic: bool = False
    is_led: bool = False
    dependents: list["Clause"] = field(default_factory=list)
