"""Total, largest and smallest, difference, share and count, each from cells that leave no doubt.

May import from this app: table_answers.tables, table_answers.questions.
"""
