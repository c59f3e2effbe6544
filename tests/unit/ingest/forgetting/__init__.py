"""Unit tests of requests to forget."""
