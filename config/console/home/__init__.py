"""What the first page of the console shows: tasks, figures that lead somewhere, first steps, charts by day.

May import from this app: monitoring, notifications, processes.
"""
