"""Workbooks and CSV files: pages of rows as Markdown tables, each with the head of its sheet.

May import from this app: parsing, parsing.cell_formats, parsing.drawings, parsing.hidden_cells,
parsing.excel_number_formats.
"""
