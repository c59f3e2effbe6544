"""Texts that upkeep writes from several facts: the summary of an entity, and what fading facts say together."""
