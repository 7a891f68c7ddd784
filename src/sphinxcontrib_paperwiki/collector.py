"""Python's garbage collector, kept from looking through what Sphinx has read (``paperwiki_pause_gc``).

Sphinx unpickles its environment when a build begins and, in a parallel build, once more for
each chunk of documents, to merge it. The collector runs again and again meanwhile, looks
through everything that was read before, and finds nothing: most of that time is its own.
So it rests while environments are unpickled and merged, in the parent process only, where
no doctree is made. What remains of merged environments is taken away now and then, and
what is kept lives until the end of the build: nobody looks through it again.
"""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

#: Containers that may be made before the remains of merged environments are taken away: some 300 MB.
REMAINS = 2_000_000


class CollectorPause:
    """Lets the collector rest while environments are unpickled and merged, where the project asks for it."""

    def __init__(self) -> None:
        self._process = 0  #: the process in which it rests

    def connect(self, app: Sphinx) -> None:
        """Connect the handlers: the first ones where it works again, the last ones where it begins to rest."""
        app.connect("config-inited", self._before_loading, priority=2000)
        app.connect("builder-inited", self._after_loading, priority=0)
        app.connect("env-before-read-docs", self._before_reading, priority=3000)
        app.connect("source-read", self._in_worker, priority=0)
        app.connect("env-merge-info", self._before_merge, priority=0)
        app.connect("env-updated", self._after_reading, priority=0)
        app.connect("build-finished", self._at_the_end)

    def _begin(self) -> None:
        if gc.isenabled():
            self._process = os.getpid()
            gc.disable()

    def _end(self) -> None:
        """Let it work again, but leave alone what is there: it lives until the end of the build."""
        if self._process:
            self._process = 0
            gc.freeze()
            gc.enable()

    def _before_loading(self, app: Sphinx, config: Config) -> None:
        if config.paperwiki_pause_gc:
            self._begin()

    def _after_loading(self, app: Sphinx) -> None:
        self._end()

    def _before_reading(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        if app.config.paperwiki_pause_gc and app.parallel > 1:
            self._begin()

    def _in_worker(self, app: Sphinx, docname: str, source: list[str]) -> None:
        """Let it work in a forked process, which reads documents: doctrees are full of cycles."""
        if self._process and self._process != os.getpid():
            self._end()

    def _before_merge(self, app: Sphinx, env: BuildEnvironment, docnames: list[str], other: BuildEnvironment) -> None:
        """Take away what remains of environments that were merged before, if it is much."""
        if self._process and gc.get_count()[0] > REMAINS:
            gc.collect()

    def _after_reading(self, app: Sphinx, env: BuildEnvironment) -> None:
        if self._process:
            gc.collect()
        self._end()

    def _at_the_end(self, app: Sphinx, exception: Exception | None) -> None:
        """Let it look at everything again, for a process that goes on after the build."""
        self._end()
        gc.unfreeze()
