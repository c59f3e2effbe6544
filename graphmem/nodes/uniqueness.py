"""The unique key that every label of a brain has."""

from __future__ import annotations

IN_BRAIN = (("brain", "id"),)
