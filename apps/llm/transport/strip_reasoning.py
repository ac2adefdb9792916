"""Strips the reasoning that a model writes before it answers: not shown, not stored, not treated as its answer.

Servers that know their model put it into a field of its own (`reasoning_content`), which is not read. Others leave it
in the text, between `<think>` and `</think>`; where the opening sign stands in the model's own template, only the
closing one arrives, and until it does a stream cannot be told from an answer. What follows the end of the turn is no
answer either.
"""

import re

OPENING = (
    "<think>", "<thinking>", "<thought>", "<reasoning>", "<|begin_of_thought|>", "[think]", "◁think▷", "<seed:think>",
    "<|channel|>analysis<|message|>",
)  # fmt: skip
CLOSING = (
    "</think>", "</thinking>", "</thought>", "</reasoning>", "<|end_of_thought|>", "[/think]", "◁/think▷",
    "</seed:think>", "<|channel|>final<|message|>",
)  # fmt: skip
END_OF_TURN = ("<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "<|endoftext|>", "<|return|>", "<end_of_turn>")
"""Where a server does not stop at its model's own sign for the end, the model makes up what people ask next."""
SIGNS = OPENING + CLOSING + END_OF_TURN
BEGINNINGS = frozenset(sign[0] for sign in SIGNS)
LONGEST_SIGN = max(map(len, SIGNS))
CLOSES = re.compile("|".join(map(re.escape, CLOSING)), re.IGNORECASE)
ENDS = re.compile("|".join(map(re.escape, END_OF_TURN)), re.IGNORECASE)
SIGN = re.compile("|".join(map(re.escape, SIGNS)), re.IGNORECASE)


def contains_reasoning(text: str) -> bool:
    """Whether a whole reply holds thoughts; what follows the end of the turn is none."""
    end = ENDS.search(text)
    answer = text[: end.start()] if end else text
    return strip_reasoning(answer) != answer


def strip_reasoning(text: str) -> str:
    """A whole reply as people may read it. What precedes a closing sign without an opening one is thought as well."""
    shown: list[str] = []
    position, is_thinking = 0, False
    for sign in SIGN.finditer(text):
        closes = CLOSES.fullmatch(sign.group()) is not None
        if not is_thinking and closes:
            shown.clear()
        elif not is_thinking:
            shown.append(text[position : sign.start()])
        position, is_thinking = sign.end(), not closes
    return "".join(shown) + ("" if is_thinking else text[position:])


class ReasoningFilter:
    """Tells what of each piece of a text may be shown, signs that arrive in two pieces included."""

    def __init__(self) -> None:
        self._held_back = ""
        self._is_thinking = False

    def feed(self, piece: str) -> str:
        """The beginning of what may become a sign waits for the next piece."""
        text, self._held_back = self._held_back + piece, ""
        if BEGINNINGS.isdisjoint(text):
            return "" if self._is_thinking else text
        shown: list[str] = []
        position = 0
        while sign := (CLOSES if self._is_thinking else SIGN).search(text, position):
            if not self._is_thinking:
                shown.append(text[position : sign.start()])
            self._is_thinking = CLOSES.fullmatch(sign.group()) is None
            position = sign.end()
        rest = text[position:]
        self._held_back = partial_sign_at_end(rest)
        if not self._is_thinking:
            shown.append(rest[: len(rest) - len(self._held_back)])
        return "".join(shown)

    def rest(self) -> str:
        """Returns at the end what was held back and has become no sign."""
        rest, self._held_back = self._held_back, ""
        return "" if self._is_thinking else rest


def partial_sign_at_end(text: str) -> str:
    """The end of the text that may be the beginning of a sign, often nothing."""
    for begin in range(max(0, len(text) - LONGEST_SIGN + 1), len(text)):
        end = text[begin:].lower()
        if end[0] in BEGINNINGS and any(sign.startswith(end) for sign in SIGNS):
            return text[begin:]
    return ""
