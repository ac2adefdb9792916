"""What Teams sends: token check, messages and invokes.

May import from this app: answering, channels.delivery, channels.intake, channels.teams, channels.webhook, models.
"""
