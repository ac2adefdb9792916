"""The doctor of the chat platforms: what is set up, what is wrong, and what to do about it.

May import from this app: answering, channels.interface, channels.slack, channels.slack.incoming, channels.teams,
channels.teams.incoming, models.
"""
