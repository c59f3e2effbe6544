"""Names of entities: normal forms, similarity, nicknames, kinship terms. Pure functions, no input or output."""
