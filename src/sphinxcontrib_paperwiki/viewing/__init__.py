"""Viewing: from the index to rows.

In comes the index of all documents; out go rows: plain data that says what a view, a
header or a list of back-links shows, every link resolved to a document and an anchor.
The same rows are digested by ``building`` and drawn by ``rendering``. It imports
``model`` only, neither docutils nor Sphinx.
"""
