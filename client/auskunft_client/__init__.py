"""`auskunft`: a client of the HTTP interface for people, with the standard library alone.

arguments -> command -> service -> terminal
"""
