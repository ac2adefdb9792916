"""How a command ends: exit statuses, and failures that carry theirs."""

DONE, FAILED, WRONG_USE, NOTHING_FOUND, NOT_REACHED, STOPPED = 0, 1, 2, 3, 4, 130
"""Done; refused or failed; used wrongly; not in the documents; no service there; ended by Ctrl-C."""


class ClientError(Exception):
    """A sentence for people, and the exit status."""

    def __init__(self, sentence: str, status: int = FAILED) -> None:
        super().__init__(sentence)
        self.status = status
