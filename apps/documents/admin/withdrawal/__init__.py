"""Withdrawing in the admin: what is said before it, the receipt after it, and the way back.

May import from this app: lifecycle, models.
"""
