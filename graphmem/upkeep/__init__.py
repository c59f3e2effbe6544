"""Upkeep: what a memory does between messages. See docs/upkeep.md."""
