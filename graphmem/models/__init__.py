"""Language models and embedders behind three small protocols."""
