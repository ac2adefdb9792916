"""uvicorn's protocols with limits, and how many connections an address holds.

May import from this app: nothing.
"""
