"""How the calls that a model server takes at once are shared by all processes of all hosts.

May import from this app: models.
"""
