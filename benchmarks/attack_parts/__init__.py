"""Parts of attacks.py: what is tried against answers, exports, origins, endpoints and connections.

May import from this folder: nothing of each other.
"""
