"""Answers on their way to a chat platform: the worker, leases, the outbox, approval by staff, fixed notes.

May import from this app: its root, admission, answering, channels, channels.interface, channels.intake, channels.slack,
channels.teams, fixed_answers, models, turn_state.
"""
