"""What Teams sends: token check, messages, invokes, and that we were added.

May import from this app: answering, channels.interface, channels.delivery, channels.intake, channels.teams,
channels.webhook, its root, models.
"""
