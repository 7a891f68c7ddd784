"""The directives: each reads its options and body onto one node, see :mod:`..`."""

from __future__ import annotations

from docutils.parsers.rst import Directive

from .concept import ConceptDirective
from .milestone import MilestoneDirective
from .observation import AssumptionDirective, ObservationDirective
from .paper import PaperDirective
from .views import (
    BacklinksDirective,
    ConceptsDirective,
    ObservationsDirective,
    PapersDirective,
    TimelineDirective,
)

DIRECTIVES: dict[str, type[Directive]] = {
    "concept": ConceptDirective,
    "paper": PaperDirective,
    "observation": ObservationDirective,
    "assumption": AssumptionDirective,
    "milestone": MilestoneDirective,
    "observations": ObservationsDirective,
    "timeline": TimelineDirective,
    "papers": PapersDirective,
    "concepts": ConceptsDirective,
    "backlinks": BacklinksDirective,
}
