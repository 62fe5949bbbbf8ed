"""How the tables of a store came to be, step by step: revision n leads from format n - 1 to format n.

A released revision is never changed, only followed by another.
"""
