"""References: what those that are not ours resolve to, as a page shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.util import docname_join

from ..model.tables import fingerprint
from .toctrees import Toctrees


class Reference(NamedTuple):
    """A reference that is not ours, as it is kept from reading."""

    domain: str
    type: str
    target: str
    part: str  #: id inside the target document, for MyST's ``[text](other.md#part)``


def references_of(nodes_found: Iterable[nodes.Element], docname: str) -> tuple[Reference, ...]:
    """Return the references of a document to things of Sphinx's own domains, each once, sorted.

    :param nodes_found: nodes of the document, its references among them
    """
    found: set[Reference] = set()
    for node in nodes_found:
        if not isinstance(node, addnodes.pending_xref):
            continue
        domain = node.get("refdomain") or ""
        if domain == "wiki":
            continue
        target = str(node.get("reftarget") or "")
        if domain == "std" and node.get("reftype") == "doc":
            target = docname_join(node.get("refdoc", docname), target)
        found.add(Reference(domain, str(node.get("reftype") or ""), target, str(node.get("reftargetid") or "")))
    return tuple(sorted(found))


class References:
    """The present state of references, looked up once per build."""

    def __init__(self, env: BuildEnvironment, toctrees: Toctrees) -> None:
        self._env = env
        self._toctrees = toctrees
        self._other_objects: dict[str, list[str]] | None = None

    def signature(self, reference: Reference) -> bytes:
        """Return a signature of all that a reference may resolve to: what it shows changes only if this does."""
        return fingerprint(repr(self._state(reference)))

    def _state(self, reference: Reference) -> object:
        """Return all that a reference may resolve to: what it shows changes only if this does."""
        env, target = self._env, reference.target
        if reference.domain == "doc":
            slugs = env.metadata.get(target, {}).get("myst_slugs", {})
            return (
                target in env.all_docs,
                self._toctrees.title(target),
                str(slugs.get(reference.part)),
                self._labels(reference.part),
            )
        if reference.domain in ("math", "citation"):
            data = env.domaindata.get(reference.domain, {})
            return [str(table.get(target)) for _, table in sorted(data.items()) if isinstance(table, dict)]
        state: list[object] = []
        if reference.domain in ("", "std"):
            state += [self._labels(target), self._standard_objects(target)]
            if target in env.all_docs:
                state.append(self._toctrees.title(target))
        if reference.domain != "std":
            state.append(self._objects(target))
        return state

    def _labels(self, target: str) -> object:
        data = self._env.domaindata.get("std", {})
        state: list[object] = []
        for name in dict.fromkeys((target, target.lower())):
            label = data.get("labels", {}).get(name)
            place = data.get("anonlabels", {}).get(name)
            state.append((str(label), str(place)))
            if place:
                env, docname, anchor = self._env, place[0], place[1]
                state.append(str(env.toc_secnumbers.get(docname, {}).get(f"#{anchor}")))
                state.append(
                    [str(numbers.get(anchor)) for _, numbers in sorted(env.toc_fignumbers.get(docname, {}).items())]
                )
        return state

    def _standard_objects(self, target: str) -> object:
        data = self._env.domaindata.get("std", {})
        domain = self._env.get_domain("std")
        names = dict.fromkeys((target, target.lower()))
        objects = data.get("objects", {})
        found = [str(objects.get((objtype, name))) for objtype in sorted(domain.object_types) for name in names]
        found += self._options.get(_option_name(target.rpartition(" ")[2]), ())
        terms = data.get("terms", {})
        found += [str(terms.get(name)) for name in names]
        return found

    @cached_property
    def _options(self) -> dict[str, list[str]]:
        """Name of an option of a command line, without its value → what std knows of it."""
        found: dict[str, list[str]] = {}
        for key, place in sorted(self._env.domaindata.get("std", {}).get("progoptions", {}).items(), key=str):
            found.setdefault(_option_name(key[1]), []).append(str((key, place)))
        return found

    def _objects(self, target: str) -> object:
        """Return the objects of other domains with the same last component."""
        if self._other_objects is None:
            self._other_objects = {}
            for name in sorted(self._env.domaindata):
                if name not in ("std", "wiki"):
                    for item in self._env.get_domain(name).get_objects():
                        last = item[0].rpartition(".")[2].rpartition("::")[2]
                        self._other_objects.setdefault(last, []).append(repr((name, *item)))
        last = target.rpartition(".")[2].rpartition("::")[2]
        return sorted(self._other_objects.get(last, ()))


def _option_name(option: str) -> str:
    return re.split(r"[=\[ ]", option)[0]
