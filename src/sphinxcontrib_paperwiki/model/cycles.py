"""Relations that lead back to where they start: a concept that is part of itself, claims that rest on each other."""

from __future__ import annotations

from collections.abc import Iterator

from .entities import Entity
from .index import Index
from .relations import ACYCLIC


def cycles(index: Index) -> Iterator[tuple[str, list[Entity]]]:
    """Yield each cycle once: the relation, and the objects on the way, the first of them in the wiki first."""
    steps: dict[str, dict[Entity, list[Entity]]] = {name: {} for name in sorted(ACYCLIC)}
    for docname in sorted(index.tables):
        table, objects = index.tables[docname], index.objects_in(docname)
        for relation, holder, name in table.links:
            target = index.target_of(docname, table.names[name])
            if target is not None and relation in steps:
                steps[relation].setdefault(objects[holder], []).append(target)
    for relation, following in steps.items():
        for way in _ways_back(following):
            yield relation, way


def _ways_back(following: dict[Entity, list[Entity]]) -> Iterator[list[Entity]]:
    """Yield a way back for each group of objects that lead to each other, found in one walk over all."""
    done: set[Entity] = set()
    for start in sorted(following, key=lambda entity: entity.order):
        if start in done:
            continue
        way: list[Entity] = [start]
        rest = [iter(following[start])]
        on_way = {start: 0}
        while way:
            target = next(rest[-1], None)
            if target is None:
                done.add(way[-1])
                del on_way[way.pop()]
                rest.pop()
            elif target in on_way:
                found = way[on_way[target] :]
                first = min(range(len(found)), key=lambda place: found[place].order)
                yield [*found[first:], *found[:first]]
            elif target not in done and target in following:
                on_way[target] = len(way)
                way.append(target)
                rest.append(iter(following[target]))
