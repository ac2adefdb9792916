"""Signs of symbol fonts (Wingdings, Webdings, Symbol) as characters that mean the same in every font.

May import from this app: nothing.
"""
