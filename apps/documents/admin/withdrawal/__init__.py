"""Withdrawing in the admin: what is said before it, the receipt in words after it, and the way back.

May import from this app: admin, lifecycle, models.
"""
