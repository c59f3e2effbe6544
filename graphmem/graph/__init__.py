"""The graph: driver, schema, statements and the store."""
