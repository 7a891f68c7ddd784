"""The example wiki of sphinxcontrib-paperwiki. Copy this file to start your own."""

project = "Papers on deep-learning systems"
copyright = "sphinxcontrib-paperwiki contributors"
version = release = "1.0"
language = "en"

extensions = [
    "myst_parser",  # pages in Markdown
    "sphinx_design",  # optional: cards and badges
    "sphinxcontrib_paperwiki",  # concepts, papers, observations, timelines
]

# Write directives as :::{concept} as well as with three backticks.
myst_enable_extensions = ["colon_fence"]

exclude_patterns = ["_build"]

html_theme = "furo"

# For PDF. XeLaTeX reads any script; name a CJK font here if the system lacks one.
latex_engine = "xelatex"
