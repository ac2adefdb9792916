"""What the formats of cells make of their values: "85.3 %" of 0.853, "12.50 €" of 12.5, "37:30" of a day and a half.

May import from this app: nothing.
"""
