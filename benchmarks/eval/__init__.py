"""Evaluations on data sets."""
