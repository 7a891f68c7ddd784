"""Building: what must be written again, and what a build leaves right behind it.

In come the domain, the environment and the state file of one output folder; out go the
names of the pages to write, the warnings that depend on several documents, and a tidy
output folder. It must not import ``reading`` or ``rendering``.
"""
