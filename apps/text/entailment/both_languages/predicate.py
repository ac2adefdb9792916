"""The predicate of a clause: its verb with modality, voice, tense and number."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Predicate:
    """`voice` is active, passive or state; `tense` present, past, perfect, past perfect, or "past and present" of a
    clause with two verbs that was not split; `mood` is "if" for "könnte", "said" for "könne", "asked" in a question."""

    verb: str
    modality: str = ""
    voice: str = "active"
    tense: str = "present"
    mood: str = ""
    imperative: bool = False
    plural: bool = field(default=False, compare=False)
    singular: bool = field(default=False, compare=False)
    """Of the form of its verb; neither where that does not tell."""
