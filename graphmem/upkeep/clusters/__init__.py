"""Clusters: topics of a brain, as communities of entities with the facts about them."""
