"""One trace for one question over all processes and hosts, sent by OTLP where a collector is set; otherwise nothing.

A turn's id is the id of its trace, so no process has to be told by another what it works for: whoever works for a turn
adds to its trace, and the line of the log with `turn` is found by the same id. Spans carry names, times, numbers and
outcomes, never a text of a question, document or statement.

May import from this app: nothing.
"""
