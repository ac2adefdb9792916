"""Settings, addresses and processes; joins apps that do not know each other.

May import from this app: all its rooms.
"""
