"""HTTP to model servers: client, connections, timeouts, circuit breaker, priority slots, server-sent events.

May import from this app: endpoints, its root, models, concurrency_slots.
"""
