"""What Slack sends: signature check, events, buttons, feedback forms, the home tab.

May import from this app: answering, channels.interface, channels.delivery, channels.intake, channels.slack,
channels.webhook, its root, models.
"""
