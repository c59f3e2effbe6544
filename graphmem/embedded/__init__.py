"""The embedded Neo4j: its jars, a Java to run it, and one server per data folder that all processes share."""
