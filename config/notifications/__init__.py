"""What happened that people want to hear of: told in the console and by mail, as each of them chooses.

May import from this app: nothing.
"""
