"""A document's body with its links resolved: what the index reads when rows need it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from .entities import Document, Entity, Mention, Reader, View, ViewItem
from .grammar import is_locator
from .records import MentionRecord
from .relations import OBSERVATION, PAPER
from .tables import Body


def document_of(
    reader: Reader,
    entity: Entity,
    objects: list[Entity],
    body: Body,
    subject: Callable[[str], Entity | None],
) -> Document:
    """Return the document of *body*.

    :param entity: the document as a source
    :param objects: its objects
    :param subject: what the explicit key of a view names
    """
    document = Document(entity, objects, body.cards)

    def string(number: int) -> str:
        return body.strings[number] if number >= 0 else ""

    for record in body.mentions:
        source = objects[record.source] if record.source >= 0 else entity
        holder = objects[record.holder] if record.holder >= 0 else None
        mention = Mention(reader, entity.docname, record, source, holder)
        mention.sentence, mention.section = string(record.sentence), string(record.section)
        mention.gloss, mention.file = string(record.gloss), string(record.file)
        if record.relation == "mention" and mention.gloss:
            mention.relation = "gloss"
        document.mentions.append(mention)
        if mention.holder is not None:
            document.held.setdefault(mention.holder, []).append(mention)
    _share_glosses(document)
    for made in objects:
        _infer_evidence(made, document.held.get(made, []))
        _link_nested(reader, document, made)
    _add_views(reader, document, body, subject)
    return document


def _add_views(reader: Reader, document: Document, body: Body, subject: Callable[[str], Entity | None]) -> None:
    docname = document.entity.docname
    for number, record in enumerate(body.views):
        about = document.objects[record.subject] if record.subject >= 0 else document.entity
        view = View(reader, docname, number, record, subject(record.key) if record.key else about)
        for position, item in enumerate(record.items):
            words = body.strings[item.words] if item.words >= 0 else ""
            view.items.append(ViewItem(position, item, words, [document.mentions[index] for index in item.mentions]))
        view.file = body.strings[record.file] if record.file >= 0 else ""
        document.views.append(view)


def _share_glosses(document: Document) -> None:
    """Find the glosses that are about several objects together."""
    shared = Counter(
        mention.record.gloss
        for mention in document.mentions
        if mention.record.gloss >= 0 and mention.record.sentence >= 0 and not mention.locator
    )
    for mention in document.mentions:
        mention.shares_gloss = shared[mention.record.gloss] > 1


def _infer_evidence(entity: Entity, mentions: list[Mention]) -> None:
    """Papers that an observation mentions are its evidence where it names none, outside the section of a paper."""
    if entity.type != OBSERVATION:
        return
    in_paper = entity.parent is not None and entity.parent.type == PAPER
    explicit = [mention for mention in mentions if mention.record.relation == "evidence"]
    for mention in explicit:
        place = mention.record.whole or mention.record.key
        if in_paper and is_locator(place) and mention.leads_to(None):
            mention.relation, mention.locator = "locator", place
    if explicit or in_paper:
        return
    for mention in mentions:
        if mention.relation in ("mention", "gloss") and mention.leads_to_type(PAPER):
            mention.relation = "evidence"


def _link_nested(reader: Reader, document: Document, entity: Entity) -> None:
    """An assumption nested in an observation is what the outer one rests on."""
    outer = entity.holder
    if outer is None or outer.type != OBSERVATION or entity.type != OBSERVATION:
        return
    if dict(document.cards[entity.number].fields).get("kind") != "assumption":
        return
    source = outer.parent or document.entity
    record = MentionRecord(
        source=source.number,
        holder=outer.number,
        relation="rests-on",
        objtype=OBSERVATION,
        key=entity.key,
        whole="",
        text="",
        anchor=outer.anchor,
        sentence=-1,
        place=0,
        section=-1,
        gloss=-1,
        locator="",
        lineno=0,
        maybe="",
    )
    document.nested.append(Mention(reader, entity.docname, record, source, outer, entity))
