"""The manual. It is built with the extension that it describes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "sphinxcontrib-paperwiki"
copyright = "sphinxcontrib-paperwiki contributors"
language = "en"

extensions = [
    "myst_parser",
    "sphinx_design",
    "sphinxcontrib_paperwiki",
    "generated",  # tables made from the code, see _ext/
]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

exclude_patterns = ["_build", "_ext"]

html_theme = "furo"
html_title = "sphinxcontrib-paperwiki"
