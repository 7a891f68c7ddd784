"""Message catalogues, and the function that looks texts up in them."""

from __future__ import annotations

from pathlib import Path

from sphinx.locale import get_translation

CATALOG = "paperwiki"
LOCALE_DIR = Path(__file__).parent

#: Translates a text into the language of the project.
_ = get_translation(CATALOG)


def mark(message: str) -> str:
    """Mark *message* for the catalogues; it is translated where it is shown."""
    return message
