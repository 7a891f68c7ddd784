"""Sources: the papers, concepts and claims around a subject, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..model.index import Entity, Mention
from ..model.relations import CONCEPT, MILESTONE, OBSERVATION, PAPER, RELATIONS
from .rows import Span, Text
from .words import Words

#: relations by which options join a concept to another, or a paper to a concept
_JOINING = ("related", "parent", "concepts", "introduces", "introduced")


class Sources(Words):
    """What views collect, from one index."""

    # ---- claims

    def claims_about(self, subject: Entity) -> list[Entity]:
        """Return the observations and milestones about *subject*: in its section, or by their option ``about``."""
        found = [entity for entity in self.index.objects_in(subject.docname) if self._is_inside(entity, subject)]
        for mention in self.index.mentions_of(subject):
            holder = mention.holder
            if mention.relation == "about" and holder is not None and holder.type in (OBSERVATION, MILESTONE):
                found.append(holder)
        return sorted(dict.fromkeys(found), key=lambda entity: entity.order)

    def _is_inside(self, entity: Entity, subject: Entity) -> bool:
        if entity.type not in (OBSERVATION, MILESTONE) or entity.parent is not subject:
            return False
        return subject.type != "document" or not any(
            mention.relation == "about" and mention.target for mention in self.index.mentions_held_by(entity)
        )

    def evidence_of(self, claim: Entity) -> list[tuple[Entity | None, Mention | None, str]]:
        """Return the evidence that an observation gives or implies: paper, mention, locator."""
        if claim.type != OBSERVATION:
            return []
        paper = claim.parent if claim.parent and claim.parent.type == PAPER else None
        found: list[tuple[Entity | None, Mention | None, str]] = []
        for mention in self.index.mentions_held_by(claim):
            if mention.relation == "locator":
                found.append((paper, mention, mention.locator))
            elif mention.record.relation == "evidence":
                found.append((mention.target, mention, mention.locator))
            elif mention.relation == "evidence" and all(mention.target is not other for other, _, _ in found):
                found.append((mention.target, mention, ""))
        return found or ([(paper, None, "")] if paper else [])

    def claims_on(self, paper: Entity) -> list[Entity]:
        """Return the observations that rest on *paper*."""
        inside = [entity for entity in self.index.objects_in(paper.docname) if entity.parent is paper]
        holders = [mention.holder for mention in self.index.mentions_of(paper) if mention.holder]
        found = dict.fromkeys(entity for entity in (*inside, *holders) if entity.type == OBSERVATION)
        return sorted(
            (claim for claim in found if any(other is paper for other, _, _ in self.evidence_of(claim))),
            key=lambda claim: claim.order,
        )

    def claims(self, subject: Entity, collect: str = "relations") -> list[Entity]:
        """Return the observations about *subject*; for a paper those that rest on it too.

        :param collect: ``relations``, ``mentions`` (those that mention it too) or ``none``
        """
        if collect == "none":
            return []
        found = dict.fromkeys(claim for claim in self.claims_about(subject) if claim.type == OBSERVATION)
        found.update(dict.fromkeys(self.claims_on(subject)))
        if collect == "mentions":
            for entity in self.neighbours(subject, collect):
                if entity.type == OBSERVATION:
                    found[entity] = None
        return sorted(found, key=lambda claim: claim.order)

    # ---- papers and concepts

    def papers(self, subject: Entity, collect: str = "relations") -> dict[Entity, None]:
        """Return the papers related to *subject*, in a stable order.

        :param collect: ``relations`` (options, evidence and the bodies of views),
            ``mentions`` (plain mentions too) or ``none``
        """
        return self.index.once(self._papers, subject, collect)

    def _papers(self, subject: Entity, collect: str) -> dict[Entity, None]:
        found: dict[Entity, None] = {}
        if collect != "none":
            for entity in self.neighbours(subject, collect):
                if entity.type == PAPER and entity is not subject:
                    found[entity] = None
            for claim in self.claims_about(subject):
                for paper, _, _ in self.evidence_of(claim):
                    if paper and paper.type == PAPER and paper is not subject:
                        found[paper] = None
        return found

    def concepts_of(self, paper: Entity) -> dict[Entity, None]:
        """Return the concepts whose papers *paper* is one of: the other side of :meth:`papers`."""
        return self.index.once(self._concepts_of, paper)

    def _concepts_of(self, paper: Entity) -> dict[Entity, None]:
        found = [mention.target for mention in self.index.mentions_in(paper) if _collects(mention)]
        found += [mention.source for mention in self.index.mentions_of(paper) if _collects(mention)]
        found += [view.subject for view in self.index.views_naming(paper)]
        for claim in self.claims_on(paper):
            found += self.subjects_of(claim)
        return dict.fromkeys(entity for entity in found if entity is not None and entity.type == CONCEPT)

    def subjects_of(self, claim: Entity) -> list[Entity]:
        """Return what an observation is about."""
        held = self.index.mentions_held_by(claim)
        about = [mention.target for mention in held if mention.relation == "about" and mention.target]
        return about if claim.parent is None or claim.parent.type == "document" else [claim.parent, *about]

    def neighbours(self, subject: Entity, collect: str) -> Iterator[Entity]:
        """Yield what is joined to *subject* by a relation, or by any mention."""
        wanted = _always if collect == "mentions" else _collects
        for mention in self.index.mentions_in(subject):
            if wanted(mention) and mention.target:
                yield mention.target
        for mention in self.index.mentions_of(subject):
            if wanted(mention):
                yield mention.source
        for view in self.index.views_of(subject):
            for item in view.items:
                yield from item.targets

    def shared(self, subject: Entity) -> dict[Entity, int]:
        """Return the concepts that share papers with *subject*, and how many they share."""
        counts: dict[Entity, int] = {}
        for paper in self.papers(subject):
            for concept in self.concepts_of(paper):
                if concept is not subject:
                    counts[concept] = counts.get(concept, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: item[0].order))

    def explicit_concepts(self, subject: Entity) -> list[Entity]:
        """Return the concepts that options relate to *subject*: its own first, then the others' by key."""
        own = [mention.target for mention in self.index.mentions_in(subject) if mention.relation in _JOINING]
        others = [mention.source for mention in self.index.mentions_of(subject) if mention.relation in _JOINING]
        listed = [target for view in self.index.views_of(subject) for item in view.items for target in item.targets]
        joined = [*own, *sorted(others, key=lambda entity: (entity.key, entity.order)), *listed]
        found = dict.fromkeys(entity for entity in joined if entity is not None and entity.type == CONCEPT)
        found.pop(subject, None)
        return list(found)

    # ---- what is said of them

    def words(self, subject: Entity | None, entity: Entity) -> Text:
        """Return the words of a row: the gloss here, else there, else the first sentence."""
        gloss = self._glosses_in(subject).get(entity) if subject else None
        if gloss is None and subject is not None and not entity.type == subject.type == CONCEPT:
            gloss = self._glosses_of(subject).get(entity)  # what one concept says of another is not said of itself
        if gloss is not None:
            return self.spans(gloss)
        return self.spans(entity.summary) if entity.type != MILESTONE else ()

    def _glosses_in(self, subject: Entity) -> dict[Entity, str]:
        return self.index.once(_first_glosses, self.index.mentions_in, subject, False)

    def _glosses_of(self, subject: Entity) -> dict[Entity, str]:
        return self.index.once(_first_glosses, self.index.mentions_of, subject, True)

    def named(self, entity: Entity | None, key: str) -> Span:
        """Return a link to what *key* names, its text where that is unknown."""
        return self.link(entity) if entity else Span("wanted", key)

    def evidence(self, claim: Entity) -> tuple[Text, ...]:
        """Return the evidence of an observation, each paper with its locator and gloss."""
        found: dict[Span, list[Text]] = {}
        for paper, mention, locator in self.evidence_of(claim):
            if mention is None or (paper is None and mention.relation == "locator"):
                continue
            notes = found.setdefault(self.named(paper, mention.record.key), [])
            if locator or mention.record.sentence < 0:
                gloss = (Span("text", " — "), *self.spans(mention.gloss)) if mention.gloss else ()
                notes.append((Span("text", locator), *gloss) if locator else gloss)
        return tuple((name, *_in_parentheses(notes)) for name, notes in found.items())


def _first_glosses(mentions: Callable[[Entity], list[Mention]], subject: Entity, of_source: bool) -> dict[Entity, str]:
    """Return the first gloss of each object at the other end of the mentions of or in *subject*."""
    found: dict[Entity, str] = {}
    for mention in mentions(subject):
        if mention.gloss and not mention.shares_gloss:
            other = mention.source if of_source else mention.target
            if other is not None:
                found.setdefault(other, mention.gloss)
    return found


def _in_parentheses(notes: list[Text]) -> Text:
    """Return the locators of one paper in parentheses, its glosses behind them."""
    locators = [note[0].text for note in notes if note and note[0].text != " — "]
    glosses = [span for note in notes for span in (note[1:] if note and note[0].text != " — " else note)]
    places = (Span("text", f" ({'; '.join(locators)})"),) if locators else ()
    return (*places, *glosses)


def _collects(mention: Mention) -> bool:
    relation = RELATIONS.get(mention.relation)
    return relation is not None and relation.collects


def _always(mention: Mention) -> bool:
    return True
