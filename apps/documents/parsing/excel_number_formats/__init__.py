"""Which number formats the cells of a workbook of Excel have, by the three forms of its files.

May import from this app: parsing, parsing.cell_formats, parsing.hidden_cells.
"""
