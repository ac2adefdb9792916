"""The forms of the page: the text with its choices, and the decision about each sentence."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from apps.simplify.rewriting.rewrite_request import LONGEST_INSTRUCTION, RewriteRequest, normalise_raw_text
from apps.simplify.web.model_and_text_type_choices import AvailableChoices


class TextForm(forms.Form):
    text = forms.CharField(
        label=_("Your text"),
        strip=False,
        required=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("Or a Word file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".docx"}),
    )
    text_type = forms.ChoiceField(label=_("Text type"), required=False)
    model = forms.ChoiceField(label=_("Model"), required=False)
    organisation = forms.CharField(label=_("Organisation"), max_length=100, required=False)
    instruction = forms.CharField(label=_("What should be different?"), max_length=LONGEST_INSTRUCTION, required=False)

    def __init__(self, listed: AvailableChoices, organisations: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        values = listed.as_json()
        kinds = [(one["slug"], one["label"]) for one in values["text_types"]]
        self.fields["text_type"].choices = kinds  # type: ignore[attr-defined]
        self.fields["text_type"].initial = next((one["slug"] for one in values["text_types"] if one["default"]), None)
        names = [(one["name"], one["label"]) for one in values["models"]]
        self.fields["model"].choices = [("", _("in their order")), *names]  # type: ignore[attr-defined]
        self.fields["organisation"] = forms.ChoiceField(
            label=_("Organisation"),
            required=False,
            choices=[("", _("the general lists only")), *((name, name) for name in organisations)],
        )

    def clean(self) -> dict[str, Any]:
        """The file counts where both are there."""
        given = super().clean() or {}
        if not given.get("file") and not given.get("text"):
            self.add_error("text", _("Enter a text, or choose a Word file."))
        return given

    def request(self, draft: str = "", *, in_house: bool = False) -> RewriteRequest:
        values = self.cleaned_data
        return RewriteRequest(
            text=values["text"],
            text_type=values["text_type"] or None,
            model=values["model"] or None,
            organisation=values["organisation"],
            draft=draft,
            instruction=values["instruction"] if draft else "",
            in_house=in_house,
        )


FIELDS = 4
"""Of a sentence in the form: number, before, after, separator."""


@dataclass(frozen=True, slots=True)
class DecidedSentence:
    """A sentence as people left it: accepted, edited or discarded in favour of the original."""

    before: str
    after: str
    separator: str


def parse_decisions(posted: QueryDict) -> list[DecidedSentence]:
    """From the page's form: `sentence` holds before, after and separator as JSON, `after-N`, `choice-N` the decision.

    Raises ValueError for what did not come from the page.
    """
    return list(iterate_decisions(posted))


def iterate_decisions(posted: QueryDict) -> Iterator[DecidedSentence]:
    if "decided_sentences" in posted:
        yield from parse_joined_decisions(posted["decided_sentences"])
        return
    for packed in posted.getlist("sentence"):
        values = check_list_length(json.loads(packed), FIELDS)
        number, before, after, separator = (str(value) for value in values)
        edited = str(posted.get(f"after-{number}", after)).replace("\r\n", "\n").strip()
        discarded = posted.get(f"choice-{number}") == "original"
        yield DecidedSentence(before, before if discarded else edited, separator)


def parse_joined_decisions(packed: object) -> Iterator[DecidedSentence]:
    """One field for all sentences, as the page's script sends them with a file."""
    values = json.loads(str(packed))
    for value in values if isinstance(values, list) else [values]:
        yield DecidedSentence(*map(str, check_list_length(value, FIELDS - 1)))


def check_list_length(values: object, count: int) -> list[object]:
    if not isinstance(values, list) or len(values) != count:
        raise ValueError("not a sentence of the page")
    return values


def decided_text(posted: QueryDict) -> str:
    """The text as people left it. The page's script joins it itself, as `decided`; without script come the sentences.

    Raises ValueError for what did not come from the page.
    """
    return (
        normalise_raw_text(str(posted["decided"]))
        if "decided" in posted
        else join_decided_text(parse_decisions(posted))
    )


def join_decided_text(decided: list[DecidedSentence]) -> str:
    """Tidy, as a text that comes in: people may have pasted signs that no file can hold."""
    return normalise_raw_text("".join(one.after + (one.separator or " ") for one in decided if one.after or one.before))
