"""Uploads of people and programs: what is sent, why it is refused, the items in it, and their registration.

May import from this app: lifecycle, models, parsing, parsing.formats, sources.connectors, step_scheduling.
"""
