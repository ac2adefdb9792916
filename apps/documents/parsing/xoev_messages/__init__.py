"""Messages of German e-files (xdomea, XJustiz and other XÖV standards) as text that people read.

May import from this app: parsing.
"""
