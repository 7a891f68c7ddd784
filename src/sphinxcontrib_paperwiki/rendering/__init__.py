"""Rendering: from rows to output.

In come a node of ours and its rows; out goes a small tree of tags, written by two thin
back ends: HTML strings, or standard docutils nodes for every other format. It decides
nothing about what is shown: it must not import ``reading`` or ``building``.
"""
