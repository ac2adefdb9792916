"""The table of rate allowances of visitors and tokens: all processes of the installation take from the same rows."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

KEPT = timedelta(hours=1)
"""Longer than any allowance takes to fill up again: an older row says what no row says."""
# Fills up by the time that has passed, then takes one if there is one; two processes at once take one after the other.
TAKE = """
INSERT INTO chat_allowance AS held (name, tokens, is_taken, filled_at)
VALUES (%(name)s, %(capacity)s - 1, true, clock_timestamp())
ON CONFLICT (name) DO UPDATE SET (tokens, is_taken, filled_at) = (
    SELECT CASE WHEN filled >= 1 THEN filled - 1 ELSE filled END, filled >= 1, clock_timestamp()
    FROM (SELECT LEAST(%(capacity)s, held.tokens
        + GREATEST(0, EXTRACT(EPOCH FROM clock_timestamp() - held.filled_at)) * %(per_second)s) AS filled) AS now
) RETURNING is_taken, tokens"""


class Allowance(models.Model):
    """What is left of one allowance. The table is not in the log of the database: after a crash all are full."""

    name = models.CharField(max_length=80, primary_key=True)
    tokens = models.FloatField()
    is_taken = models.BooleanField()
    filled_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("allowance")
        verbose_name_plural = _("allowances")

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Allowances:
    """One for each name: `capacity` things at once, `per_second` new ones."""

    kind: str
    capacity: float
    per_second: float

    def take(self, name: str) -> float:
        """0 when one was taken, otherwise the seconds until there is one. One statement."""
        values: dict[str, str | float] = {
            "name": f"{self.kind} {name}",
            "capacity": self.capacity,
            "per_second": self.per_second,
        }
        with connection.cursor() as cursor:
            cursor.execute(TAKE, values)
            is_taken, tokens = cursor.fetchone()
        return 0.0 if is_taken else float((1 - tokens) / self.per_second)


def delete_allowance(allowances: Allowances, name: str) -> None:
    """It is full again. Queries the database."""
    Allowance.objects.filter(name=f"{allowances.kind} {name}").delete()


def delete_full_allowances() -> None:
    """Deletes the allowances that are full again by now. Queries the database."""
    Allowance.objects.filter(filled_at__lt=timezone.now() - KEPT).delete()


VISITOR_QUESTIONS = Allowances("questions", capacity=10, per_second=10 / 60)
"""Questions of one visitor on every way in: ten at once, ten in a minute."""
VISITOR_CALLS = Allowances("calls", capacity=30, per_second=30 / 60)
"""Calls of the interface by one visitor without a token."""
TOKEN_CALLS = Allowances("token", capacity=120, per_second=2)
"""Calls of the interface with one token."""
DIRECTORY_CALLS = Allowances("directory", capacity=500, per_second=25)
"""Calls of the organisation's directory (SCIM) with one token: what Entra ID asks of a service."""
SIGN_INS = Allowances("sign-in", capacity=10, per_second=5 / 60)
"""Passwords that one network tries on one account: ten at once, five a minute."""
FIRST_SIGN_INS = Allowances("sign-in-first", capacity=3, per_second=3 / 1_800)
"""Of these the first of a network, which nobody elsewhere can use up: the owner of an account that thousands of
networks guess at signs in all the same."""
SIGN_INS_OF_ACCOUNT = Allowances("sign-in-account", capacity=30, per_second=10 / 60)
"""Passwords that all networks together try on one account after their first ones."""
SIGN_INS_AT_PROVIDER = Allowances("sign-in-provider", capacity=60, per_second=30 / 60)
"""Times that one network is sent to the organisation's sign-in: each stores a session."""
SIGN_INS_OF_NETWORK = Allowances("sign-ins", capacity=60, per_second=30 / 60)
"""Passwords that one network tries on any account: an office begins to work at eight o'clock."""
