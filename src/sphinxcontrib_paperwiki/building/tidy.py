"""What Sphinx leaves behind: files of removed pages, and terms and entries of the search index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from sphinx.application import Sphinx


def asset_files(app: Sphinx) -> Iterator[str]:
    """Yield the names of image and download files, relative to the output folder."""
    builder, env = cast("Any", app.builder), app.env
    if builder.format == "html":
        for _, name in env.images.values():
            yield f"{builder.imagedir}/{name}"
        for _, download in env.dlfiles.values():
            yield f"_downloads/{download}"


def remove_files(app: Sphinx, docnames: Iterable[str], files: Iterable[str]) -> None:
    """Remove the output of *docnames*, and *files*, which a clean build would not have."""
    outdir = Path(app.outdir)
    paths = [outdir / name for name in files]
    for docname in docnames:
        paths += _files_of(app, docname)
    for path in paths:
        path.unlink(missing_ok=True)
        for folder in path.parents:
            if folder == outdir or outdir not in folder.parents or not folder.is_dir() or any(folder.iterdir()):
                break
            folder.rmdir()


def _files_of(app: Sphinx, docname: str) -> Iterator[Path]:
    builder, outdir = cast("Any", app.builder), Path(app.outdir)
    yield Path(app.doctreedir, f"{docname}.doctree")
    if hasattr(builder, "get_outfilename"):
        yield Path(builder.get_outfilename(docname))
    else:
        yield outdir / f"{docname}{builder.out_suffix}"
    for suffix in app.config.source_suffix:
        yield outdir / "_sources" / f"{docname}{suffix}"
        yield outdir / "_sources" / f"{docname}{suffix}{app.config.html_sourcelink_suffix}"


def search_indexer(app: Sphinx) -> Any:
    """Return what makes the search index, None for builders without one."""
    return getattr(app.builder, "indexer", None)


def mend_search_index(app: Sphinx, saved: Mapping[str, list[Any]]) -> None:
    """Put right what Sphinx's search index loses in an incremental build.

    :param saved: docname → entries, which are lost for pages that are not written
    """
    indexer = search_indexer(app)
    for mapping in (indexer._mapping, indexer._title_mapping):
        for term in [term for term, docnames in mapping.items() if not docnames]:
            del mapping[term]
    entries = dict(indexer._index_entries)
    for docname, found in saved.items():
        if docname in app.env.all_docs and docname in indexer._titles:
            entries.setdefault(docname, found)
    indexer._index_entries = dict(sorted(entries.items()))
