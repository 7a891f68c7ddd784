project = "深度学习系统论文"
language = "zh_CN"
extensions = ["myst_parser", "sphinxcontrib_paperwiki"]
myst_enable_extensions = ["colon_fence"]
html_theme = "basic"
exclude_patterns = ["_build"]
