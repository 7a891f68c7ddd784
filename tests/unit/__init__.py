"""Tests of the model, without Sphinx."""
