"""Model: what a paper wiki is, in plain Python.

In come texts, keys and the records of all documents; out go parsed values and the index
that answers what a key names and who mentions whom. It imports nothing of the other
rooms, neither docutils nor Sphinx.
"""
