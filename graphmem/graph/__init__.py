"""Access to Neo4j: driver, schema, statements, store, and the mapping of rows to records."""
