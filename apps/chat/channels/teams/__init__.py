"""Teams: activities are checked and translated here, answers rendered. The SDK is optional and loads late.

May import from this app: answering, channels.interface, channels.intake, its root, models.
"""
