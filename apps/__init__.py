"""The product, one Django app for each part of it; `tests/test_layers.py` holds the order of the apps and of their
rooms.
"""
