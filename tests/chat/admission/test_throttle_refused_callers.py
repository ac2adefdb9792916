"""Whoever was refused for their number a moment ago is looked at once a second, for a minute."""

from apps.chat.admission.throttle_refused_callers import KEPT_SECONDS, MOST_CALLERS, MOST_WAITING, RefusedCallers

STRANGER, NEIGHBOUR = "203.0.113.7", "203.0.113.8"


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_one_request_each_second_and_a_few_that_wait() -> None:
    refused = RefusedCallers(Clock())
    caller = (STRANGER, "api")
    assert refused.take_place(caller) == 0
    refused.add(caller)
    waits = [refused.take_place(caller) for _ in range(MOST_WAITING + 1)]
    assert waits == [float(number + 1) for number in range(MOST_WAITING)] + [None]
    assert refused.take_place((NEIGHBOUR, "api")) == refused.take_place((STRANGER, "documents")) == 0


def test_a_further_refusal_moves_nobody_forward_and_is_forgotten_in_the_end() -> None:
    clock = Clock()
    refused = RefusedCallers(clock)
    caller = (STRANGER, "api")
    refused.add(caller)
    assert refused.take_place(caller) == 1.0
    refused.add(caller)
    assert refused.take_place(caller) == 2.0
    clock.now += KEPT_SECONDS
    assert refused.take_place(caller) == 0, "one a second is let through at once"
    clock.now += 0.1
    assert [refused.take_place(caller), refused.take_place(caller)] == [0, 0], "nobody is delayed any more"


def test_what_is_remembered_has_an_end() -> None:
    refused = RefusedCallers(Clock())
    for number in range(MOST_CALLERS + 5):
        refused.add((str(number), "api"))
    assert len(refused._turns) == MOST_CALLERS
    assert refused.take_place(("0", "api")) == 0
    assert refused.take_place((str(MOST_CALLERS), "api"))
