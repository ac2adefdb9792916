"""Slack and Teams beside the web page: the same events, shown in each platform's manner.

Read in this order: gesture.py (what somebody did), inbox.py (kept once), worker.py (answered once), answer.py (what
is shown), registry.py (the channels).

May import from this app: answering, channels.delivery, channels.slack, channels.slack.incoming,
channels.teams.incoming, channels.webhook.
"""
