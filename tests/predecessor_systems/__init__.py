"""What the systems before this one could do, or were known to do wrong, one file for each check.

P Parla, K Behörden-KlarText, G GraphRAG, A AI Shift and ragas, E EGOCMS.
"""
