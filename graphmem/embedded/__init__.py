"""The embedded Neo4j: its jars, a Java runtime, and one server per data folder, shared by all processes."""
