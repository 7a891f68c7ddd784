"""Sphinx extension: a lasting, citable wiki of what researchers read."""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set the extension up."""
    from . import config, events, locale
    from .domain import WikiDomain
    from .nodes import wiki_field, wiki_object, wiki_view
    from .reading.forms import BodyForms, KeySubstitutions, SectionTitles
    from .rendering import hooks
    from .rendering.untyped import UntypedReferences

    config.register(app)
    app.add_message_catalog(locale.CATALOG, str(locale.LOCALE_DIR))
    app.add_domain(WikiDomain)
    app.add_transform(KeySubstitutions)
    app.add_transform(SectionTitles)
    app.add_transform(BodyForms)
    app.add_post_transform(UntypedReferences)
    app.add_node(wiki_object, html=(hooks.visit_html, None))
    app.add_node(wiki_view, html=(hooks.visit_html, None))
    app.add_node(wiki_field, html=(hooks.visit_html, None))
    events.connect(app)
    return {
        "version": __version__,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
