"""Digests: short texts that tell several facts, for people and answers, with a model or as an extract."""
