"""Tests of `graphmem.items`."""
