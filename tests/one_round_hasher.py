"""How tests store passwords: as the product does, with one round in place of a million."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class OneRoundHasher(PBKDF2PasswordHasher):
    """What it writes is read by Django's own, which processes that tests start have."""

    iterations = 1
