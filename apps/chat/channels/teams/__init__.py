"""Teams: activities are checked and translated here, answers rendered. The SDK loads late.

May import from this app: answering, channels.interface, channels.intake, its root, models.
"""
