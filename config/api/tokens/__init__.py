"""What a program shows to act for a person: tokens made in the console, tokens granted by OAuth, their scopes.

May import from this app: nothing.
"""
