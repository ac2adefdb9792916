"""Admits or refuses a question: rate limits and budgets decide whether and with which model it may be answered."""

from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.admission.daily_budgets import withholding_reason
from apps.chat.admission.retry_after import wait_in_whole_seconds
from apps.chat.admission.throttle_refused_callers import REFUSED_CALLERS, WEBSOCKETS
from apps.chat.models import Channel
from apps.chat.models.rate_allowances import VISITOR_QUESTIONS
from apps.chat.models.service_settings import PersonalData, ServiceRules, load_service_rules
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, network_of_address, visitor_fingerprint
from apps.chat.privacy.detect_personal_data import find_personal_data, mask_personal_data
from apps.text.strip_unstorable_characters import limit_combining_marks

PERSONAL_DATA_MESSAGE = _(
    "Your question contains personal data (%(kinds)s). It was not stored and not passed on. "
    "Please ask without them: they are not needed for an answer."
)
RATE_LIMIT_MESSAGE = _("Too many questions. Please wait %(seconds)d seconds.")
WITHHELD_MESSAGES: dict[str, Promise] = {
    "switched_off": _("Answers by the language model are switched off at the moment."),
    "budget": _("Today's budget for the language model is used up."),
    "visitor": _("You have asked a great many questions today; the language model answers you again tomorrow."),
}


class NotAdmitted(Exception):  # noqa: N818 - it is an answer to the person who asks
    """Nothing of the question was stored or passed on. `str()` is the sentence in the language that is active then."""

    def __init__(self, code: str, sentence: Promise, retry_after: float | None = None, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.retry_after = retry_after
        self._sentence = sentence
        self._values = values

    def __str__(self) -> str:
        return str(self._sentence) % self._values


def admit_question(ask: AskedQuestion) -> AskedQuestion:
    """The question as it may be worked on. A query or two, fewer within `use_settings_cache`. Raises NotAdmitted.

    People with access to the console may ask as much as they like; personal data are treated there too."""
    in_force = load_service_rules()
    ask = replace(ask, text=apply_personal_data_rule(limit_combining_marks(ask.text), in_force))
    if ask.channel in ("command", "review"):
        return ask
    visitor = visitor_fingerprint(ask.address) if ask.address and is_rate_limited_address(ask.address) else ""
    wait = VISITOR_QUESTIONS.take(visitor) if visitor else 0.0
    if wait:
        if ask.channel == Channel.WEB:
            REFUSED_CALLERS.add((network_of_address(ask.address), WEBSOCKETS))
        raise NotAdmitted("rate_limited", RATE_LIMIT_MESSAGE, round(wait, 1), seconds=wait_in_whole_seconds(wait))
    return replace(ask, withheld=withholding_reason(in_force, visitor))


def apply_personal_data_rule(text: str, in_force: ServiceRules) -> str:
    """The text without personal data, as the rules want it. Raises NotAdmitted."""
    if in_force.personal_data == PersonalData.KEEP:
        return text
    if in_force.personal_data == PersonalData.MASK:
        return mask_personal_data(text)
    kinds = sorted({finding.kind for finding in find_personal_data(text)})
    if kinds:
        raise NotAdmitted("personal_data", PERSONAL_DATA_MESSAGE, kinds=", ".join(kinds))
    return text
