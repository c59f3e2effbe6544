"""Tests of the walk of statements with conditions."""
