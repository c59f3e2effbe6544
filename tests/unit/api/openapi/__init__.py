"""Unit tests of the OpenAPI document."""
