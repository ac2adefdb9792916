"""Teams: activities are checked and translated here, answers rendered. The SDK loads late.

May import from this app: channels.interface, channels.intake, its root, models, turn_state.
"""
