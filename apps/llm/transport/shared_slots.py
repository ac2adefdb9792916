"""Concurrency slots for one model server in one event loop: as many as the other processes leave.

A task claims them as long as there are calls, and renews the claim; without calls they go back. Whatever is to be given
back is so when a call ends, so nothing under way is ever interrupted.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from django.db import Error

from apps.llm.concurrency_slots.allocate_slots import PERSON, SlotCounts, SlotRequest, SlotShare
from apps.llm.transport.priority_semaphore import PrioritySlots, call_rank

RENEWED_EVERY = 1.0
"""Seconds; what others want is heard by then."""
ASKED_AGAIN = 0.1
"""Seconds, while others hold what is due to us."""
KEPT_IDLE = 2.0
"""Seconds without a call after which the places go back."""
FORGOTTEN_AFTER = 8.0
"""Seconds without the database after which others may have been given our places."""
ALONE = SlotCounts(1, 1)
"""What each process takes while the database, and with it everybody's claim, is out of reach."""
NOTHING = SlotCounts(0, 0)
AT_ONCE = 1
"""A process may begin one call for a person before it has asked: the answer to a claim takes some milliseconds."""
UNTOLD_SECONDS = 0.05
"""For so long nobody hears of that one call: most questions are embedded by then, and a claim costs the database more
than that."""

logger = logging.getLogger(__name__)


class SharedSlots:
    """What PrioritySlots are, for people and for the background apart.

    `claim` hands in a claim on so many places and gives the share; `leave` gives everything back. Both may raise
    django.db.Error.
    """

    def __init__(
        self,
        number: int,
        claim: Callable[[SlotRequest, int], Awaitable[SlotShare]],
        leave: Callable[[], Awaitable[None]],
    ) -> None:
        self._claim, self._leave = claim, leave
        self._people, self._background = PrioritySlots(number), PrioritySlots(number)
        self._number = number
        self._wants: Counter[int] = Counter()
        self._asked = NOTHING
        self._share = SlotShare(NOTHING, NOTHING)
        self._known_at: float | None = None
        self._has_claimed = False
        self._changed = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._told_later: asyncio.TimerHandle | None = None
        self._permit(NOTHING)

    @property
    def limit(self) -> int:
        """How many calls at once the server can take, as far as that has shown here."""
        return self._background.limit

    def resize(self, number: int) -> None:
        """An administrator has set another number."""
        if number != self._number:
            self._number = number
            for slots in (self._people, self._background):
                slots.resize(number)
            self._permit(self._usable())
            self._changed.set()

    def overloaded(self) -> None:
        """A call in the background took too long; all processes hear of it."""
        self._background.overloaded()

    def served(self) -> None:
        """A call went well."""
        self._background.served()

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """One place for work of the current rank; waits for it."""
        mine = call_rank.get()
        self._wants[mine] += 1
        self._look()
        try:
            async with self._people if mine == PERSON else self._background:
                yield
        finally:
            self._wants -= Counter([mine])
            self._look()

    async def finish(self) -> None:
        """Gives out no further place; returns when none is held."""
        await asyncio.gather(self._people.finish(), self._background.finish())

    async def close(self) -> None:
        """Gives everything back. For the end of the loop."""
        if self._told_later is not None:
            self._told_later.cancel()
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        if self._has_claimed:
            # Also when a claim was under way: what it has written goes, and its connection is given back.
            with suppress(Error):
                await self._leave()

    def _look(self) -> None:
        """Has told what there is to say: at once where a call waits for it, otherwise soon, if it is still so then."""
        people, background = self._wanted
        granted, due = self._share.granted.background, self._share.due.background
        if people > max(AT_ONCE, self._asked.people) or background > self._asked.background or granted > due:
            self._tell()
        elif self._told_later is None and self._has_news:
            self._told_later = asyncio.get_running_loop().call_later(UNTOLD_SECONDS, self._look_again)

    def _look_again(self) -> None:
        self._told_later = None
        if self._has_news:
            self._tell()

    @property
    def _has_news(self) -> bool:
        """Whether more is wanted than was asked for, or something is to be given back."""
        is_short = any(wanted > asked for wanted, asked in zip(self._wanted, self._asked, strict=True))
        has_spare = any(given > due for given, due in zip(self._share.granted, self._share.due, strict=True))
        return is_short or has_spare

    def _tell(self) -> None:
        """Wakes the task that claims, or starts it."""
        self._changed.set()
        if self._keeper is None or self._keeper.done():
            self._keeper = asyncio.create_task(self._keep())

    @property
    def _wanted(self) -> SlotCounts:
        people = self._wants[PERSON]
        return SlotCounts(min(people, self._number), min(self._wants.total() - people, self._number))

    async def _keep(self) -> None:
        # A call may come while the slots are given back: it finds this task at work and starts no other one.
        while True:
            await self._renew_while_wanted()
            await self._give_back()
            if not self._wants:
                return

    async def _renew_while_wanted(self) -> None:
        """Returns when there was no call for a while, however long the database takes for an answer."""
        loop = asyncio.get_running_loop()
        wanted_at = loop.time()
        while self._wants or loop.time() - wanted_at < KEPT_IDLE:
            if self._wants:
                wanted_at = loop.time()
            self._changed.clear()
            await self._renew()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause):
                    await self._changed.wait()

    async def _give_back(self) -> None:
        self._permit(NOTHING)
        self._share, self._asked = SlotShare(NOTHING, NOTHING), NOTHING
        with suppress(Error):
            await self._leave()
            self._has_claimed = False

    async def _renew(self) -> None:
        kept = self._kept()
        self._asked, asked_at = self._wanted, asyncio.get_running_loop().time()
        self._has_claimed = True
        try:
            self._share = await self._claim(SlotRequest(dict(self._wants), kept, self._background.limit), self._number)
        except Error as error:
            if self._known_at is None or asked_at - self._known_at > FORGOTTEN_AFTER:
                logger.warning("Places at a model server cannot be shared, one is taken: %s", error)
                self._share = SlotShare(ALONE, ALONE)
        else:
            self._known_at = asked_at
        self._permit(self._usable())

    def _usable(self) -> SlotCounts:
        """What was granted, but no more than is due: no call begins in a place that is to be given back."""
        granted, due = self._share.granted, self._share.due
        return SlotCounts(min(granted.people, due.people), min(granted.background, due.background))

    def _kept(self) -> SlotCounts:
        """Counts the places of calls under way beside the usable ones."""
        usable = self._usable()
        return SlotCounts(max(self._people.held, usable.people), max(self._background.held, usable.background))

    def _permit(self, places: SlotCounts) -> None:
        self._people.permit(max(AT_ONCE, places.people))
        self._background.permit(places.background)

    @property
    def _pause(self) -> float:
        granted, due = self._share.granted, self._share.due
        is_waiting = due.people > granted.people or due.background > granted.background
        return ASKED_AGAIN if is_waiting else RENEWED_EVERY
