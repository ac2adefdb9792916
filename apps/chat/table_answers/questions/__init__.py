"""What a question wants worked out, and which rows and columns of a table it names.

May import from this app: table_answers.tables.
"""
