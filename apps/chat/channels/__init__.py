"""Slack and Teams beside the web page: the same events, shown in each platform's manner.

Read in this order: incoming.py (what somebody did), inbox.py (kept once), working.py (answered once), answer.py (what
is shown), registry.py (the channels).
"""
