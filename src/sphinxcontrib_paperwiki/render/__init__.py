"""From rows to what a builder writes."""
