"""Reading: from source text to the records of one document.

In come the directives and roles of a page, then its finished doctree; out go nodes that
carry data, anchors on them, and one :class:`~..model.records.DocumentRecord`. Works on
one document at a time and knows nothing of others: it must not import ``viewing``,
``building`` or ``rendering``, nor the domain.
"""
