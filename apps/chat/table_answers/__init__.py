"""Questions for a total, a largest value, a difference, a share or a count: worked out by code from cells of tables.

May import from this app: proof, table_answers.operations, table_answers.questions, table_answers.tables.
"""
