"""Processes of an installation: web server, worker, supervisor, heartbeats, migration, the queue.

May import from this app: http, http.connections, its root.
"""
