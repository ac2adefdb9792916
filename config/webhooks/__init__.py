"""Events that other programs are notified of: signed, sent again when they fail, visible in the console.

May import from this app: nothing.
"""
