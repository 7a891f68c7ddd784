"""Relations are data: a name, a label for each side, the types they join."""

from __future__ import annotations

from dataclasses import dataclass

CONCEPT, PAPER, OBSERVATION, MILESTONE = "concept", "paper", "observation", "milestone"
OBJECT_TYPES = (CONCEPT, PAPER, OBSERVATION, MILESTONE)
#: The types whose section or body makes them the source of the links in it.
SUBJECT_TYPES = (CONCEPT, PAPER)


def _(message: str) -> str:
    """Mark *message* for the message catalogue."""
    return message


@dataclass(frozen=True, slots=True)
class Relation:
    """What an option, or the place of a mention, says about its source and target."""

    name: str
    #: label on the source's side, untranslated
    label: str
    #: label on the target's side, untranslated
    reverse: str
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    #: whether a view collects along it by default (``:collect: relations``)
    collects: bool = True
    #: whether following it must never lead back: what is part of itself is a mistake
    acyclic: bool = False
    #: whether nothing can have it to itself
    irreflexive: bool = False

    @property
    def target(self) -> str:
        """The type of object that a key in the option names, "" where several are allowed."""
        return self.targets[0] if len(self.targets) == 1 else ""


#: All relations, the strongest first.
RELATIONS: dict[str, Relation] = {
    relation.name: relation
    for relation in (
        Relation("evidence", _("Evidence"), _("Evidence for claims in"), (OBSERVATION,), (PAPER,)),
        Relation("introduces", _("Introduces"), _("Introduced by"), (PAPER,), (CONCEPT,)),
        Relation("concepts", _("Concepts"), _("Papers about it"), (PAPER,), (CONCEPT,)),
        Relation("extends", _("Extends"), _("Extended by"), (PAPER,), (PAPER,), acyclic=True),
        Relation("cites", _("Cites"), _("Cited by"), (PAPER,), (PAPER,), irreflexive=True),
        Relation("about", _("About"), _("About it in"), (OBSERVATION, MILESTONE), (CONCEPT, PAPER)),
        Relation("supports", _("Supports"), _("Supported by"), (OBSERVATION,), (OBSERVATION,), irreflexive=True),
        Relation(
            "contradicts", _("Contradicts"), _("Contradicted by"), (OBSERVATION,), (OBSERVATION,), irreflexive=True
        ),
        Relation("supersedes", _("Supersedes"), _("Superseded by"), (OBSERVATION,), (OBSERVATION,), acyclic=True),
        Relation("rests-on", _("Rests on"), _("What rests on it"), (OBSERVATION,), (OBSERVATION,), acyclic=True),
        Relation("introduced", _("Introduced in"), _("Introduces"), (CONCEPT,), (PAPER,)),
        Relation("parent", _("Part of"), _("Narrower concepts"), (CONCEPT,), (CONCEPT,), acyclic=True),
        Relation("related", _("Related to"), _("Related concepts"), (CONCEPT,), (CONCEPT,)),
        Relation("gloss", _("Described"), _("Described in"), OBJECT_TYPES, OBJECT_TYPES, False),
        Relation("list", _("Lists"), _("Listed in"), OBJECT_TYPES, OBJECT_TYPES),
        Relation("timeline", _("In its timeline"), _("In timelines of"), OBJECT_TYPES, OBJECT_TYPES),
        Relation("mention", _("Mentions"), _("Mentioned in"), OBJECT_TYPES, OBJECT_TYPES, False),
    )
}

#: Names of the relations that must not lead back.
ACYCLIC = frozenset(relation.name for relation in RELATIONS.values() if relation.acyclic)

#: Place of each relation in the order of strength, 0 for the strongest.
STRENGTH: dict[str, int] = {name: number for number, name in enumerate(RELATIONS)}


def relations_of(objtype: str) -> list[Relation]:
    """Return the relations that are options of objects of *objtype*, the strongest first."""
    return [
        relation for relation in RELATIONS.values() if objtype in relation.sources and relation.sources != OBJECT_TYPES
    ]
