"""Parts of attacks.py: what is tried against answers, exports, origins, endpoints, questions, sockets and connections.

May import from this folder: visitors.py, and nothing else of each other.
"""
