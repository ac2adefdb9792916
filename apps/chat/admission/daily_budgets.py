"""Daily budgets: what was spent today, and whether a language model may still be asked. The search always may."""

import threading
import time
from typing import Literal

from apps.chat.models.service_settings import ServiceRules
from apps.chat.models.visitor_fingerprints import count_question
from apps.llm.daily_spend import Spend, spend_today

Withheld = Literal["", "switched_off", "budget", "visitor"]
"""Why no language model is asked; empty when one is."""
REFRESHED_EVERY = 5.0
"""Seconds. What all processes spend within them may go over the budget."""
ALL_VISITORS = ""
"""The fingerprint under which the questions of everybody are counted."""


class SpendingMeter:
    """What was spent, looked up anew every few seconds: a question must not pay for a sum over a day."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spent: Spend | None = None
        self._read_at = 0.0

    def spent(self) -> Spend:
        """Now and then one query, by one thread, which the others do not wait for. Safe between threads."""
        known = self._spent
        if known is None:
            with self._lock:
                return self._spent or self._read()
        if time.monotonic() - self._read_at > REFRESHED_EVERY and self._lock.acquire(blocking=False):
            try:
                return self._read()
            finally:
                self._lock.release()
        return known

    def _read(self) -> Spend:
        self._spent, self._read_at = spend_today(), time.monotonic()
        return self._spent

    def forget(self) -> None:
        with self._lock:
            self._spent = None


SPENDING_METER = SpendingMeter()


def withholding_reason(rules: ServiceRules, visitor: str) -> Withheld:
    """Why this question gets no language model. Counts it where there is a limit for questions: first as the visitor's
    own, so that nobody uses up those of all by asking on and on.

    `visitor` is a fingerprint (visitor_fingerprints.py), empty for those who are not limited one by one.
    """
    if reason := service_wide_withholding_reason(rules):
        return reason
    if visitor and exceeds_question_limit(visitor, rules.visitor_per_day):
        return "visitor"
    return "budget" if exceeds_question_limit(ALL_VISITORS, rules.questions_per_day) else ""


def service_wide_withholding_reason(rules: ServiceRules) -> Withheld:
    """Why nobody gets a language model. Counts nothing: limits for questions are those of the public."""
    if not rules.answers_are_on:
        return "switched_off"
    return "budget" if is_budget_spent(rules) else ""


def is_budget_spent(rules: ServiceRules) -> bool:
    if not rules.tokens_per_day and not rules.cost_per_day:
        return False
    return SPENDING_METER.spent().reaches(rules.cost_per_day or None, rules.tokens_per_day or None)


def exceeds_question_limit(visitor: str, most: int) -> bool:
    return bool(most) and count_question(visitor) > most
