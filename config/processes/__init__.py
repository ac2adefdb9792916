"""Processes of an installation: web server, worker, supervisor, heartbeats, migration, the processes of the queue.

May import from this app: http.connections, its root, queue.
"""
