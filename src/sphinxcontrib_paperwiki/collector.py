"""Python's garbage collector, kept from looking through what Sphinx has read (``paperwiki_pause_gc``).

In a parallel build Sphinx unpickles a whole environment for each chunk of documents and
merges it. The collector runs again and again meanwhile, and finds nothing: most of the
time of reading goes there. It rests in the parent process only, where no doctree is made.
"""

from __future__ import annotations

import gc
import os

from sphinx.application import Sphinx


class CollectorPause:
    """Lets the collector rest from before reading until all is read."""

    def __init__(self) -> None:
        self._process = 0  #: the process in which it rests

    def begin(self, app: Sphinx) -> None:
        """Let it rest where the build is parallel and the project asks for it."""
        if app.config.paperwiki_pause_gc and app.parallel > 1 and gc.isenabled():
            self._process = os.getpid()
            gc.disable()

    def in_worker(self) -> None:
        """Let it work again in a forked process, which reads documents: doctrees are full of cycles."""
        if self._process and self._process != os.getpid():
            self._process = 0
            gc.enable()

    def end(self, app: Sphinx) -> None:
        """Let it work again, but leave alone what has been read: it lives until the end of the build."""
        if self._process:
            self._process = 0
            gc.freeze()
            gc.enable()

    def forget(self) -> None:
        """Let it look at everything again, for a process that goes on after the build."""
        gc.unfreeze()
