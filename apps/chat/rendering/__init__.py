"""The parsed tree of an answer before it becomes HTML: which links stay, and where our signs become elements.

May import from this app: contradictions, proof.
"""
