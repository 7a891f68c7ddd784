"""The shortest wiki."""

from __future__ import annotations


def test_a_mention_becomes_a_backlink_with_its_sentence(project):
    """A role on one page shows on its target's page, with the sentence it stands in."""
    wiki = project(
        {
            "fsdp.md": "# FSDP\n\n:::{concept} FSDP\nSharded data parallelism.\n:::\n",
            "notes.md": "# Notes\n\nFirst sentence. Here {concept}`FSDP` shards it. Last one.\n",
        }
    ).build()
    assert wiki.warnings == []
    (row,) = wiki.backlinks("fsdp")
    assert row["name"] == "Notes"
    assert row["href"] == "notes.html#m-fsdp-1"
    assert row["sentence"] == "Here FSDP shards it."
    assert row["mark"] == "FSDP"
