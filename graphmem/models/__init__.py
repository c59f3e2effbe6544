"""Language models and embedders, behind the protocols of `graphmem.models.ports`."""
