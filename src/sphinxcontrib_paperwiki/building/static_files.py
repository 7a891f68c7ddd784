"""Static files: pages carry the checksums of style sheets and scripts."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from sphinx.application import Sphinx

from ..model.tables import fingerprint

STATIC_DIR = Path(__file__).parent.parent / "static"


def static_signature(app: Sphinx) -> bytes:
    """Return a signature of the style sheets and scripts of the project and ours."""
    found = [("", _checksum(path)) for path in sorted(STATIC_DIR.iterdir())]
    for entry in app.config.html_static_path:
        folder = Path(app.confdir, entry)
        files = sorted(folder.rglob("*")) if folder.is_dir() else [folder]
        for path in files:
            if path.suffix in (".css", ".js") and path.is_file():
                found.append((path.as_posix(), _checksum(path)))
    return fingerprint(found)


def _checksum(path: Path) -> bytes:
    return blake2b(path.read_bytes(), digest_size=8).digest()
