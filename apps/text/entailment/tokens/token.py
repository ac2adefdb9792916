"""A token: a word, a value or a sign, with the key that is compared."""

from dataclasses import dataclass, field

from apps.text.entailment.tokens.parse_numbers_and_dates import Value


@dataclass(frozen=True, slots=True)
class Token:
    """`key` is what is compared: base form, class key or value. `form` is FIN, INF, PP or IZU for German verbs."""

    text: str
    key: str
    kind: str
    form: str = ""
    value: Value | None = None

    low: str = field(init=False, repr=False, compare=False)
    """The text in small letters: asked for many times, so made once."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "low", self.text.lower())


EMPTY_TOKEN = Token("", "", "end")
