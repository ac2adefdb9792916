"""Slack: requests are checked and translated here, answers rendered as blocks. Slack's libraries load late.

May import from this app: channels.interface, models, rendering, turn_state.
"""
