"""The text of a model's reply taken apart: citation markers and the list of quotes, the numbers readers see, sentences.

May import from this app: nothing.
"""
