"""One call to a model, timed and counted: deadline, attempts, tokens and its entry in the ledger."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.llm.types import CallRecord, Usage


class MeteredCall:
    """Made inside the running loop."""

    def __init__(
        self,
        purpose: str,
        model: str,
        endpoint: str,
        *,
        retry_policy: RetryPolicy,
        ledger: Ledger,
        prompt_version: str = "",
        until: float | None = None,
        first_token_by: float | None = None,
    ) -> None:
        self._purpose, self._model, self._endpoint = purpose, model, endpoint
        self._retry_policy = retry_policy
        self._ledger = ledger
        self._prompt_version = prompt_version
        self._started = time.monotonic()
        self._first_token: float | None = None
        self._failed_attempt = ""
        self.attempts = 0
        self.usage = Usage()
        self.end = asyncio.get_running_loop().time() + retry_policy.deadline
        """Time of the loop at which the call is over, earlier when the caller has less time left."""
        if until is not None:
            self.end = min(self.end, until)
        self.first_token_end = min(self.end, first_token_by) if first_token_by is not None else self.end
        """Time of the loop by which a stream must have begun."""

    def waited(self, seconds: float) -> None:
        """So long it stood in our own queue: the server is not to blame for that."""
        self.end += seconds
        self.first_token_end += seconds

    @property
    def remaining(self) -> float:
        return max(0.0, self.end - asyncio.get_running_loop().time())

    @property
    def until_first_token(self) -> float:
        return max(0.0, self.first_token_end - asyncio.get_running_loop().time())

    def pause_after(self, error: ModelError) -> float | None:
        """Seconds to wait before the next attempt, None when the call has failed."""
        if error.code != "circuit_open":
            self._failed_attempt = error.code
        return self._retry_policy.pause_after(error, self.attempts, self.remaining)

    def first_token(self) -> None:
        if self._first_token is None:
            self._first_token = time.monotonic() - self._started

    def spend(self, usage: Usage) -> None:
        """Adds the tokens of one attempt."""
        self.usage = Usage(
            self.usage.input_tokens + usage.input_tokens,
            self.usage.output_tokens + usage.output_tokens,
            self.usage.estimated or usage.estimated,
        )

    @contextmanager
    def written_down(self) -> Iterator[None]:
        """One line in the ledger, however the block ends; none for what was never sent, as while a circuit is open."""
        outcome = "interrupted"
        try:
            yield
            outcome = "ok"
        except ModelError as error:
            # An attempt of its own may have opened the circuit: what is counted as an outage is how that one failed.
            outcome = (self._failed_attempt or error.code) if error.code == "circuit_open" else error.code
            raise
        finally:
            if self.attempts:
                self._ledger.add(self._record(outcome))

    def _record(self, outcome: str) -> CallRecord:
        return CallRecord(
            purpose=self._purpose,
            model=self._model,
            endpoint=self._endpoint,
            outcome=outcome,
            seconds=time.monotonic() - self._started,
            first_token_seconds=self._first_token,
            usage=self.usage,
            attempts=self.attempts,
            prompt_version=self._prompt_version,
        )
