"""What Teams sends: token check, messages and invokes.

May import from this app: answering, channels.delivery, channels.intake, channels.slack.incoming, channels.teams,
models.
"""
