"""What a paper wiki is, in plain Python: nothing here imports docutils or Sphinx."""
